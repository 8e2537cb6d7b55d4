import { connected, databaseIn, withDatabase } from '../src/backup/connect.ts';
import { endWhatEnded, revocationsIn } from '../src/backup/end-what-ended.ts';
import { refuseRows } from '../src/backup/refuse-rows.ts';
import { makeMissingRoles, readRoles } from '../src/backup/roles.ts';
import { swap } from '../src/backup/swap.ts';
import { migrate } from '../src/database/migrate.ts';
import { queryOnce } from './database.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeApiToken, makeUser, makeWorkspace } from './support/builders.ts';

let api: TestApi;
let owner: string;
beforeAll(async () => {
  api = await startApi();
  const url = new URL(api.services.settings.DATABASE_URL);
  url.username = new URL(process.env['TEST_TEMPLATE_DATABASE_URL'] ?? '').username;
  owner = url.href;
});
afterAll(() => api.close());

const maintenance = () => withDatabase(owner, 'postgres');
const asAdmin = (sql: string) => queryOnce(maintenance(), sql);
/** For what goes well. */
const neverTold = (line: string): never => {
  throw new Error(line);
};
const names = async (pattern: string) =>
  (await asAdmin(`SELECT datname AS name FROM pg_database WHERE datname LIKE '${pattern}' ORDER BY 1`)).map(
    (row) => (row as { name: string }).name,
  );

describe('a database with rows', () => {
  it('is not replaced unless that was said', async () => {
    await expect(connected(owner, (client) => refuseRows(client, 'portal'))).resolves.toBeUndefined();
    await makeUser(api);
    await expect(connected(owner, (client) => refuseRows(client, 'portal'))).rejects.toThrow(
      'The database portal has rows in public.users. Add --over-rows',
    );
  });
});

describe('what has ended since the backup', () => {
  it('does not go on: nobody is logged in, and what was revoked stays so', async () => {
    const user = await makeUser(api);
    const workspace = await makeWorkspace(api, user);
    await logIn(api, user);
    const [gone, alive] = await Promise.all([makeApiToken(api, workspace, user), makeApiToken(api, workspace, user)]);
    const revokedAt = new Date();
    const outcome = await connected(owner, async (client) => {
      await client.query(`UPDATE auth_tokens SET revoked_at = $1 WHERE id = $2`, [revokedAt, gone.id]);
      const revocations = await revocationsIn(owner, revokedAt.toISOString(), neverTold);
      expect(revocations).toEqual([{ table: 'auth_tokens', id: gone.id, revokedAt }]);
      // As it was when the backup was made.
      await client.query(`UPDATE auth_tokens SET revoked_at = NULL`);
      return endWhatEnded(client, revocations);
    });
    expect(outcome.revoked).toBe(1);
    expect(await api.db.session.count()).toBe(0);
    expect((await api.db.authToken.findUniqueOrThrow({ where: { id: gone.id } })).revokedAt).toEqual(revokedAt);
    expect((await api.db.authToken.findUniqueOrThrow({ where: { id: alive.id } })).revokedAt).toBeNull();
  });

  it('is not looked for further back than the backup, nor where there is nothing yet', async () => {
    const later = new Date(Date.now() + 2 * 3_600_000).toISOString();
    expect(await revocationsIn(owner, later, neverTold)).toEqual([]);
    expect(await revocationsIn(maintenance(), new Date(0).toISOString(), neverTold)).toEqual([]);
  });

  it('is told of as lost where the replaced database can’t be read', async () => {
    const told: string[] = [];
    const nowhere = withDatabase(owner, 'that_never_was');
    expect(await revocationsIn(nowhere, new Date().toISOString(), (line) => told.push(line))).toEqual([]);
    expect(told).toEqual(['What is there can’t be read (3D000): tokens that were revoked since are valid again.']);
  });
});

describe('a restored database', () => {
  const database = `swap_${process.pid}`;
  const [before, restored] = [`${database}_before`, `${database}_restored`];
  afterEach(async () => {
    for (const name of await names(`${database}%`)) await asAdmin(`DROP DATABASE "${name}" WITH (FORCE)`);
  });

  const doSwap = () => connected(maintenance(), (admin) => swap(admin, { database, before, restored }));

  it('takes the place of the one that serves, which is kept', async () => {
    await asAdmin(`CREATE DATABASE "${database}"`);
    await asAdmin(`CREATE DATABASE "${restored}"`);
    await queryOnce(withDatabase(owner, restored), 'CREATE TABLE from_the_backup ()');
    await connected(withDatabase(owner, database), async (serving) => {
      const broken = new Promise((resolve) => serving.once('error', resolve));
      await doSwap();
      await broken;
    });
    expect(await names(`${database}%`)).toEqual([database, before]);
    const found = `SELECT to_regclass('from_the_backup') IS NOT NULL AS found`;
    expect(await queryOnce(withDatabase(owner, database), found)).toEqual([{ found: true }]);
    expect(await queryOnce(withDatabase(owner, before), found)).toEqual([{ found: false }]);
  });

  it('that can’t take its place leaves everything as it was, and open', async () => {
    await asAdmin(`CREATE DATABASE "${database}"`);
    await expect(doSwap()).rejects.toThrow(restored);
    expect(await names(`${database}%`)).toEqual([database]);
    expect(await queryOnce(withDatabase(owner, database), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

it('that just takes its place is told as away for a moment, not as a mistake of ours', async () => {
  const serving = await startApi();
  const database = databaseIn(serving.services.settings.DATABASE_URL);
  const proof = await logIn(serving, await makeUser(serving));
  await asAdmin(`ALTER DATABASE "${database}" WITH ALLOW_CONNECTIONS false`);
  await asAdmin(`SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${database}'`);
  const answer = await serving.send('GET', '/whoami', proof);
  expect([answer.status, (answer.body as { error: { type: string } }).error.type]).toEqual([
    503,
    'DatabaseUnavailable',
  ]);
  await asAdmin(`ALTER DATABASE "${database}" WITH ALLOW_CONNECTIONS true`);
  expect((await serving.send('GET', '/whoami', proof)).status).toBe(200);
  await serving.close();
});

describe('the roles of a backup', () => {
  it('are those that have rights in it, with their members', async () => {
    const roles = await connected(owner, readRoles);
    const group = roles.find(({ canLogin }) => !canLogin)?.name;
    expect(roles).toContainEqual({ name: 'auth_api', canLogin: true, memberOf: [group] });
  });

  it('are made where they are missing, without a password; those that are there stay as they are', async () => {
    const [group, login] = [`group_${process.pid}`, `login_${process.pid}`];
    const roles = [
      { name: group, canLogin: false, memberOf: [] },
      { name: login, canLogin: true, memberOf: [group] },
    ];
    const told: string[] = [];
    await connected(maintenance(), (admin) => makeMissingRoles(roles, admin, (line) => told.push(line)));
    await connected(maintenance(), (admin) => makeMissingRoles(roles, admin, (line) => told.push(line)));
    const made = `SELECT rolcanlogin AS "canLogin", rolpassword IS NULL AS "isOpenToNobody",
      pg_has_role('${login}', '${group}', 'MEMBER') AS "isMember" FROM pg_authid WHERE rolname = '${login}'`;
    expect(await asAdmin(made)).toEqual([{ canLogin: true, isOpenToNobody: true, isMember: true }]);
    expect(told).toEqual([
      `The role ${group} was not here and was made.`,
      expect.stringContaining(`The login ${login} was not here and was made. It has no password yet`),
    ]);
    await asAdmin(`DROP ROLE ${login}; DROP ROLE ${group}`);
  });

  it('of another deployment are not those that the queue’s rows are open to', async () => {
    const group = `other_${process.pid}`;
    await queryOnce(owner, `CREATE ROLE ${group}`);
    await queryOnce(owner, `ALTER POLICY auth_api ON graphile_worker._private_jobs TO ${group}`);
    await migrate(owner, () => undefined);
    const open = `SELECT polroles::regrole[]::text[] AS roles FROM pg_policy
      WHERE polname = 'auth_api' AND polrelid = 'graphile_worker._private_jobs'::regclass`;
    expect(await queryOnce(owner, open)).toEqual([{ roles: [`${databaseIn(owner)}_auth_api`] }]);
    await queryOnce(owner, `DROP ROLE ${group}`);
  });
});
