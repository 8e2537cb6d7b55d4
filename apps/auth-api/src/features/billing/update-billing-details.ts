import type { BillingDetailsEdit } from '@portal/contract';
import { apiError } from '../../platform/errors/api-error.ts';
import type { BillingAccount, User } from '../../generated/prisma/client.ts';
import { MissingAtStripe, type BillingFields } from '../../integrations/stripe/billing-provider.ts';
import type { UpstreamContext } from '../../request/call/types.ts';
import type { Services } from '../../request/call/services.ts';
import { withCustomer, type AccountWithCustomer } from './customer.ts';
import { withSaveLock } from './stripe-calls.ts';
import { syncCustomer } from './sync-customer.ts';

/**
 * Writes the given fields to Stripe, and only those. The details are saved once Stripe has them. A save whose request has
 * timed out stops, because it could undo a later save. So does one whose session ended while it waited for its turn.
 */
export async function updateBillingDetails(
  user: User,
  update: BillingDetailsEdit,
  { requireRights, timedOut }: Pick<UpstreamContext, 'requireRights'> & { readonly timedOut: AbortSignal },
  services: Services,
): Promise<BillingAccount> {
  await withCustomer(user, services, (customer) =>
    withSaveLock(user.id, services, timedOut, async () => {
      await requireRights();
      await save(customer, toChanges(update), services, timedOut);
    }),
  );
  return syncCustomer(user.id, services);
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
