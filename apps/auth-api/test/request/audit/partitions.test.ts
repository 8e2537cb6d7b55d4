import { decodeTime } from 'ulid';
import { writeAuditEntries } from '../../../src/request/audit/write-entries.ts';
import { firstIdAt } from '../../../src/platform/lib/ids.ts';
import { migrate } from '../../../src/platform/db/migrations/migrate.ts';
import { createAuditPartitions } from '../../../src/request/audit/create-audit-partitions.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { makeUser } from '../../support/builders.ts';
import { freshDatabase, queryOnce, sqlStateOf } from '../../support/database.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const now = new Date();
/** The name of the partition of a month, counted from this month. */
const monthName = (offset: number) =>
  `audit_entries_${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset)).toISOString().slice(0, 7).replace('-', '_')}`;

const partitions = async () =>
  (
    (await api.asOwner(`
      SELECT inhrelid::regclass::text AS name FROM pg_inherits
      WHERE inhparent = 'audit_entries'::regclass ORDER BY 1`)) as { name: string }[]
  ).map(({ name }) => name);

const insertAt = (timeMs: number) =>
  api.asOwner(`
    INSERT INTO audit_entries (id, occurred_at, action, actor_user_id, credential, request_id)
    VALUES ('${firstIdAt(timeMs)}', to_timestamp(${timeMs} / 1000.0), 'login', 'ada', 'session', 'x')`);

const partitionAt = async (timeMs: number) => {
  const [row] = (await api.asOwner(`
    SELECT tableoid::regclass::text AS name FROM audit_entries WHERE id = '${firstIdAt(timeMs)}'`)) as {
    name: string;
  }[];
  return row?.name;
};

describe('the audit log', () => {
  it('has a partition for this month and for the next three', async () => {
    expect((await partitions()).slice(-4)).toEqual([0, 1, 2, 3].map(monthName));
  });

  it('stores an entry in the partition of its month, to the millisecond', async () => {
    const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
    await insertAt(nextMonth - 1);
    await insertAt(nextMonth);
    expect(await partitionAt(nextMonth - 1)).toBe(monthName(0));
    expect(await partitionAt(nextMonth)).toBe(monthName(1));
  });

  it.each([0, 1, 1_700_000_000_123, 281_474_976_710_655])(
    'begins a partition with the first id of a time: %d',
    async (ms) => {
      const [row] = (await api.asOwner(`SELECT first_ulid_at(to_timestamp(${ms}::numeric / 1000)) AS id`)) as {
        id: string;
      }[];
      expect(row?.id).toBe(firstIdAt(ms));
      expect(decodeTime(row?.id ?? '')).toBe(ms);
    },
  );

  it('gets missing partitions from the hourly job, while entries are written', async () => {
    const { id: actorUserId } = await makeUser(api);
    const event = {
      action: 'login',
      actor: { userId: actorUserId },
      credential: 'session',
      request: { id: null, ip: null, userAgent: null },
    } as const;
    await api.asOwner(`DROP TABLE ${monthName(3)}, ${monthName(2)}`);
    await Promise.all([
      createAuditPartitions(api.services),
      createAuditPartitions(api.services),
      ...Array.from({ length: 20 }, () => writeAuditEntries([event], api.services)),
    ]);
    expect((await partitions()).slice(-4)).toEqual([0, 1, 2, 3].map(monthName));
    expect(await sqlStateOf(api.asOwner(`DELETE FROM ${monthName(3)}`))).toBe('AUDIT');
    expect(await api.db.auditEntry.count({ where: { actorUserId } })).toBe(20);
  });

  it('has entries by users and by service accounts in a partition that the job created, each by one of them', async () => {
    await api.asOwner(`DROP TABLE ${monthName(3)}`);
    await createAuditPartitions(api.services);
    const time = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 3, 15);
    const insert = (id: string, actors: string) =>
      api.asOwner(`
        INSERT INTO audit_entries (id, occurred_at, action, credential, credential_id, request_id, actor_user_id,
          actor_service_account_id)
        VALUES ('${id}', to_timestamp(${time} / 1000.0), 'inviteMember', 'api', 'token', 'x', ${actors})`);
    await insert(firstIdAt(time), `NULL, 'deploy'`);
    expect(await partitionAt(time)).toBe(monthName(3));
    await insert(firstIdAt(time + 1), `'ada', NULL`);
    // The code of a violated CHECK.
    expect(await sqlStateOf(insert(firstIdAt(time + 2), `'ada', 'deploy'`))).toBe('23514');
    expect(await sqlStateOf(insert(firstIdAt(time + 3), 'NULL, NULL'))).toBe('23514');
    expect(await sqlStateOf(api.asOwner(`UPDATE ${monthName(3)} SET actor_service_account_id = 'other'`))).toBe(
      'AUDIT',
    );
  });

  it('gets them from a migration, as an old backup needs it', async () => {
    const database = await freshDatabase();
    await queryOnce(database.url, `DROP TABLE ${[1, 2, 3].map(monthName).join(', ')}`);
    await migrate(database.url, () => undefined);
    const [row] = (await queryOnce(
      database.url,
      `SELECT count(*)::int AS count FROM pg_inherits WHERE inhparent = 'audit_entries'::regclass`,
    )) as { count: number }[];
    await database.drop();
    expect(row?.count).toBe(4);
  });

  it('loses old months only by its owner, and never one of the last 30 days', async () => {
    await insertAt(Date.UTC(2020, 0, 1));
    await api.asOwner(`ALTER TABLE ${monthName(0)} RENAME TO audit_entries_2020_01`);
    expect(
      await sqlStateOf(api.services.pool.query('SELECT drop_audit_partitions(now() - make_interval(years => 1))')),
    ).toBe('42501');
    expect(await sqlStateOf(api.asOwner(`SELECT drop_audit_partitions(now() - interval '29 days')`))).toBe('AUDIT');
    const drop = (before: string) => api.asOwner(`SELECT drop_audit_partitions('${before}') AS name`);
    expect(await drop('2020-01-31T23:59:59Z')).toEqual([]);
    expect(await partitions()).toContain('audit_entries_2020_01');
    expect(await drop('2020-02-01T00:00:00Z')).toEqual([{ name: 'audit_entries_2020_01' }]);
    expect(await partitions()).not.toContain('audit_entries_2020_01');
  });
});
