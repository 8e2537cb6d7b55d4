import type { BillingAccount } from '../generated/prisma/client.ts';
import { KeySpent } from '../providers/billing-provider.ts';
import type { Services } from '../services.ts';

/**
 * Asks under a key of the person, so that whoever asks again gets what the first one made. A key that answers nothing
 * but a failure any more is given up: the next attempt, which looks first for what was made, has another one.
 */
export async function underKey<Result>(
  what: string,
  { userId, generation }: BillingAccount,
  ask: (key: string) => Promise<Result>,
  { db }: Services,
): Promise<Result> {
  try {
    return await ask(`${what}-${userId}-${generation}`);
  } catch (error) {
    if (error instanceof Error && error.cause instanceof KeySpent) {
      await db.billingAccount.updateMany({ where: { userId, generation }, data: { generation: { increment: 1 } } });
    }
    throw error;
  }
}
