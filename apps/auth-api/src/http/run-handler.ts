import { secretReplaySeconds } from '@portal/contract';
import { ActNotebook } from '../audit/act-notebook.ts';
import { recordActs, type Act, type ActNotes } from '../audit/record-acts.ts';
import { Fault } from '../fault.ts';
import type { Done } from './call-handler.ts';
import { mayFailWith } from './declared-problems.ts';
import type { ValidRequest } from './call-request.ts';
import type { StoredAnswer } from './handlers.ts';
import type { FirstAnswer } from './idempotency.ts';
import { linkNextPage } from './next-page.ts';
import { parseResult } from './parse-input.ts';
import { problem, Problem } from './problem.ts';
import { contextOf } from './request-context.ts';
import type { Work } from './transaction.ts';

/** Runs a handler, and checks that its answer and its failures are as the call table says. */
export async function runHandler(request: ValidRequest, work: Work): Promise<Done> {
  const { name, call, handler, input } = request;
  const notebook = new ActNotebook(namedIn(input.params));
  const answer = await onlyDeclared(request, () => handler.execute(input, new HandlerContext(request, work, notebook)));
  return {
    answer: (call.answers ?? 'json') === 'json' ? parseResult(name, call, answer) : answer,
    acts: actsOf(request, notebook),
  };
}

/**
 * Answers a repeat of a request from what is stored of the first answer. A secret is signed again for a limited time only; each
 * time has an audit entry. The caller counts it against the call's limit.
 */
export async function replay(request: ValidRequest, { stored, ageSeconds }: FirstAnswer): Promise<unknown> {
  const { name, call, handler, input, services } = request;
  if (!handler.replay) return stored;
  if (call.secrets && ageSeconds > secretReplaySeconds) throw problem('SecretNoLongerAvailable');
  const { answer } = handler.replay;
  const notebook = new ActNotebook(namedIn(input.params));
  const context = new HandlerContext(request, services, notebook);
  const result = await onlyDeclared(request, () => answer(stored as StoredAnswer, context));
  if (call.secrets) await recordActs(actsOf(request, notebook), services);
  return parseResult(name, call, result);
}

/** What handlers get beside their input; each gets what its call’s row in the table gives it, see handlers.ts. */
class HandlerContext {
  readonly db;
  readonly services;
  readonly request;
  readonly actor;
  readonly membership;
  readonly note;
  readonly noteEach;
  readonly needsConfirmation;
  readonly req;
  readonly res;

  constructor(
    { actor, needsConfirmation, req, res, services }: ValidRequest,
    work: Work,
    { note, noteEach }: ActNotebook,
  ) {
    this.db = work.db;
    this.services = services;
    this.request = contextOf(res).request;
    this.actor = actor;
    this.membership = actor?.membership ?? null;
    this.note = note;
    this.noteEach = noteEach;
    this.needsConfirmation = needsConfirmation;
    this.req = req;
    this.res = res;
  }

  get log() {
    return contextOf(this.res).log;
  }

  readonly linkNext = (after: string) => linkNextPage(after, this.req, this.res, this.services.settings);
}

function actsOf({ name, call, actor, res }: ValidRequest, notebook: ActNotebook): Act[] {
  if (!call.audited || !actor) return [];
  const { request } = contextOf(res);
  return notebook.acts({ action: name, actorUserId: actor.user.id, credential: actor.credential.kind, request });
}

/** A failure that the table does not promise is one of ours. */
async function onlyDeclared({ name, call }: ValidRequest, run: () => unknown): Promise<unknown> {
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
