import type { BillingAccount } from '../../generated/prisma/client.ts';
import type { Services } from '../../request/call/services.ts';
import { withIdempotencyKey } from './stripe-calls.ts';
import { syncCustomer } from './sync-customer.ts';

/** Starts an ended subscription again. The key names the ended one, so that it is started once, however often this is called. */
export async function restartSubscription(account: BillingAccount, services: Services): Promise<void> {
  const { userId, customerId, subscriptionId } = account;
  if (customerId === null || subscriptionId === null) return;
  const start = (key: string) => services.billing.restartSubscription(customerId, key);
  await withIdempotencyKey(`restart-${subscriptionId}`, account, start, services);
  await syncCustomer(userId, services);
}
