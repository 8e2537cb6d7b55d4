import express, { type Express } from 'express';
import { callsByFeature, type Call } from '@portal/contract';
import { auditHandlers } from './audit/audit.handlers.ts';
import { authTokenHandlers } from './auth-tokens/auth-tokens.handlers.ts';
import { billingHandlers } from './billing/billing.handlers.ts';
import { featureFlagHandlers } from './feature-flags/feature-flags.handlers.ts';
import { checkHeaders } from './http/check-headers.ts';
import { closeOnShutdown } from './http/close-on-shutdown.ts';
import { failures, refuseTheRest } from './http/failures.ts';
import { registerCalls } from './http/register-calls.ts';
import { requestContext } from './http/request-context.ts';
import { securityHeaders } from './http/security-headers.ts';
import { instanceHandlers } from './instances/instances.handlers.ts';
import { invitationEmailHandlers } from './invitation-emails/invitation-emails.handlers.ts';
import { legalHandlers } from './legal/legal.handlers.ts';
import { memberHandlers } from './members/members.handlers.ts';
import { operationHandlers } from './operation/operation.handlers.ts';
import { mountDocs } from './reference/mount-docs.ts';
import type { Services } from './services.ts';
import { sessionHandlers } from './session/session.handlers.ts';
import { staffHandlers } from './staff/staff.handlers.ts';
import { supportHandlers } from './support/support.handlers.ts';
import { userHandlers } from './users/users.handlers.ts';
import { workspaceHandlers } from './workspaces/workspaces.handlers.ts';

/** The whole chain of the API, from the first header to the last failure. It doesn't listen. */
export function createApp(services: Services, stopping?: AbortSignal): Express {
  const { settings } = services;
  const app = express();
  app.disable('x-powered-by');
  // Answers are never cached, so hashing them would be wasted.
  app.disable('etag');
  app.set('trust proxy', settings.TRUSTED_PROXIES);
  app.set('query parser', 'simple');

  app.use(requestContext(services));
  app.use(closeOnShutdown(stopping));
  app.use(securityHeaders(settings));
  app.use(checkHeaders);

  const { session, legal, users, workspaces, members, invitationEmails, authTokens, billing } = callsByFeature;
  const { featureFlags, instances, staff, support, audit, operation } = callsByFeature;
  registerCalls(app, session, sessionHandlers(services), services);
  registerCalls(app, legal, legalHandlers, services);
  registerCalls(app, users, userHandlers, services);
  registerCalls(app, workspaces, workspaceHandlers, services);
  registerCalls(app, members, memberHandlers, services);
  registerCalls(app, invitationEmails, invitationEmailHandlers, services);
  registerCalls(app, authTokens, authTokenHandlers, services);
  registerCalls(app, billing, billingHandlers, services);
  registerCalls(app, featureFlags, featureFlagHandlers, services);
  registerCalls(app, instances, instanceHandlers, services);
  registerCalls(app, staff, staffHandlers, services);
  registerCalls(app, support, supportHandlers, services);
  registerCalls(app, audit, auditHandlers, services);
  registerCalls(app, operation, operationHandlers(stopping), services);

  if (settings.NODE_ENV !== 'production') mountDocs(app);
  refuseTheRest(app, methodsByPath());
  app.use(failures(settings));
  return app;
}

function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const call of Object.values(callsByFeature).flatMap((feature) => Object.values<Call>(feature))) {
    methods.set(call.path, [...(methods.get(call.path) ?? []), call.method]);
  }
  return methods;
}
