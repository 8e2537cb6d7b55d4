import { ActNotebook } from '../audit/act-notebook.ts';
import type { Act, ActNotes } from '../audit/record-acts.ts';
import { Fault } from '../fault.ts';
import { mayFailWith } from './declared-problems.ts';
import type { Task } from './exchange.ts';
import type { Plan } from './handlers.ts';
import { linkNextPage } from './next-page.ts';
import { parseResult } from './parse-input.ts';
import { Problem } from './problem.ts';
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
export async function runHandler(task: Task, work: Work, first: unknown = null): Promise<Done> {
  const { name, call, handler, input } = task;
  const notebook = new ActNotebook(namedIn(input.params));
  const run = typeof handler === 'function' ? handler : handler.plan;
  const result = await onlyDeclared(task, () => run(input, new HandlerContext(task, work, notebook, first)));
  const plan = typeof handler === 'function' ? null : (result as Plan<unknown>);
  const answer = plan ? plan.answer : result;
  return {
    answer: (call.answers ?? 'json') === 'json' ? parseResult(name, call, answer) : answer,
    acts: first === null ? actsOf(task, notebook) : [],
    plan,
  };
}

/** The first answer, with those parts that are kept nowhere made anew. */
export const answerAnew = async (task: Task, work: Work, first: unknown) =>
  task.call.secrets ? (await runHandler(task, work, first)).answer : first;

/** What handlers get beside their input; each gets what its call’s row in the table gives it, see handlers.ts. */
class HandlerContext {
  readonly sql;
  readonly services;
  readonly request;
  readonly actor;
  readonly membership;
  readonly first;
  readonly note;
  readonly noteEach;
  readonly req;
  readonly res;
  readonly #work: Work;

  constructor({ actor, req, res, services }: Task, work: Work, { note, noteEach }: ActNotebook, first: unknown) {
    this.sql = work.sql;
    this.services = services;
    this.request = contextOf(res).request;
    this.actor = actor;
    this.membership = actor?.membership ?? null;
    this.first = first;
    this.note = note;
    this.noteEach = noteEach;
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
