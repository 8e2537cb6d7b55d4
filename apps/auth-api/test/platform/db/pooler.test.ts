import { waitUntilReady } from '../../../src/features/health/wait-until-ready.ts';
import { migrate } from '../../../src/platform/db/migrations/migrate.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeUser } from '../../support/builders.ts';
import { startFakePgBouncer, type FakePgBouncer } from '../../support/fake-pgbouncer.ts';

const droppedParameters = ['options', 'statement_timeout'];
const timeoutMs = 20_000;

let direct: TestApi;
let pooler: FakePgBouncer;
let lossyPooler: FakePgBouncer;
beforeAll(async () => {
  direct = await startApi();
  const { DATABASE_URL } = direct.services.settings;
  pooler = await startFakePgBouncer(DATABASE_URL);
  lossyPooler = await startFakePgBouncer(DATABASE_URL, { ignored: droppedParameters });
});
afterAll(async () => {
  await direct.close();
  await Promise.all([pooler.close(), lossyPooler.close()]);
});

/** Starts a second API with these database URLs. */
async function withDatabaseUrls<Result>(
  urls: Record<string, string>,
  work: (api: TestApi) => Promise<Result>,
): Promise<Result> {
  const api = await startApi(urls);
  try {
    return await work(api);
  } finally {
    await api.close();
  }
}

/** Sets the defaults of the API's sessions in this database, by `ALTER ROLE`. */
const setRoleDefaults = async (settings: Readonly<Record<string, string>>) => {
  const { pathname, username } = new URL(direct.services.settings.DATABASE_URL);
  for (const [name, value] of Object.entries(settings)) {
    await direct.asOwner(`ALTER ROLE ${username} IN DATABASE "${pathname.slice(1)}" SET ${name} = ${value}`);
  }
};
const requiredDefaults = { TimeZone: `'UTC'`, statement_timeout: String(timeoutMs) };

const startUp = (services: TestApi['services']) => waitUntilReady(services, new AbortController().signal);

describe('behind a pooler in transaction mode', () => {
  it('the API fails at startup with the setting to change, and does not wait', async () => {
    await withDatabaseUrls({ DATABASE_URL: pooler.url }, async ({ services }) => {
      await expect(startUp(services)).rejects.toThrow(
        /pooler.*Set DATABASE_DIRECT_URL to the URL of PostgreSQL itself/,
      );
    });
  });

  it('the API also fails if the pooler silently drops session settings', async () => {
    await withDatabaseUrls({ DATABASE_URL: lossyPooler.url }, async (api) => {
      await expect(startUp(api.services)).rejects.toThrow('DATABASE_URL points to a pooler');
      // The readiness check also reports it, in case the pooler was unreachable at startup.
      const ready = await api.send('GET', '/health/ready');
      expect([ready.status, ready.text]).toEqual([503, expect.stringContaining('DATABASE_URL points to a pooler')]);
    });
  });

  it('the API rejects a DATABASE_DIRECT_URL that points to a pooler', async () => {
    await setRoleDefaults(requiredDefaults);
    await withDatabaseUrls({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: lossyPooler.url }, async ({ services }) => {
      await expect(startUp(services)).rejects.toThrow('DATABASE_DIRECT_URL also points to a pooler');
    });
  });

  it('the API rejects a DATABASE_DIRECT_URL of another database', async () => {
    const elsewhere = new URL(direct.services.settings.DATABASE_URL);
    elsewhere.pathname = '/postgres';
    await withDatabaseUrls({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: elsewhere.href }, async ({ services }) => {
      await expect(startUp(services)).rejects.toThrow('point to different databases');
    });
  });

  it.each([
    ['time zone', { ...requiredDefaults, TimeZone: `'Asia/Kolkata'` }],
    ['statement timeout', { ...requiredDefaults, statement_timeout: '0' }],
    ['statement timeout of the settings', { ...requiredDefaults, statement_timeout: String(timeoutMs + 1) }],
  ])('the API prints the SQL to run if its role does not have the %s', async (_title, settings) => {
    await setRoleDefaults(settings);
    const { DATABASE_URL } = direct.services.settings;
    await withDatabaseUrls({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: DATABASE_URL }, async ({ services }) => {
      await expect(startUp(services)).rejects.toThrow(
        `ALTER ROLE "auth_api" SET TimeZone = 'UTC'; ALTER ROLE "auth_api" SET statement_timeout = ${timeoutMs}`,
      );
    });
  });

  it('the API works without named statements if everything is set', async () => {
    await setRoleDefaults(requiredDefaults);
    const { DATABASE_URL } = direct.services.settings;
    await withDatabaseUrls({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: DATABASE_URL }, async (api) => {
      expect(await startUp(api.services)).toBe(true);
      const before = pooler.statementNames.length;
      const credentials = await logIn(api, await makeUser(api));
      const responses = await Promise.all(
        ['/health/ready', '/whoami', '/workspaces'].map((path) => api.send('GET', path, credentials)),
      );
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(pooler.statementNames.slice(before)).toEqual([]);
      const { rows } = await api.services.pool.query<{ zone: string }>(`SELECT current_setting('TimeZone') AS zone`);
      expect(rows).toEqual([{ zone: 'UTC' }]);
    });
  });

  it('migrations are rejected', async () => {
    await expect(migrate(pooler.url, () => undefined)).rejects.toThrow('Migrations need the URL of PostgreSQL itself');
  });
});
