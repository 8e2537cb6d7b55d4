import { ApiError } from '../../platform/errors/api-error.ts';
import type { ValidRequest } from '../call/types.ts';
import { rateLimitSubjectOf } from './rate-limit.ts';

/**
 * Counts a request of a user that may guess a secret, for the user and for the address, before it runs. So requests at the same time are no
 * way around the limit. Any outcome but a wrong guess is refunded.
 */
export async function countGuess(request: ValidRequest, run: () => Promise<unknown>): Promise<unknown> {
  const { actor, call, services } = request;
  const subject = rateLimitSubjectOf(request, actor);
  await services.rateLimits.countGuess(subject);
  try {
    const response = await run();
    await services.rateLimits.refundGuess(subject);
    return response;
  } catch (error) {
    const isWrong = error instanceof ApiError && error.type === call.wrongGuess;
    if (!isWrong) await services.rateLimits.refundGuess(subject);
    throw error;
  }
}
