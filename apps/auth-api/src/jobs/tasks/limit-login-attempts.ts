import type { Services } from '../../services.ts';
import { batchSize, inBatches } from './in-batches.ts';

/** About 150 MB. If 1,000 logins a second start and none completes, a user still has eight minutes to complete one. */
const maxLoginAttempts = 500_000;

/**
 * Deletes the oldest login attempts above a number. Anyone can start a login, and the limit per address does not bound a flood from
 * many addresses.
 */
export async function limitLoginAttempts({ db, log }: Services, max = maxLoginAttempts): Promise<void> {
  const newestFirst = { expiresAt: 'desc' } as const;
  const [surplus] = await db.loginAttempt.findMany({ orderBy: newestFirst, skip: max, take: 1 });
  if (!surplus) return;
  const where = { expiresAt: { lte: surplus.expiresAt } };
  const deleted = await inBatches(() => db.loginAttempt.deleteMany({ where, limit: batchSize }));
  log.warn({ deleted }, 'too many unfinished logins, deleted the oldest');
}
