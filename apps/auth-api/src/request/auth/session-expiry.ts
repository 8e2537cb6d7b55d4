import type { Settings } from '../../platform/config/settings.ts';
import { Prisma, type Session } from '../../generated/prisma/client.ts';

interface SessionTimestamps extends Pick<Session, 'isStaff'> {
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
  /** Left out by queries that read no session beyond it. */
  readonly expiresAt?: Date;
}

/** How long a session may be idle, and how long it may last. */
export interface SessionLimits {
  readonly idleSeconds: number;
  readonly maxSeconds: number;
}

/** The limits of a session. Staff sessions are shorter. */
export function sessionLimits(isStaff: boolean, settings: Settings): SessionLimits {
  const idleSeconds = settings.SESSION_IDLE_HOURS * 3_600;
  const maxSeconds = settings.SESSION_MAX_HOURS * 3_600;
  if (!isStaff) return { idleSeconds, maxSeconds };
  return {
    idleSeconds: Math.min(idleSeconds, settings.STAFF_SESSION_IDLE_MINUTES * 60),
    maxSeconds: Math.min(maxSeconds, settings.STAFF_SESSION_MAX_HOURS * 3_600),
  };
}

const secondsBefore = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1_000);

/** Whether a session has reached one of its limits. `now` is the database's clock. */
export function isSessionExpired(
  { startedAt, lastSeenAt, expiresAt, isStaff }: SessionTimestamps,
  settings: Settings,
  now: Date,
): boolean {
  if (expiresAt && expiresAt <= now) return true;
  const { idleSeconds, maxSeconds } = sessionLimits(isStaff, settings);
  return lastSeenAt <= secondsBefore(now, idleSeconds) || startedAt <= secondsBefore(now, maxSeconds);
}

/** Selects a user's sessions that have not expired. */
export function unexpiredSessions(userId: string, settings: Settings, now: Date): Prisma.SessionWhereInput {
  const withinLimits = [false, true].map((isStaff) => {
    const { idleSeconds, maxSeconds } = sessionLimits(isStaff, settings);
    return {
      isStaff,
      lastSeenAt: { gt: secondsBefore(now, idleSeconds) },
      createdAt: { gt: secondsBefore(now, maxSeconds) },
    };
  });
  return { userId, expiresAt: { gt: now }, OR: withinLimits };
}

/** The limits of both kinds of session. */
export interface AllSessionLimits {
  readonly ordinary: SessionLimits;
  readonly staff: SessionLimits;
}

export const allSessionLimits = (settings: Settings): AllSessionLimits => ({
  ordinary: sessionLimits(false, settings),
  staff: sessionLimits(true, settings),
});

/** SQL conditions on the columns of a session: it has expired, by the rules that authenticate a request. */
export function expiredSessions(settings: Settings): Prisma.Sql {
  const { ordinary, staff } = allSessionLimits(settings);
  const reached = ({ idleSeconds, maxSeconds }: SessionLimits) => Prisma.sql`
    last_seen_at <= now() - make_interval(secs => ${idleSeconds}::int)
    OR created_at <= now() - make_interval(secs => ${maxSeconds}::int)`;
  return Prisma.sql`(expires_at <= now() OR ${reached(ordinary)} OR is_staff AND (${reached(staff)}))`;
}
