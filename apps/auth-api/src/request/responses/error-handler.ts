import { isShownByBrowser } from '@portal/contract';
import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import type { Settings } from '../../platform/config/settings.ts';
import { explainConnectionError } from '../../platform/db/connection-errors.ts';
import { apiError, type ApiError } from '../../platform/errors/api-error.ts';
import { safeMessage } from '../../platform/errors/app-error.ts';
import { toApiError, toErrorBody, toOAuthErrorBody } from '../call/to-api-error.ts';
import { isNavigation } from '../stages/confirmation.ts';
import { unknownParameterMessage } from '../stages/validate.ts';
import { sendErrorPage } from './error-page.ts';
import { contextOf } from '../call/request-context.ts';

/** Responds with 405 to other methods of the paths. Register it after the calls. */
export function registerMethodNotAllowed(router: Router, methodsByPath: ReadonlyMap<string, readonly string[]>): void {
  for (const [path, methods] of methodsByPath) {
    // Express's own `all` adds a layer for each of the 34 methods. That of a route adds one.
    router.route(path).all((_req, res) => {
      contextOf(res).setRoute(path);
      res.set('Allow', methods.join(', '));
      throw apiError('MethodNotAllowed');
    });
  }
}

export const notFoundHandler: RequestHandler = () => {
  throw apiError('NotFound');
};

/**
 * Sends all error responses: JSON, an HTML page for a call that a browser shows or a file that it opens in a tab, or what OAuth clients
 * expect. The cause appears only in the log.
 */
export function errorHandler(settings: Settings): ErrorRequestHandler {
  return (thrown: unknown, req: Request, res: Response, _next) => {
    const context = contextOf(res);
    const { request, call } = context;
    const error = toApiError(thrown);
    context.setError(error.type, rejectedFieldPaths(error));
    if (error.type === 'TooManyRequests' && call?.rateLimit?.per === 'ip')
      context.log.warn({ 'client.address': request.ip }, 'too many requests from one address');
    if (error.status >= 500 && !error.isLogged) context.log.error({ err: thrown }, failureMessage(error, thrown));
    if (res.headersSent) {
      // Express's default handler would print the error.
      res.destroy();
      return;
    }
    res.status(error.status);
    if (error.status === 401 || error.scope !== undefined) res.set('WWW-Authenticate', challengeFor(error));
    if (error.retryAfter !== undefined) res.set('Retry-After', String(error.retryAfter));
    if (call && (isShownByBrowser(call) || (call.responseKind === 'file' && isNavigation(req))))
      sendErrorPage(res, error, context, settings);
    else if (context.isOAuth) res.json(toOAuthErrorBody(error, request.id));
    else res.json(toErrorBody(error, request.id));
  };
}

/**
 * The message of a driver may contain values, so it is not logged. For an error of the database, and if Stripe is not set up correctly,
 * the line says what to check.
 */
function failureMessage({ type, cause }: ApiError, thrown: unknown): string {
  const reason = type === 'BillingMisconfigured' ? safeMessage(cause) : undefined;
  if (reason !== undefined) return `request failed. ${reason}`;
  const isDatabase = type === 'DatabaseUnavailable' || type === 'StorageFull';
  const explanation = isDatabase ? explainConnectionError(thrown, 'DATABASE_URL') : null;
  return explanation ? `request failed. ${explanation.message}` : 'request failed';
}

/**
 * RFC 6750, section 3. No scheme is registered for session cookies, so a request without a session gets the challenge of the
 * bearer tokens that the API also accepts. It does not make browsers ask for a password.
 */
function challengeFor({ type, scope }: ApiError): string {
  const realm = 'Bearer realm="auth-api"';
  if (scope !== undefined) return `${realm}, error="insufficient_scope", scope="${scope}"`;
  return type === 'NotSignedIn' ? realm : `${realm}, error="invalid_token"`;
}

/** For the log. The name of an unknown parameter is left out: the client chose it, so it could contain anything. */
const rejectedFieldPaths = ({ fields, changed }: ApiError) =>
  fields?.map(({ path, message }) => (message === unknownParameterMessage ? path.replace(/\..*$/s, '.*') : path)) ??
  changed?.map(({ field }) => `body.expected.${field}`);
