import { ErrorBody } from '@portal/contract';
import { startBillingStack, type BillingStack } from '../../support/billing-stack.ts';
import { pollUntil } from '../../support/polling.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBillingStack({ runJobs: false });
});
afterAll(() => stack.close());
afterEach(() => stack.stripe.setFaults({}));

type Customer = Awaited<ReturnType<BillingStack['customer']>>;

/** Ends the sessions of a user once a request of a call is being handled. */
async function endSessionsDuring(call: string, { user }: Customer): Promise<void> {
  const counted = () => stack.api.db.rateLimit.count({ where: { key: `${call}:${user.id}` } });
  expect(await pollUntil(counted, (count) => count === 1)).toBe(1);
  // The count is followed by the check of the rights.
  await new Promise((resolve) => setTimeout(resolve, 300));
  await stack.api.db.session.deleteMany({ where: { userId: user.id } });
}

const nameAtStripe = async ({ customerId }: Customer) =>
  (await stack.stripe.request<{ name: string | null }>('GET', `/v1/customers/${customerId}`)).name;

it('a save of billing details that waits for its turn is rejected when the session ends', async () => {
  const customer = await stack.customer();
  const { user, credentials, path } = customer;
  const before = await nameAtStripe(customer);
  const setLock = (saveLockedUntil: Date | null) =>
    stack.api.db.billingAccount.update({ where: { userId: user.id }, data: { saveLockedUntil } });
  await setLock(new Date(Date.now() + 60_000));
  const save = stack.api.send('PATCH', `${path}/billingDetails`, credentials).send({ firstName: 'Thief' });
  const [response] = await Promise.all([
    save,
    endSessionsDuring('updateBillingDetails', customer).then(() => setLock(null)),
  ]);
  expect([response.status, ErrorBody.parse(response.body).error.type]).toEqual([401, 'NotSignedIn']);
  expect(await nameAtStripe(customer)).toBe(before);
  expect(
    (await stack.api.db.billingAccount.findUniqueOrThrow({ where: { userId: user.id } })).saveLockedUntil,
  ).toBeNull();
});

it.each([
  ['goToCustomerPortal', 'billing/portal'],
  ['goToCheckout', 'billing/checkout'],
])('%s returns no URL of Stripe when the session ends while Stripe responds', async (call, page) => {
  const customer = await stack.customer();
  await stack.stripe.setFaults({ api: { delayMs: 1_000 } });
  const request = stack.api.send('GET', `${customer.path}/${page}`, customer.credentials).redirects(0);
  const [response] = await Promise.all([request, endSessionsDuring(call, customer)]);
  expect([response.status, response.headers['location']]).toEqual([401, undefined]);
});
