import type { Services } from '../services.ts';
import { isUnavailable } from './in-time.ts';
import { applyLater } from './stripe-events.ts';

/**
 * Has the mirror follow soon where Stripe may have done what it was asked, but did not say so: the event that tells of it
 * can be late.
 */
export async function orCatchUp<Result>(userId: string, { db }: Services, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const account = isUnavailable(error) ? await db.billingAccount.findUnique({ where: { userId } }) : null;
    if (account?.customerId) await applyLater(account.customerId, db);
    throw error;
  }
}
