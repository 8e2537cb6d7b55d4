import type { ProblemType } from '@portal/contract';
import { isDatabaseUnavailable } from '../database/failures.ts';
import type { Actor } from './actor.ts';
import { subjectOf, type CallRequest } from './call-request.ts';
import { isUnnamed } from './declared-problems.ts';
import { asProblem } from './failures.ts';
import { hasBody } from './read-body.ts';

/** Failures that only the sender can correct. Each user and each address may send a limited number of such requests. */
const invalidInput: readonly ProblemType[] = [
  'InvalidInput',
  'MalformedBody',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'RequestIdMissing',
  'RequestUlidReused',
];

/** Refuses a body unread if its sender is known to have sent too many requests with invalid input. */
export async function refuseInvalidInput(request: CallRequest, actor: Actor | null): Promise<void> {
  const { call, req, res, services } = request;
  const isCounted = actor !== null || isUnnamed(call.access);
  if (isCounted && call.method !== 'GET' && hasBody(req))
    await services.rateLimits.refuseInvalidInput(subjectOf(request, actor), res);
}

/**
 * Counts a failure if it is one of invalid input; throws `TooManyRequests` once there are too many. If the database is away,
 * nothing is counted. An anonymous request is counted only while no request waits for a connection, so that a flood of them
 * delays no user.
 */
export async function countInvalidInput(error: unknown, request: CallRequest, actor: Actor | null): Promise<void> {
  const { res, services } = request;
  if (!invalidInput.includes(asProblem(error).type)) return;
  if (!actor && services.pool.waitingCount > 0) return;
  try {
    await services.rateLimits.countInvalidInput(subjectOf(request, actor), res);
  } catch (failure) {
    if (!isDatabaseUnavailable(failure)) throw failure;
  }
}
