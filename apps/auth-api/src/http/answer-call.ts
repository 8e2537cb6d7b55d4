import type { Call } from '@portal/contract';
import type { Request, Response } from 'express';
import { Fault } from '../fault.ts';
import { ActNotebook } from '../audit/act-notebook.ts';
import type { ActNotes } from '../audit/record-act.ts';
import type { Services } from '../services.ts';
import { checkAccess, type AccessTarget } from './access.ts';
import type { Actor } from './actor.ts';
import { askOnce } from './ask-once.ts';
import { authenticate } from './authenticate.ts';
import { refuseForgery } from './cross-site.ts';
import { mayFailWith } from './declared-problems.ts';
import { claimKey, findAnswer, keepAnswer, requestUlidOf, type Repeatable } from './idempotency.ts';
import { parseInput, parseResult } from './parse-input.ts';
import { patienceOf } from './patience.ts';
import { Problem } from './problem.ts';
import { readBody, readBytes } from './read-body.ts';
import { contextOf } from './request-context.ts';
import { inTransaction, workOn, type Work } from './transaction.ts';

/** One request of a call, with the work behind it. */
export interface Exchange {
  readonly name: string;
  readonly call: Call;
  readonly handler: (input: unknown, context: object) => unknown;
  readonly req: Request;
  readonly res: Response;
  readonly services: Services;
}

/** Answers one request, always in this order: who, from where, what, whether they may, the work, the result. */
export async function answerCall(exchange: Exchange): Promise<unknown> {
  const { call, req, res, services } = exchange;
  const { access } = call;
  const changes = call.method !== 'GET';
  const inTime = patienceOf(services);
  // A provider is waited for longer than the database.
  const done = (task: Task) => (call.asks ? perform(task) : inTime(() => perform(task)));
  if (access.who === 'anyone' || access.who === 'webhook') {
    if (access.who === 'webhook') await readBytes(req, res);
    else if (changes) await readBody(req, res);
    return done(taskOf(exchange, null));
  }
  const target = targetOf(req);
  const actor = await inTime(() => authenticate(req, target.workspaceId, services));
  if (actor && changes) {
    if (actor.credential.kind === 'session') refuseForgery(req, services.settings);
    await readBody(req, res);
  }
  try {
    checkAccess(access, actor, target, services);
  } catch (refusal) {
    return await inTime(() => answerAgain(exchange, actor, refusal));
  } finally {
    if (actor) contextOf(res).identify(actor);
  }
  return done(taskOf(exchange, actor));
}

/** What was done may have ended the right to do it again, as deleting a workspace does: its doer gets the first answer. */
async function answerAgain(exchange: Exchange, actor: Actor | null, refusal: unknown): Promise<unknown> {
  const isGone = refusal instanceof Problem && refusal.type === 'WorkspaceNotFound';
  if (!isGone || actor?.credential.kind !== 'session' || !exchange.call.isLastAct) throw refusal;
  const repeatable = requestUlidOf(exchange.req.body) === null ? null : taskOf(exchange, actor).repeatable;
  const first = repeatable && (await findAnswer(repeatable, exchange.services));
  if (!first) throw refusal;
  return first;
}

/** A request that was let through and understood. */
interface Task extends Exchange {
  readonly actor: Actor | null;
  readonly input: ReturnType<typeof parseInput>;
  /** Null where nobody could ask for it again: a read, or a change without a ULID or without a person. */
  readonly repeatable: Repeatable | null;
}

function taskOf(exchange: Exchange, actor: Actor | null): Task {
  const { name, call, req } = exchange;
  const input = parseInput(call, req);
  const requestUlid = call.method === 'GET' ? null : requestUlidOf(req.body);
  const repeatable = actor && requestUlid ? { userId: actor.user.id, call: name, requestUlid, input } : null;
  return { ...exchange, actor, input, repeatable };
}

/** Counts the call where it is limited, unless it is a repeat, then does it; a changing call in one transaction. */
async function perform(task: Task): Promise<unknown> {
  const { call, repeatable, services } = task;
  const outside = workOn(services.db, services.pool);
  const again = (first: unknown, work: Work) => (call.secrets ? run(task, work, first) : first);

  if (repeatable && call.asks) {
    return askOnce(repeatable, call, outside, async () => {
      await spend(task);
      return run(task, outside);
    });
  }
  if (repeatable && call.limit) {
    const first = await findAnswer(repeatable, outside);
    if (first) return again(first, outside);
  }
  if (!repeatable || call.method === 'GET') {
    await spend(task);
    // A file is read while it is sent, which may take longer than a transaction; its line is written before.
    const readsOutside = call.method === 'GET' && (!call.audited || call.answers === 'file');
    if (call.asks || readsOutside) return run(task, outside);
    return inTransaction(services.db, (work) => run(task, work));
  }
  const refusal = await spend(task).catch(asRefusal);
  const { answer, isTwin } = await inTransaction(services.db, async (work) => {
    const first = await claimKey(repeatable, work);
    if (first) return { answer: await again(first, work), isTwin: true };
    if (refusal) throw refusal;
    const answer = await run(task, work);
    await keepAnswer(repeatable, call, answer, work);
    return { answer, isTwin: false };
  });
  if (isTwin) await services.rateLimits.giveBack(task.name, call, spender(task));
  return answer;
}

const spender = ({ actor, res }: Task) => ({
  person: actor?.user.id ?? null,
  address: contextOf(res).request.ip,
});

const spend = (task: Task) => task.services.rateLimits.spend(task.name, task.call, spender(task), task.res);

/** There may be too many of a request only because its twins race: that shows once the first of them is done. */
function asRefusal(failure: unknown): Problem {
  if (failure instanceof Problem && failure.type === 'TooManyRequests') return failure;
  throw failure;
}

async function run(task: Task, work: Work, first: unknown = null): Promise<unknown> {
  const { name, call, handler, actor, input, req, res, services } = task;
  const exchange = contextOf(res);
  const { request } = exchange;
  const membership = actor?.membership ?? null;
  const notebook = new ActNotebook(namedIn(input.params));
  const { note, noteEach } = notebook;
  const context = {
    ...work,
    services,
    get log() {
      return exchange.log;
    },
    request,
    actor,
    membership,
    first,
    note,
    noteEach,
    req,
    res,
  };
  try {
    const answer = await handler(input, context);
    if (call.audited && actor && first === null) {
      const act = { action: name, actorUserId: actor.user.id, credential: actor.credential.kind, request };
      await notebook.write(act, work.db);
    }
    return (call.answers ?? 'json') === 'json' ? parseResult(name, call, answer) : answer;
  } catch (error) {
    if (error instanceof Problem && !mayFailWith(call, error.type)) {
      throw new Fault(`${name} failed with ${error.type}, which its row in the table does not declare`, {
        cause: error,
      });
    }
    throw error;
  }
}

/** Whom and what an act is done to, where the path says so. */
function namedIn(params: unknown): ActNotes {
  const { workspaceId, userId } = (params ?? {}) as { workspaceId?: string; userId?: string };
  return { ...(workspaceId !== undefined && { workspaceId }), ...(userId !== undefined && { subjectUserId: userId }) };
}

/** The ids of the path as they stand there; a malformed one is simply nobody's. */
function targetOf(req: Request): AccessTarget {
  const { userId, workspaceId } = req.params;
  const id = (value: string | string[] | undefined) =>
    typeof value === 'string' && !value.includes('\0') ? value : null;
  return { userId: id(userId), workspaceId: id(workspaceId) };
}
