import { databaseNow } from '../src/database/clock.ts';
import { lockOutOf, type LockOutKind } from '../src/users/lock-outs.ts';
import { purgeExpired } from '../src/jobs/purge-expired.ts';
import { startApi, type TestApi } from './support/api.ts';
import { makeUser } from './support/builders.ts';
import { openTransaction, waitsForLock } from './support/lock-waits.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const longAgo = new Date('2020-01-01');

describe.each<{ kind: LockOutKind; over: object; anew: string }>([
  {
    kind: 'quarantine',
    over: { quarantineBeganAt: longAgo, quarantineEndsAt: longAgo },
    anew: 'quarantined_at = now(), quarantined_until = NULL',
  },
  {
    kind: 'suspension',
    over: { suspensionBeganAt: longAgo, suspensionEndsAt: longAgo },
    anew: "suspended_at = now(), suspended_until = now() + interval '1 day'",
  },
])('clearing away a $kind that is over', ({ kind, over, anew }) => {
  it('leaves one that staff begin at the same moment', async () => {
    const user = await makeUser(api, over);
    const locking = await openTransaction(api, `UPDATE users SET ${anew} WHERE id = $1`, [user.id]);
    const purging = purgeExpired(api.services);
    await waitsForLock(api, '"users"');
    await locking.end('COMMIT');
    await purging;
    const locked = await api.db.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(lockOutOf(kind, locked, await databaseNow(api.db))).not.toBeNull();
  });
});
