import type { ErrorType } from '@portal/contract';
import { isDatabaseUnavailable } from '../../platform/db/database-errors.ts';
import type { Actor } from '../account/actor.ts';
import { contextOf } from '../call/request-context.ts';
import { toApiError } from '../call/to-api-error.ts';
import type { CallRequest } from '../call/types.ts';
import { hasBody } from './body-parser.ts';
import type { RateLimitSubject } from '../rate-limit/rate-limits.ts';

/** Who a request counts against. */
export const rateLimitSubjectOf = ({ res }: Pick<CallRequest, 'res'>, actor: Actor | null): RateLimitSubject => ({
  actor,
  ip: contextOf(res).request.ip,
});

/** Errors that only the client can fix. Each session and each token may cause a limited number of them. */
const invalidInputTypes: readonly ErrorType[] = [
  'InvalidInput',
  'MalformedBody',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'RequestIdMissing',
  'IdempotencyKeyReused',
];

/** Whether a request is a read by a token, which counts whether the token may make the call or not. */
export const isReadByToken = ({ call }: CallRequest, actor: Actor | null) =>
  actor !== null && actor.credential.kind !== 'session' && call.method === 'GET';

/** Rejects a request before its body is read if its credential is known to be over the limit of invalid input. */
export async function rejectIfOverInvalidInputLimit(request: CallRequest, actor: Actor | null): Promise<void> {
  const { call, req, res, services } = request;
  if (actor && !call.endsAccess && call.method !== 'GET' && hasBody(req))
    await services.rateLimits.rejectInvalidInput(rateLimitSubjectOf(request, actor), res);
}

/**
 * Counts a failed request if it had invalid input, or if its call limits failures. Throws `TooManyRequests` when the client is over
 * the limit. If the database is unavailable, nothing is counted. An unauthenticated request is counted only while no request waits
 * for a connection, so that a flood of them does not slow down users.
 */
export async function countRejectedRequest(error: unknown, request: CallRequest, actor: Actor | null): Promise<void> {
  const { name, call, res, services } = request;
  const { rateLimits, pool } = services;
  const { status, type } = toApiError(error);
  const subject = rateLimitSubjectOf(request, actor);
  try {
    if (actor && call.method !== 'GET' && invalidInputTypes.includes(type))
      await rateLimits.countInvalidInput(subject, res);
    const isCallersFault = status >= 400 && status < 500;
    if (call.rateLimit?.counts === 'failures' && isCallersFault && pool.waitingCount === 0)
      await rateLimits.countFailure(name, call.rateLimit, subject, res);
  } catch (countError) {
    if (!isDatabaseUnavailable(countError)) throw countError;
  }
}
