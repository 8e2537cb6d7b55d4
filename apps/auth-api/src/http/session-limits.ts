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

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

/** Whether these limits have ended a session. */
export function isOver({ beganAt, lastSeenAt }: SessionTimes, user: User, settings: Settings): boolean {
  const [idle, longest] = sessionLimits(user, settings);
  const isBefore = (moment: Date, seconds: number) => moment.getTime() <= Date.now() - seconds * 1_000;
  return isBefore(lastSeenAt, idle) || isBefore(beganAt, longest);
}

/** Which sessions of a person no limit has ended. */
export function notOver(user: User, settings: Settings): Prisma.SessionWhereInput {
  const [idle, longest] = sessionLimits(user, settings);
  return {
    userId: user.id,
    lastSeenAt: { gt: ago(idle) },
    createdAt: { gt: ago(longest) },
    expiresAt: { gt: new Date() },
  };
}

/** Which sessions of staff they have ended. */
export const overForStaff = (settings: Settings): Prisma.SessionWhereInput => ({
  user: { emailVerified: true, email: { endsWith: `@${settings.COMPANY_DOMAIN}` } },
  OR: [
    { createdAt: { lte: ago(settings.STAFF_SESSION_MAX_HOURS * 3_600) } },
    { lastSeenAt: { lte: ago(settings.STAFF_SESSION_IDLE_MINUTES * 60) } },
  ],
});
