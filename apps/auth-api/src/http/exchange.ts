import type { Call } from '@portal/contract';
import type { Request, Response } from 'express';
import type { Services } from '../services.ts';
import type { AccessTarget } from './access.ts';
import type { Actor } from './actor.ts';
import type { StoredAnswer } from './handlers.ts';
import { requestUlidOf, type Repeatable } from './idempotency.ts';
import { needsConfirmation } from './navigation.ts';
import { parseInput } from './parse-input.ts';
import type { Spender } from './rate-limits.ts';
import { contextOf } from './request-context.ts';

type Run = (input: unknown, context: object) => unknown;

/** The work of a call, whichever of its forms in `handlers.ts` the feature chose. */
export interface CallHandler {
  readonly plan?: Run;
  readonly execute?: Run;
  readonly replay?: {
    readonly store: (answer: unknown) => StoredAnswer;
    readonly answer: (stored: StoredAnswer, context: object) => unknown;
  };
}

/** One request of a call, with the work behind it. */
export interface Exchange {
  readonly name: string;
  readonly call: Call;
  readonly handler: CallHandler;
  readonly req: Request;
  readonly res: Response;
  readonly services: Services;
}

/** A request that was let through and understood. */
export interface Task extends Exchange {
  readonly actor: Actor | null;
  readonly input: ReturnType<typeof parseInput>;
  /** Null where nobody could ask for it again: a read, or a change without a ULID or without a person. */
  readonly repeatable: Repeatable | null;
  /** The user has to be asked first, on a page. */
  readonly needsConfirmation: boolean;
}

/** Understands a request, or fails with the fields that are wrong. */
export function taskOf(exchange: Exchange, actor: Actor | null): Task {
  const { name, call, handler, req, res, services } = exchange;
  const input = parseInput(call, req);
  const requestUlid = call.method === 'GET' ? null : requestUlidOf(req.body);
  const repeatable = actor && requestUlid ? { userId: actor.user.id, call: name, requestUlid, input } : null;
  const isToConfirm = needsConfirmation(call.confirms, req, services.settings);
  // Each by its name: V8 learns the shape of a spread object again for every request.
  return { name, call, handler, req, res, services, actor, input, repeatable, needsConfirmation: isToConfirm };
}

/** Whose limits a request counts against. */
export const spenderOf = ({ actor, res }: Pick<Task, 'actor' | 'res'>): Spender => ({
  person: actor?.user.id ?? null,
  address: contextOf(res).request.ip,
});

/** The ids of the path, in upper case; null for a malformed one, which matches no user or workspace. */
export function targetOf({ params: { userId, workspaceId } }: Request): AccessTarget {
  const id = (value: string | string[] | undefined) =>
    typeof value === 'string' && !value.includes('\0') ? value.toUpperCase() : null;
  return { userId: id(userId), workspaceId: id(workspaceId) };
}
