import type { Call, Calls } from '@portal/contract';
import type { Request, Response, Router } from 'express';
import { writeAuditEntries } from './audit/write-entries.ts';
import { isScoped, type Actor } from './account/actor.ts';
import { authenticate, authenticateBySession, recordUse } from './stages/authenticate.ts';
import { accessTargetOf, authorize } from './stages/authorize.ts';
import { createDatabaseDeadline } from '../platform/db/deadline.ts';
import { inTransaction, type DbContext } from '../platform/db/transaction.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { idempotencyKeyOf, saveResult } from './stages/idempotency-keys.ts';
import { replayAfterAccessEnded } from './stages/replay-after-access-ended.ts';
import { withLease } from './stages/with-lease.ts';
import { parseFormBody, parseJsonBody, readRawBody, readSmallRawBody } from './stages/body-parser.ts';
import { rejectLargeHeaders } from './middleware/check-headers.ts';
import { rejectCrossSiteRead, rejectCrossSiteRequest } from './stages/csrf.ts';
import { rejectIfOverloaded } from './stages/load-shedding.ts';
import { countGuess } from './stages/count-guess.ts';
import { cleanUp } from './call/clean-up.ts';
import { contextOf } from './call/request-context.ts';
import {
  countRejectedRequest,
  isReadByToken,
  rejectIfOverInvalidInputLimit,
  rateLimitSubjectOf,
} from './stages/rate-limit.ts';
import type { Services } from './call/services.ts';
import { needsConfirmation } from './stages/confirmation.ts';
import {
  lockEmailsFirst,
  rejectChangedRights,
  rightsAndKeyForUpdate,
  readRightsAgain,
} from './stages/current-rights.ts';
import { invokeHandler, replayResponse } from './stages/invoke-handler.ts';
import { isLimitedRead, isUnauthenticatedAccess } from './call/possible-errors.ts';
import { sendResponse } from './responses/respond.ts';
import type { CallHandler, CallRequest, Handlers, ValidRequest } from './call/types.ts';
import { validateInput } from './stages/validate.ts';

/** Registers a route for each call of a feature. */
export function registerCalls<C extends Calls>(
  router: Router,
  calls: C,
  handlers: Handlers<C>,
  services: Services,
): void {
  for (const [name, call] of Object.entries<Call>(calls)) {
    const method = call.method.toLowerCase() as Lowercase<Call['method']>;
    const given = handlers[name] as CallHandler | CallHandler['execute'];
    const handler = typeof given === 'function' ? { execute: given } : given;
    router[method](call.path, async (req: Request, res: Response) => {
      contextOf(res).setRoute(call.path, { name, call });
      rejectLargeHeaders(req);
      const request = { name, call, handler, req, res, services };
      const response = await handleCall(request);
      await sendResponse(request, response, () => rejectChangedRights(request));
    });
  }
}

/**
 * Handles a request of a call and returns its response. In this order: authenticate, count a read by a token, read the body, authorize,
 * validate, count against the rate limit, then run the handler with its transaction, its audit entries and its saved response. A change
 * locks the user's rights in its transaction and authorizes the request again.
 */
async function handleCall(request: CallRequest): Promise<unknown> {
  const withDeadline = createDatabaseDeadline(request.services);
  const actor = await withDeadline(() => authenticateRequest(request));
  if (actor) contextOf(request.res).setActor(actor);
  try {
    if (isReadByToken(request, actor))
      await request.services.rateLimits.countTokenRead(rateLimitSubjectOf(request, actor), request.res);
    await rejectIfOverInvalidInputLimit(request, actor);
    await readRequestBody(request, actor);
    if (actor?.credential.kind === 'session' && isLimitedRead(request.call)) rejectCrossSiteRead(request.req);
    const accessError = accessErrorOf(request, actor);
    if (accessError) return await withDeadline(() => replayAfterAccessEnded(request, actor, accessError));
    const valid = validateRequest(request, actor);
    // An upstream provider may take longer than the database.
    return await (valid.call.upstream ? execute(valid) : withDeadline(() => execute(valid)));
  } catch (error) {
    await withDeadline(() => countRejectedRequest(error, request, actor));
    throw error;
  }
}

/** Null without a session or token, and for a call that ignores credentials. */
async function authenticateRequest(request: CallRequest): Promise<Actor | null> {
  if (isUnauthenticatedAccess(request.call.access)) return null;
  rejectIfOverloaded(request.services);
  const actor = await authenticate(request, accessTargetOf(request.req).workspaceId);
  if (actor) recordUse(actor, request);
  return actor;
}

/** Does not read the body of an unauthenticated request to a call that needs a user, or of a cross-site request. */
async function readRequestBody({ call, req, res, services }: CallRequest, actor: Actor | null): Promise<void> {
  if (call.method === 'GET') return;
  // A mail program posts a form (RFC 8058) that repeats what the URL says.
  if (call.responseKind === 'html') return readSmallRawBody(req, res);
  if (call.access.who === 'webhook') return readRawBody(req, res);
  if (!actor && !isUnauthenticatedAccess(call.access)) return;
  if (actor?.credential.kind === 'session' || call.setsCookie) rejectCrossSiteRequest(req, services.settings);
  await (call.wire === 'oauth' ? parseFormBody(req, res) : parseJsonBody(req, res));
}

/** Null if the call table allows the request. Returns the error, because a retry of a call that ended its own access gets a response. */
function accessErrorOf({ call: { access }, req, services }: CallRequest, actor: Actor | null): ApiError | null {
  if (isUnauthenticatedAccess(access)) return null;
  try {
    authorize(access, actor, accessTargetOf(req), services);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function validateRequest(request: CallRequest, actor: Actor | null): ValidRequest {
  const { name, call, req, services } = request;
  const input = validateInput(call, req);
  return {
    ...request,
    actor,
    input,
    idempotencyKey: call.method === 'GET' ? null : idempotencyKeyOf(name, input, req, actor),
    // No other site can make a program send its token.
    needsConfirmation: !(actor && isScoped(actor.credential)) && needsConfirmation(call, req, services.settings),
  };
}

/**
 * Counts the request against its rate limit, unless it is a retry, and runs the handler. In this order:
 *
 * - a change that asks another service and has a key: under a lease, so that a retry waits for the first attempt;
 * - any other change of a user: `executeChange`;
 * - a read that may be late: on the replica;
 * - a call that asks another service: without a transaction, which would stay open while it waits;
 * - a read, and a call that opens its own transactions: without one;
 * - a change without a user, and an audited read: in one transaction.
 */
async function execute(request: ValidRequest): Promise<unknown> {
  const { actor, call, idempotencyKey, services } = request;
  if (idempotencyKey && call.upstream) {
    return withLease(idempotencyKey, request, call.upstream, async () => {
      await countCall(request);
      return invokeHandler(await readRightsAgain(request), services);
    });
  }
  if (actor && call.method !== 'GET' && !call.upstream) {
    const change = () => executeChange(request);
    return call.wrongGuess ? countGuess(request, change) : change();
  }
  if (!request.needsConfirmation) await countCall(request);
  // A replica accepts no audit entries.
  if (call.readsReplica) return invokeAndAudit(request, { db: services.readDb }, services);
  if (call.upstream && call.method !== 'GET') return invokeAndAudit(await readRightsAgain(request), services);
  if (call.upstream) {
    const response = await invokeAndAudit(request, services);
    // What the other service returned, such as a URL with access to invoices, is only for a user who still may have it.
    await readRightsAgain(request);
    return response;
  }
  // A file is read while it is sent, which may take longer than a transaction.
  const needsNoTransaction = call.method === 'GET' && (!call.audited || call.responseKind === 'file');
  if (call.managesTransactions || needsNoTransaction) return invokeAndAudit(request, services);
  return inTransaction(services, (context) => invokeAndAudit(request, context));
}

async function invokeAndAudit(
  request: ValidRequest,
  context: DbContext,
  auditContext: DbContext = context,
): Promise<unknown> {
  const { response, auditEvents } = await invokeHandler(request, context);
  await writeAuditEntries(auditEvents, auditContext);
  return response;
}

/**
 * Executes a change of a user in one transaction with its audit entries, after locking the user's rights. With an idempotency key it
 * happens once, and a retry gets the saved response, if the user still has access.
 */
async function executeChange(request: ValidRequest): Promise<unknown> {
  const { name, call, handler, actor, idempotencyKey: key, services } = request;
  // A replay counts only if it returns a secret again.
  const countsReplays = call.oneTimeFields !== undefined;
  const rateLimitError = await countCall(request).catch(returnRateLimitError);
  if (rateLimitError && !key) throw rateLimitError;
  const outcome = await inTransaction(services, async (context) => {
    await lockEmailsFirst(request, context);
    const { current, saved } = await rightsAndKeyForUpdate(request, context);
    if (rateLimitError && (!saved || countsReplays)) throw rateLimitError;
    if (!current) return { response: saved?.stored, isReplay: true };
    if (saved) return { response: await replayResponse(current, saved, context), isReplay: true };
    const result = await invokeHandler(current, context);
    if (key) await saveResult(key, handler, result, context);
    else await writeAuditEntries(result.auditEvents, context);
    return { response: result.response, isReplay: false };
  });
  if (outcome.isReplay && !countsReplays) {
    const refund = () => services.rateLimits.refund(name, call, rateLimitSubjectOf(request, actor));
    await cleanUp('refund a replay', refund, services);
  }
  return outcome.response;
}

async function countCall(request: ValidRequest): Promise<void> {
  const { name, call, res, services } = request;
  const actor = request.actor ?? (await sessionThatPays(request));
  await services.rateLimits.count(name, call, rateLimitSubjectOf(request, actor), res);
}

/** The session that a request without authentication counts against; null if it counts against the IP. */
async function sessionThatPays({ call: { rateLimit }, req, services }: ValidRequest): Promise<Actor | null> {
  const parameter = rateLimit?.perSessionWith;
  return parameter && req.query[parameter] === '1' ? authenticateBySession(req, null, services) : null;
}

/** Only the transaction finds out whether the request is a retry, which the limit does not reject. */
function returnRateLimitError(error: unknown): ApiError {
  if (error instanceof ApiError && error.type === 'TooManyRequests') return error;
  throw error;
}
