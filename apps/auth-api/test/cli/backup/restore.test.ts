import { withConnection, databaseName, urlForDatabase } from '../../../src/cli/backup/connection.ts';
import { noRevocations, reapplyRevocations, readRevocations } from '../../../src/cli/backup/reapply-revocations.ts';
import { readDeletions, reapplyDeletions } from '../../../src/cli/backup/reapply-deletions.ts';
import { finishRecovery } from '../../../src/cli/backup/finish-recovery.ts';
import { assertEmpty, newDatabaseName } from '../../../src/cli/backup/restore-backup.ts';
import { dropAbandoned, markOf } from '../../../src/cli/backup/abandoned-rehearsals.ts';
import { createEmptyDatabase } from '../../../src/cli/backup/create-empty-database.ts';
import { createMissingRoles, readRoles, withTemporaryGroups } from '../../../src/cli/backup/roles.ts';
import { checkSwapRights, swapDatabases } from '../../../src/cli/backup/swap-databases.ts';
import type { User } from '../../../src/generated/prisma/client.ts';
import { migrate } from '../../../src/platform/db/migrations/migrate.ts';
import { queryOnce } from '../../support/database.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { addMember, logIn, makeApiToken, makeUser, makeWorkspace } from '../../support/builders.ts';

let api: TestApi;
let owner: string;
beforeAll(async () => {
  api = await startApi();
  const url = new URL(api.services.settings.DATABASE_URL);
  url.username = new URL(process.env['TEST_TEMPLATE_DATABASE_URL'] ?? '').username;
  owner = url.href;
});
afterAll(() => api.close());

const maintenanceUrl = () => urlForDatabase(owner, 'postgres');
const queryAsAdmin = (sql: string) => queryOnce(maintenanceUrl(), sql);
/** For operations without warnings. */
const failOnWarning = (line: string): never => {
  throw new Error(line);
};
const databaseNames = async (pattern: string) =>
  (await queryAsAdmin(`SELECT datname AS name FROM pg_database WHERE datname LIKE '${pattern}' ORDER BY 1`)).map(
    (row) => (row as { name: string }).name,
  );

describe('a database with data', () => {
  it('is not replaced without --replace', async () => {
    await expect(withConnection(owner, (client) => assertEmpty(client, 'portal'))).resolves.toBeUndefined();
    await makeUser(api);
    await expect(withConnection(owner, (client) => assertEmpty(client, 'portal'))).rejects.toThrow(
      'The database portal has rows in public.users. Add --replace',
    );
  });
});

describe('what was revoked since the backup', () => {
  it('stays revoked, and all sessions are deleted', async () => {
    const user = await makeUser(api);
    const workspace = await makeWorkspace(api, user);
    await logIn(api, user);
    const [revokedToken, liveToken] = await Promise.all([
      makeApiToken(api, workspace, user),
      makeApiToken(api, workspace, user),
    ]);
    const revokedAt = new Date();
    const outcome = await withConnection(owner, async (client) => {
      await client.query(`UPDATE auth_tokens SET revoked_at = $1 WHERE id = $2`, [revokedAt, revokedToken.id]);
      const revocations = await readRevocations(owner, revokedAt.toISOString(), failOnWarning);
      expect(revocations).toEqual({
        ...noRevocations,
        tokens: [{ table: 'auth_tokens', id: revokedToken.id, revokedAt }],
      });
      // The state at the time of the backup.
      await client.query(`UPDATE auth_tokens SET revoked_at = NULL`);
      return reapplyRevocations(client, revocations);
    });
    expect(outcome.revoked).toBe(1);
    expect(await api.db.session.count()).toBe(0);
    expect((await api.db.authToken.findUniqueOrThrow({ where: { id: revokedToken.id } })).revokedAt).toEqual(revokedAt);
    expect((await api.db.authToken.findUniqueOrThrow({ where: { id: liveToken.id } })).revokedAt).toBeNull();
  });

  it('is not undone by a change of the owner that was pending', async () => {
    const [from, to] = [await makeUser(api), await makeUser(api)];
    const workspace = await makeWorkspace(api, from);
    const parties = { workspaceId: workspace.id, fromUserId: from.id, toUserId: to.id };
    const { id } = workspace;
    await api.db.ownershipOffer.create({ data: { ...parties, id, expiresAt: new Date(Date.now() + 3_600_000) } });
    await api.db.ownershipReassignment.create({ data: { ...parties, id, requestedById: to.id, reason: 'Has left' } });
    await withConnection(owner, (client) => reapplyRevocations(client, noRevocations));
    expect(await api.db.ownershipOffer.findUnique({ where: { id } })).toMatchObject({ outcome: 'ENDED' });
    const reassignment = await api.db.ownershipReassignment.findUnique({ where: { id } });
    expect(reassignment).toMatchObject({ outcome: 'CANCELLED' });
  });

  it('is reported as lost if the replaced database cannot be read', async () => {
    const messages: string[] = [];
    const nowhere = urlForDatabase(owner, 'that_never_was');
    expect(await readRevocations(nowhere, new Date().toISOString(), (line) => messages.push(line))).toEqual(
      noRevocations,
    );
    expect(messages).toEqual([
      'Cannot read the current database (3D000): tokens revoked or replaced since the backup will be valid again.',
    ]);
  });
});

describe('a deletion of an account since the backup', () => {
  const messages: string[] = [];
  const print = (line: string) => messages.push(line);
  const repeat = async () => {
    const deletions = await readDeletions(owner, failOnWarning);
    return () => withConnection(owner, (restored) => reapplyDeletions(restored, deletions, print));
  };
  const stateOf = ({ id: userId }: User) => api.db.accountDeletion.findUnique({ where: { userId } });

  it('is applied again, and pending ones are as their users left them', async () => {
    const users = [];
    for (let index = 0; index < 4; index++) users.push(await makeUser(api));
    const [erased, requested, cancelled, late] = users as [User, User, User, User];
    await makeWorkspace(api, erased);
    const day = 24 * 3_600_000;
    const past = { requestedAt: new Date(Date.now() - 15 * day), dueAt: new Date(Date.now() - day) };
    const pending = { requestedAt: new Date(), dueAt: new Date(Date.now() + 14 * day) };
    const completed = { ...past, startedAt: new Date(), identityDeletedAt: new Date(), completedAt: new Date() };
    await api.db.accountDeletion.createMany({
      data: [
        { ...completed, userId: erased.id },
        { ...completed, userId: late.id },
        { ...pending, userId: requested.id },
        { ...pending, userId: cancelled.id, cancelledAt: new Date() },
      ],
    });
    const restore = await repeat();
    // The state of the backup: the first user had not requested it yet, and the third had not cancelled; the last one is unknown.
    await api.asOwner(`TRUNCATE account_deletions; DELETE FROM users WHERE id = '${late.id}'`);
    await api.db.accountDeletion.create({ data: { ...pending, userId: cancelled.id } });
    await restore();

    expect(await api.db.user.findUnique({ where: { id: erased.id } })).toBeNull();
    expect(await api.db.workspace.count({ where: { creatorUserId: erased.id } })).toBe(0);
    for (const user of [erased, late])
      expect(await stateOf(user)).toMatchObject({ completedAt: expect.any(Date) as Date });
    expect(await stateOf(requested)).toMatchObject({ dueAt: pending.dueAt, cancelledAt: null });
    expect(await stateOf(cancelled)).toMatchObject({ cancelledAt: expect.any(Date) as Date });
    expect(messages).toEqual(['Accounts deleted again: 1.']);
  });

  it('is postponed if the account owns a workspace with other members again', async () => {
    const [deleted, member] = [await makeUser(api), await makeUser(api)];
    const workspace = await makeWorkspace(api, deleted);
    await addMember(api, workspace, member, 'EDITOR');
    const day = 24 * 3_600_000;
    const past = { requestedAt: new Date(Date.now() - 15 * day), dueAt: new Date(Date.now() - day) };
    const done = { startedAt: new Date(), identityDeletedAt: new Date(), completedAt: new Date() };
    await api.asOwner('TRUNCATE account_deletions');
    await api.db.accountDeletion.create({ data: { userId: deleted.id, ...past, ...done } });
    const restore = await repeat();
    // The backup is older than the request.
    await api.asOwner('TRUNCATE account_deletions');
    messages.length = 0;
    await restore();

    expect(await api.db.membership.count({ where: { workspaceId: workspace.id } })).toBe(2);
    const state = await stateOf(deleted);
    expect(state).toMatchObject({ startedAt: null, completedAt: null, cancelledAt: null });
    expect(state?.dueAt.getTime()).toBeGreaterThan(Date.now() + 29 * day);
    expect(messages).toEqual(['Accounts deleted again: 0.', expect.stringContaining(deleted.id)]);
  });

  it('is named if the backup is too old to apply it again, and reported as lost if the database cannot be read', async () => {
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const deletion = { user_id: '0'.repeat(26), completed_at: '2026-01-01' };
    await withConnection(maintenanceUrl(), (client) => reapplyDeletions(client, [deletion], log));
    expect(await readDeletions(urlForDatabase(owner, 'that_never_was'), log)).toEqual([]);
    expect(await readDeletions(maintenanceUrl(), log)).toEqual([]);
    expect(lines).toEqual([
      expect.stringContaining(deletion.user_id),
      'Cannot read the current database (3D000): accounts deleted since the backup will exist again.',
    ]);
  });
});

describe('a restored database', () => {
  const database = `swap_${process.pid}`;
  const [before, restored] = [`${database}_before`, `${database}_restored`];
  afterEach(async () => {
    for (const name of await databaseNames(`${database}%`)) await queryAsAdmin(`DROP DATABASE "${name}" WITH (FORCE)`);
  });

  const runSwap = () =>
    withConnection(maintenanceUrl(), (admin) => swapDatabases(admin, { database, before, restored }));

  it('replaces the serving database, which is kept', async () => {
    await queryAsAdmin(`CREATE DATABASE "${database}"`);
    await queryAsAdmin(`CREATE DATABASE "${restored}"`);
    await queryOnce(urlForDatabase(owner, restored), 'CREATE TABLE from_the_backup ()');
    await withConnection(urlForDatabase(owner, database), async (serving) => {
      const broken = new Promise((resolve) => serving.once('error', resolve));
      await runSwap();
      await broken;
    });
    expect(await databaseNames(`${database}%`)).toEqual([database, before]);
    const tableExists = `SELECT to_regclass('from_the_backup') IS NOT NULL AS found`;
    expect(await queryOnce(urlForDatabase(owner, database), tableExists)).toEqual([{ found: true }]);
    expect(await queryOnce(urlForDatabase(owner, before), tableExists)).toEqual([{ found: false }]);
  });

  describe('with the login of an owner that is not a superuser', () => {
    const login = `owner_${process.pid}`;
    const ownerOf = (name: string) => {
      const url = new URL(urlForDatabase(owner, name));
      url.username = login;
      return url.href;
    };
    const check = (name = database) =>
      withConnection(ownerOf('postgres'), (admin) => checkSwapRights(admin, name)).then(
        () => 'may be swapped',
        (error: unknown) => String(error),
      );
    beforeEach(async () => {
      await queryAsAdmin(`CREATE ROLE ${login} LOGIN CREATEDB`);
      await queryAsAdmin(`CREATE DATABASE "${database}" OWNER ${login}`);
    });
    afterEach(async () => {
      await queryAsAdmin(`DROP DATABASE "${database}" WITH (FORCE)`);
      await queryAsAdmin(`DROP ROLE ${login}`);
    });

    it('is loaded only if that login may terminate the sessions of the API', async () => {
      expect(await check()).toBe('may be swapped');
      await withConnection(ownerOf(database), async () => expect(await check()).toBe('may be swapped'));
      const apiUrl = new URL(ownerOf(database));
      apiUrl.username = 'auth_api';
      await withConnection(apiUrl.href, async () => {
        expect(await check()).toContain('This login may not terminate other connections. Stop the API');
        await queryAsAdmin(`GRANT pg_signal_backend TO ${login}`);
        expect(await check()).toBe('may be swapped');
      });
      // Of a superuser, such as `sudo -u postgres psql`.
      await withConnection(urlForDatabase(owner, database), async () =>
        expect(await check()).toContain('close other sessions'),
      );
    });

    it('is not loaded if the current database belongs to another login', async () => {
      expect(await check(databaseName(owner))).toContain(
        `This login does not own the database ${databaseName(owner)}.`,
      );
    });
  });

  it.each(["LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LOCALE 'C'", "LOCALE_PROVIDER libc LOCALE 'C'"])(
    'sorts text as the database did that it replaces: %s',
    async (locale) => {
      await queryAsAdmin(`CREATE DATABASE "${database}" TEMPLATE template0 ENCODING 'UTF8' ${locale}`);
      await withConnection(maintenanceUrl(), (admin) => createEmptyDatabase(admin, restored, database));
      const [current, created] = await queryAsAdmin(
        `SELECT datlocprovider, datlocale, datcollate, datctype, pg_encoding_to_char(encoding) AS encoding
         FROM pg_database WHERE datname IN ('${database}', '${restored}') ORDER BY datname`,
      );
      expect(created).toEqual(current);
    },
  );

  it('leaves everything unchanged and open if it cannot be swapped in', async () => {
    await queryAsAdmin(`CREATE DATABASE "${database}"`);
    await expect(runSwap()).rejects.toThrow(restored);
    expect(await databaseNames(`${database}%`)).toEqual([database]);
    expect(await queryOnce(urlForDatabase(owner, database), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

it('a server that has not recovered keeps its sessions, unless it was restarted after its recovery', async () => {
  await logIn(api, await makeUser(api));
  const printed: string[] = [];
  const finish = (restarted: boolean) => finishRecovery({ url: owner, restarted }, (line) => printed.push(line));
  await expect(finish(false)).rejects.toThrow('This server has not recovered since it started. ');
  expect(printed).toEqual([]);
  expect(await api.db.session.count()).toBe(1);
  await finish(true);
  expect(printed).toEqual([expect.stringContaining('audit log'), expect.stringContaining('Deleted 1 sessions.')]);
  expect(await api.db.session.count()).toBe(0);
});

it('a request during the swap gets DatabaseUnavailable instead of InternalError', async () => {
  const serving = await startApi();
  const database = databaseName(serving.services.settings.DATABASE_URL);
  const credentials = await logIn(serving, await makeUser(serving));
  await queryAsAdmin(`ALTER DATABASE "${database}" WITH ALLOW_CONNECTIONS false`);
  await queryAsAdmin(`SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${database}'`);
  const response = await serving.send('GET', '/whoami', credentials);
  expect([response.status, (response.body as { error: { type: string } }).error.type]).toEqual([
    503,
    'DatabaseUnavailable',
  ]);
  await queryAsAdmin(`ALTER DATABASE "${database}" WITH ALLOW_CONNECTIONS true`);
  expect((await serving.send('GET', '/whoami', credentials)).status).toBe(200);
  await serving.close();
});

describe('the roles of a backup', () => {
  it('are those with privileges in the database, with their memberships', async () => {
    const roles = await withConnection(owner, readRoles);
    const group = roles.find(({ canLogin }) => !canLogin)?.name;
    expect(roles).toContainEqual({ name: 'auth_api', canLogin: true, memberOf: [group] });
  });

  it('are created without a password if they are missing; existing ones stay unchanged', async () => {
    const [group, login] = [`group_${process.pid}`, `login_${process.pid}`];
    const roles = [
      { name: group, canLogin: false, memberOf: [] },
      { name: login, canLogin: true, memberOf: [group] },
    ];
    const messages: string[] = [];
    await withConnection(maintenanceUrl(), (admin) => createMissingRoles(roles, admin, (line) => messages.push(line)));
    await withConnection(maintenanceUrl(), (admin) => createMissingRoles(roles, admin, (line) => messages.push(line)));
    const made = `SELECT rolcanlogin AS "canLogin", rolpassword IS NULL AS "hasNoPassword",
      pg_has_role('${login}', '${group}', 'MEMBER') AS "isMember" FROM pg_authid WHERE rolname = '${login}'`;
    expect(await queryAsAdmin(made)).toEqual([{ canLogin: true, hasNoPassword: true, isMember: true }]);
    expect(messages).toEqual([
      `Created the role ${group}, which did not exist.`,
      expect.stringContaining(`Created the login ${login}, which did not exist. It has no password yet`),
    ]);
    await queryAsAdmin(`DROP ROLE ${login}; DROP ROLE ${group}`);
  });

  it('exist for a rehearsal only while it runs, without logins, also if it fails', async () => {
    const [existing, group, login] = [`group_${process.pid}`, `new_group_${process.pid}`, `login_${process.pid}`];
    const roles = [
      { name: existing, canLogin: false, memberOf: [] },
      { name: group, canLogin: false, memberOf: [] },
      { name: login, canLogin: true, memberOf: [group] },
    ];
    const list = roles.map(({ name }) => `'${name}'`).join(', ');
    const names = () => queryAsAdmin(`SELECT rolname AS name FROM pg_roles WHERE rolname IN (${list}) ORDER BY 1`);
    const printed: string[] = [];
    const print = (line: string) => void printed.push(line);
    const rehearse = (work: () => Promise<void>) =>
      withConnection(maintenanceUrl(), (admin) => withTemporaryGroups({ roles, mark: 'test' }, admin, work, print));
    await queryAsAdmin(`CREATE ROLE ${existing}`);
    await rehearse(async () => expect(await names()).toEqual([{ name: existing }, { name: group }]));
    expect(await names()).toEqual([{ name: existing }]);
    await expect(rehearse(() => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
    expect(await names()).toEqual([{ name: existing }]);
    expect(printed).toEqual([]);
    // A group that is in use cannot be dropped.
    await rehearse(async () => void (await queryAsAdmin(`GRANT CREATE ON SCHEMA public TO ${group}`)));
    expect(printed).toEqual([expect.stringContaining(`Could not drop the role "${group}"`)]);
    await queryAsAdmin(`DROP OWNED BY ${group}; DROP ROLE ${group}, ${existing}`);
  });

  it('of a killed rehearsal are dropped by the next one, with its database', async () => {
    const [killed, other] = [`killed_${process.pid}`, `other_${process.pid}`];
    const groups = [`group_${process.pid}`, `group_of_other_${process.pid}`];
    const kill = (database: string, group: string) =>
      withConnection(maintenanceUrl(), async (admin) => {
        const roles = [{ name: group, canLogin: false, memberOf: [] }];
        const die = () => admin.query('SELECT pg_terminate_backend(pg_backend_pid())').then(() => undefined);
        await withTemporaryGroups({ roles, mark: markOf(database) }, admin, die, () => undefined);
      });
    for (const [index, database] of [killed, other].entries()) {
      await queryAsAdmin(`CREATE DATABASE "${newDatabaseName(database, 'rehearsal')}"`);
      await expect(kill(database, groups[index] ?? '')).rejects.toThrow();
    }
    const printed: string[] = [];
    const print = (line: string) => void printed.push(line);
    const dropFor = (database: string) =>
      withConnection(maintenanceUrl(), (admin) => dropAbandoned(database, admin, print));
    const left = async () => [
      ...(await databaseNames(`%_${process.pid}_rehearsal_%`)),
      ...(await queryAsAdmin(`SELECT rolname AS name FROM pg_roles WHERE rolname IN ('${groups.join("', '")}')`)),
    ];
    // A program of the killed rehearsal is still connected.
    const [scratch = ''] = await databaseNames(`${killed}_rehearsal_%`);
    const copy = `${killed}_rehearsal_copy`;
    await queryAsAdmin(`CREATE DATABASE ${copy}`);
    await expect(
      withConnection(urlForDatabase(owner, scratch), async (orphan) => {
        await dropFor(killed);
        await orphan.query('SELECT 1');
      }),
    ).rejects.toThrow();
    expect(printed).toEqual([
      expect.stringMatching(`Dropped the database ${killed}_rehearsal_`),
      `Dropped the role ${groups[0]}, which an earlier rehearsal left behind.`,
    ]);
    expect(await left()).toEqual([copy, expect.stringMatching(`^${other}_rehearsal_`), { name: groups[1] }]);
    await dropFor(other);
    expect(await left()).toEqual([copy]);
    await queryAsAdmin(`DROP DATABASE ${copy}`);
  });

  it('of another deployment get no access to the rows of the job queue', async () => {
    const group = `other_${process.pid}`;
    await queryOnce(owner, `CREATE ROLE ${group}`);
    await queryOnce(owner, `ALTER POLICY auth_api ON graphile_worker._private_jobs TO ${group}`);
    await migrate(owner, () => undefined);
    const open = `SELECT polroles::regrole[]::text[] AS roles FROM pg_policy
      WHERE polname = 'auth_api' AND polrelid = 'graphile_worker._private_jobs'::regclass`;
    expect(await queryOnce(owner, open)).toEqual([{ roles: [`${databaseName(owner)}_auth_api`] }]);
    await queryOnce(owner, `DROP ROLE ${group}`);
  });
});
