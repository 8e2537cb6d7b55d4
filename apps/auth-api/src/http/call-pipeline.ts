import { recordActs } from '../audit/record-acts.ts';
import { checkAccess, targetOf } from './access.ts';
import type { Actor } from './actor.ts';
import { askOnce } from './ask-once.ts';
import { authenticate } from './authenticate.ts';
import { subjectOf, type CallRequest, type ValidRequest } from './call-request.ts';
import { refuseForgery } from './cross-site.ts';
import { limitDatabaseWait, refuseIfOverloaded } from './database-wait.ts';
import { isUnnamed } from './declared-problems.ts';
import { claimKey, findAnswer, keepDone, repeatableOf, requestUlidOf, type Repeatable } from './idempotency.ts';
import { countInvalidInput, refuseInvalidInput } from './invalid-input.ts';
import { needsConfirmation } from './navigation.ts';
import { parseInput } from './parse-input.ts';
import { Problem } from './problem.ts';
import { readBody, readBytes, readFewBytes } from './read-body.ts';
import { contextOf } from './request-context.ts';
import { replay, runHandler } from './run-handler.ts';
import { inTransaction, type Work } from './transaction.ts';

/**
 * Answers a request of a call, in this order: who sends it, its body, whether they may, whether its input is valid, the rate
 * limit, then the handler with its transaction, its audit entries and the answer that is stored for repeats.
 */
export async function answerCall(request: CallRequest): Promise<unknown> {
  // The time that it waits for the database is limited in total, however many statements it needs.
  const inTime = limitDatabaseWait(request.services);
  const actor = await inTime(() => identify(request));
  if (actor) contextOf(request.res).identify(actor);
  try {
    await refuseInvalidInput(request, actor);
    await readRequestBody(request, actor);
    const refusal = refusalOf(request, actor);
    if (refusal) return await inTime(() => repeatLastAct(request, actor, refusal));
    const valid = validate(request, actor);
    // A provider may take longer than the database.
    return await (valid.call.asks ? execute(valid) : inTime(() => execute(valid)));
  } catch (error) {
    await inTime(() => countInvalidInput(error, request, actor));
    throw error;
  }
}

/** The session or token of a request; null if it has none, or if the call does not look at it. */
async function identify({ call, req, services }: CallRequest): Promise<Actor | null> {
  if (isUnnamed(call.access)) return null;
  refuseIfOverloaded(services);
  return authenticate(req, targetOf(req).workspaceId, services);
}

/** Reads no body of a stranger where the call needs a user, and none that another site sent. */
async function readRequestBody({ call, req, res, services }: CallRequest, actor: Actor | null): Promise<void> {
  if (call.method === 'GET') return;
  // A mail program sends a form that says no more than the address does.
  if (call.showsPage) return readFewBytes(req, res);
  if (call.access.who === 'webhook') return readBytes(req, res);
  if (!actor && !isUnnamed(call.access)) return;
  if (actor?.credential.kind === 'session') refuseForgery(req, services.settings);
  await readBody(req, res);
}

/** Why the call table does not let this actor in; null if it does. */
function refusalOf({ call: { access }, req, services }: CallRequest, actor: Actor | null): Problem | null {
  if (isUnnamed(access)) return null;
  try {
    checkAccess(access, actor, targetOf(req), services);
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

function validate(request: CallRequest, actor: Actor | null): ValidRequest {
  const { name, call, req, services } = request;
  const input = parseInput(call, req);
  return {
    ...request,
    actor,
    input,
    repeatable: call.method === 'GET' ? null : repeatableOf(name, input, req.body, actor),
    needsConfirmation: needsConfirmation(call.confirms, req, services.settings),
  };
}

/**
 * A call such as deleting a workspace ends the right to repeat it. Its sender still gets the stored answer, unless the answer
 * is built for each repeat, which needs access at that time.
 */
async function repeatLastAct(request: CallRequest, actor: Actor | null, refusal: Problem): Promise<unknown> {
  const { call, handler, req, services } = request;
  const mayHaveDoneIt = refusal.type === 'WorkspaceNotFound' && call.isLastAct && actor?.credential.kind === 'session';
  if (!mayHaveDoneIt || handler.replay || requestUlidOf(req.body) === null) throw refusal;
  const { repeatable } = validate(request, actor);
  const first = repeatable && (await findAnswer(repeatable, services));
  if (!first) throw refusal;
  return first.stored;
}

/** Counts the call, unless it is a repeat, and runs its handler. */
async function execute(request: ValidRequest): Promise<unknown> {
  const { call, repeatable, services } = request;
  if (repeatable && call.asks) {
    const ask = async () => {
      await countCall(request);
      return runHandler(request, services);
    };
    return askOnce(repeatable, request, ask);
  }
  if (repeatable) return changeOnce(request, repeatable);
  if (!request.needsConfirmation) await countCall(request);
  // A file is read while it is sent, which may take longer than a transaction.
  const readsOutside = call.method === 'GET' && (!call.audited || call.answers === 'file');
  if (call.asks || call.ownTransactions || readsOutside) return runAndRecord(request, services);
  return inTransaction(services, (work) => runAndRecord(request, work));
}

async function runAndRecord(request: ValidRequest, work: Work): Promise<unknown> {
  const { answer, acts } = await runHandler(request, work);
  await recordActs(acts, work);
  return answer;
}

/** Makes a change once, in one transaction with its audit entries and the answer for repeats of the request. */
async function changeOnce(request: ValidRequest, repeatable: Repeatable): Promise<unknown> {
  const { name, call, handler, actor, services } = request;
  const earlier = call.limit ? await findAnswer(repeatable, services) : null;
  if (earlier) {
    if (call.secrets) await countCall(request);
    return replay(request, earlier);
  }
  const refusal = await countCall(request).catch(asTooManyRequests);
  const outcome = await inTransaction(services, async (work) => {
    const first = await claimKey(repeatable, work);
    if (first) return { first };
    if (refusal) throw refusal;
    const done = await runHandler(request, work);
    await keepDone(repeatable, handler, done, work);
    return { answer: done.answer };
  });
  if (!outcome.first) return outcome.answer;
  // A replay counts only if it returns a secret again.
  if (!call.secrets) await services.rateLimits.giveBack(name, call, subjectOf(request, actor));
  else if (refusal) throw refusal;
  return replay(request, outcome.first);
}

const countCall = (request: ValidRequest) =>
  request.services.rateLimits.count(request.name, request.call, subjectOf(request, request.actor), request.res);

/** A request may be one too many only because its repeats race with it, which the transaction finds out. */
function asTooManyRequests(failure: unknown): Problem {
  if (failure instanceof Problem && failure.type === 'TooManyRequests') return failure;
  throw failure;
}
