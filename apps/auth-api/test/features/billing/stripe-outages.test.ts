/** @waits 15 s */
import { jest } from '@jest/globals';
import { globalAgent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ErrorBody } from '@portal/contract';
import { ulid } from 'ulid';
import { startApi, type TestApi } from '../../support/api.ts';
import { startBillingStack, type BillingStack } from '../../support/billing-stack.ts';
import { logIn, makeUser } from '../../support/builders.ts';
import { withinTimeLimit } from '../../support/time-limit.ts';
import { pollSkippingJobDelays, pollUntil } from '../../support/polling.ts';

/** The promised response time plus a margin for busy machines. */
const limitMs = 3_000 + 1_000;

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBillingStack({ environment: { STRIPE_TIMEOUT_MS: '2500' } });
});
afterAll(() => stack.close());
afterEach(() => stack.stripe.setFaults({}));

interface List {
  data: object[];
}

/** Sends the call that needs Stripe, and expects a response within the limit. */
function createIntegration(api: TestApi, path: string, credentials: Parameters<TestApi['send']>[2]) {
  return withinTimeLimit(limitMs, () => api.send('POST', `${path}/create-billing-integration`, credentials).send({}));
}

const stateOf = async ({ path, credentials }: Awaited<ReturnType<BillingStack['loggedInUser']>>) => {
  const response = await stack.api.send('GET', `${path}/activeSubscription`, credentials);
  return (response.body as { activeSubscription: { state: string } }).activeSubscription.state;
};

it('Stripe is reached by the agent that NODE_USE_ENV_PROXY connects to a proxy', async () => {
  const { path, credentials } = await stack.loggedInUser();
  expect((await createIntegration(stack.api, path, credentials)).status).toBe(200);
  const host = new URL(stack.api.services.settings.STRIPE_API_URL).host;
  const connections = [...Object.keys(globalAgent.sockets), ...Object.keys(globalAgent.freeSockets)];
  expect(connections.some((name) => name.startsWith(host))).toBe(true);
});

const failures: [string, object, string?][] = [
  ['is slow', { delayMs: 30_000 }],
  ['limits the rate', { status: 429 }],
  ['fails with 500', { status: 500 }],
  ['is unavailable', { status: 503 }],
  ['executes requests but loses the responses', { dropResponse: true }],
  ['rejects our key', { status: 401 }, 'BillingMisconfigured'],
];

describe.each(failures)('while Stripe %s', (_what, failure, type = 'BillingUnavailable') => {
  it('only billing fails, within the time limit, and is completed automatically later', async () => {
    const actor = await stack.loggedInUser();
    await stack.stripe.setFaults({ api: failure });
    const response = await createIntegration(stack.api, actor.path, actor.credentials);
    expect([response.status, ErrorBody.parse(response.body).error.type]).toEqual([503, type]);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);

    expect((await stack.api.send('GET', '/whoami', actor.credentials)).status).toBe(200);
    expect((await stack.api.send('GET', `${actor.path}/billingDetails`, actor.credentials)).status).toBe(200);
    expect(await stateOf(actor)).toBe('pending');

    await stack.stripe.setFaults({});
    const state = () => stateOf(actor);
    expect(await pollSkippingJobDelays(stack.api, state, (now) => now === 'trialing')).toBe('trialing');
    const customers = await stack.stripe.request<List>('GET', `/v1/customers?email=${actor.user.email}`);
    expect(customers.data).toHaveLength(1);
  }, 60_000);
});

describe('a Stripe that stored an error under an idempotency key', () => {
  it('still creates the customer, once', async () => {
    const actor = await stack.loggedInUser();
    await stack.stripe.setFaults({ api: { status: 500, method: 'POST' } });
    expect((await createIntegration(stack.api, actor.path, actor.credentials)).status).toBe(503);
    await stack.stripe.setFaults({});
    const state = () => stateOf(actor);
    expect(await pollSkippingJobDelays(stack.api, state, (now) => now === 'trialing')).toBe('trialing');
    const customers = await stack.stripe.request<List>('GET', `/v1/customers?email=${actor.user.email}`);
    expect(customers.data).toHaveLength(1);
  }, 60_000);
});

describe('a lost response', () => {
  it('is requested again at once, and nothing is created twice', async () => {
    const actor = await stack.loggedInUser();
    await stack.stripe.setFaults({ api: { dropResponse: true, times: 1 } });
    expect((await createIntegration(stack.api, actor.path, actor.credentials)).status).toBe(200);
    const customers = await stack.stripe.request<List>('GET', `/v1/customers?email=${actor.user.email}`);
    expect(customers.data).toHaveLength(1);
  });
});

describe('an unavailable Stripe', () => {
  it('is reported as a page to a browser and as JSON to a program', async () => {
    const api = await startApi();
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    expect((await createIntegration(api, `/users/${user.id}`, credentials)).status).toBe(503);
    const page = await api.send('GET', `/users/${user.id}/billing/checkout`, credentials).redirects(0);
    expect([page.status, page.type]).toEqual([503, 'text/html']);
    expect(page.text).toContain('Billing is unavailable');
    expect(page.text).toContain('/billing"');
    await api.close();
  });

  it('leaves saved details readable, and saves nothing', async () => {
    const actor = await stack.customer();
    await stack.stripe.setFaults({ api: { status: 503 } });
    const edit = { companyInformation: { legalName: 'Acme' } };
    const response = await stack.api.send('PATCH', `${actor.path}/billingDetails`, actor.credentials).send(edit);
    expect(response.status).toBe(503);
    const read = await stack.api.send('GET', `${actor.path}/billingDetails`, actor.credentials);
    expect(read.body).toMatchObject({ billingDetails: { firstName: 'Ada', companyInformation: { legalName: null } } });
  });

  it('does not let a failed save overwrite a later one', async () => {
    const actor = await stack.customer();
    const save = (legalName: string) =>
      stack.api
        .send('PATCH', `${actor.path}/billingDetails`, actor.credentials)
        .send({ companyInformation: { legalName } });
    // Longer than the timeout of the call, shorter than that of our Stripe client.
    await stack.stripe.setFaults({ api: { delayMs: 3_600 } });
    expect((await save('Early')).status).toBe(503);
    await stack.stripe.setFaults({});
    // This save waits for the early one, and may time out on a busy machine.
    const saved = await pollUntil(
      () => save('Late'),
      ({ status }) => status === 200,
    );
    expect(saved.status).toBe(200);
    await sleep(1_500);
    expect(await stack.stripe.request('GET', `/v1/customers/${actor.customerId}`)).toMatchObject({
      metadata: { legalName: 'Late' },
    });
  });

  it('may execute a save after its timeout, and a retry with the same requestUlid is the same save', async () => {
    const actor = await stack.customer();
    const edit = { companyInformation: { legalName: 'Acme' }, requestUlid: ulid() };
    const save = () => stack.api.send('PATCH', `${actor.path}/billingDetails`, actor.credentials).send(edit);
    const { billing } = stack.api.services;
    const updateDetails = billing.updateDetails.bind(billing);
    let signalResponse = () => {};
    const responseSent = new Promise<void>((resolve) => (signalResponse = resolve));
    jest.spyOn(billing, 'updateDetails').mockImplementationOnce(async (...args) => {
      await updateDetails(...args);
      await responseSent;
    });
    expect((await save()).status).toBe(503);
    signalResponse();
    const atStripe = () => stack.stripe.request('GET', `/v1/customers/${actor.customerId}`);
    const saved = { metadata: { legalName: 'Acme' } };
    expect(await atStripe()).toMatchObject(saved);
    const details = { billingDetails: { companyInformation: { legalName: 'Acme' } } };
    const [first, second] = [await save(), await save()];
    expect([first.status, first.body]).toMatchObject([200, details]);
    expect(second.body).toEqual(first.body);
    expect(await atStripe()).toMatchObject(saved);
  });

  it('counts a card that was entered during the outage once it is back, even without webhooks', async () => {
    const actor = await stack.customer();
    const checkout = await stack.api.send('GET', `${actor.path}/billing/checkout`, actor.credentials).redirects(0);
    await stack.stripe.setWebhooks({ paused: true });
    const back = new URL((await stack.stripe.enterCard(checkout.headers['location'] ?? '')) ?? '');
    await stack.stripe.setFaults({ api: { status: 503 } });
    const returned = await stack.api.send('GET', back.pathname + back.search, actor.credentials).redirects(0);
    expect(returned.headers['location']).toContain('payment=pending');
    await stack.stripe.setFaults({});
    const isSet = async (): Promise<unknown> =>
      (await stack.api.send('GET', `${actor.path}/hasBillingDetails`, actor.credentials)).body;
    const wanted = { paymentDetailsSet: true };
    expect(await pollSkippingJobDelays(stack.api, isSet, (body) => isDeepStrictEqual(body, wanted))).toEqual(wanted);
    await stack.stripe.setWebhooks({});
  }, 60_000);

  it('has its events applied once it is back', async () => {
    const actor = await stack.customer();
    await stack.stripe.setWebhooks({ paused: true });
    await stack.stripe.request('POST', `/v1/customers/${actor.customerId}`, { 'address[city]': 'Oslo' });
    await stack.stripe.setFaults({ api: { status: 503 } });
    await stack.stripe.setWebhooks({ paused: false, times: 2, order: 'shuffled' });
    const waiting = () => stack.api.db.stripeEvent.count({ where: { customerId: actor.customerId, appliedAt: null } });
    expect(await pollUntil(waiting, (count) => count > 0)).toBeGreaterThan(0);
    await stack.stripe.setFaults({});
    const city = async () =>
      (await stack.api.db.billingAccount.findUniqueOrThrow({ where: { userId: actor.user.id } })).city;
    // The delays between retries are short enough to wait for.
    expect(await pollUntil(city, (now) => now === 'Oslo')).toBe('Oslo');
    expect(await pollUntil(waiting, (count) => count === 0)).toBe(0);
  }, 60_000);
});
