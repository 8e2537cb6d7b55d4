import { problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { within } from '../within.ts';

/**
 * Answers what the work does, or that billing can’t be reached. The work goes on then: whatever it still does is what was
 * asked for, and the mirror follows.
 */
export const inTime = <Result>(work: Promise<Result>, { settings }: Services): Promise<Result> =>
  within(settings.STRIPE_WAIT_MS, work, () => problem('BillingUnavailable', { retryAfter: 30 }));
