/** @takes 30 s */
import { startReplica } from '../../support/api-process.ts';
import { logIn, makeUser } from '../../support/builders.ts';
import { repeatRounds, outcomesOf, startReplicas, repeated, type Replicas } from '../../support/replicas.ts';
import { startStripeEmulator, type StripeEmulator } from '../../support/stripe.ts';
import { pollSkippingJobDelays, pollUntil } from '../../support/polling.ts';

let stripe: StripeEmulator;
let replicas: Replicas;
beforeAll(async () => {
  stripe = await startStripeEmulator();
  replicas = await startReplicas({ STRIPE_API_URL: stripe.url, STRIPE_TIMEOUT_MS: '20000' });
});
afterAll(async () => {
  await replicas.close();
  await stripe.stop();
});
afterEach(() => stripe.setFaults({}));

interface List {
  data: { id: string }[];
}

/** The numbers of customers and subscriptions that Stripe has for a user. */
async function countAtStripe({ email }: { email: string }) {
  const customers = await stripe.request<List>('GET', `/v1/customers?email=${email}`);
  const subscriptions = await Promise.all(
    customers.data.map(({ id }) => stripe.request<List>('GET', `/v1/subscriptions?status=all&customer=${id}`)),
  );
  return [customers.data.length, subscriptions.flatMap(({ data }) => data).length];
}

const stateOf = async (userId: string) =>
  (await replicas.api.db.billingAccount.findUnique({ where: { userId } }))?.subscriptionStatus ?? null;

async function countJobs(): Promise<number> {
  const { rows } = await replicas.api.services.pool.query<{ count: number }>(
    'SELECT count(*)::int FROM graphile_worker.jobs',
  );
  return rows[0]?.count ?? Number.NaN;
}

it('a user who has just completed the profile can create billing while a job does so', async () => {
  const user = await makeUser(replicas.api);
  const credentials = await logIn(replicas.api, user);
  await stripe.setFaults({ api: { delayMs: 600 } });
  for (const call of ['complete-profile', 'create-billing-integration']) {
    const path = `/users/${user.id}/${call}`;
    expect(outcomesOf(await replicas.race([{ method: 'POST', path, credentials, body: {} }]))).toEqual(['ok']);
  }
  expect(await stateOf(user.id)).toBe('trialing');
  expect(await countAtStripe(user)).toEqual([1, 1]);
});

describe('thirty concurrent requests to two processes', () => {
  it('create one customer and one subscription, even if Stripe is slow', async () => {
    await repeatRounds(2, async () => {
      const user = await makeUser(replicas.api);
      const request = {
        method: 'POST',
        path: `/users/${user.id}/create-billing-integration`,
        credentials: await logIn(replicas.api, user),
        body: {},
      };
      await stripe.setFaults({ api: { delayMs: 100 } });
      // A duplicate that waits too long for the first request gets BillingUnavailable.
      for (const outcome of outcomesOf(await replicas.race(repeated(30, request)))) {
        expect(['ok', 'BillingUnavailable']).toContain(outcome);
      }
      expect(
        await pollUntil(
          () => stateOf(user.id),
          (state) => state !== null,
        ),
      ).toBe('trialing');
      expect(await countAtStripe(user)).toEqual([1, 1]);
    });
  }, 120_000);
});

describe('concurrent saves of billing details in two processes', () => {
  it('of different fields are all stored, also those that Stripe stores as one', async () => {
    await repeatRounds(2, async () => {
      const user = await makeUser(replicas.api);
      const credentials = await logIn(replicas.api, user);
      const path = `/users/${user.id}`;
      const request = { method: 'POST', path: `${path}/create-billing-integration`, credentials, body: {} };
      expect(outcomesOf(await replicas.race([request]))).toEqual(['ok']);
      const edits = [
        { companyInformation: { legalName: 'Acme' } },
        { companyInformation: { legalNumber: 'HRB 1' } },
        { companyInformation: { phoneNumber: '+4930123456' } },
        { billingInformation: { addressLine1: 'Line 1' } },
        { billingInformation: { city: 'Berlin' } },
        { firstName: 'Ada' },
        { lastName: 'Lovelace' },
      ];
      await stripe.setFaults({ api: { delayMs: 30 } });
      const saves = edits.map((body) => ({ method: 'PATCH', path: `${path}/billingDetails`, credentials, body }));
      expect(outcomesOf(await replicas.race(saves))).toEqual(['ok']);
      await stripe.setFaults({});
      const { data } = await stripe.request<List>('GET', `/v1/customers?email=${user.email}`);
      expect(data).toEqual([
        expect.objectContaining({
          name: 'Acme',
          phone: '+4930123456',
          address: expect.objectContaining({ line1: 'Line 1', city: 'Berlin' }) as object,
          metadata: {
            userId: user.id,
            firstName: 'Ada',
            lastName: 'Lovelace',
            legalName: 'Acme',
            legalNumber: 'HRB 1',
          },
        }),
      ]);
    });
  }, 120_000);
});

describe('a process that is killed between the Stripe request and its own write', () => {
  // The killed process would otherwise take jobs of other tests, and its queue would stay locked for a minute.
  beforeEach(async () => expect(await pollSkippingJobDelays(replicas.api, countJobs, (count) => count === 0)).toBe(0));

  it.each([60, 250, 450, 650])(
    'leaves nothing duplicated and nothing missing, %i ms after the request',
    async (ms) => {
      const user = await makeUser(replicas.api);
      const credentials = await logIn(replicas.api, user);
      await stripe.setFaults({ api: { delayMs: 100 } });
      const killedReplica = await startReplica(replicas.api);
      const request = fetch(`${killedReplica.url}/users/${user.id}/create-billing-integration`, {
        method: 'POST',
        headers: {
          cookie: credentials.cookie ?? '',
          'content-type': 'application/json',
          'x-si-request-ulid': '01ARZ3NDEKTSV4RRFFQ69G5FAV',
        },
        body: '{}',
      }).catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, ms));
      await killedReplica.stop('SIGKILL');
      await request;
      // If it was killed before it stored anything, nothing continues automatically, and the user tries again.
      if ((await replicas.api.db.billingAccount.count({ where: { userId: user.id } })) === 0) {
        await replicas.race([
          { method: 'POST', path: `/users/${user.id}/create-billing-integration`, credentials, body: {} },
        ]);
      }
      expect(
        await pollSkippingJobDelays(
          replicas.api,
          () => stateOf(user.id),
          (state) => state !== null,
        ),
      ).toBe('trialing');
      expect(await countAtStripe(user)).toEqual([1, 1]);
    },
    60_000,
  );
});
