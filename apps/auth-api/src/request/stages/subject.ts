import type { Actor } from '../account/actor.ts';
import { contextOf } from '../call/request-context.ts';
import type { CallRequest } from '../call/types.ts';
import type { RateLimitSubject } from '../rate-limit/rate-limits.ts';

/** Who a request counts against. */
export const rateLimitSubjectOf = ({ res }: Pick<CallRequest, 'res'>, actor: Actor | null): RateLimitSubject => ({
  actor,
  ip: contextOf(res).request.ip,
});
