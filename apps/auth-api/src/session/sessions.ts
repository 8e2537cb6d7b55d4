import { isOver } from '../http/session-limits.ts';
import type { Work } from '../http/transaction.ts';
import { hashSecret, makeSecret } from '../keys/secrets.ts';
import type { Services } from '../services.ts';

const touchEveryMs = 5 * 60_000;

/** Whose session begins, and when they proved who they are, as far as that is known. */
interface Login {
  readonly userId: string;
  readonly loggedInAt: Date | null;
}

/** Begins a session for a person; answers the secret id for the cookie, which is stored nowhere. */
export async function beginSession(
  login: Login,
  { db, settings }: Pick<Work, 'db'> & Pick<Services, 'settings'>,
): Promise<string> {
  const sessionId = makeSecret();
  const expiresAt = new Date(Date.now() + settings.SESSION_MAX_HOURS * 3_600_000);
  await db.session.create({ data: { idHash: hashSecret(sessionId), ...login, expiresAt } });
  return sessionId;
}

/** Ends one session at once, on every replica. Answers whose it was; null where there was none, or it was over already. */
export async function endSession(
  sessionId: string,
  { db, settings }: Pick<Work, 'db'> & Pick<Services, 'settings'>,
): Promise<string | null> {
  const idHash = hashSecret(sessionId);
  const session = await db.session.findUnique({ where: { idHash }, include: { user: true } });
  const { count } = await db.session.deleteMany({ where: { idHash } });
  if (!session || count === 0) return null;
  const { createdAt: beganAt, lastSeenAt, expiresAt, user } = session;
  const wasOver = expiresAt <= new Date() || isOver({ beganAt, lastSeenAt }, user, settings);
  return wasOver ? null : user.id;
}

/** Moves the idle limit on, at most once in five minutes, beside the request that was made. */
export function touchSession(idHash: string, lastSeenAt: Date, { db, log }: Services): void {
  const dueMs = Date.now() - touchEveryMs;
  if (lastSeenAt.getTime() > dueMs) return;
  const due = new Date(dueMs);
  db.session
    .updateMany({ where: { idHash, lastSeenAt: { lte: due } }, data: { lastSeenAt: new Date() } })
    .catch((error: unknown) => log.warn({ err: error }, 'a session could not be touched'));
}
