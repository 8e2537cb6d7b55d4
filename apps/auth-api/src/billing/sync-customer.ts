import type { BillingAccount } from '../generated/prisma/client.ts';
import type { CustomerRead } from '../providers/billing-provider.ts';
import type { Services } from '../services.ts';
import { underKey } from './under-key.ts';

/**
 * Does what a customer’s state at Stripe asks for, then mirrors that state. It depends on nothing but what Stripe has
 * now, so it may be done at any time, in any order and any number of times.
 */
export async function syncCustomer(userId: string, services: Services): Promise<BillingAccount> {
  const account = await services.db.billingAccount.findUniqueOrThrow({ where: { userId } });
  if (account.customerId === null) return account;
  await takeEnteredCard(account, account.customerId, services);
  const read = await mirror(userId, services);
  if (read && (await resumeIfPaused(account, read, services))) await mirror(userId, services);
  return services.db.billingAccount.findUniqueOrThrow({ where: { userId } });
}

/** A checkout keeps a card but does not make it the one that is charged. Each checkout does so once. */
async function takeEnteredCard({ userId, checkoutId }: BillingAccount, customerId: string, services: Services) {
  const { billing, db } = services;
  const card = await billing.enteredCard(customerId);
  if (!card || card.checkoutId === checkoutId) return;
  await billing.makeDefault(customerId, card.paymentMethod);
  await db.billingAccount.updateMany({ where: { userId, customerId }, data: { checkoutId: card.checkoutId } });
}

/** A trial that ended without a card goes on as soon as there is one; each card is tried once. */
async function resumeIfPaused(
  account: BillingAccount,
  { mirrored, defaultPaymentMethod }: CustomerRead,
  services: Services,
) {
  const { subscriptionId, subscriptionStatus } = mirrored;
  if (subscriptionStatus !== 'paused' || subscriptionId === null || defaultPaymentMethod === null) return false;
  if (account.resumedWith === defaultPaymentMethod) return false;
  const what = `resume-${subscriptionId}-${defaultPaymentMethod}`;
  await underKey(what, account, (key) => services.billing.resume(subscriptionId, key), services);
  await services.db.billingAccount.updateMany({
    where: { userId: account.userId, subscriptionId },
    data: { resumedWith: defaultPaymentMethod },
  });
  return true;
}

/** Keeps what Stripe has, unless a read that began later was kept already. */
async function mirror(userId: string, { db, billing }: Services): Promise<CustomerRead | null> {
  const { customerId, readsBegun } = await db.billingAccount.update({
    where: { userId },
    data: { readsBegun: { increment: 1 } },
  });
  if (customerId === null) return null;
  const read = await billing.readCustomer(customerId);
  const where = { userId, customerId, readKept: { lt: readsBegun } };
  const kept = { readKept: readsBegun, mirroredAt: new Date() };
  await db.billingAccount.updateMany({ where, data: read ? { ...read.mirrored, ...kept } : { ...forgotten, ...kept } });
  return read;
}

/** What is left of a customer that was deleted at Stripe; the next one is another one. */
const forgotten = {
  customerId: null,
  generation: { increment: 1 },
  hasPaymentMethod: false,
  subscriptionId: null,
  subscriptionStatus: 'canceled',
  checkoutId: null,
  resumedWith: null,
} as const;
