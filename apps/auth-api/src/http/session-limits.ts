import type { Prisma, User } from '../generated/prisma/client.ts';
import type { Settings } from '../settings.ts';
import { isStaff } from './is-staff.ts';

interface SessionTimes {
  readonly beganAt: Date;
  readonly lastSeenAt: Date;
}

const startsOfStaff = (settings: Settings) => ({
  beganAt: new Date(Date.now() - settings.STAFF_SESSION_MAX_HOURS * 3_600_000),
  lastSeenAt: new Date(Date.now() - settings.STAFF_SESSION_IDLE_MINUTES * 60_000),
});

/**
 * Whether the shorter limits of staff end a session that is alive by everybody's. Who is staff is judged now: a session
 * that is older than the address that makes its person staff is short, too.
 */
export function isOverForStaff({ beganAt, lastSeenAt }: SessionTimes, user: User, settings: Settings): boolean {
  if (!isStaff(user, settings)) return false;
  const starts = startsOfStaff(settings);
  return beganAt <= starts.beganAt || lastSeenAt <= starts.lastSeenAt;
}

/** The same for many. */
export function overForStaff(settings: Settings): Prisma.SessionWhereInput {
  const { beganAt, lastSeenAt } = startsOfStaff(settings);
  return {
    user: { emailVerified: true, email: { endsWith: `@${settings.COMPANY_DOMAIN}` } },
    OR: [{ createdAt: { lte: beganAt } }, { lastSeenAt: { lte: lastSeenAt } }],
  };
}

/** How many seconds a session of a person may be idle, and how many it may last, as they are now. */
export function sessionLimits(user: User, settings: Settings): readonly [idle: number, longest: number] {
  const [idle, longest] = [settings.SESSION_IDLE_HOURS * 3_600, settings.SESSION_MAX_HOURS * 3_600];
  if (!isStaff(user, settings)) return [idle, longest];
  const { STAFF_SESSION_IDLE_MINUTES, STAFF_SESSION_MAX_HOURS } = settings;
  return [Math.min(idle, STAFF_SESSION_IDLE_MINUTES * 60), Math.min(longest, STAFF_SESSION_MAX_HOURS * 3_600)];
}
