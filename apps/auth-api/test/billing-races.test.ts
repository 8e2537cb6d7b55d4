/** @takes 30 s */
import { startReplica } from './support/api-process.ts';
import { logIn, makeUser } from './support/builders.ts';
import { inRounds, outcomesOf, startReplicas, times, type Replicas } from './support/replicas.ts';
import { startTestStripe, type TestStripe } from './support/stripe.ts';
import { until } from './support/until.ts';
import { untilByJobs } from './support/until-by-jobs.ts';

let stripe: TestStripe;
let replicas: Replicas;
beforeAll(async () => {
  stripe = await startTestStripe();
  replicas = await startReplicas({ STRIPE_API_URL: stripe.url, STRIPE_WAIT_MS: '20000' });
});
afterAll(async () => {
  await replicas.close();
  await stripe.stop();
});
afterEach(() => stripe.faults({}));

interface List {
  data: { id: string }[];
}

/** What Stripe has of a person. */
async function madeFor({ email }: { email: string }) {
  const customers = await stripe.ask<List>('GET', `/v1/customers?email=${email}`);
  const subscriptions = await Promise.all(
    customers.data.map(({ id }) => stripe.ask<List>('GET', `/v1/subscriptions?status=all&customer=${id}`)),
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

it('who has just completed a profile, and asks for billing while a job makes it, is told of no failure', async () => {
  const user = await makeUser(replicas.api);
  const proof = await logIn(replicas.api, user);
  await stripe.faults({ api: { delayMs: 600 } });
  for (const call of ['complete-profile', 'create-billing-integration']) {
    const path = `/users/${user.id}/${call}`;
    expect(outcomesOf(await replicas.race([{ method: 'POST', path, proof, body: {} }]))).toEqual(['ok']);
  }
  expect(await stateOf(user.id)).toBe('trialing');
  expect(await madeFor(user)).toEqual([1, 1]);
});

describe('thirty clicks in two processes', () => {
  it('make one customer and one subscription, also while Stripe takes its time', async () => {
    await inRounds(3, async () => {
      const user = await makeUser(replicas.api);
      const racer = {
        method: 'POST',
        path: `/users/${user.id}/create-billing-integration`,
        proof: await logIn(replicas.api, user),
        body: {},
      };
      await stripe.faults({ api: { delayMs: 100 } });
      // Who finds a key taken for too long is told to try again.
      for (const outcome of outcomesOf(await replicas.race(times(30, racer)))) {
        expect(['ok', 'BillingUnavailable']).toContain(outcome);
      }
      expect(
        await until(
          () => stateOf(user.id),
          (state) => state !== null,
        ),
      ).toBe('trialing');
      expect(await madeFor(user)).toEqual([1, 1]);
    });
  }, 120_000);
});

describe('saves of billing details in two processes', () => {
  it('of different fields all remain, also those that Stripe keeps as one', async () => {
    await inRounds(3, async () => {
      const user = await makeUser(replicas.api);
      const proof = await logIn(replicas.api, user);
      const path = `/users/${user.id}`;
      const click = { method: 'POST', path: `${path}/create-billing-integration`, proof, body: {} };
      expect(outcomesOf(await replicas.race([click]))).toEqual(['ok']);
      const edits = [
        { companyInformation: { legalName: 'Acme' } },
        { companyInformation: { legalNumber: 'HRB 1' } },
        { companyInformation: { phoneNumber: '+4930123456' } },
        { billingInformation: { addressLine1: 'Line 1' } },
        { billingInformation: { city: 'Berlin' } },
        { firstName: 'Ada' },
        { lastName: 'Lovelace' },
      ];
      await stripe.faults({ api: { delayMs: 30 } });
      const saves = edits.map((body) => ({ method: 'PATCH', path: `${path}/billingDetails`, proof, body }));
      expect(outcomesOf(await replicas.race(saves))).toEqual(['ok']);
      await stripe.faults({});
      const { data } = await stripe.ask<List>('GET', `/v1/customers?email=${user.email}`);
      expect(data).toEqual([
        expect.objectContaining({
          name: 'Ada Lovelace',
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

describe('a process that is killed between Stripe and its own note', () => {
  // What others left to do would be taken by a process that is killed, and its queue stay shut for a minute.
  beforeEach(async () => expect(await untilByJobs(replicas.api, countJobs, (count) => count === 0)).toBe(0));

  it.each([60, 250, 450, 650])(
    'leaves nothing double and nothing undone, %i ms after the click',
    async (ms) => {
      const user = await makeUser(replicas.api);
      const proof = await logIn(replicas.api, user);
      await stripe.faults({ api: { delayMs: 100 } });
      const doomed = await startReplica(replicas.api);
      const click = fetch(`${doomed.url}/users/${user.id}/create-billing-integration`, {
        method: 'POST',
        headers: {
          cookie: proof.cookie ?? '',
          'content-type': 'application/json',
          'x-si-request-ulid': '01ARZ3NDEKTSV4RRFFQ69G5FAV',
        },
        body: '{}',
      }).catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, ms));
      await doomed.stop('SIGKILL');
      await click;
      // Where it died before it noted the wish there is nothing to make up for; the person clicks again.
      if ((await replicas.api.db.billingAccount.count({ where: { userId: user.id } })) === 0) {
        await replicas.race([
          { method: 'POST', path: `/users/${user.id}/create-billing-integration`, proof, body: {} },
        ]);
      }
      expect(
        await untilByJobs(
          replicas.api,
          () => stateOf(user.id),
          (state) => state !== null,
        ),
      ).toBe('trialing');
      expect(await madeFor(user)).toEqual([1, 1]);
    },
    60_000,
  );
});
