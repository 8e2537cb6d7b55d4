import { Problem, problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { withTimeout } from '../with-timeout.ts';

/** Whether it failed because billing can’t be reached. */
export const isUnavailable = (error: unknown) => error instanceof Problem && error.type === 'BillingUnavailable';

/**
 * Answers what the work does, or that billing can’t be reached. The work goes on then, and the mirror follows it; what
 * must not be done any more once its caller was told to try again looks at the signal.
 */
export function inTime<Result>(
  work: (tooLate: AbortSignal) => Promise<Result>,
  { settings }: Services,
): Promise<Result> {
  const waiting = new AbortController();
  return withTimeout(work(waiting.signal), settings.STRIPE_WAIT_MS, () => {
    const failure = problem('BillingUnavailable', { retryAfter: 30 });
    waiting.abort(failure);
    return failure;
  });
}
