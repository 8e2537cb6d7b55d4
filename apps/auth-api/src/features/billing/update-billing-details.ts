import type { BillingDetailsEdit } from '@portal/contract';
import { apiError } from '../../platform/errors/api-error.ts';
import type { BillingAccount, User } from '../../generated/prisma/client.ts';
import { MissingAtStripe, type BillingFields } from '../../integrations/stripe/billing-provider.ts';
import type { UpstreamContext } from '../../request/call/types.ts';
import type { Services } from '../../request/call/services.ts';
import { withCustomer, type AccountWithCustomer } from './customer.ts';
import { isBillingUnavailable, syncAfterTimeout, withSaveLock, withStripeTimeout } from './stripe-request-guards.ts';
import { syncCustomer } from './sync-customer.ts';

/**
 * Saves the given fields at Stripe, then syncs the customer. Once Stripe has them, they are saved: if the customer cannot be read
 * afterwards, they are stored as they were given, and a job syncs it.
 */
export async function updateBillingDetails(
  user: User,
  update: BillingDetailsEdit,
  { requireRights }: Pick<UpstreamContext, 'requireRights'>,
  services: Services,
): Promise<BillingAccount> {
  const progress: { saved?: Partial<BillingFields> } = {};
  const synced = withStripeTimeout(async (timedOut) => {
    progress.saved = await saveBillingDetails(user, update, { requireRights, timedOut }, services);
    return syncCustomer(user.id, services);
  }, services);
  try {
    const account = await syncAfterTimeout(user.id, services, synced);
    // Otherwise Stripe has lost the customer meanwhile, and the next one gets the stored details.
    if (account.customerId !== null) return account;
  } catch (error) {
    if (!progress.saved || !isBillingUnavailable(error)) throw error;
  }
  const { saved = {} } = progress;
  // How Stripe verifies another tax number is not known yet.
  const data = { ...saved, ...('taxNumber' in saved && { taxNumberState: null }) };
  return services.db.billingAccount.update({ where: { userId: user.id }, data });
}

/**
 * Writes the given fields to Stripe, and only those, and returns them. A save whose request has timed out stops, because it could undo a
 * later save. So does one whose session ended while it waited for its turn.
 */
export async function saveBillingDetails(
  user: User,
  update: BillingDetailsEdit,
  { requireRights, timedOut }: Pick<UpstreamContext, 'requireRights'> & { readonly timedOut: AbortSignal },
  services: Services,
): Promise<Partial<BillingFields>> {
  const changes = toChanges(update);
  await withCustomer(user, services, (customer) =>
    withSaveLock(user.id, services, timedOut, async () => {
      await requireRights();
      await save(customer, changes, services, timedOut);
    }),
  );
  return changes;
}

async function save(
  { customerId }: AccountWithCustomer,
  changes: Partial<BillingFields>,
  { billing }: Services,
  timedOut: AbortSignal,
): Promise<void> {
  const customer = await billing.readCustomer(customerId);
  if (!customer)
    throw apiError('BillingUnavailable', { cause: new MissingAtStripe('The customer was deleted at Stripe.') });
  const current = customer.mirrored;
  const { country, taxNumber } = { ...current, ...changes };
  timedOut.throwIfAborted();
  if (taxNumber !== current.taxNumber || country !== current.country) {
    await billing.updateTaxNumber(customerId, country, taxNumber);
    timedOut.throwIfAborted();
  }
  await billing.updateDetails(customerId, current, changes);
}

/** Fields that are not given stay unchanged. An empty text clears a field. */
function toChanges({
  firstName,
  lastName,
  companyInformation = {},
  billingInformation = {},
}: BillingDetailsEdit): Partial<BillingFields> {
  const { taxIdentificationNumber: taxNumber, ...company } = companyInformation;
  const given = Object.entries({ firstName, lastName, taxNumber, ...company, ...billingInformation });
  const changes = given.filter(([, value]) => value !== undefined).map(([field, value]) => [field, value || null]);
  return Object.fromEntries(changes) as Partial<BillingFields>;
}
