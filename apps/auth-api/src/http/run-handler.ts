import { secretReplaySeconds } from '@portal/contract';
import { ActNotebook } from '../audit/act-notebook.ts';
import { recordActs, type Act, type ActNotes } from '../audit/record-acts.ts';
import { Fault } from '../fault.ts';
import { mayFailWith } from './declared-problems.ts';
import { spenderOf, type Task } from './exchange.ts';
import type { Plan, StoredAnswer } from './handlers.ts';
import type { FirstAnswer } from './idempotency.ts';
import { linkNextPage } from './next-page.ts';
import { parseResult } from './parse-input.ts';
import { problem, Problem } from './problem.ts';
import { contextOf } from './request-context.ts';
import type { Work } from './transaction.ts';

/** What came of a handler's work, or is to come of it. */
export interface Done {
  readonly answer: unknown;
  /** What the audit log is to tell of it. */
  readonly acts: readonly Act[];
  /** How it is done, where that is still to come. */
  readonly plan: Plan<unknown> | null;
}

/** Has the handler do its work, and checks that both ends are as the table promises. */
export async function runHandler(task: Task, work: Work): Promise<Done> {
  const { name, call, handler, input } = task;
  const notebook = new ActNotebook(namedIn(input.params));
  const run = handler.plan ?? handler.execute;
  if (!run) throw new Fault(`${name} has no handler`);
  const result = await onlyDeclared(task, () => run(input, new HandlerContext(task, work, notebook)));
  const plan = handler.plan ? (result as Plan<unknown>) : null;
  const answer = plan ? plan.answer : result;
  return {
    answer: (call.answers ?? 'json') === 'json' ? parseResult(name, call, answer) : answer,
    acts: actsOf(task, notebook),
    plan,
  };
}

/**
 * Replays the response to a request that is done, from what is stored of it. A secret is signed again for a limited time
 * only; each time counts against the call's limit and is an audit entry.
 */
export async function answerReplay(task: Task, work: Work, { stored, ageSeconds }: FirstAnswer): Promise<unknown> {
  const { name, call, handler, input, services, res } = task;
  if (!handler.replay) return stored;
  if (call.secrets) await services.rateLimits.spend(name, call, spenderOf(task), res, work);
  if (call.secrets && ageSeconds > secretReplaySeconds) throw problem('SecretNoLongerAvailable');
  const { answer } = handler.replay;
  const notebook = new ActNotebook(namedIn(input.params));
  const context = new HandlerContext(task, work, notebook);
  const result = await onlyDeclared(task, () => answer(stored as StoredAnswer, context));
  if (call.secrets) await recordActs(actsOf(task, notebook), work);
  return parseResult(name, call, result);
}

/** What handlers get beside their input; each gets what its call’s row in the table gives it, see handlers.ts. */
class HandlerContext {
  readonly sql;
  readonly services;
  readonly request;
  readonly actor;
  readonly membership;
  readonly note;
  readonly noteEach;
  readonly needsConfirmation;
  readonly req;
  readonly res;
  readonly #work: Work;

  constructor({ actor, needsConfirmation, req, res, services }: Task, work: Work, { note, noteEach }: ActNotebook) {
    this.sql = work.sql;
    this.services = services;
    this.request = contextOf(res).request;
    this.actor = actor;
    this.membership = actor?.membership ?? null;
    this.note = note;
    this.noteEach = noteEach;
    this.needsConfirmation = needsConfirmation;
    this.req = req;
    this.res = res;
    this.#work = work;
  }

  get db() {
    return this.#work.db;
  }

  get log() {
    return contextOf(this.res).log;
  }

  readonly linkNext = (after: string) => linkNextPage(after, this.req, this.res, this.services.settings);
}

function actsOf({ name, call, actor, res }: Task, notebook: ActNotebook): Act[] {
  if (!call.audited || !actor) return [];
  const { request } = contextOf(res);
  return notebook.acts({ action: name, actorUserId: actor.user.id, credential: actor.credential.kind, request });
}

/** A failure that the table does not promise is one of ours. */
export async function onlyDeclared({ name, call }: Task, run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Problem) || mayFailWith(call, error.type)) throw error;
    throw new Fault(`${name} failed with ${error.type}, which its row in the table does not declare`, {
      cause: error,
    });
  }
}

/** Whom and what an act is done to, where the path says so. */
function namedIn(params: unknown): ActNotes {
  const { workspaceId, userId } = (params ?? {}) as { workspaceId?: string; userId?: string };
  return { ...(workspaceId !== undefined && { workspaceId }), ...(userId !== undefined && { subjectUserId: userId }) };
}
