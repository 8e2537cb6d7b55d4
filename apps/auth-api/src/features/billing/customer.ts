import { apiError } from '../../platform/errors/api-error.ts';
import type { BillingAccount, User } from '../../generated/prisma/client.ts';
import { hasEndedSubscription } from '../../integrations/stripe/billing-overview.presenters.ts';
import type { Services } from '../../request/call/services.ts';
import { linkCustomer } from './link-customer.ts';
import { requestBillingSetup } from './request-billing-setup.ts';
import { isBillingUnavailable, withIdempotencyKey, withSaveLock } from './stripe-request-guards.ts';
import { isMissingAtStripe } from './unknown-customers.ts';
import { syncCustomer } from './sync-customer.ts';

/** The job waits this long, because the request sets up billing itself. The job finishes what the request did not. */
const jobDelayMs = 5_000;

/** A billing account that has its customer. */
export type AccountWithCustomer = BillingAccount & { readonly customerId: string };

/** Returns the user's customer; creates it and its subscription if they are missing. Concurrent calls create one of each. */
export async function getOrCreateCustomer(user: User, services: Services): Promise<AccountWithCustomer> {
  const account = await services.db.billingAccount.findUnique({ where: { userId: user.id } });
  if (isBillingSetUp(account)) return account;
  await services.db.$transaction((tx) => requestBillingSetup(user, tx, services, jobDelayMs));
  return setUpBilling(user.id, services);
}

/** Runs work with the user's customer. If Stripe does not know it any more, the work runs again with the next one. */
export async function withCustomer<Result>(
  user: User,
  services: Services,
  work: (account: AccountWithCustomer) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(await getOrCreateCustomer(user, services));
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error;
    await syncCustomer(user.id, services);
    return work(await getOrCreateCustomer(user, services));
  }
}

/** Whether an account has its customer, and a subscription or had one that ended. */
export const isBillingSetUp = (account: BillingAccount | null): account is AccountWithCustomer =>
  account !== null && account.customerId !== null && !needsTrial(account);

/** A subscription that ended starts again only if the user asks for it, also with another customer. */
const needsTrial = (account: BillingAccount) => account.subscriptionId === null && !hasEndedSubscription(account);

/**
 * Creates the customer and the subscription of a user where they are missing. The idempotency keys contain the user's id, so
 * concurrent requests, other processes and retries get what the first attempt created.
 */
export async function setUpBilling(userId: string, services: Services): Promise<AccountWithCustomer> {
  const account = await setUpOnce(userId, services).catch(async (error: unknown) => {
    if (!isMissingAtStripe(error)) throw error;
    return syncCustomer(userId, services);
  });
  if (hasCustomer(account)) return account;
  const next = await setUpOnce(userId, services);
  if (!hasCustomer(next)) throw apiError('BillingUnavailable');
  return next;
}

const hasCustomer = (account: BillingAccount): account is AccountWithCustomer => account.customerId !== null;

/** Returns an account without a customer if Stripe does not have the one of the account any more. */
async function setUpOnce(userId: string, services: Services): Promise<BillingAccount> {
  const { db, billing } = services;
  const { user, ...account } = await db.billingAccount.findUniqueOrThrow({
    where: { userId },
    include: { user: true },
  });
  const customerId = isBillingSetUp(account) ? account.customerId : await linkNextCustomer(account, services);
  if (needsTrial(account)) {
    const startTrial = (key: string) => billing.startTrial(customerId, key, account.lastTrialEndsAt);
    await withIdempotencyKey('subscription', account, startTrial, services);
  }
  // Invoices do not go to an address that may be someone else's.
  if (user.emailVerified && user.email !== account.email) await billing.updateEmail(customerId, user.email);
  return syncCustomer(userId, services);
}

/** Returns the customer of an account that is not set up. One that Stripe has for the user is not created a second time. */
async function linkNextCustomer(account: BillingAccount, services: Services): Promise<string> {
  const { db } = services;
  const { userId } = account;
  const next = account.customerId ?? (await findOrCreateCustomer(account, services));
  // Before the account has the customer, so that a retry also registers the number.
  await registerTaxNumber(account, next, services);
  await linkCustomer({ userId, customerId: next }, db);
  const { customerId } = await db.billingAccount.findUniqueOrThrow({ where: { userId } });
  return customerId ?? next;
}

async function findOrCreateCustomer(account: BillingAccount, services: Services): Promise<string> {
  const { billing } = services;
  const [existing] = await billing.findCustomers(account);
  return existing ?? withIdempotencyKey('customer', account, (key) => billing.createCustomer(account, key), services);
}

/**
 * Makes the tax number of a customer that replaces another one a tax id. Until then, and if Stripe refuses it, the customer has it as
 * text. A customer that Stripe already had keeps its own number.
 */
async function registerTaxNumber(
  { userId, taxNumber }: BillingAccount,
  customerId: string,
  services: Services,
): Promise<void> {
  const { billing, log, settings } = services;
  if (taxNumber === null) return;
  const customer = await billing.readCustomer(customerId);
  if (customer?.mirrored.taxNumber !== taxNumber) return;
  const timedOut = AbortSignal.timeout(settings.STRIPE_TIMEOUT_MS);
  try {
    // A job may do the same at the same time. Only one of them must create the tax id.
    await withSaveLock(userId, services, timedOut, () =>
      billing.updateTaxNumber(customerId, customer.mirrored.country, taxNumber),
    );
  } catch (error) {
    if (isBillingUnavailable(error)) throw error;
    if (timedOut.aborted) throw apiError('BillingUnavailable', { cause: error });
    log.error({ err: error, customerId }, 'Stripe refused the tax number of a new customer, which keeps it as text');
  }
}
