import type { BillingAccount, User } from '../generated/prisma/client.ts';
import type { Services } from '../services.ts';
import { syncCustomer } from './sync-customer.ts';
import { requestBilling } from './request-billing.ts';
import { underKey } from './under-key.ts';

/** So long a job waits for whoever makes billing themselves, and is there if they do not come to an end. */
const leadMs = 5_000;

/** An account that has its customer. */
export type Customer = BillingAccount & { readonly customerId: string };

/** A person’s customer and subscription; both are made if they are missing. Any number of callers make one of each. */
export async function customerOf(user: User, services: Services): Promise<Customer> {
  const known = await services.db.billingAccount.findUnique({ where: { userId: user.id } });
  if (isReady(known)) return known;
  await services.db.$transaction((tx) => requestBilling(user, tx, services, leadMs));
  return setUpBilling(user.id, services);
}

/** Whether there is nothing to be made any more. */
export const isReady = (account: BillingAccount | null): account is Customer =>
  account !== null && account.customerId !== null && account.subscriptionId !== null;

/**
 * Makes what is missing of a person’s billing. The keys are the person’s, so that racing clicks, a second process, or one
 * more attempt after a lost answer find what the first one made.
 */
export async function setUpBilling(userId: string, services: Services): Promise<Customer> {
  const { db, billing } = services;
  const { user, ...account } = await db.billingAccount.findUniqueOrThrow({
    where: { userId },
    include: { user: true },
  });
  const customerId = account.customerId ?? (await makeCustomer(account, services));
  if (account.subscriptionId === null) {
    await underKey('subscription', account, (key) => billing.startTrial(customerId, key), services);
  }
  if (user.email !== account.email) await billing.changeEmail(customerId, user.email);
  return { ...(await syncCustomer(userId, services)), customerId };
}

async function makeCustomer(account: BillingAccount, services: Services): Promise<string> {
  const { db, billing } = services;
  const { userId } = account;
  const made =
    (await billing.findCustomer(account)) ??
    (await underKey('customer', account, (key) => billing.createCustomer(account, key), services));
  await db.billingAccount.updateMany({ where: { userId, customerId: null }, data: { customerId: made } });
  const { customerId } = await db.billingAccount.findUniqueOrThrow({ where: { userId } });
  return customerId ?? made;
}
