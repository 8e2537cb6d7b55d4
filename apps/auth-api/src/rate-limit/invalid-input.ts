import type { ErrorType } from '@portal/contract';
import type { Actor } from '../auth/actor.ts';
import { isDatabaseUnavailable } from '../db/database-errors.ts';
import { toApiError } from '../errors/to-api-error.ts';
import { hasBody } from '../middleware/body-parser.ts';
import { isUnauthenticatedAccess } from '../pipeline/possible-errors.ts';
import type { CallRequest } from '../pipeline/types.ts';
import { rateLimitSubjectOf } from './subject.ts';

/** Errors that only the client can fix. Each user and each IP may cause a limited number of them. */
const invalidInputTypes: readonly ErrorType[] = [
  'InvalidInput',
  'MalformedBody',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'RequestIdMissing',
  'RequestUlidReused',
];

/** Rejects a request before its body is read if the client is known to be over the limit of invalid input. */
export async function rejectInvalidInput(request: CallRequest, actor: Actor | null): Promise<void> {
  const { call, req, res, services } = request;
  const isCounted = actor !== null || isUnauthenticatedAccess(call.access);
  if (isCounted && call.method !== 'GET' && hasBody(req))
    await services.rateLimits.rejectInvalidInput(rateLimitSubjectOf(request, actor), res);
}

/**
 * Counts an error of invalid input. Throws `TooManyRequests` when the client is over the limit. If the database is
 * unavailable, nothing is counted. An unauthenticated request is counted only while no request waits for a connection, so
 * that a flood of them does not slow down users.
 */
export async function countInvalidInput(error: unknown, request: CallRequest, actor: Actor | null): Promise<void> {
  const { res, services } = request;
  if (!invalidInputTypes.includes(toApiError(error).type)) return;
  if (!actor && services.pool.waitingCount > 0) return;
  try {
    await services.rateLimits.countInvalidInput(rateLimitSubjectOf(request, actor), res);
  } catch (countError) {
    if (!isDatabaseUnavailable(countError)) throw countError;
  }
}
