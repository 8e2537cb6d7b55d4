import { ApiError } from '../../platform/errors/api-error.ts';
import { contextOf } from '../call/request-context.ts';
import type { ValidRequest } from '../call/types.ts';

/**
 * Counts a request of a user that may guess a secret, for the user and for the address, before it runs. So requests at the same time are no
 * way around the limit. Any outcome but a wrong guess is refunded.
 */
export async function countGuess(request: ValidRequest, run: () => Promise<unknown>): Promise<unknown> {
  const { actor, call, res, services } = request;
  const by = { userId: actor?.user?.id ?? null, ip: contextOf(res).request.ip };
  await services.rateLimits.countGuess(by);
  try {
    const response = await run();
    await services.rateLimits.refundGuess(by);
    return response;
  } catch (error) {
    const isWrong = error instanceof ApiError && error.type === call.wrongGuess;
    if (!isWrong) await services.rateLimits.refundGuess(by);
    throw error;
  }
}
