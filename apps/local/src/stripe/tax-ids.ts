import type Stripe from 'stripe';
import { listPage } from './http/lists.ts';
import { newId } from './objects.ts';
import type { Operations } from './http/operations.ts';
import { nonEmpty, pageParams } from './http/params.ts';
import { noSuchObject, StripeError } from './http/stripe-error.ts';
import type { StripeState } from './state.ts';

/** The formats that Stripe documents. Other types only have to look like a number. */
const formats: Readonly<Record<string, RegExp>> = {
  eu_vat: /^[A-Z]{2}[0-9A-Z+*]{7,12}$/,
  gb_vat: /^(GB)?\d{9}(\d{3})?$/,
  us_ein: /^\d{2}-?\d{7}$/,
  ch_vat: /^CHE[\d.-]{9,13}( ?(MWST|TVA|IVA))?$/,
  au_abn: /^\d{11}$/,
  ca_bn: /^\d{9}$/,
  in_gst: /^\d{2}[A-Z0-9]{13}$/,
  de_stn: /^[\d/ ]{10,13}$/,
};
const defaultFormat = /^(?=.*\d)[A-Z0-9 ./-]{5,30}$/i;

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
    if (!/^[a-z]{2}(_[a-z]+)+$/.test(type)) throw new StripeError(`Invalid type: ${type}`, { param: 'type' });
    if (!(formats[type] ?? defaultFormat).test(value)) {
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

/** Simulates the verification. Like Stripe's test numbers, a number with many zeros fails it. */
function verify(id: string, { objects, events, closing }: StripeState): void {
  if (closing.aborted) return;
  const taxId = objects.find('tax_id', id);
  if (!taxId) return;
  const status = taxId.value.includes('00000') ? 'unverified' : 'verified';
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
