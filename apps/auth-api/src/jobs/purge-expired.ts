import { databaseNow } from '../database/clock.ts';
import { overForStaff } from '../http/session-limits.ts';
import type { Services } from '../services.ts';
import { lockOutColumns, lockOutIsOver, type LockOutKind } from '../users/lock-outs.ts';

const dayMs = 24 * 3_600_000;
/** As long as Stripe itself can send an event again, and more. */
const eventDays = 30;

/** So many rows at once, so that no backlog is too much for the time that a statement has. */
const limit = 5_000;

/**
 * Deletes what has expired by the database's clock: sessions, unfinished logins, unused codes, responses stored for
 * retries, old events, locks.
 */
export async function purgeExpired({ db, log, settings }: Services): Promise<void> {
  const now = await databaseNow(db);
  const before = (ms: number) => new Date(now.getTime() - ms);
  const idle = { lastSeenAt: { lt: before(settings.SESSION_IDLE_HOURS * 3_600_000) } };
  const expired = { expiresAt: { lt: now } };
  const purged = {
    sessions: await inBatches(() =>
      db.session.deleteMany({ where: { OR: [expired, idle, overForStaff(settings, now)] }, limit }),
    ),
    logins: await inBatches(() => db.loginAttempt.deleteMany({ where: expired, limit })),
    codes: await inBatches(() => db.connectCode.deleteMany({ where: expired, limit })),
    limits: await inBatches(() => db.rateLimit.deleteMany({ where: { expire: { lt: now.getTime() } }, limit })),
    answers: await inBatches(() =>
      db.idempotencyKey.deleteMany({ where: { createdAt: { lt: before(dayMs) } }, limit }),
    ),
    invitationEmails: await inBatches(() =>
      db.invitationEmail.deleteMany({ where: { createdAt: { lt: before(2 * dayMs) } }, limit }),
    ),
    events: await inBatches(() =>
      db.stripeEvent.deleteMany({ where: { appliedAt: { lt: before(eventDays * dayMs) } }, limit }),
    ),
    quarantines: await inBatches(() => endLockOuts('quarantine', now, db)),
    suspensions: await inBatches(() => endLockOuts('suspension', now, db)),
  };
  log.info(purged, 'purged what has expired');
}

/** What is changed is judged once more where it is changed: staff may lock somebody anew at the same moment. */
async function endLockOuts(kind: LockOutKind, now: Date, db: Services['db']): Promise<{ count: number }> {
  const where = lockOutIsOver(kind, now);
  const over = await db.user.findMany({ where, select: { id: true }, take: limit });
  const ids = over.map(({ id }) => id);
  return db.user.updateMany({ where: { ...where, id: { in: ids } }, data: lockOutColumns(kind, null) });
}

async function inBatches(purge: () => PromiseLike<{ count: number }>): Promise<number> {
  for (let total = 0; ;) {
    const { count } = await purge();
    total += count;
    if (count < limit) return total;
  }
}
