import type { Services } from '../services.ts';

/** Deletes what only time has ended: sessions, unfinished logins, unused codes. */
export async function purgeExpired({ db, log, settings }: Services): Promise<void> {
  const now = new Date();
  const idleSince = new Date(now.getTime() - settings.SESSION_IDLE_HOURS * 3_600_000);
  const [sessions, logins, codes] = await db.$transaction([
    db.session.deleteMany({ where: { OR: [{ expiresAt: { lt: now } }, { lastSeenAt: { lt: idleSince } }] } }),
    db.loginAttempt.deleteMany({ where: { expiresAt: { lt: now } } }),
    db.connectCode.deleteMany({ where: { expiresAt: { lt: now } } }),
  ]);
  log.info({ sessions: sessions.count, logins: logins.count, codes: codes.count }, 'purged what has expired');
}
