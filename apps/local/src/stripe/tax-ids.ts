import type Stripe from 'stripe';
import { listPage } from './lists.ts';
import { newId } from './objects.ts';
import type { Operations } from './operations.ts';
import { filled, paging } from './params.ts';
import { missing, Refusal } from './refusal.ts';
import type { World } from './world.ts';

/** How numbers look, where Stripe's documentation tells; others are only asked to look like a number. */
const forms: Readonly<Record<string, RegExp>> = {
  eu_vat: /^[A-Z]{2}[0-9A-Z+*]{7,12}$/,
  gb_vat: /^(GB)?\d{9}(\d{3})?$/,
  us_ein: /^\d{2}-?\d{7}$/,
  ch_vat: /^CHE[\d.-]{9,13}( ?(MWST|TVA|IVA))?$/,
  au_abn: /^\d{11}$/,
  ca_bn: /^\d{9}$/,
  in_gst: /^\d{2}[A-Z0-9]{13}$/,
  de_stn: /^[\d/ ]{10,13}$/,
};
const anyNumber = /^(?=.*\d)[A-Z0-9 ./-]{5,30}$/i;

/** Numbers that authorities are asked about. */
const checked = ['eu_vat', 'gb_vat', 'au_abn'];
const checkTakesMs = 1_000;

/** The operations on customers' tax ids. */
export function taxIds(operations: Operations, world: World): void {
  const { objects, events, clock } = world;
  const path = '/v1/customers/:id/tax_ids';

  operations.add('get', path, paging, (page, { id = '' }) => {
    objects.get('customer', id);
    return listPage(
      objects.all('tax_id', (each) => each.customer === id),
      `/v1/customers/${id}/tax_ids`,
      page,
    );
  });

  operations.add('post', path, { type: filled, value: filled }, ({ type, value }, { id = '' }) => {
    objects.get('customer', id);
    if (!/^[a-z]{2}(_[a-z]+)+$/.test(type)) throw new Refusal(`Invalid type: ${type}`, { param: 'type' });
    if (!(forms[type] ?? anyNumber).test(value)) {
      throw new Refusal(`Invalid value for ${type}.`, { code: 'tax_id_invalid', param: 'value' });
    }
    const taxId = objects.save(newTaxId(id, type, value, clock.now));
    events.tell('customer.tax_id.created', taxId);
    if (taxId.verification?.status === 'pending') setTimeout(() => verify(taxId.id, world), checkTakesMs).unref();
    return taxId;
  });

  operations.add('delete', `${path}/:taxId`, {}, (_params, { id = '', taxId: taxIdId = '' }) => {
    const taxId = objects.get('tax_id', taxIdId);
    if (taxId.customer !== id) throw missing('tax_id', taxIdId);
    objects.remove(taxId);
    events.tell('customer.tax_id.deleted', taxId);
    return { id: taxIdId, object: 'tax_id', deleted: true };
  });
}

/** The authorities' answer: no to a number with many zeros, as to Stripe's own test numbers. */
function verify(id: string, { objects, events }: World): void {
  const taxId = objects.find('tax_id', id);
  if (!taxId) return;
  const status = taxId.value.includes('00000') ? 'unverified' : 'verified';
  const verification = { status, verified_address: null, verified_name: null } as const;
  events.tell('customer.tax_id.updated', objects.save({ ...taxId, verification }), {
    verification: taxId.verification,
  });
}

const newTaxId = (customer: string, type: string, value: string, created: number): Stripe.TaxId => ({
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
    status: checked.includes(type) ? 'pending' : 'unavailable',
    verified_address: null,
    verified_name: null,
  },
});
