import type { Actor } from '../auth/actor.ts';
import { contextOf } from '../middleware/request-context.ts';
import type { CallRequest } from '../pipeline/types.ts';
import type { RateLimitSubject } from './rate-limits.ts';

/** Who a request counts against. */
export const rateLimitSubjectOf = ({ res }: Pick<CallRequest, 'res'>, actor: Actor | null): RateLimitSubject => ({
  actor,
  ip: contextOf(res).request.ip,
});
