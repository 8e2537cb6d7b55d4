import { loginAttemptLifetimeMs } from './login-attempts.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import type { Services } from '../../request/call/services.ts';
import { batchSize, inBatches } from '../../platform/queue/in-batches.ts';

/** About 150 MB. */
const maxLoginAttempts = 500_000;

/** How long a user has for a login even during a flood: 2,000 starts a second then keep about 360 MB. */
const protectedMs = 10 * 60_000;

/**
 * Deletes the oldest login attempts above a number, except those of the last ten minutes. Anyone can start a login, and the limit
 * per address does not bound a flood from many addresses.
 */
export async function limitLoginAttempts({ db, log }: Services, max = maxLoginAttempts): Promise<void> {
  const newestFirst = { expiresAt: 'desc' } as const;
  const [surplus] = await db.loginAttempt.findMany({ orderBy: newestFirst, skip: max, take: 1 });
  if (!surplus) return;
  const newestDeletable = (await databaseNow(db)).getTime() + loginAttemptLifetimeMs - protectedMs;
  const where = { expiresAt: { lte: new Date(Math.min(surplus.expiresAt.getTime(), newestDeletable)) } };
  const deleted = await inBatches(() => db.loginAttempt.deleteMany({ where, limit: batchSize }));
  if (deleted > 0) log.warn({ deleted }, 'too many unfinished logins, deleted the oldest');
}
