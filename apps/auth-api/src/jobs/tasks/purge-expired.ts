import type { LockKind } from '@portal/contract';
import { hasExpiredLock, toLockColumns } from '../../account-locks/account-lock.ts';
import { expiredStaffSessions } from '../../auth/session/session-expiry.ts';
import { databaseNow } from '../../db/clock.ts';
import type { Services } from '../../services.ts';

const dayMs = 24 * 3_600_000;
/** Longer than Stripe retries an event. */
const eventRetentionDays = 30;

/** Rows per statement, so that a backlog does not exceed the statement timeout. */
const limit = 5_000;

/**
 * Deletes what has expired by the database's clock: sessions, login attempts, codes, rate-limit counters, stored responses,
 * invitation emails and applied Stripe events. Clears expired account locks.
 */
export async function purgeExpired({ db, log, settings }: Services): Promise<void> {
  const now = await databaseNow(db);
  const before = (ms: number) => new Date(now.getTime() - ms);
  const idle = { lastSeenAt: { lt: before(settings.SESSION_IDLE_HOURS * 3_600_000) } };
  const expired = { expiresAt: { lt: now } };
  const purged = {
    sessions: await inBatches(() =>
      db.session.deleteMany({ where: { OR: [expired, idle, expiredStaffSessions(settings, now)] }, limit }),
    ),
    loginAttempts: await inBatches(() => db.loginAttempt.deleteMany({ where: expired, limit })),
    connectCodes: await inBatches(() => db.connectCode.deleteMany({ where: expired, limit })),
    rateLimits: await inBatches(() => db.rateLimit.deleteMany({ where: { expire: { lt: now.getTime() } }, limit })),
    idempotencyKeys: await inBatches(() =>
      db.idempotencyKey.deleteMany({ where: { createdAt: { lt: before(dayMs) } }, limit }),
    ),
    invitationEmails: await inBatches(() =>
      db.invitationEmail.deleteMany({ where: { createdAt: { lt: before(2 * dayMs) } }, limit }),
    ),
    stripeEvents: await inBatches(() =>
      db.stripeEvent.deleteMany({ where: { appliedAt: { lt: before(eventRetentionDays * dayMs) } }, limit }),
    ),
    quarantines: await inBatches(() => clearExpiredLocks('quarantine', now, db)),
    suspensions: await inBatches(() => clearExpiredLocks('suspension', now, db)),
  };
  log.info(purged, 'purged expired data');
}

/** The update checks the expiry again, because staff may lock an account between the two statements. */
async function clearExpiredLocks(kind: LockKind, now: Date, db: Services['db']): Promise<{ count: number }> {
  const where = hasExpiredLock(kind, now);
  const expired = await db.user.findMany({ where, select: { id: true }, take: limit });
  const ids = expired.map(({ id }) => id);
  return db.user.updateMany({ where: { ...where, id: { in: ids } }, data: toLockColumns(kind, null) });
}

async function inBatches(purge: () => PromiseLike<{ count: number }>): Promise<number> {
  for (let total = 0; ;) {
    const { count } = await purge();
    total += count;
    if (count < limit) return total;
  }
}
