import { credentialCalls } from './credentials/credentials.calls.ts';
import { accountCalls } from './account/account.calls.ts';
import { accountEmailCalls } from './account-emails/account-emails.calls.ts';
import { attentionCalls } from './attention/attention.calls.ts';
import { auditCalls } from './audit/audit.calls.ts';
import { authTokenCalls } from './auth-tokens/auth-tokens.calls.ts';
import { serviceAccountCalls } from './auth-tokens/service-accounts.calls.ts';
import { billingCalls } from './billing/billing.calls.ts';
import { billingOverviewCalls } from './billing/billing-overview.calls.ts';
import { billingContactCalls } from './billing-contacts/billing-contacts.calls.ts';
import type { Call } from './call.ts';
import { featureFlagCalls } from './feature-flags/feature-flags.calls.ts';
import { instanceCalls } from './instances/instances.calls.ts';
import { invitationCalls } from './invitations/invitations.calls.ts';
import { invitationEmailCalls } from './invitation-emails/invitation-emails.calls.ts';
import { legalCalls } from './legal/legal.calls.ts';
import { loginSecurityCalls } from './login-security/login-security.calls.ts';
import { memberCalls } from './members/members.calls.ts';
import { oauthCalls } from './oauth/oauth.calls.ts';
import { ownershipCalls } from './ownership/ownership.calls.ts';
import { healthCalls } from './health/health.calls.ts';
import { sessionCalls } from './session/session.calls.ts';
import { adminCalls } from './admin/admin.calls.ts';
import { firstStepsCalls } from './users/first-steps.calls.ts';
import { userCalls } from './users/users.calls.ts';
import { userSessionCalls } from './user-sessions/user-sessions.calls.ts';
import { terminalLoginCalls, terminalOAuthCalls } from './terminal-logins/terminal-logins.calls.ts';
import { webhookCalls } from './webhooks/webhooks.calls.ts';
import { workspaceCalls } from './workspaces/workspaces.calls.ts';
import { workspaceOverviewCalls } from './workspaces/workspace-overview.calls.ts';

/** The calls by feature, in the order of the reference. */
export const callsByFeature = {
  session: sessionCalls,
  legal: legalCalls,
  users: { ...userCalls, ...attentionCalls, ...firstStepsCalls },
  account: accountCalls,
  userSessions: userSessionCalls,
  loginSecurity: loginSecurityCalls,
  accountEmails: accountEmailCalls,
  workspaces: { ...workspaceCalls, ...workspaceOverviewCalls },
  members: memberCalls,
  invitations: invitationCalls,
  ownership: ownershipCalls,
  credentials: credentialCalls,
  invitationEmails: invitationEmailCalls,
  authTokens: { ...authTokenCalls, ...serviceAccountCalls },
  webhooks: webhookCalls,
  terminalLogins: terminalLoginCalls,
  oauth: { ...oauthCalls, ...terminalOAuthCalls },
  billing: { ...billingCalls, ...billingOverviewCalls },
  billingContacts: billingContactCalls,
  featureFlags: featureFlagCalls,
  instances: instanceCalls,
  admin: adminCalls,
  audit: auditCalls,
  health: healthCalls,
} as const;

/** All calls by name. Loading the module fails if two calls have the same name. */
export const calls: Readonly<Record<string, Call>> = (() => {
  const all: Record<string, Call> = {};
  for (const [name, call] of Object.values(callsByFeature).flatMap((feature) => Object.entries<Call>(feature))) {
    if (all[name]) throw new Error(`Two calls are named ${name}`);
    all[name] = call;
  }
  return all;
})();
