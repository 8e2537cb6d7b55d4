import { databaseNow } from '../../db/clock.ts';
import type { DbContext } from '../../db/transaction.ts';
import type { Services } from '../../services.ts';
import { createSecret, hashSecret } from '../secrets.ts';
import { isSessionExpired } from './session-expiry.ts';

const recordUseIntervalMs = 5 * 60_000;

type SessionContext = DbContext & Pick<Services, 'settings'>;

interface NewSession {
  readonly userId: string;
  /** When the user authenticated at the identity provider; null if it did not say. */
  readonly loggedInAt: Date | null;
  readonly isStaff: boolean;
}

/** Creates a session and returns its secret id for the cookie. Only a hash of it is stored. */
export async function createSession(session: NewSession, { db, settings }: SessionContext): Promise<string> {
  const sessionId = createSecret();
  const now = await databaseNow(db);
  const expiresAt = new Date(now.getTime() + settings.SESSION_MAX_HOURS * 3_600_000);
  // Set explicitly: Prisma's defaults come from this machine's clock.
  await db.session.create({
    data: { idHash: hashSecret(sessionId), ...session, createdAt: now, lastSeenAt: now, expiresAt },
  });
  return sessionId;
}

/** Deletes a session, with immediate effect on every replica. Returns its user's id; null if there is none or it has expired. */
export async function deleteSession(sessionId: string, { db, settings }: SessionContext): Promise<string | null> {
  const idHash = hashSecret(sessionId);
  const session = await db.session.findUnique({ where: { idHash } });
  const { count } = await db.session.deleteMany({ where: { idHash } });
  if (!session || count === 0) return null;
  const { createdAt: startedAt, expiresAt, userId } = session;
  const now = await databaseNow(db);
  const hadExpired = expiresAt <= now || isSessionExpired({ ...session, startedAt }, settings, now);
  return hadExpired ? null : userId;
}

/** Updates the start of the idle limit at most every five minutes. Does not delay the request. */
export function recordSessionUse(idHash: string, lastSeenAt: Date, now: Date, { db, log }: Services): void {
  const threshold = new Date(now.getTime() - recordUseIntervalMs);
  if (lastSeenAt > threshold) return;
  db.session
    .updateMany({ where: { idHash, lastSeenAt: { lte: threshold } }, data: { lastSeenAt: now } })
    .catch((error: unknown) => log.warn({ err: error }, 'session use could not be recorded'));
}
