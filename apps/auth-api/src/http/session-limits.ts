import type { Prisma, Session } from '../generated/prisma/client.ts';
import type { Settings } from '../settings.ts';

interface SessionTimes extends Pick<Session, 'isStaff'> {
  readonly beganAt: Date;
  readonly lastSeenAt: Date;
}

/** How many seconds a session may be idle, and how many it may last. One with the rights of staff is short. */
export function sessionLimits(isStaff: boolean, settings: Settings): readonly [idle: number, longest: number] {
  const [idle, longest] = [settings.SESSION_IDLE_HOURS * 3_600, settings.SESSION_MAX_HOURS * 3_600];
  if (!isStaff) return [idle, longest];
  const { STAFF_SESSION_IDLE_MINUTES, STAFF_SESSION_MAX_HOURS } = settings;
  return [Math.min(idle, STAFF_SESSION_IDLE_MINUTES * 60), Math.min(longest, STAFF_SESSION_MAX_HOURS * 3_600)];
}

const before = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1_000);

/** Whether these limits have ended a session, by the database's clock. */
export function isOver({ beganAt, lastSeenAt, isStaff }: SessionTimes, settings: Settings, now: Date): boolean {
  const [idle, longest] = sessionLimits(isStaff, settings);
  return lastSeenAt <= before(now, idle) || beganAt <= before(now, longest);
}

/** Which sessions of a person no limit has ended. */
export function notOver(userId: string, settings: Settings, now: Date): Prisma.SessionWhereInput {
  const withinLimits = [false, true].map((isStaff) => {
    const [idle, longest] = sessionLimits(isStaff, settings);
    return { isStaff, lastSeenAt: { gt: before(now, idle) }, createdAt: { gt: before(now, longest) } };
  });
  return { userId, expiresAt: { gt: now }, OR: withinLimits };
}

/** Which sessions of staff they have ended. */
export const overForStaff = (settings: Settings, now: Date): Prisma.SessionWhereInput => ({
  isStaff: true,
  OR: [
    { createdAt: { lte: before(now, settings.STAFF_SESSION_MAX_HOURS * 3_600) } },
    { lastSeenAt: { lte: before(now, settings.STAFF_SESSION_IDLE_MINUTES * 60) } },
  ],
});
