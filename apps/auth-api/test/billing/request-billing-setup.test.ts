import { requestBillingSetup, syncBillingEmail } from '../../src/billing/request-billing-setup.ts';
import type { User } from '../../src/generated/prisma/client.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { makeUser } from '../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** The jobs that set up billing for a user. */
async function jobsFor({ id }: User) {
  const { rows } = await api.services.pool.query<{ queue: string; delay: number }>(
    `SELECT queue_name AS queue, round(extract(epoch FROM run_at - created_at))::int AS delay FROM graphile_worker.jobs
      WHERE task_identifier = 'setUpBilling' AND key = $1`,
    [`billing-${id}`],
  );
  return rows;
}

const request = (user: User, delayMs?: number) =>
  api.db.$transaction((tx) => requestBillingSetup(user, tx, api.services, delayMs));
const syncEmail = (user: User) => api.db.$transaction((tx) => syncBillingEmail(user, tx));
const deleteJobs = () => api.asOwner('TRUNCATE graphile_worker._private_jobs');

describe('the set-up of billing', () => {
  it.each([
    [undefined, 0],
    [0, 0],
    [5_000, 5],
  ])('with a delay of %j ms is enqueued once, %i s later', async (delayMs, delay) => {
    const user = await makeUser(api, { firstName: 'Ada' });
    await request(user, delayMs);
    expect(await jobsFor(user)).toEqual([{ queue: expect.stringMatching(/^stripe-[01]$/) as string, delay }]);
    const account = await api.db.billingAccount.findUniqueOrThrow({ where: { userId: user.id } });
    expect(account).toMatchObject({ email: user.email, firstName: 'Ada', customerId: null });
    await deleteJobs();
    await request(user);
    expect(await jobsFor(user)).toEqual([]);
  });

  it.each<[string, Parameters<typeof makeUser>[1]]>([
    ['whose email is not verified', { emailVerified: false }],
    ['who has not accepted the current terms', { tosVersionId: null }],
  ])('is not enqueued for a user %s', async (_who, overrides) => {
    const user = await makeUser(api, overrides);
    await request(user);
    expect(await jobsFor(user)).toEqual([]);
    expect(await api.db.billingAccount.count({ where: { userId: user.id } })).toBe(0);
  });
});

describe('a changed email address', () => {
  it('is given to Stripe only by the account that has another one', async () => {
    const [user, other] = [await makeUser(api), await makeUser(api)];
    await request(user);
    await request(other);
    await deleteJobs();
    await syncEmail(user);
    expect(await jobsFor(user)).toEqual([]);
    await syncEmail({ ...user, email: 'new@example.com' });
    expect(await jobsFor(user)).toHaveLength(1);
    expect(await jobsFor(other)).toEqual([]);
  });

  it('of a user without billing is not', async () => {
    const user = await makeUser(api);
    await syncEmail({ ...user, email: 'newer@example.com' });
    expect(await jobsFor(user)).toEqual([]);
  });
});
