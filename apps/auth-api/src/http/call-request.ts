import type { Call } from '@portal/contract';
import type { Request, Response } from 'express';
import type { Services } from '../services.ts';
import type { Actor } from './actor.ts';
import type { CallHandler } from './call-handler.ts';
import type { Repeatable } from './idempotency.ts';
import type { ParsedInput } from './parse-input.ts';
import type { RateLimitSubject } from './rate-limits.ts';
import { contextOf } from './request-context.ts';

/** A request of a call as it enters the pipeline. */
export interface CallRequest {
  readonly name: string;
  readonly call: Call;
  readonly handler: CallHandler;
  readonly req: Request;
  readonly res: Response;
  readonly services: Services;
}

/** A request that is authorized and valid. */
export interface ValidRequest extends CallRequest {
  readonly actor: Actor | null;
  readonly input: ParsedInput;
  /** Null where the request can't be sent again: a read, or a change without a ULID or without a user. */
  readonly repeatable: Repeatable | null;
  /** The user has to be asked first, on a page. */
  readonly needsConfirmation: boolean;
}

/** Whose rate limits a request counts against. */
export const subjectOf = ({ res }: Pick<CallRequest, 'res'>, actor: Actor | null): RateLimitSubject => ({
  userId: actor?.user.id ?? null,
  address: contextOf(res).request.ip,
});
