import { setTimeout as sleep } from 'node:timers/promises';
import { logIn, makeUser } from '@portal/auth-api/test/support/builders.ts';
import { checkEffects } from '../effects.ts';
import { startLoad } from '../load.ts';
import { timeoutFactor } from '../run-mode.ts';
import { isOk, outcomeOf, slowerThanMs, unexpectedResults, type Outage, type Scenario } from '../outcome.ts';
import { send, type ApiRequest, type RequestResult } from '../requests.ts';
import type { FaultEnvironment } from '../environment.ts';
import { waitForJobs } from '../wait-for-jobs.ts';

/** For requests that need Stripe. */
const degradedLimitMs = 3_000;
/** For all other requests during the outage. Without an outage they take some hundredths of this. */
const responseLimitMs = 1_500;
/** Jobs that wait for Stripe retry after at most 20 seconds. */
const recoveryLimitMs = 60_000;

const emulatorFault = (name: string, fault: object): Outage => ({
  name,
  start: ({ stripe }) => stripe.setFaults({ api: fault }),
  stop: ({ stripe }) => stripe.setFaults({}),
});

const outages: readonly Outage[] = [
  emulatorFault('Stripe slow by 30 s', { delayMs: 30_000 }),
  {
    name: 'Stripe down',
    start: ({ stripeNetwork }) => stripeNetwork.refuse(),
    stop: ({ stripeNetwork }) => stripeNetwork.pass(),
  },
  emulatorFault('Stripe returns 429', { status: 429 }),
  emulatorFault('Stripe returns 500', { status: 500 }),
  emulatorFault('Stripe processes requests but never responds', { dropResponse: true }),
];

export const stripeOutages: readonly Scenario[] = outages.map(({ name, start, stop }) => ({
  name,
  expectation:
    'calls that need Stripe return 503 BillingUnavailable within 3 s; calls that read the stored copy, and all others, are as fast as before; afterwards every requested subscription is created automatically, once',
  async run(environment, mode) {
    const { url } = await environment.entryPoint();
    const customers = await Promise.all(
      Array.from({ length: mode === 'short' ? 4 : 12 }, () => makeNewCustomer(environment)),
    );
    await start(environment);
    const load = startLoad({ users: environment.users, requestsPerSecond: 30, targetUrl: () => url });
    const [degraded, subscriptionReads] = await Promise.all([
      Promise.all(customers.map((customer) => send(url, createCustomer(customer)))),
      Promise.all(customers.map((customer) => send(url, readSubscription(customer)))),
    ]);
    await sleep(mode === 'short' ? 0 : 3_000);
    await stop(environment);
    const unaffected = [...(await load.stop()), ...subscriptionReads];
    const remaining = () => countWithoutSubscription(environment, customers);
    const recoveredMs = await waitForJobs(environment, { mode, timeoutMs: recoveryLimitMs, remaining });
    const afterwards = await Promise.all(customers.map((customer) => send(url, createCustomer(customer))));

    const { lostWrites, violations } = await checkEffects(environment, unaffected);
    const withoutSubscription = await remaining();
    if (withoutSubscription > 0) violations.push(`${withoutSubscription} users have no subscription`);
    for (const { email } of customers) {
      const { data } = await environment.stripe.request<{ data: object[] }>('GET', `/v1/customers?email=${email}`);
      if (data.length !== 1) violations.push(`a user has ${data.length} customers in Stripe`);
    }
    violations.push(
      ...unexpectedResults(degraded, isBillingUnavailable, 'from calls that need Stripe'),
      ...slowerThanMs(degradedLimitMs * timeoutFactor[mode], degraded, 'from calls that need Stripe'),
      ...unexpectedResults(unaffected, isOk, 'from calls that do not need Stripe'),
      ...slowerThanMs(responseLimitMs * timeoutFactor[mode], unaffected, 'from calls that do not need Stripe'),
      ...unexpectedResults(afterwards, isOk, 'after Stripe recovered'),
    );
    return outcomeOf([...degraded, ...unaffected, ...afterwards], { recoveredMs, lostWrites, violations });
  },
}));

interface Customer {
  readonly userId: string;
  readonly email: string;
  readonly cookie: string;
}

/** A user that does not exist in Stripe yet. */
async function makeNewCustomer({ inProcessApi }: FaultEnvironment): Promise<Customer> {
  const user = await makeUser(inProcessApi);
  const { cookie = '' } = await logIn(inProcessApi, user);
  return { userId: user.id, email: user.email, cookie };
}

const createCustomer = ({ userId, cookie }: Customer): ApiRequest => ({
  method: 'POST',
  path: `/users/${userId}/create-billing-integration`,
  cookie,
  body: {},
});

const readSubscription = ({ userId, cookie }: Customer): ApiRequest => ({
  method: 'GET',
  path: `/users/${userId}/activeSubscription`,
  cookie,
});

const isBillingUnavailable = ({ status, errorType, retryAfter }: RequestResult) =>
  status === 503 && errorType === 'BillingUnavailable' && Number(retryAfter) > 0;

async function countWithoutSubscription({ inProcessApi }: FaultEnvironment, customers: readonly Customer[]) {
  const userIds = customers.map(({ userId }) => userId);
  const where = { userId: { in: userIds }, subscriptionStatus: 'trialing' };
  return customers.length - (await inProcessApi.db.billingAccount.count({ where }));
}
