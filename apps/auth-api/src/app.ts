import { callsByFeature, type Call } from '@portal/contract';
import express, { type Express } from 'express';
import { accessHandlers, staffAccessHandlers } from './access/access.handlers.ts';
import { accountEmailHandlers } from './account-emails/account-emails.handlers.ts';
import { accountLockHandlers } from './account-locks/account-locks.handlers.ts';
import { adminHandlers } from './admin/admin.handlers.ts';
import { accountHandlers } from './account/account.handlers.ts';
import { auditHandlers } from './audit/audit.handlers.ts';
import { authTokenHandlers } from './auth-tokens/auth-tokens.handlers.ts';
import { sessionHandlers } from './auth/session/session.handlers.ts';
import { billingHandlers } from './billing/billing.handlers.ts';
import { billingOverviewHandlers } from './billing/billing-overview.handlers.ts';
import { featureFlagHandlers } from './feature-flags/feature-flags.handlers.ts';
import { healthHandlers } from './health/health.handlers.ts';
import { instanceHandlers } from './instances/instances.handlers.ts';
import { invitationHandlers } from './invitations/invitations.handlers.ts';
import { invitationEmailHandlers } from './invitation-emails/invitation-emails.handlers.ts';
import { legalHandlers } from './legal/legal.handlers.ts';
import { memberHandlers } from './members/members.handlers.ts';
import { checkHeaders } from './middleware/check-headers.ts';
import { closeOnShutdown } from './middleware/close-on-shutdown.ts';
import { errorHandler, notFoundHandler, registerMethodNotAllowed } from './middleware/error-handler.ts';
import { requestContext } from './middleware/request-context.ts';
import { isTrustedProxy } from './middleware/trusted-proxies.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { mountDocs } from './openapi/reference/mount-docs.ts';
import { mountFonts } from './pipeline/mount-fonts.ts';
import { registerCalls } from './pipeline/pipeline.ts';
import { ownershipHandlers } from './ownership/ownership.handlers.ts';
import { reassignmentHandlers } from './ownership/reassignments.handlers.ts';
import type { Services } from './services.ts';
import { userSessionHandlers } from './user-sessions/user-sessions.handlers.ts';
import { userHandlers } from './users/users.handlers.ts';
import { workspaceHandlers } from './workspaces/workspaces.handlers.ts';

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

  app.use(requestContext(services));
  app.use(closeOnShutdown(shutdownSignal));
  app.use(securityHeaders(settings));
  app.use(checkHeaders);

  const { session, legal, users, account, accountEmails, userSessions, workspaces, members } = callsByFeature;
  const { invitations, ownership, access, invitationEmails, authTokens, billing, featureFlags } = callsByFeature;
  const { instances, admin, audit, health } = callsByFeature;
  registerCalls(app, session, sessionHandlers(services), services);
  registerCalls(app, legal, legalHandlers, services);
  registerCalls(app, users, userHandlers, services);
  registerCalls(app, account, accountHandlers, services);
  registerCalls(app, accountEmails, accountEmailHandlers, services);
  registerCalls(app, userSessions, userSessionHandlers, services);
  registerCalls(app, workspaces, workspaceHandlers, services);
  registerCalls(app, members, memberHandlers, services);
  registerCalls(app, invitations, invitationHandlers, services);
  registerCalls(app, ownership, ownershipHandlers, services);
  registerCalls(app, access, accessHandlers, services);
  registerCalls(app, invitationEmails, invitationEmailHandlers, services);
  registerCalls(app, authTokens, authTokenHandlers, services);
  registerCalls(app, billing, { ...billingHandlers, ...billingOverviewHandlers }, services);
  registerCalls(app, featureFlags, featureFlagHandlers, services);
  registerCalls(app, instances, instanceHandlers, services);
  const staffHandlers = { ...adminHandlers, ...accountLockHandlers, ...reassignmentHandlers, ...staffAccessHandlers };
  registerCalls(app, admin, staffHandlers, services);
  registerCalls(app, audit, auditHandlers, services);
  registerCalls(app, health, healthHandlers(shutdownSignal), services);

  mountFonts(app);
  if (settings.NODE_ENV !== 'production') mountDocs(app);
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
