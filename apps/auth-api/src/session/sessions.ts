import type { Work } from '../http/transaction.ts';
import { hashSecret, makeSecret } from '../keys/secrets.ts';
import type { Services } from '../services.ts';

const touchEveryMs = 5 * 60_000;

/** Begins a session for a person; answers the secret id for the cookie, which is stored nowhere. */
export async function beginSession(
  userId: string,
  { db, settings }: Pick<Work, 'db'> & Pick<Services, 'settings'>,
): Promise<string> {
  const sessionId = makeSecret();
  const expiresAt = new Date(Date.now() + settings.SESSION_MAX_HOURS * 3_600_000);
  await db.session.create({ data: { idHash: hashSecret(sessionId), userId, expiresAt } });
  return sessionId;
}

/** Ends one session at once, on every replica. Answers whose it was; null where there was none, or it was over already. */
export async function endSession(
  sessionId: string,
  { db, settings }: Pick<Work, 'db'> & Pick<Services, 'settings'>,
): Promise<string | null> {
  const idleSeconds = settings.SESSION_IDLE_HOURS * 3600;
  const [ended] = await db.$queryRaw<{ userId: string; wasAlive: boolean }[]>`
    DELETE FROM sessions WHERE id_hash = ${hashSecret(sessionId)}
    RETURNING user_id AS "userId",
      expires_at > now() AND last_seen_at > now() - make_interval(secs => ${idleSeconds}) AS "wasAlive"`;
  return ended?.wasAlive ? ended.userId : null;
}

/** Moves the idle limit on, at most once in five minutes, beside the request that was made. */
export function touchSession(idHash: string, lastSeenAt: Date, { db, log }: Services): void {
  const due = new Date(Date.now() - touchEveryMs);
  if (lastSeenAt > due) return;
  db.session
    .updateMany({ where: { idHash, lastSeenAt: { lte: due } }, data: { lastSeenAt: new Date() } })
    .catch((error: unknown) => log.warn({ err: error }, 'a session could not be touched'));
}
