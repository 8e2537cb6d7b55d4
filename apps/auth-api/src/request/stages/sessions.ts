import type { AuditEvent } from '../audit/write-entries.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import { sessionsForUpdate } from '../account/row-locks.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { newId } from '../../platform/lib/ids.ts';
import type { Services } from '../call/services.ts';
import { createSecret, hashSecret } from '../auth/secrets.ts';
import { isSessionExpired } from '../auth/session-expiry.ts';

const recordUseIntervalMs = 5 * 60_000;

type SessionContext = DbContext & Pick<Services, 'settings'>;

type Client = Pick<AuditEvent['request'], 'ip' | 'userAgent'>;

export interface NewSession {
  readonly userId: string;
  /** When the user authenticated at the identity provider; null if it did not say. */
  readonly loggedInAt: Date | null;
  readonly isStaff: boolean;
  /** The email address that the login had as a verified one; null if it had none. */
  readonly verifiedEmail: string | null;
  /** The `sid` of the ID token; null if it had none. */
  readonly providerSessionId: string | null;
  /** Whether the ID token reports a second factor; null if it does not report how the user authenticated. */
  readonly withSecondFactor: boolean | null;
  readonly client: Client;
}

/** Creates a session and returns the secret for the cookie. Only a hash of it is stored. */
export async function createSession(session: NewSession, { db, settings }: SessionContext): Promise<string> {
  const secret = createSecret();
  await db.session.create({ data: { id: newId(), ...(await toColumns(session, secret, { db, settings })) } });
  return secret;
}

/**
 * After another login of the same user in the same browser: gives the session a new secret and new limits, and returns the
 * secret. The id stays, and with it the instances that the session entered. Null if the session has ended or has another user.
 */
export async function renewSession(
  previousSecret: string,
  session: NewSession,
  { db, settings }: SessionContext,
): Promise<string | null> {
  const idHash = hashSecret(previousSecret);
  const [previous] = await sessionsForUpdate(Prisma.sql`id_hash = ${idHash} AND user_id = ${session.userId}`, db);
  if (!previous || isSessionExpired(previous, settings, previous.now)) return null;
  const secret = createSecret();
  // Auth0 reports the second factor only in the login that had it, and not when it remembers that login.
  const isRemembered = previous.loggedInAt !== null && previous.loggedInAt.getTime() === session.loggedInAt?.getTime();
  const withSecondFactor = session.withSecondFactor ?? (isRemembered ? previous.withSecondFactor : null);
  const data = await toColumns({ ...session, withSecondFactor }, secret, { db, settings });
  await db.session.update({ where: { idHash }, data });
  return secret;
}

/** Timestamps are set explicitly: Prisma's defaults come from this machine's clock. */
async function toColumns(
  { userId, loggedInAt, isStaff, verifiedEmail, providerSessionId, withSecondFactor, client }: NewSession,
  secret: string,
  { db, settings }: SessionContext,
) {
  const now = await databaseNow(db);
  return {
    idHash: hashSecret(secret),
    userId,
    loggedInAt,
    isStaff,
    verifiedEmail,
    providerSessionId,
    withSecondFactor,
    ip: client.ip,
    userAgent: client.userAgent,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + settings.SESSION_MAX_HOURS * 3_600_000),
  };
}

/** Updates the start of the idle limit and the client at most every five minutes. Does not delay the request. */
export function recordSessionUse(
  { idHash, lastSeenAt }: { readonly idHash: string; readonly lastSeenAt: Date },
  now: Date,
  { ip, userAgent }: Client,
  { db, log }: Services,
): void {
  const threshold = new Date(now.getTime() - recordUseIntervalMs);
  if (lastSeenAt > threshold) return;
  db.session
    .updateMany({ where: { idHash, lastSeenAt: { lte: threshold } }, data: { lastSeenAt: now, ip, userAgent } })
    .catch((error: unknown) => log.warn({ err: error }, 'session use could not be recorded'));
}
