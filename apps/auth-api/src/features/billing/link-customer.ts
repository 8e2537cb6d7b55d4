import { databaseNow } from '../../platform/db/clock.ts';
import type { Prisma } from '../../generated/prisma/client.ts';

/** Stores the customer of an account that has none. Returns false if it has one, or does not exist. */
export async function linkCustomer(
  { userId, customerId }: { readonly userId: string; readonly customerId: string },
  db: Prisma.TransactionClient,
): Promise<boolean> {
  const data = { customerId, customerLinkedAt: await databaseNow(db) };
  const { count } = await db.billingAccount.updateMany({ where: { userId, customerId: null }, data });
  return count === 1;
}
