import type { ProblemType } from '@portal/contract';
import { isDatabaseUnavailable } from '../database/failures.ts';
import { checkAccess } from './access.ts';
import type { Actor } from './actor.ts';
import { authenticate } from './authenticate.ts';
import { refuseForgery } from './cross-site.ts';
import { isUnnamed } from './declared-problems.ts';
import { asProblem } from './failures.ts';
import { spenderOf, targetOf, taskOf, type Exchange } from './exchange.ts';
import { findAnswer, requestUlidOf } from './idempotency.ts';
import { patienceOf, type Patience } from './patience.ts';
import { perform } from './perform.ts';
import { Problem } from './problem.ts';
import { hasBody, readBody, readBytes, readFewBytes } from './read-body.ts';
import { refuseTheCrowd } from './refuse-the-crowd.ts';
import { contextOf } from './request-context.ts';
import { workOn } from './transaction.ts';

/** Answers one request, always in this order: who, from where, what, whether they may, the work, the result. */
export function answerCall(exchange: Exchange): Promise<unknown> {
  const { call, services } = exchange;
  const inTime = patienceOf(services);
  // Nothing comes between what a read asks: to wait for all of it at once takes less.
  const isOneStretch = call.method === 'GET' && !call.asks;
  return isOneStretch ? inTime(() => answerWithin((work) => work(), exchange)) : answerWithin(inTime, exchange);
}

async function answerWithin(inTime: Patience, exchange: Exchange): Promise<unknown> {
  const actor = await inTime(() => identify(exchange));
  try {
    return await answerActor(actor, inTime, exchange);
  } catch (error) {
    if (isInvalidInput(error)) await inTime(() => countInvalidInput(actor, exchange));
    throw error;
  }
}

async function answerActor(actor: Actor | null, inTime: Patience, exchange: Exchange): Promise<unknown> {
  if (actor) contextOf(exchange.res).identify(actor);
  refuseInvalidInput(exchange, actor);
  if (exchange.call.method !== 'GET') await readWhatCame(exchange, actor);
  try {
    admit(exchange, actor);
  } catch (refusal) {
    return await inTime(() => answerAgain(exchange, actor, refusal));
  }
  const task = taskOf(exchange, actor);
  // A provider is waited for longer than the database.
  return task.call.asks ? perform(task) : inTime(() => perform(task));
}

/** Failures of a request that its sender can only correct; there is a limit to how many of them one may send. */
const invalidInput: readonly ProblemType[] = [
  'InvalidInput',
  'MalformedBody',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'RequestIdMissing',
  'RequestUlidReused',
];

const isInvalidInput = (error: unknown) => invalidInput.includes(asProblem(error).type);

/** Refuses a body unread where its sender is known to have sent too many requests with invalid input. */
function refuseInvalidInput({ call, req, res, services }: Exchange, actor: Actor | null): void {
  const isCounted = actor !== null || isUnnamed(call.access);
  if (isCounted && call.method !== 'GET' && hasBody(req))
    services.rateLimits.refuseInvalidInput(spenderOf({ actor, res }), res);
}

/**
 * Fails with `TooManyRequests` once there are too many; where the database is away, the request is refused as it was. One
 * that is anonymous is counted only while no request waits for a connection, so that a flood of them delays no user.
 */
async function countInvalidInput(actor: Actor | null, { res, services }: Exchange): Promise<void> {
  if (!actor && services.pool.waitingCount > 0) return;
  try {
    await services.rateLimits.spendInvalidInput(spenderOf({ actor, res }), res);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
  }
}

async function identify({ call, req, services }: Exchange): Promise<Actor | null> {
  if (isUnnamed(call.access)) return null;
  refuseTheCrowd(services);
  return authenticate(req, targetOf(req).workspaceId, services);
}

/** Reads nothing of a stranger where the call wants to know who it is, and nothing that another site sent. */
async function readWhatCame({ call, req, res, services }: Exchange, actor: Actor | null): Promise<void> {
  // A mail program sends a form along, which says nothing more than the request itself.
  if (call.showsPage) return readFewBytes(req, res);
  if (call.access.who === 'webhook') return readBytes(req, res);
  const isStranger = !actor && !isUnnamed(call.access);
  if (isStranger) return;
  if (actor?.credential.kind === 'session') refuseForgery(req, services.settings);
  await readBody(req, res);
}

function admit({ call: { access }, req, services }: Exchange, actor: Actor | null): void {
  if (isUnnamed(access)) return;
  checkAccess(access, actor, targetOf(req), services);
}

/** What was done may have ended the right to do it again, as deleting a workspace does: its doer gets the first answer. */
async function answerAgain(exchange: Exchange, actor: Actor | null, refusal: unknown): Promise<unknown> {
  const isGone = refusal instanceof Problem && refusal.type === 'WorkspaceNotFound';
  if (!isGone || actor?.credential.kind !== 'session' || !exchange.call.isLastAct) throw refusal;
  // A response that is built for each replay needs present access.
  const isStored = requestUlidOf(exchange.req.body) !== null && !exchange.handler.replay;
  const repeatable = isStored ? taskOf(exchange, actor).repeatable : null;
  const first = repeatable && (await findAnswer(repeatable, workOn(exchange.services)));
  if (!first) throw refusal;
  return first.stored;
}
