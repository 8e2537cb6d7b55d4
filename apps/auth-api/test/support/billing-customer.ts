import type { Prisma } from '../../src/generated/prisma/client.ts';
import type { TestApi } from './api.ts';
import { makeUser } from './builders.ts';
import { fakeBilling } from './fake-billing.ts';

/** A user whose billing is set up, unless `data` says otherwise, with a provider of their own. */
export async function makeBillingCustomer(api: TestApi, data: Partial<Prisma.BillingAccountUncheckedCreateInput> = {}) {
  const user = await makeUser(api);
  const { id: userId, email } = user;
  const customerId = `cus_${userId}`;
  await api.db.billingAccount.create({
    data: { userId, email, customerId, subscriptionId: 'sub_1', currency: 'usd', ...data },
  });
  const billing = fakeBilling(email);
  return { user, customerId, billing, services: { ...api.services, billing } };
}

/** The customers that a pending job syncs. */
export async function findCustomersToSync({ services }: TestApi): Promise<string[]> {
  const { rows } = await services.pool.query<{ key: string }>(
    "SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'applyStripeEvents'",
  );
  return rows.map(({ key }) => key.replace('events-', '')).toSorted();
}
