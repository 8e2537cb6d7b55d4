import { databaseNow } from '../database/clock.ts';
import { isOver } from '../http/session-limits.ts';
import type { Work } from '../http/transaction.ts';
import { hashSecret, makeSecret } from '../keys/secrets.ts';
import type { Services } from '../services.ts';

const touchEveryMs = 5 * 60_000;

/** Whose session begins, when they proved who they are, as far as that is known, and whether they did so as staff. */
interface Login {
  readonly userId: string;
  readonly loggedInAt: Date | null;
  readonly isStaff: boolean;
}

/** Begins a session for a person; answers the secret id for the cookie, which is stored nowhere. */
export async function beginSession(
  login: Login,
  { db, settings }: Pick<Work, 'db'> & Pick<Services, 'settings'>,
): Promise<string> {
  const sessionId = makeSecret();
  const now = await databaseNow(db);
  const expiresAt = new Date(now.getTime() + settings.SESSION_MAX_HOURS * 3_600_000);
  // Prisma’s own defaults are of this machine’s clock.
  await db.session.create({
    data: { idHash: hashSecret(sessionId), ...login, createdAt: now, lastSeenAt: now, expiresAt },
  });
  return sessionId;
}

/** Ends one session at once, on every replica. Answers whose it was; null where there was none, or it was over already. */
export async function endSession(
  sessionId: string,
  { db, settings }: Pick<Work, 'db'> & Pick<Services, 'settings'>,
): Promise<string | null> {
  const idHash = hashSecret(sessionId);
  const session = await db.session.findUnique({ where: { idHash } });
  const { count } = await db.session.deleteMany({ where: { idHash } });
  if (!session || count === 0) return null;
  const { createdAt: beganAt, expiresAt, userId } = session;
  const now = await databaseNow(db);
  const wasOver = expiresAt <= now || isOver({ ...session, beganAt }, settings, now);
  return wasOver ? null : userId;
}

/** Moves the idle limit on, at most once in five minutes, beside the request that was made. */
export function touchSession(idHash: string, lastSeenAt: Date, now: Date, { db, log }: Services): void {
  const due = new Date(now.getTime() - touchEveryMs);
  if (lastSeenAt > due) return;
  db.session
    .updateMany({ where: { idHash, lastSeenAt: { lte: due } }, data: { lastSeenAt: now } })
    .catch((error: unknown) => log.warn({ err: error }, 'a session could not be touched'));
}
