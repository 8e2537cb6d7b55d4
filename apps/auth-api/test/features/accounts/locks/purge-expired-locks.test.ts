import type { LockKind } from '@portal/contract';
import { databaseNow } from '../../../../src/platform/db/clock.ts';
import { getLock } from '../../../../src/request/account/account-lock.ts';
import { purgeExpired } from '../../../../src/jobs/purge-expired.ts';
import { startApi, type TestApi } from '../../../support/api.ts';
import { makeUser } from '../../../support/builders.ts';
import { openTransaction, waitForLock } from '../../../support/lock-waits.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const longAgo = new Date('2020-01-01');

describe.each<{ kind: LockKind; expired: object; newLock: string }>([
  {
    kind: 'quarantine',
    expired: { quarantinedAt: longAgo, quarantinedUntil: longAgo },
    newLock: 'quarantined_at = now(), quarantined_until = NULL',
  },
  {
    kind: 'suspension',
    expired: { suspendedAt: longAgo, suspendedUntil: longAgo },
    newLock: "suspended_at = now(), suspended_until = now() + interval '1 day'",
  },
])('purging an expired $kind', ({ kind, expired, newLock }) => {
  it('keeps one that staff start at the same time', async () => {
    const user = await makeUser(api, expired);
    const locking = await openTransaction(api, `UPDATE users SET ${newLock} WHERE id = $1`, [user.id]);
    const purging = purgeExpired(api.services);
    await waitForLock(api, '"users"');
    await locking.end('COMMIT');
    await purging;
    const locked = await api.db.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(getLock(kind, locked, await databaseNow(api.db))).not.toBeNull();
  });
});
