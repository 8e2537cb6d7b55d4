import { AuditPage, ErrorBody, UserSearchPage, calls } from '@portal/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { makeStaff, makeUser } from '../../support/builders.ts';
import { startReplicatedPostgres, type ReplicatedPostgres } from '../../support/replica.ts';

let postgres: ReplicatedPostgres;
let primaryOnly: TestApi;
let api: TestApi;
let staff: Credentials;
beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  primaryOnly = await startApi({}, postgres.templateUrl);
  const { DATABASE_URL, SIGNING_KEYS_DIR } = primaryOnly.services.settings;
  api = await startApi(
    { DATABASE_URL, SIGNING_KEYS_DIR, DATABASE_READ_URL: postgres.replicaUrlOf(DATABASE_URL) },
    postgres.templateUrl,
  );
  ({ credentials: staff } = await makeStaff(primaryOnly));
}, 120_000);
afterAll(async () => {
  await api.close();
  await primaryOnly.close();
  await postgres.stop();
});

/** Stops the replication while `work` runs: what the primary writes meanwhile does not reach the replica. */
async function whileLagging<Result>(work: () => Promise<Result>): Promise<Result> {
  await catchUp();
  await postgres.atReplica('SELECT pg_wal_replay_pause()');
  try {
    return await work();
  } finally {
    await postgres.atReplica('SELECT pg_wal_replay_resume()');
  }
}

/** Waits until the replica has what the primary has written. */
async function catchUp(): Promise<void> {
  const [primary] = (await primaryOnly.asOwner('SELECT pg_current_wal_lsn()::text AS lsn')) as { lsn: string }[];
  for (;;) {
    const [row] = (await postgres.atReplica(
      `SELECT pg_last_wal_replay_lsn() >= '${primary?.lsn}'::pg_lsn AS reached`,
    )) as { reached: boolean }[];
    if (row?.reached) return;
    await sleep(10);
  }
}

const emailsFound = async (email: string, at = api) => {
  const response = await at.send('GET', `/staff/users?query=${email}`, staff).expect(200);
  return UserSearchPage.parse(response.body).users.map((user) => user.email);
};

describe('with a replica', () => {
  it('staff search reads the replica, and every change and check the primary', async () => {
    const { email } = await whileLagging(async () => {
      const user = await makeUser(primaryOnly);
      expect(await emailsFound(user.email, primaryOnly)).toEqual([user.email]);
      expect(await emailsFound(user.email)).toEqual([]);
      await api.send('GET', `/staff/users/${user.id}`, staff).expect(200);
      return user;
    });
    await catchUp();
    expect(await emailsFound(email)).toEqual([email]);
  });

  it('reading the audit log reads the replica and writes its own entry to the primary, before it responds', async () => {
    await whileLagging(async () => {
      const entries = await auditEntriesOf(primaryOnly, async () => {
        const response = await api.send('GET', '/audit?action=listAuditEntries', staff).expect(200);
        expect(AuditPage.parse(response.body).entries).toEqual([]);
      });
      expect(entries).toMatchObject([{ action: 'listAuditEntries', details: { found: 0 } }]);
    });
  });

  it('a locked staff member is rejected at once, whatever the replica says', async () => {
    const { credentials, user } = await makeStaff(primaryOnly);
    await whileLagging(async () => {
      await primaryOnly.db.user.update({ where: { id: user.id }, data: { suspendedAt: new Date() } });
      const response = await api.send('GET', '/staff/users?query=ada', credentials);
      expect(response.status).toBe(403);
    });
  });

  it('an unavailable replica fails only these calls', async () => {
    const unavailable = await startApi(
      { DATABASE_URL: api.services.settings.DATABASE_URL, DATABASE_READ_URL: 'postgresql://portal@127.0.0.1:1/portal' },
      postgres.templateUrl,
    );
    try {
      const search = await unavailable.send('GET', '/staff/users?query=ada', staff);
      expect([search.status, ErrorBody.parse(search.body).error.type]).toEqual([503, 'DatabaseUnavailable']);
      await unavailable.send('GET', '/whoami', staff).expect(200);
    } finally {
      await unavailable.close();
    }
  });

  it('only reads by staff may be behind', () => {
    const lagging = Object.entries(calls).filter(([, call]) => call.readsReplica);
    expect(lagging.map(([name]) => name).toSorted()).toEqual([
      'countSignups',
      'exportAuditEntries',
      'listAuditEntries',
      'reportSignups',
      'reportSignupsCsv',
      'searchUsers',
      'searchWorkspaces',
    ]);
    for (const [, call] of lagging) expect([call.method, call.access.who]).toEqual(['GET', 'staff']);
  });
});
