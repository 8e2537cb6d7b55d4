import type { Settings } from '../../config/settings.ts';
import type { Prisma, Session } from '../../generated/prisma/client.ts';

interface SessionTimestamps extends Pick<Session, 'isStaff'> {
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
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
  { startedAt, lastSeenAt, isStaff }: SessionTimestamps,
  settings: Settings,
  now: Date,
): boolean {
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

/** Selects staff sessions that have expired by the limits for staff. */
export const expiredStaffSessions = (settings: Settings, now: Date): Prisma.SessionWhereInput => ({
  isStaff: true,
  OR: [
    { createdAt: { lte: secondsBefore(now, settings.STAFF_SESSION_MAX_HOURS * 3_600) } },
    { lastSeenAt: { lte: secondsBefore(now, settings.STAFF_SESSION_IDLE_MINUTES * 60) } },
  ],
});
