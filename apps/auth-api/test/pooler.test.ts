import { waitUntilReady } from '../src/operation/wait-until-ready.ts';
import { migrate } from '../src/database/migrate.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser } from './support/builders.ts';
import { startStrictPooler, type StrictPooler } from './support/strict-pooler.ts';

const lost = ['options', 'statement_timeout'];
const waitMs = 20_000;

let direct: TestApi;
let pooler: StrictPooler;
let forgetful: StrictPooler;
beforeAll(async () => {
  direct = await startApi();
  const { DATABASE_URL } = direct.services.settings;
  pooler = await startStrictPooler(DATABASE_URL);
  forgetful = await startStrictPooler(DATABASE_URL, { ignored: lost });
});
afterAll(async () => {
  await direct.close();
  await Promise.all([pooler.close(), forgetful.close()]);
});

/** Another process of the same API, with these addresses. */
async function withAddresses<Result>(
  addresses: Record<string, string>,
  work: (api: TestApi) => Promise<Result>,
): Promise<Result> {
  const api = await startApi(addresses);
  try {
    return await work(api);
  } finally {
    await api.close();
  }
}

/** What its sessions are set to by themselves, as `ALTER ROLE` does it, within this database alone. */
const setLogin = async (settings: Readonly<Record<string, string>>) => {
  const { pathname, username } = new URL(direct.services.settings.DATABASE_URL);
  for (const [name, value] of Object.entries(settings)) {
    await direct.asOwner(`ALTER ROLE ${username} IN DATABASE "${pathname.slice(1)}" SET ${name} = ${value}`);
  }
};
const asNeeded = { TimeZone: `'UTC'`, statement_timeout: String(waitMs) };

const started = (services: TestApi['services']) => waitUntilReady(services, new AbortController().signal);

describe('behind a pooler in transaction mode', () => {
  it('the API says at its start what to set, and does not wait', async () => {
    await withAddresses({ DATABASE_URL: pooler.url }, async ({ services }) => {
      await expect(started(services)).rejects.toThrow(/pooler.*Set DATABASE_DIRECT_URL to PostgreSQL’s own address/);
    });
  });

  it('the API says so, too, where the pooler silently loses what sessions are set to', async () => {
    await withAddresses({ DATABASE_URL: forgetful.url }, async (api) => {
      await expect(started(api.services)).rejects.toThrow('DATABASE_URL leads to a pooler');
      // It may have been away when the API began.
      const ready = await api.send('GET', '/health/ready');
      expect([ready.status, ready.text]).toEqual([503, expect.stringContaining('DATABASE_URL leads to a pooler')]);
    });
  });

  it('the API refuses a direct address that is none', async () => {
    await setLogin(asNeeded);
    await withAddresses({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: forgetful.url }, async ({ services }) => {
      await expect(started(services)).rejects.toThrow('DATABASE_DIRECT_URL leads to a pooler, too');
    });
  });

  it('the API refuses a direct address of another database', async () => {
    const elsewhere = new URL(direct.services.settings.DATABASE_URL);
    elsewhere.pathname = '/postgres';
    await withAddresses({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: elsewhere.href }, async ({ services }) => {
      await expect(started(services)).rejects.toThrow('lead to different databases');
    });
  });

  it.each([
    ['time zone', { ...asNeeded, TimeZone: `'Asia/Kolkata'` }],
    ['limit for statements', { ...asNeeded, statement_timeout: '0' }],
    ['limit that requests keep', { ...asNeeded, statement_timeout: String(waitMs + 1) }],
  ])('the API tells the statement to run where its login has not the %s', async (_what, settings) => {
    await setLogin(settings);
    const { DATABASE_URL } = direct.services.settings;
    await withAddresses({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: DATABASE_URL }, async ({ services }) => {
      await expect(started(services)).rejects.toThrow(
        `ALTER ROLE "auth_api" SET TimeZone = 'UTC'; ALTER ROLE "auth_api" SET statement_timeout = ${waitMs}`,
      );
    });
  });

  it('the API works, and gives no statement a name, where all is set', async () => {
    await setLogin(asNeeded);
    const { DATABASE_URL } = direct.services.settings;
    await withAddresses({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: DATABASE_URL }, async (api) => {
      expect(await started(api.services)).toBe(true);
      const before = pooler.names.length;
      const proof = await logIn(api, await makeUser(api));
      const answers = await Promise.all(
        ['/health/ready', '/whoami', '/workspaces'].map((path) => api.send('GET', path, proof)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(pooler.names.slice(before)).toEqual([]);
      const { rows } = await api.services.pool.query<{ zone: string }>(`SELECT current_setting('TimeZone') AS zone`);
      expect(rows).toEqual([{ zone: 'UTC' }]);
    });
  });

  it('migrations are refused', async () => {
    await expect(migrate(pooler.url, () => undefined)).rejects.toThrow('Migrations need PostgreSQL’s own');
  });
});
