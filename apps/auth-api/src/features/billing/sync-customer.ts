import { enqueueAccountEmail } from '../emails/enqueue-account-email.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import { billingAccountForUpdate } from '../../request/account/row-locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { BillingAccount } from '../../generated/prisma/client.ts';
import { hasEndedSubscription } from '../../integrations/stripe/billing-overview.presenters.ts';
import type { CustomerSnapshot, MirroredCustomer } from '../../integrations/stripe/billing-provider.ts';
import { addJob } from '../../platform/queue/queue.ts';
import type { Services } from '../../request/call/services.ts';
import { enqueueInvoiceEmails } from './contacts/contact-emails.ts';
import { enqueueEndedEmail, enqueueStateEmails } from './billing-emails.ts';
import { setUpJobOptions } from './billing-jobs.ts';
import { storeInvoices, unsettledInvoice } from './store-invoices.ts';
import { withIdempotencyKey } from './stripe-request-guards.ts';
import { isMissingAtStripe, noCustomer, replaceUnknownCustomer } from './unknown-customers.ts';

/**
 * Brings a customer at Stripe up to date (card of the checkout, paused trial), then mirrors its state in the database. Depends only on
 * the current state at Stripe, so it can run at any time, any number of times. The account loses a customer that Stripe does not know.
 */
export async function syncCustomer(userId: string, services: Services): Promise<BillingAccount> {
  const account = await services.db.billingAccount.findUniqueOrThrow({ where: { userId } });
  if (account.customerId === null) return account;
  try {
    await makeCheckoutCardDefault(account, account.customerId, services);
    const customer = await mirrorCustomer(userId, services);
    if (customer && (await resumeIfPaused(account, customer, services))) await mirrorCustomer(userId, services);
  } catch (error) {
    if (!isMissingAtStripe(error) || (await services.billing.isCustomerKnown(account.customerId))) throw error;
    await replaceUnknownCustomer(account, services);
  }
  return services.db.billingAccount.findUniqueOrThrow({ where: { userId } });
}

/** A Checkout session in setup mode stores a card, but does not make it the default. Done once per session. */
async function makeCheckoutCardDefault(
  { userId, checkoutId }: BillingAccount,
  customerId: string,
  { billing, db }: Services,
) {
  const card = await billing.findCheckoutCard(customerId);
  if (!card || card.checkoutId === checkoutId) return;
  await billing.setDefaultPaymentMethod(customerId, card.paymentMethod);
  await db.billingAccount.updateMany({ where: { userId, customerId }, data: { checkoutId: card.checkoutId } });
}

/** Resumes a subscription that was paused because its trial ended without a card. Tries each card once. */
async function resumeIfPaused(
  account: BillingAccount,
  { mirrored, chargedPayment }: CustomerSnapshot,
  services: Services,
) {
  const { subscriptionId, subscriptionStatus, collection } = mirrored;
  if (subscriptionStatus !== 'paused' || subscriptionId === null || chargedPayment === null) return false;
  // Staff have paused it, and only they resume it.
  if (collection === 'paused') return false;
  if (account.resumedWith === chargedPayment) return false;
  // An earlier card was declined. Stripe charges the invoice again, and its payment resumes the subscription.
  if (mirrored.hasFailedInvoice) return false;
  const operation = `resume-${subscriptionId}-${chargedPayment}`;
  await withIdempotencyKey(
    operation,
    account,
    (key) => services.billing.resumeSubscription(subscriptionId, key),
    services,
  );
  await services.db.billingAccount.updateMany({
    where: { userId: account.userId, subscriptionId },
    data: { resumedWith: chargedPayment },
  });
  return true;
}

/**
 * Reads a customer from Stripe and stores it, unless a read that started later was stored already. Emails the user about the state of
 * the subscription, and if the billing email was changed there to another address than the account's.
 */
async function mirrorCustomer(userId: string, services: Services): Promise<CustomerSnapshot | null> {
  const { db, billing } = services;
  const { customerId, readsStarted, invoicesReadAt } = await db.billingAccount.update({
    where: { userId },
    data: { readsStarted: { increment: 1 } },
  });
  if (customerId === null) return null;
  const unsettled = await db.invoice.findMany({ where: { customerId, ...unsettledInvoice }, select: { id: true } });
  const customer = await billing.readCustomer(customerId, {
    all: invoicesReadAt === null,
    unsettled: unsettled.map(({ id }) => id),
  });
  await inTransaction(services, async ({ db: tx }) => {
    await billingAccountForUpdate(userId, tx);
    const before = await tx.billingAccount.findUnique({ where: { userId }, include: { user: true } });
    if (!before) return;
    const now = await databaseNow(tx);
    const { count } = await tx.billingAccount.updateMany({
      where: { userId, customerId, readStored: { lt: readsStarted } },
      data: {
        ...(customer ? toMirror(customer.mirrored, before) : deletedCustomer(before, now)),
        ...(customer?.mirrored.trialEndsAt && { lastTrialEndsAt: customer.mirrored.trialEndsAt }),
        readStored: readsStarted,
        mirroredAt: now,
        invoicesReadAt: invoicesReadAt ?? now,
      },
    });
    if (count === 0) return;
    if (!customer) {
      await tx.invoice.deleteMany({ where: { userId, ...unsettledInvoice } });
      // Its subscription was not created yet, so the next customer gets one.
      if (before.subscriptionStatus === null) await addJob(tx, 'setUpBilling', { userId }, setUpJobOptions(userId));
      await enqueueEndedEmail(before, 'customerDeleted', tx);
      return;
    }
    const changedInvoices = await storeInvoices(userId, customer.invoices, tx);
    await enqueueInvoiceEmails(userId, changedInvoices, tx);
    const { email, subscriptionId, subscriptionStatus } = customer.mirrored;
    if (subscriptionStatus === 'canceled' && subscriptionId === before.subscriptionId)
      await enqueueEndedEmail(before, customer.endReason, tx);
    const isChangedElsewhere = email !== before.email && email !== before.user.email;
    if (isChangedElsewhere) await enqueueAccountEmail('billingEmailChanged', userId, {}, tx);
    await enqueueStateEmails(before, customer, tx);
  });
  return customer;
}

/** A customer that replaces another one has no subscription while that of the other one has ended. The account keeps showing that one. */
const toMirror = (mirrored: MirroredCustomer, before: BillingAccount) => ({
  ...mirrored,
  ...(mirrored.subscriptionId === null && hasEndedSubscription(before) && endedSubscriptionOf(before)),
});

const endedSubscriptionOf = ({
  subscriptionId,
  subscriptionStatus,
  planCode,
  currency,
  endingAt,
  priceAmount,
  priceInterval,
  priceIntervalCount,
  nextInvoiceAmount,
}: BillingAccount) => ({
  ...{ subscriptionId, subscriptionStatus, planCode, currency, endingAt },
  ...{ priceAmount, priceInterval, priceIntervalCount, nextInvoiceAmount },
});

/** The state after a customer was deleted at Stripe, which ends its subscription at once. */
const deletedCustomer = (before: BillingAccount, now: Date) => ({
  ...noCustomer,
  ...(before.subscriptionStatus !== null &&
    !hasEndedSubscription(before) && { subscriptionStatus: 'canceled', endingAt: now }),
  trialEndsAt: null,
});
