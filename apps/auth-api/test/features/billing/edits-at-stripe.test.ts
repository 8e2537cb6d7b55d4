import { BillingDetailsResult } from '@portal/contract';
import { syncCustomer } from '../../../src/features/billing/sync-customer.ts';
import { applyEvents } from '../../../src/features/billing/stripe-events.ts';
import { startBillingStack, type BillingStack } from '../../support/billing-stack.ts';
import { pollUntil } from '../../support/polling.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBillingStack({ runJobs: false });
});
afterAll(() => stack.close());

type Actor = Awaited<ReturnType<BillingStack['customer']>>;

const save = async ({ path, credentials }: Actor, edit: object) => {
  const response = await stack.api.send('PATCH', `${path}/billingDetails`, credentials).send(edit);
  return BillingDetailsResult.parse(response.body).billingDetails;
};
const taxNumbersOf = async ({ customerId }: Actor) => {
  const path = `/v1/customers/${customerId}/tax_ids`;
  const { data } = await stack.stripe.request<{ data: { value: string }[] }>('GET', path);
  return data.map(({ value }) => value).toSorted();
};

it('a name that staff changed at Stripe is shown, and stays when the user saves the first name', async () => {
  const actor = await stack.customer();
  await stack.stripe.edit('rename', actor.user.email);
  const { firstName, lastName } = await syncCustomer(actor.user.id, stack.api.services);
  expect([firstName, lastName]).toEqual(['Grace', 'New']);
  expect(await save(actor, { firstName: 'Anna' })).toMatchObject({ firstName: 'Anna', lastName: 'New' });
  const customer = await stack.stripe.request<{ name: string }>('GET', `/v1/customers/${actor.customerId}`);
  expect(customer.name).toBe('Anna New');
});

it('the legal name is on the invoices, and one that staff changed at Stripe stays when the user saves the first name', async () => {
  const actor = await stack.customer();
  await save(actor, { companyInformation: { legalName: 'ООО «Ромашка»' } });
  await stack.stripe.edit('defaultCard', actor.user.email);
  await stack.stripe.moveClock(31);
  const path = `/v1/invoices?customer=${actor.customerId}`;
  const { data } = await stack.stripe.request<{ data: { customer_name: string }[] }>('GET', path);
  expect(data[0]?.customer_name).toBe('ООО «Ромашка»');
  await stack.stripe.edit('rename', actor.user.email);
  await syncCustomer(actor.user.id, stack.api.services);
  const { firstName, companyInformation } = await save(actor, { firstName: 'Anna' });
  expect([firstName, companyInformation.legalName]).toEqual(['Anna', 'Grace New']);
  const customer = await stack.stripe.request<{ name: string }>('GET', `/v1/customers/${actor.customerId}`);
  expect(customer.name).toBe('Grace New');
});

it('a tax id that staff added at Stripe stays when the user changes or removes the one entered here', async () => {
  const actor = await stack.customer();
  const enter = (taxIdentificationNumber: string) =>
    save(actor, { companyInformation: { taxIdentificationNumber }, billingInformation: { country: 'DE' } });
  await enter('DE123456789');
  await stack.stripe.edit('addTaxId', actor.user.email);
  const { companyInformation } = await enter('DE987654321');
  expect(companyInformation.taxIdentificationNumber).toBe('DE987654321');
  expect(await taxNumbersOf(actor)).toEqual(['DE987654321', 'GB123456789']);
  await enter('');
  expect(await taxNumbersOf(actor)).toEqual(['GB123456789']);
});

// Source: https://docs.stripe.com/webhooks/versioning
it.each(['events_twice', 'events_old_version'])(
  'the scenario %s of Stripe changes nothing for the user',
  async (name) => {
    const actor = await stack.customer();
    await stack.stripe.play(name);
    await stack.stripe.edit('rename', actor.user.email);
    const events = await pollUntil(
      () => stack.api.db.stripeEvent.findMany({ where: { customerId: actor.customerId, type: 'customer.updated' } }),
      (found) => found.length > 0,
    );
    expect(events).toHaveLength(1);
    await stack.stripe.play('normal');
    await applyEvents({ customerId: actor.customerId }, stack.api.services);
    const { firstName } = await stack.api.db.billingAccount.findUniqueOrThrow({ where: { userId: actor.user.id } });
    expect(firstName).toBe('Grace');
  },
);

it('a thin event of Stripe is accepted, so that Stripe does not send it again', async () => {
  const response = await fetch(`${stack.stripe.url}/_test/thin-event`, { method: 'POST' });
  expect(await response.json()).toEqual({ status: 200 });
});
