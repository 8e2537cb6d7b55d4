import { auditCalls } from './audit/audit.calls.ts';
import { authTokenCalls } from './auth-tokens/auth-tokens.calls.ts';
import { billingCalls } from './billing/billing.calls.ts';
import type { Call } from './call.ts';
import { featureFlagCalls } from './feature-flags/feature-flags.calls.ts';
import { instanceCalls } from './instances/instances.calls.ts';
import { invitationEmailCalls } from './invitation-emails/invitation-emails.calls.ts';
import { legalCalls } from './legal/legal.calls.ts';
import { memberCalls } from './members/members.calls.ts';
import { operationCalls } from './operation/operation.calls.ts';
import { sessionCalls } from './session/session.calls.ts';
import { staffCalls } from './staff/staff.calls.ts';
import { supportCalls } from './support/support.calls.ts';
import { userCalls } from './users/users.calls.ts';
import { workspaceCalls } from './workspaces/workspaces.calls.ts';

/** The calls of the API, by feature. */
export const callsByFeature = {
  session: sessionCalls,
  legal: legalCalls,
  users: userCalls,
  workspaces: workspaceCalls,
  members: memberCalls,
  invitationEmails: invitationEmailCalls,
  authTokens: authTokenCalls,
  billing: billingCalls,
  featureFlags: featureFlagCalls,
  instances: instanceCalls,
  staff: staffCalls,
  support: supportCalls,
  audit: auditCalls,
  operation: operationCalls,
} as const;

/** Every call of the API by name. A name that two features share is refused when the module is loaded. */
export const calls: Readonly<Record<string, Call>> = (() => {
  const all: Record<string, Call> = {};
  for (const [name, call] of Object.values(callsByFeature).flatMap((feature) => Object.entries<Call>(feature))) {
    if (all[name]) throw new Error(`Two calls are named ${name}`);
    all[name] = call;
  }
  return all;
})();
