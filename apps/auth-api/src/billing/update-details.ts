import type { BillingDetailsEdit } from '@portal/contract';
import type { BillingAccount, User } from '../generated/prisma/client.ts';
import { invalidField } from '../http/problem.ts';
import { TaxNumberRefused, type BillingFields } from '../providers/billing-provider.ts';
import { problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { customerOf } from './customer.ts';
import { syncCustomer } from './sync-customer.ts';

/** Writes what was named to Stripe, over what Stripe has now; it counts as saved once Stripe has it. */
export async function updateDetails(user: User, edit: BillingDetailsEdit, services: Services): Promise<BillingAccount> {
  const { billing } = services;
  const { customerId } = await customerOf(user, services);
  const read = await billing.readCustomer(customerId);
  if (!read) throw problem('BillingUnavailable', { retryAfter: 30 });
  const fields = merged(read.mirrored, edit);
  const { country, taxNumber } = fields;
  if (taxNumber !== read.mirrored.taxNumber || country !== read.mirrored.country) {
    await billing.changeTaxNumber(customerId, country, taxNumber).catch((error: unknown) => {
      throw error instanceof TaxNumberRefused ? refused() : error;
    });
  }
  await billing.changeDetails(customerId, fields);
  return syncCustomer(user.id, services);
}

const refused = () =>
  invalidField(
    'body.companyInformation.taxIdentificationNumber',
    'This is not a valid tax identification number of the chosen country.',
  );

/** What is not named stays; what is empty is taken away. */
function merged(
  now: BillingFields,
  { firstName, lastName, companyInformation = {}, billingInformation = {} }: BillingDetailsEdit,
) {
  const { taxIdentificationNumber: taxNumber, ...company } = companyInformation;
  const named = Object.entries({ firstName, lastName, taxNumber, ...company, ...billingInformation });
  const changes = named.filter(([, value]) => value !== undefined).map(([field, value]) => [field, value || null]);
  return { ...now, ...(Object.fromEntries(changes) as Partial<BillingFields>) };
}
