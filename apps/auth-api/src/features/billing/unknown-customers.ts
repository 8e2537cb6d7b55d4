import { apiError } from '../../platform/errors/api-error.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { BillingAccount, Prisma } from '../../generated/prisma/client.ts';
import { MissingAtStripe } from '../../integrations/stripe/billing-provider.ts';
import { hasEndedSubscription } from '../../integrations/stripe/billing-overview.presenters.ts';
import { addJob } from '../../platform/queue/queue.ts';
import { throttledWarning } from '../../platform/observability/throttled-warning.ts';
import type { Services } from '../../request/call/services.ts';
import { setUpJobOptions } from './billing-jobs.ts';
import { unsettledInvoice } from './store-invoices.ts';
import { isBillingUnavailable } from './stripe-request-guards.ts';

// An API key knows the customers of its account and mode only. So after a change from test to live mode, and after test data was
// deleted, Stripe does not know a customer. That is permanent. One such customer is replaced; if all are unknown, the key is wrong.

/** So many other customers tell whether the key is wrong. */
const sampleSize = 3;

const warn = throttledWarning(
  'customers',
  'Stripe does not know the customers of this database; see docs/operating/incidents/stripe-customers-unknown.md',
);

/** Most likely the API key is wrong. Nothing was changed. */
export class CustomersUnknown extends AppError {}

/** Whether Stripe does not know an object that a request named. */
export const isMissingAtStripe = (error: unknown) =>
  isBillingUnavailable(error) && (error as Error).cause instanceof MissingAtStripe;

export const areCustomersUnknown = (error: unknown) =>
  isBillingUnavailable(error) && (error as Error).cause instanceof CustomersUnknown;

/** Removes an unknown customer from its account, and enqueues the job that finds or creates the next one. */
export async function replaceUnknownCustomer(account: BillingAccount, services: Services): Promise<void> {
  if (!(await isKeyOfOthers(account, services))) {
    warn(services);
    services.metrics.countUnknownCustomer('kept');
    const cause = new CustomersUnknown('Stripe knows neither this customer nor others. Check STRIPE_SECRET_KEY.');
    throw apiError('BillingMisconfigured', { cause });
  }
  await forgetCustomer(account, services, { keepsHistory: true });
  services.metrics.countUnknownCustomer('replaced');
}

/**
 * Whether Stripe knows one of the other customers, those that were read last. Customers that were linked after Stripe last knew this one
 * say nothing: a wrong key knows those that it created. True if no other account has a customer.
 */
async function isKeyOfOthers(
  { userId, mirroredAt, customerLinkedAt }: BillingAccount,
  { db, billing }: Services,
): Promise<boolean> {
  const isOther = { userId: { not: userId }, customerId: { not: null } };
  const knownAt = mirroredAt ?? customerLinkedAt;
  const others = await db.billingAccount.findMany({
    where: { ...isOther, customerLinkedAt: { lte: knownAt ?? new Date(0) } },
    select: { customerId: true },
    orderBy: { mirroredAt: { sort: 'desc', nulls: 'last' } },
    take: sampleSize,
  });
  for (const { customerId } of others)
    if (customerId !== null && (await billing.isCustomerKnown(customerId))) return true;
  return (await db.billingAccount.count({ where: isOther })) === 0;
}

/**
 * Removes the customer from its account. The next one gets the rest of its trial; an ended subscription stays ended. Without
 * `keepsHistory`, it starts like a new account.
 */
export async function forgetCustomer(
  account: BillingAccount,
  { db }: Services,
  { keepsHistory }: { readonly keepsHistory: boolean },
): Promise<void> {
  const { userId, customerId } = account;
  const hasEnded = keepsHistory && hasEndedSubscription(account);
  const data = {
    ...noCustomer,
    // Only the former account of Stripe has it, so it cannot be started again.
    subscriptionId: null,
    ...(!hasEnded && { subscriptionStatus: null, endingAt: null, trialEndsAt: null }),
    ...(!keepsHistory && { lastTrialEndsAt: null }),
  };
  await db.$transaction(async (tx) => {
    const { count } = await tx.billingAccount.updateMany({ where: { userId, customerId }, data });
    if (count === 0) return;
    // Only the former account of Stripe has its invoices.
    await tx.invoice.deleteMany({ where: { userId, ...(keepsHistory && unsettledInvoice) } });
    await addJob(tx, 'setUpBilling', { userId }, setUpJobOptions(userId));
  });
}

/** The state without a customer. The next customer is created with other idempotency keys. */
export const noCustomer = {
  customerId: null,
  customerLinkedAt: null,
  generation: { increment: 1 },
  hasPaymentMethod: false,
  cardBrand: null,
  cardLast4: null,
  cardExpMonth: null,
  cardExpYear: null,
  nextInvoiceAt: null,
  collection: 'automatic',
  collectionResumesAt: null,
  hasFailedInvoice: false,
  invoicesReadAt: null,
  checkoutId: null,
  resumedWith: null,
} satisfies Prisma.BillingAccountUpdateManyMutationInput;
