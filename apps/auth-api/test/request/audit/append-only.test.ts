import { writeAuditEntries } from '../../../src/request/audit/write-entries.ts';
import { firstAuditPartition } from '../../support/audit-log.ts';
import { sqlStateOf } from '../../support/database.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { makeUser } from '../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  const user = await makeUser(api);
  const request = { id: 'a-request', ip: null, userAgent: null };
  await writeAuditEntries(
    [{ action: 'login', actor: { userId: user.id }, credential: 'session', request }],
    api.services,
  );
});
afterAll(() => api.close());

const rewritingStatements = [
  `UPDATE audit_entries SET action = 'nothing'`,
  `UPDATE audit_entries SET ip = NULL, user_agent = NULL`,
  'DELETE FROM audit_entries',
  'TRUNCATE audit_entries',
  'ALTER TABLE audit_entries DISABLE TRIGGER ALL',
  'DROP TRIGGER audit_entries_append_only ON audit_entries',
];

describe('[decision.14] the audit log', () => {
  it.each(rewritingStatements)('denies the API %j because it lacks the privilege', async (statement) => {
    expect(await sqlStateOf(api.services.pool.query(statement))).toBe('42501');
  });

  it.each(rewritingStatements.slice(0, 4))('denies even its owner %j', async (statement) => {
    expect(await sqlStateOf(api.asOwner(statement))).toBe('AUDIT');
  });

  it.each([
    `action = 'nothing', ip = NULL, user_agent = NULL`,
    `ip = '192.0.2.1', user_agent = NULL`,
    'ip = NULL, user_agent = NULL, details = NULL',
  ])('denies even its owner to change an old entry by SET %s', async (change) => {
    const update = `
        ALTER TABLE audit_entries DISABLE TRIGGER USER;
        UPDATE audit_entries SET occurred_at = now() - interval '1 year', details = '{}';
        ALTER TABLE audit_entries ENABLE TRIGGER USER;
        UPDATE audit_entries SET ${change}`;
    expect(await sqlStateOf(api.asOwner(update))).toBe('AUDIT');
  });

  it('is unchanged after that', async () => expect(await api.db.auditEntry.count()).toBe(1));

  it('denies even its owner to change or empty a partition', async () => {
    const partition = await firstAuditPartition((sql) => api.asOwner(sql));
    for (const statement of [`DELETE FROM ${partition}`, `TRUNCATE ${partition}`]) {
      expect(await sqlStateOf(api.asOwner(statement))).toBe('AUDIT');
    }
    await api.asOwner(`INSERT INTO audit_entries (id, action, actor_user_id, credential, request_id)
      VALUES ('00000000000000000000000001', 'login', 'ada', 'session', 'old')`);
    expect(await sqlStateOf(api.asOwner(`UPDATE ${partition} SET action = 'nothing'`))).toBe('AUDIT');
  });
});
