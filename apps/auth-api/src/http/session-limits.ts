import type { Prisma, User } from '../generated/prisma/client.ts';
import type { Settings } from '../settings.ts';
import { isStaff } from './is-staff.ts';

interface SessionTimes {
  readonly beganAt: Date;
  readonly lastSeenAt: Date;
}

/**
 * How many seconds a session of a person may be idle, and how many it may last. Who is staff is judged now: a session that
 * is older than the address that makes its person staff is short, too.
 */
export function sessionLimits(user: User, settings: Settings): readonly [idle: number, longest: number] {
  const [idle, longest] = [settings.SESSION_IDLE_HOURS * 3_600, settings.SESSION_MAX_HOURS * 3_600];
  if (!isStaff(user, settings)) return [idle, longest];
  const { STAFF_SESSION_IDLE_MINUTES, STAFF_SESSION_MAX_HOURS } = settings;
  return [Math.min(idle, STAFF_SESSION_IDLE_MINUTES * 60), Math.min(longest, STAFF_SESSION_MAX_HOURS * 3_600)];
}

const before = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1_000);

/** Whether these limits have ended a session, by the database's clock. */
export function isOver({ beganAt, lastSeenAt }: SessionTimes, user: User, settings: Settings, now: Date): boolean {
  const [idle, longest] = sessionLimits(user, settings);
  return lastSeenAt <= before(now, idle) || beganAt <= before(now, longest);
}

/** Which sessions of a person no limit has ended. */
export function notOver(user: User, settings: Settings, now: Date): Prisma.SessionWhereInput {
  const [idle, longest] = sessionLimits(user, settings);
  return {
    userId: user.id,
    lastSeenAt: { gt: before(now, idle) },
    createdAt: { gt: before(now, longest) },
    expiresAt: { gt: now },
  };
}

/** Which sessions of staff they have ended. */
export const overForStaff = (settings: Settings, now: Date): Prisma.SessionWhereInput => ({
  user: { emailVerified: true, email: { endsWith: `@${settings.COMPANY_DOMAIN}` } },
  OR: [
    { createdAt: { lte: before(now, settings.STAFF_SESSION_MAX_HOURS * 3_600) } },
    { lastSeenAt: { lte: before(now, settings.STAFF_SESSION_IDLE_MINUTES * 60) } },
  ],
});
