/** @waits 15 s */
import { jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ProblemBody } from '@portal/contract';
import { ulid } from 'ulid';
import { startApi, type TestApi } from './support/api.ts';
import { startBillingStack, type BillingStack } from './support/billing-stack.ts';
import { logIn, makeUser } from './support/builders.ts';
import { inTime } from './support/in-time.ts';
import { until } from './support/until.ts';
import { untilByJobs } from './support/until-by-jobs.ts';

/** What people are promised, and what a busy machine adds. */
const withinMs = 3_000 + 1_000;

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBillingStack({ environment: { STRIPE_WAIT_MS: '2500' } });
});
afterAll(() => stack.close());
afterEach(() => stack.stripe.faults({}));

interface List {
  data: object[];
}

/** Presses what needs Stripe; answers what came in time. */
function press(api: TestApi, path: string, proof: Parameters<TestApi['send']>[2]) {
  return inTime(withinMs, () => api.send('POST', `${path}/create-billing-integration`, proof).send({}));
}

const stateOf = async ({ path, proof }: Awaited<ReturnType<BillingStack['person']>>) => {
  const answer = await stack.api.send('GET', `${path}/activeSubscription`, proof);
  return (answer.body as { activeSubscription: { state: string } }).activeSubscription.state;
};

const faults: [string, object][] = [
  ['is slow', { delayMs: 30_000 }],
  ['has too many requests', { status: 429 }],
  ['fails', { status: 500 }],
  ['is switched off', { status: 503 }],
  ['does what it is asked, but never answers', { loseAnswer: true }],
  ['does not know our key any more', { status: 401 }],
];

describe.each(faults)('while Stripe %s', (_what, fault) => {
  it('only billing shows it, in time, and everything is made up for by itself', async () => {
    const person = await stack.person();
    await stack.stripe.faults({ api: fault });
    const answer = await press(stack.api, person.path, person.proof);
    expect([answer.status, ProblemBody.parse(answer.body).error.type]).toEqual([503, 'BillingUnavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);

    expect((await stack.api.send('GET', '/whoami', person.proof)).status).toBe(200);
    expect((await stack.api.send('GET', `${person.path}/billingDetails`, person.proof)).status).toBe(200);
    expect(await stateOf(person)).toBe('pending');

    await stack.stripe.faults({});
    const state = () => stateOf(person);
    expect(await untilByJobs(stack.api, state, (now) => now === 'trialing')).toBe('trialing');
    const customers = await stack.stripe.ask<List>('GET', `/v1/customers?email=${person.user.email}`);
    expect(customers.data).toHaveLength(1);
  }, 60_000);
});

describe('a Stripe that failed while it made something, and answers that under this key from then on', () => {
  it('has it made all the same, once', async () => {
    const person = await stack.person();
    await stack.stripe.faults({ api: { status: 500, method: 'POST' } });
    expect((await press(stack.api, person.path, person.proof)).status).toBe(503);
    await stack.stripe.faults({});
    const state = () => stateOf(person);
    expect(await untilByJobs(stack.api, state, (now) => now === 'trialing')).toBe('trialing');
    const customers = await stack.stripe.ask<List>('GET', `/v1/customers?email=${person.user.email}`);
    expect(customers.data).toHaveLength(1);
  }, 60_000);
});

describe('a lost answer', () => {
  it('is asked for again at once, and nothing is made twice', async () => {
    const person = await stack.person();
    await stack.stripe.faults({ api: { loseAnswer: true, times: 1 } });
    expect((await press(stack.api, person.path, person.proof)).status).toBe(200);
    const customers = await stack.stripe.ask<List>('GET', `/v1/customers?email=${person.user.email}`);
    expect(customers.data).toHaveLength(1);
  });
});

describe('a Stripe that is not there', () => {
  it('is told as a page to a browser, and as a problem to a program', async () => {
    const api = await startApi();
    const user = await makeUser(api);
    const proof = await logIn(api, user);
    expect((await press(api, `/users/${user.id}`, proof)).status).toBe(503);
    const page = await api.send('GET', `/users/${user.id}/billing/checkout`, proof).redirects(0);
    expect([page.status, page.type]).toEqual([503, 'text/html']);
    expect(page.text).toContain('Billing does not answer');
    expect(page.text).toContain('/billing"');
    await api.close();
  });

  it('keeps what was saved before readable, and saves nothing', async () => {
    const person = await stack.customer();
    await stack.stripe.faults({ api: { status: 503 } });
    const edit = { companyInformation: { legalName: 'Acme' } };
    const answer = await stack.api.send('PATCH', `${person.path}/billingDetails`, person.proof).send(edit);
    expect(answer.status).toBe(503);
    const read = await stack.api.send('GET', `${person.path}/billingDetails`, person.proof);
    expect(read.body).toMatchObject({ billingDetails: { firstName: 'Ada', companyInformation: { legalName: null } } });
  });

  it('has no save come after a later one, once it was answered that it can’t be saved', async () => {
    const person = await stack.customer();
    const save = (legalName: string) =>
      stack.api
        .send('PATCH', `${person.path}/billingDetails`, person.proof)
        .send({ companyInformation: { legalName } });
    // Longer than people wait, shorter than our client does.
    await stack.stripe.faults({ api: { delayMs: 3_600 } });
    expect((await save('Early')).status).toBe(503);
    await stack.stripe.faults({});
    // It waits for its turn behind the early one, on a busy machine perhaps in vain.
    const saved = await until(
      () => save('Late'),
      ({ status }) => status === 200,
    );
    expect(saved.status).toBe(200);
    await sleep(1_500);
    expect(await stack.stripe.ask('GET', `/v1/customers/${person.customerId}`)).toMatchObject({
      metadata: { legalName: 'Late' },
    });
  });

  it('may carry out a save that came too late, and a repeat with the same ULID is the same save', async () => {
    const person = await stack.customer();
    const edit = { companyInformation: { legalName: 'Acme' }, requestUlid: ulid() };
    const save = () => stack.api.send('PATCH', `${person.path}/billingDetails`, person.proof).send(edit);
    const { billing } = stack.api.services;
    const changeDetails = billing.changeDetails.bind(billing);
    let toldSo = () => {};
    const wasTold = new Promise<void>((resolve) => (toldSo = resolve));
    jest.spyOn(billing, 'changeDetails').mockImplementationOnce(async (...given) => {
      await changeDetails(...given);
      await wasTold;
    });
    expect((await save()).status).toBe(503);
    toldSo();
    const atStripe = () => stack.stripe.ask('GET', `/v1/customers/${person.customerId}`);
    const saved = { metadata: { legalName: 'Acme' } };
    expect(await atStripe()).toMatchObject(saved);
    const details = { billingDetails: { companyInformation: { legalName: 'Acme' } } };
    const [first, second] = [await save(), await save()];
    expect([first.status, first.body]).toMatchObject([200, details]);
    expect(second.body).toEqual(first.body);
    expect(await atStripe()).toMatchObject(saved);
  });

  it('has a card count that was entered meanwhile, once it is back, also while no event comes', async () => {
    const person = await stack.customer();
    const checkout = await stack.api.send('GET', `${person.path}/billing/checkout`, person.proof).redirects(0);
    await stack.stripe.webhooks({ hold: true });
    const back = new URL((await stack.stripe.enterCard(checkout.headers['location'] ?? '')) ?? '');
    await stack.stripe.faults({ api: { status: 503 } });
    const returned = await stack.api.send('GET', back.pathname + back.search, person.proof).redirects(0);
    expect(returned.headers['location']).toContain('payment=pending');
    await stack.stripe.faults({});
    const isSet = async (): Promise<unknown> =>
      (await stack.api.send('GET', `${person.path}/hasBillingDetails`, person.proof)).body;
    const wanted = { paymentDetailsSet: true };
    expect(await untilByJobs(stack.api, isSet, (body) => isDeepStrictEqual(body, wanted))).toEqual(wanted);
    await stack.stripe.webhooks({});
  }, 60_000);

  it('has its events acted upon once it is back', async () => {
    const person = await stack.customer();
    await stack.stripe.webhooks({ hold: true });
    await stack.stripe.ask('POST', `/v1/customers/${person.customerId}`, { 'address[city]': 'Oslo' });
    await stack.stripe.faults({ api: { status: 503 } });
    await stack.stripe.webhooks({ hold: false, times: 2, order: 'shuffled' });
    const waiting = () => stack.api.db.stripeEvent.count({ where: { customerId: person.customerId, appliedAt: null } });
    expect(await until(waiting, (count) => count > 0)).toBeGreaterThan(0);
    await stack.stripe.faults({});
    const city = async () =>
      (await stack.api.db.billingAccount.findUniqueOrThrow({ where: { userId: person.user.id } })).city;
    // With the pauses as they are: they are short.
    expect(await until(city, (now) => now === 'Oslo')).toBe('Oslo');
    expect(await until(waiting, (count) => count === 0)).toBe(0);
  }, 60_000);
});
