import { callsByFeature, type Call } from '@portal/contract';
import express, { type Express } from 'express';
import { credentialHandlers, staffCredentialHandlers } from './features/workspaces/credentials/credentials.handlers.ts';
import { accountEmailHandlers } from './features/emails/account-emails.handlers.ts';
import { accountLockHandlers } from './features/accounts/locks/account-locks.handlers.ts';
import { adminHandlers } from './features/admin/admin.handlers.ts';
import { myInvitationHandlers } from './features/accounts/my-invitations/my-invitations.handlers.ts';
import { attentionHandlers } from './features/accounts/attention/attention.handlers.ts';
import { accountHandlers } from './features/accounts/deletion/account.handlers.ts';
import { auditHandlers } from './features/admin/audit-log/audit.handlers.ts';
import { activityHandlers } from './features/workspaces/activity/activity.handlers.ts';
import { authTokenHandlers } from './features/credentials/auth-tokens.handlers.ts';
import { webhookHandlers } from './features/webhooks/webhooks.handlers.ts';
import { serviceAccountHandlers } from './features/workspaces/credentials/service-accounts.handlers.ts';
import { sessionHandlers } from './features/login/session.handlers.ts';
import { oauthHandlers } from './features/credentials/oauth.handlers.ts';
import { billingHandlers } from './features/billing/billing.handlers.ts';
import { billingOverviewHandlers } from './features/billing/billing-overview.handlers.ts';
import { billingContactHandlers } from './features/billing/contacts/billing-contacts.handlers.ts';
import { billingContactLinkHandlers } from './features/billing/contacts/contact-links.handlers.ts';
import { featureFlagHandlers } from './features/feature-flags/feature-flags.handlers.ts';
import { healthHandlers } from './features/health/health.handlers.ts';
import { instanceHandlers } from './features/instances/instances.handlers.ts';
import { invitationHandlers } from './features/workspaces/invitations/invitations.handlers.ts';
import { invitationEmailHandlers } from './features/emails/invitation-emails.handlers.ts';
import { legalHandlers } from './features/accounts/terms/legal.handlers.ts';
import { memberHandlers } from './features/workspaces/members/members.handlers.ts';
import { checkHeaders } from './request/middleware/check-headers.ts';
import { closeOnShutdown } from './request/middleware/close-on-shutdown.ts';
import { errorHandler, notFoundHandler, registerMethodNotAllowed } from './request/responses/error-handler.ts';
import { requestContext } from './request/call/request-context.ts';
import { isTrustedProxy } from './request/middleware/trusted-proxies.ts';
import { securityHeaders } from './request/middleware/security-headers.ts';
import { stripBasePath } from './request/middleware/strip-base-path.ts';
import { mountDocs } from './features/openapi/reference/mount-docs.ts';
import { mountFonts } from './request/responses/mount-fonts.ts';
import { registerCalls } from './request/pipeline.ts';
import { ownershipHandlers } from './features/workspaces/ownership/ownership.handlers.ts';
import { reassignmentHandlers } from './features/workspaces/ownership/reassignments.handlers.ts';
import type { Services } from './request/call/services.ts';
import { terminalLoginHandlers } from './features/accounts/terminal-logins/terminal-logins.handlers.ts';
import { terminalOAuthHandlers } from './features/accounts/terminal-logins/terminal-oauth.handlers.ts';
import { loginSecurityHandlers } from './features/accounts/login-security/login-security.handlers.ts';
import { userSessionHandlers } from './features/accounts/sessions/user-sessions.handlers.ts';
import { firstStepsHandlers } from './features/accounts/first-steps/first-steps.handlers.ts';
import { userHandlers } from './features/accounts/users/users.handlers.ts';
import { workspaceHandlers } from './features/workspaces/workspaces.handlers.ts';
import { overviewHandlers } from './features/workspaces/overview/overview.handlers.ts';

/** The Express app with all middleware and routes. `shutdownSignal` aborts when the process starts to shut down. */
export function createApp(services: Services, shutdownSignal?: AbortSignal): Express {
  const { settings } = services;
  const app = express();
  app.disable('x-powered-by');
  // Responses are not cacheable. The only document that is sets its own ETag.
  app.disable('etag');
  app.set('trust proxy', isTrustedProxy(settings));
  app.set('query parser', 'simple');
  // Express reads NODE_ENV itself, and takes an unset one for development.
  app.set('env', settings.NODE_ENV);

  app.use(stripBasePath(settings));
  app.use(requestContext(services));
  app.use(closeOnShutdown(shutdownSignal));
  app.use(securityHeaders(settings));
  app.use(checkHeaders);

  const { session, legal, users, account, accountEmails, userSessions, loginSecurity, terminalLogins } = callsByFeature;
  const { webhooks, workspaces, members } = callsByFeature;
  const {
    invitations,
    ownership,
    credentials,
    invitationEmails,
    authTokens,
    oauth,
    billing,
    billingContacts,
    featureFlags,
  } = callsByFeature;
  const { instances, admin, audit, health } = callsByFeature;
  registerCalls(app, session, sessionHandlers(services), services);
  registerCalls(app, legal, legalHandlers, services);
  registerCalls(app, users, { ...userHandlers, ...attentionHandlers, ...firstStepsHandlers }, services);
  registerCalls(app, account, accountHandlers, services);
  registerCalls(app, accountEmails, accountEmailHandlers, services);
  registerCalls(app, userSessions, userSessionHandlers, services);
  registerCalls(app, loginSecurity, loginSecurityHandlers(services), services);
  registerCalls(app, workspaces, { ...workspaceHandlers, ...overviewHandlers() }, services);
  registerCalls(app, members, memberHandlers, services);
  registerCalls(app, invitations, { ...invitationHandlers, ...myInvitationHandlers }, services);
  registerCalls(app, ownership, ownershipHandlers, services);
  registerCalls(app, credentials, credentialHandlers, services);
  registerCalls(app, invitationEmails, invitationEmailHandlers, services);
  registerCalls(app, authTokens, { ...authTokenHandlers, ...serviceAccountHandlers }, services);
  registerCalls(app, webhooks, webhookHandlers, services);
  registerCalls(app, terminalLogins, terminalLoginHandlers, services);
  registerCalls(app, oauth, { ...oauthHandlers, ...terminalOAuthHandlers }, services);
  registerCalls(app, billing, { ...billingHandlers, ...billingOverviewHandlers }, services);
  const contactHandlers = { ...billingContactHandlers, ...billingContactLinkHandlers };
  registerCalls(app, billingContacts, contactHandlers, services);
  registerCalls(app, featureFlags, featureFlagHandlers, services);
  registerCalls(app, instances, instanceHandlers, services);
  const staffHandlers = {
    ...adminHandlers,
    ...accountLockHandlers,
    ...reassignmentHandlers,
    ...staffCredentialHandlers,
  };
  registerCalls(app, admin, staffHandlers, services);
  registerCalls(app, audit, { ...auditHandlers, ...activityHandlers }, services);
  registerCalls(app, health, healthHandlers(shutdownSignal), services);

  mountFonts(app);
  if (settings.API_REFERENCE) mountDocs(app, settings);
  registerMethodNotAllowed(app, methodsByPath());
  app.use(notFoundHandler);
  app.use(errorHandler(settings));
  return app;
}

function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const call of Object.values(callsByFeature).flatMap((feature) => Object.values<Call>(feature))) {
    methods.set(call.path, [...(methods.get(call.path) ?? []), call.method]);
  }
  return methods;
}
