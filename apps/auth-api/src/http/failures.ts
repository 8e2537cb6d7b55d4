import type { ProblemBody, ProblemType } from '@portal/contract';
import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import { isDatabaseUnavailable, isDiskFull } from '../database/failures.ts';
import type { Settings } from '../settings.ts';
import { sendFailurePage } from './pages.ts';
import { unknownParameter } from './parse-input.ts';
import { databaseUnavailable, Problem, problem } from './problem.ts';
import { contextOf } from './request-context.ts';

/** Answers 405 for every known path that was asked with another method, and 404 for the rest. */
export function refuseTheRest(router: Router, methodsByPath: ReadonlyMap<string, readonly string[]>): void {
  for (const [path, methods] of methodsByPath) {
    router.all(path, (_req, res) => {
      contextOf(res).match(path);
      res.set('Allow', methods.join(', '));
      throw problem('MethodNotAllowed');
    });
  }
  const notFound: RequestHandler = () => {
    throw problem('NotFound');
  };
  router.use(notFound);
}

/** The one place that answers failures: data calls get the error body, page calls a page; details stay in the log. */
export function failures(settings: Settings): ErrorRequestHandler {
  return (error: unknown, _req: Request, res: Response, _next) => {
    const context = contextOf(res);
    const { request, call } = context;
    const failure = asProblem(error);
    context.fail(failure.type, namesOf(failure));
    if (failure.type === 'TooManyRequests' && call?.limit?.per === 'address')
      context.log.warn({ clientAddress: request.ip }, 'too many requests from one address');
    if (failure.status >= 500) context.log.error({ err: error }, operatorMessages[failure.type] ?? 'a request failed');
    if (res.headersSent) {
      // Express itself would print the error.
      res.destroy();
      return;
    }
    res.status(failure.status);
    if (failure.status === 401) res.set('WWW-Authenticate', challengeOf(failure));
    if (failure.retryAfter !== undefined) res.set('Retry-After', String(failure.retryAfter));
    if (call?.answers === 'page') sendFailurePage(res, failure, context, settings);
    else res.json(bodyOf(failure, request.id));
  };
}

/** What the log says where there is more to say than that a request failed. */
const operatorMessages: Partial<Record<ProblemType, string>> = {
  StorageFull:
    'a request failed: the disk of the database is full, so nothing can be saved; see docs/operating/incidents/database-disk-full.md',
};

/**
 * RFC 6750, section 3: what a 401 asks for. No scheme is registered for session cookies, so a request without a session
 * gets the challenge of the tokens that the API also takes, which makes no browser ask for a password.
 */
const challengeOf = ({ type }: Problem) =>
  type === 'InvalidToken' ? 'Bearer realm="auth-api", error="invalid_token"' : 'Bearer realm="auth-api"';

/** Which fields were refused, for the log: a name that the caller made up could hold anything. */
const namesOf = ({ fields }: Problem) =>
  fields?.map(({ path, message }) => (message === unknownParameter ? path.replace(/\..*$/s, '.*') : path));

/** The body of a failure. */
export function bodyOf(failure: Problem, requestId: string): ProblemBody {
  const { type, message, fields, changed } = failure;
  const details = { ...(fields && { fields: [...fields] }), ...(changed && { changed: [...changed] }) };
  return { error: { type, message, ...((fields ?? changed) && { details }) }, requestId };
}

/** What Express and its parsers throw has a type or a status; anything unknown is ours and stays inside. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isDiskFull(error)) return problem('StorageFull', { cause: error });
  if (isDatabaseUnavailable(error)) return databaseUnavailable(error);
  const { type, status, limit } = error as { type?: unknown; status?: unknown; limit?: unknown };
  if (type === 'entity.too.large')
    return problem('PayloadTooLarge', { message: `The request body exceeds ${Number(limit) / 1024} KB.` });
  if (type === 'encoding.unsupported')
    return problem('UnsupportedMediaType', {
      message: 'Send the body uncompressed; no Content-Encoding is supported.',
    });
  if (type === 'charset.unsupported') return problem('UnsupportedMediaType', { message: 'Send the body as UTF-8.' });
  if (error instanceof URIError) return problem('NotFound');
  if (typeof status === 'number' && status >= 400 && status < 500) return problem('MalformedBody');
  return problem('InternalError', { cause: error });
}
