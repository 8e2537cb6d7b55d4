import type { Settings } from '../../config/settings.ts';
import type { Prisma, Session } from '../../generated/prisma/client.ts';

interface SessionTimestamps extends Pick<Session, 'isStaff'> {
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
}

/** The idle limit and the absolute limit of a session, in seconds. Staff sessions are shorter. */
export function sessionLimits(isStaff: boolean, settings: Settings): readonly [idle: number, max: number] {
  const [idle, max] = [settings.SESSION_IDLE_HOURS * 3_600, settings.SESSION_MAX_HOURS * 3_600];
  if (!isStaff) return [idle, max];
  const { STAFF_SESSION_IDLE_MINUTES, STAFF_SESSION_MAX_HOURS } = settings;
  return [Math.min(idle, STAFF_SESSION_IDLE_MINUTES * 60), Math.min(max, STAFF_SESSION_MAX_HOURS * 3_600)];
}

const secondsBefore = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1_000);

/** Whether a session has reached one of its limits. `now` is the database's clock. */
export function isSessionExpired(
  { startedAt, lastSeenAt, isStaff }: SessionTimestamps,
  settings: Settings,
  now: Date,
): boolean {
  const [idle, max] = sessionLimits(isStaff, settings);
  return lastSeenAt <= secondsBefore(now, idle) || startedAt <= secondsBefore(now, max);
}

/** Selects a user's sessions that have not expired. */
export function unexpiredSessions(userId: string, settings: Settings, now: Date): Prisma.SessionWhereInput {
  const withinLimits = [false, true].map((isStaff) => {
    const [idle, max] = sessionLimits(isStaff, settings);
    return { isStaff, lastSeenAt: { gt: secondsBefore(now, idle) }, createdAt: { gt: secondsBefore(now, max) } };
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
