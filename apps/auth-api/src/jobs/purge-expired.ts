import type { Services } from '../services.ts';
import { lockOutColumns, lockOutIsOver } from '../users/lock-outs.ts';

const dayMs = 24 * 3_600_000;
/** As long as Stripe itself can send an event again, and more. */
const eventDays = 30;

/** Deletes what only time has ended: sessions, unfinished logins, unused codes, answers kept for repeats, old events, locks. */
export async function purgeExpired({ db, log, settings }: Services): Promise<void> {
  const now = new Date();
  const idleSince = new Date(now.getTime() - settings.SESSION_IDLE_HOURS * 3_600_000);
  const [sessions, logins, codes, limits, answers, events, quarantines, suspensions] = await db.$transaction([
    db.session.deleteMany({ where: { OR: [{ expiresAt: { lt: now } }, { lastSeenAt: { lt: idleSince } }] } }),
    db.loginAttempt.deleteMany({ where: { expiresAt: { lt: now } } }),
    db.connectCode.deleteMany({ where: { expiresAt: { lt: now } } }),
    db.rateLimit.deleteMany({ where: { expire: { lt: now.getTime() } } }),
    db.idempotencyKey.deleteMany({ where: { createdAt: { lt: new Date(now.getTime() - dayMs) } } }),
    db.stripeEvent.deleteMany({ where: { appliedAt: { lt: new Date(now.getTime() - eventDays * dayMs) } } }),
    db.user.updateMany({ where: lockOutIsOver('quarantine'), data: lockOutColumns('quarantine', null) }),
    db.user.updateMany({ where: lockOutIsOver('suspension'), data: lockOutColumns('suspension', null) }),
  ]);
  log.info(
    {
      sessions: sessions.count,
      logins: logins.count,
      codes: codes.count,
      limits: limits.count,
      answers: answers.count,
      events: events.count,
      quarantines: quarantines.count,
      suspensions: suspensions.count,
    },
    'purged what has expired',
  );
}
