import { SignUps } from '@portal/contract';
import { startApi, type TestApi } from '../../support/api.ts';
import { startReplica, type ApiProcess } from '../../support/api-process.ts';
import { makeStaff, makeUser } from '../../support/builders.ts';

let api: TestApi;
let replica: ApiProcess;
let cookie: string;

/** The API and the database have time zones that are far apart. All test data is in UTC. */
beforeAll(async () => {
  api = await startApi();
  const [{ name = '' } = {}] = (await api.asOwner('SELECT current_database() AS name')) as { name?: string }[];
  await api.asOwner(`ALTER DATABASE "${name}" SET timezone = 'America/St_Johns'`);
  replica = await startReplica(api, { TZ: 'Pacific/Auckland' });
  cookie = (await makeStaff(api)).credentials.cookie ?? '';
});
afterAll(async () => {
  await replica.stop('SIGKILL');
  await api.close();
});

const get = async (path: string): Promise<unknown> => (await fetch(replica.url + path, { headers: { cookie } })).json();

/** Writes timestamps with SQL, so that no time zone of this process applies. */
async function store({ id }: { id: string }, timestamps: Record<string, string>): Promise<void> {
  const columns = Object.entries(timestamps).map(([column, timestamp]) => `${column} = '${timestamp}'`);
  await api.asOwner(`UPDATE users SET ${columns.join(', ')} WHERE id = '${id}'`);
}

describe('the time zones of the machine and of the database', () => {
  it('do not change the boundaries of a sign-up report', async () => {
    const timestamps = [
      '2024-03-09T23:59:59.999Z',
      '2024-03-10T00:00:00.000Z',
      '2024-03-10T23:59:59.999Z',
      '2024-03-11T00:00:00.000Z',
    ];
    for (const timestamp of timestamps) await store(await makeUser(api), { signed_up_at: timestamp });
    const rows = SignUps.parse(await get('/users/report?startDate=2024-03-10&endDate=2024-03-10'));
    expect(rows.map(({ signupAt }) => signupAt)).toEqual(timestamps.slice(1, 3));
  });

  it('do not change the end of an account lock', async () => {
    const suspended_at = '2026-01-01T00:00:00.000Z';
    const [expired, active] = [-60_000, 600_000].map((ms) => new Date(Date.now() + ms).toISOString());
    await store(await makeUser(api), { suspended_at, suspended_until: expired ?? '' });
    const user = await makeUser(api);
    await store(user, { suspended_at, suspended_until: active ?? '' });
    expect(await get('/users/suspended')).toMatchObject([
      { userId: user.id, suspendedAt: suspended_at, until: active },
    ]);
  });

  it('do not change the timestamps in a response', async () => {
    const user = await makeUser(api);
    const suspended_at = '2026-11-01T05:30:00.000Z';
    await store(user, { suspended_at });
    expect(await get(`/users/by-email?email=${user.email}`)).toMatchObject({ data: [{ suspendedAt: suspended_at }] });
  });
});
