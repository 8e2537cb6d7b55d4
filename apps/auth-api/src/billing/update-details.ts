import type { BillingDetailsEdit } from '@portal/contract';
import type { BillingAccount, User } from '../generated/prisma/client.ts';
import { invalidField } from '../http/problem.ts';
import { TaxNumberRefused, type BillingFields } from '../providers/billing-provider.ts';
import { problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { customerOf, type Customer } from './customer.ts';
import { inTurn } from './in-turn.ts';
import { syncCustomer } from './sync-customer.ts';

/**
 * Writes what was named to Stripe, and nothing else; it counts as saved once Stripe has it. A save that comes too late
 * for its caller is given up: it could undo a later one.
 */
export async function updateDetails(
  user: User,
  edit: BillingDetailsEdit,
  services: Services,
  tooLate: AbortSignal,
): Promise<BillingAccount> {
  const customer = await customerOf(user, services);
  await inTurn(user.id, services, tooLate, () => save(customer, changesOf(edit), services, tooLate));
  return syncCustomer(user.id, services);
}

async function save(
  { customerId }: Customer,
  changes: Partial<BillingFields>,
  { billing }: Services,
  tooLate: AbortSignal,
): Promise<void> {
  const read = await billing.readCustomer(customerId);
  if (!read) throw problem('BillingUnavailable', { retryAfter: 30 });
  const now = read.mirrored;
  const { country, taxNumber } = { ...now, ...changes };
  tooLate.throwIfAborted();
  if (taxNumber !== now.taxNumber || country !== now.country) {
    await billing.changeTaxNumber(customerId, country, taxNumber).catch((error: unknown) => {
      throw error instanceof TaxNumberRefused ? refused() : error;
    });
    tooLate.throwIfAborted();
  }
  await billing.changeDetails(customerId, now, changes);
}

const refused = () =>
  invalidField(
    'body.companyInformation.taxIdentificationNumber',
    'This is not a valid tax identification number of the chosen country.',
  );

/** What is not named stays; what is empty is taken away. */
function changesOf({
  firstName,
  lastName,
  companyInformation = {},
  billingInformation = {},
}: BillingDetailsEdit): Partial<BillingFields> {
  const { taxIdentificationNumber: taxNumber, ...company } = companyInformation;
  const named = Object.entries({ firstName, lastName, taxNumber, ...company, ...billingInformation });
  const changes = named.filter(([, value]) => value !== undefined).map(([field, value]) => [field, value || null]);
  return Object.fromEntries(changes) as Partial<BillingFields>;
}
