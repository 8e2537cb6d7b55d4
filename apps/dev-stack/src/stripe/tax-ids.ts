import type Stripe from 'stripe';
import { listPage } from './http/lists.ts';
import { newId } from './objects.ts';
import type { Operations } from './http/operations.ts';
import { nonEmpty, pageParams } from './http/params.ts';
import { noSuchObject, StripeError } from './http/stripe-error.ts';
import type { StripeState } from './state.ts';
import { taxIdFormats } from './tax-id-formats.ts';

/** The types that Stripe verifies with the authorities. */
const verifiedTypes = ['eu_vat', 'gb_vat', 'au_abn'];
const verificationDelayMs = 1_000;

export function addTaxIdOperations(operations: Operations, state: StripeState): void {
  const { objects, events, clock } = state;
  const path = '/v1/customers/:id/tax_ids';

  operations.add('get', path, pageParams, (page, { id = '' }) => {
    objects.get('customer', id);
    return listPage(
      objects.all('tax_id', (each) => each.customer === id),
      `/v1/customers/${id}/tax_ids`,
      page,
    );
  });

  operations.add('post', path, { type: nonEmpty, value: nonEmpty }, ({ type, value }, { id = '' }) => {
    objects.get('customer', id);
    const format = taxIdFormats[type];
    if (!format) throw new StripeError(`Invalid type: ${type}`, { param: 'type' });
    if (!format.test(value)) {
      throw new StripeError(`Invalid value for ${type}.`, { code: 'tax_id_invalid', param: 'value' });
    }
    const taxId = objects.save(newTaxId(id, type, value, clock.now));
    events.emit('customer.tax_id.created', taxId);
    if (taxId.verification?.status === 'pending')
      setTimeout(() => verify(taxId.id, state), verificationDelayMs).unref();
    return taxId;
  });

  operations.add('delete', `${path}/:taxId`, {}, (_params, { id = '', taxId: taxIdId = '' }) => {
    const taxId = objects.get('tax_id', taxIdId);
    if (taxId.customer !== id) throw noSuchObject('tax_id', taxIdId);
    objects.remove(taxId);
    events.emit('customer.tax_id.deleted', taxId);
    return { id: taxIdId, object: 'tax_id', deleted: true };
  });
}

/**
 * Simulates the verification. Stripe's test numbers have other results than to succeed.
 * Source: https://docs.stripe.com/billing/customer/tax-ids#testing-customer-tax-id-verification
 */
function verify(id: string, { objects, events, closing }: StripeState): void {
  if (closing.aborted) return;
  const taxId = objects.find('tax_id', id);
  if (!taxId || taxId.value.includes('222222222')) return;
  const status = taxId.value.includes('111111111') ? 'unverified' : 'verified';
  const verification = { status, verified_address: null, verified_name: null } as const;
  events.emit('customer.tax_id.updated', objects.save({ ...taxId, verification }), {
    verification: taxId.verification,
  });
}

export const newTaxId = (customer: string, type: string, value: string, created: number): Stripe.TaxId => ({
  id: newId('txi'),
  object: 'tax_id',
  country: type === 'eu_vat' ? value.slice(0, 2) : type.slice(0, 2).toUpperCase(),
  created,
  customer,
  customer_account: null,
  livemode: false,
  owner: { type: 'customer', customer, customer_account: null },
  type,
  value,
  verification: {
    status: verifiedTypes.includes(type) ? 'pending' : 'unavailable',
    verified_address: null,
    verified_name: null,
  },
});
