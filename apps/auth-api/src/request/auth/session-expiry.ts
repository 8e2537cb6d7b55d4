import type { Settings } from '../../platform/config/settings.ts';
import { dayMs } from '@portal/contract';
import { Prisma, type Session } from '../../generated/prisma/client.ts';

interface SessionTimestamps extends Pick<Session, 'isStaff'> {
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
  /** Left out by queries that read no session beyond it. */
  readonly expiresAt?: Date;
  /** Left out by queries that read no terminal login. */
  readonly isTerminal?: boolean;
}

/** How long a session may be idle, and how long it may last. */
export interface SessionLimits {
  readonly idleSeconds: number;
  readonly maxSeconds: number;
}

type SessionKind = 'ordinary' | 'staff' | 'terminal';

const kindOf = ({ isStaff, isTerminal = false }: Pick<SessionTimestamps, 'isStaff' | 'isTerminal'>): SessionKind =>
  isTerminal ? 'terminal' : isStaff ? 'staff' : 'ordinary';

const daySeconds = dayMs / 1_000;

/** A terminal login is longer than a browser's: it is on a machine of the user's own. */
export const terminalLimits: SessionLimits = { idleSeconds: 30 * daySeconds, maxSeconds: 90 * daySeconds };

/** The limits of a session. Staff sessions are shorter. */
export function sessionLimits(kind: SessionKind, settings: Settings): SessionLimits {
  if (kind === 'terminal') return terminalLimits;
  const idleSeconds = settings.SESSION_IDLE_HOURS * 3_600;
  const maxSeconds = settings.SESSION_MAX_HOURS * 3_600;
  if (kind === 'ordinary') return { idleSeconds, maxSeconds };
  return {
    idleSeconds: Math.min(idleSeconds, settings.STAFF_SESSION_IDLE_MINUTES * 60),
    maxSeconds: Math.min(maxSeconds, settings.STAFF_SESSION_MAX_HOURS * 3_600),
  };
}

const secondsBefore = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1_000);

/** Whether a session has reached one of its limits. `now` is the database's clock. */
export function isSessionExpired(
  { startedAt, lastSeenAt, expiresAt, ...session }: SessionTimestamps,
  settings: Settings,
  now: Date,
): boolean {
  if (expiresAt && expiresAt <= now) return true;
  const { idleSeconds, maxSeconds } = sessionLimits(kindOf(session), settings);
  return lastSeenAt <= secondsBefore(now, idleSeconds) || startedAt <= secondsBefore(now, maxSeconds);
}

/** Selects a user's sessions that have not expired. */
export function unexpiredSessions(userId: string, settings: Settings, now: Date): Prisma.SessionWhereInput {
  const kinds = [
    { isStaff: false, isTerminal: false },
    { isStaff: true, isTerminal: false },
    { isStaff: false, isTerminal: true },
  ];
  const withinLimits = kinds.map((kind) => {
    const { idleSeconds, maxSeconds } = sessionLimits(kindOf(kind), settings);
    return {
      ...kind,
      lastSeenAt: { gt: secondsBefore(now, idleSeconds) },
      createdAt: { gt: secondsBefore(now, maxSeconds) },
    };
  });
  return { userId, expiresAt: { gt: now }, OR: withinLimits };
}

/** The limits of each kind of session. */
export type AllSessionLimits = Readonly<Record<SessionKind, SessionLimits>>;

export const allSessionLimits = (settings: Settings): AllSessionLimits => ({
  ordinary: sessionLimits('ordinary', settings),
  staff: sessionLimits('staff', settings),
  terminal: terminalLimits,
});

/** An SQL expression on the columns of a session: one of its limits, in seconds. */
export const limitOf = (name: keyof SessionLimits, { ordinary, staff, terminal }: AllSessionLimits): Prisma.Sql =>
  Prisma.sql`CASE WHEN is_terminal THEN ${terminal[name]}::int WHEN is_staff THEN ${staff[name]}::int
    ELSE ${ordinary[name]}::int END`;

/** SQL conditions on the columns of a session: it has expired, by the rules that authenticate a request. */
export function expiredSessions(settings: Settings): Prisma.Sql {
  const limits = allSessionLimits(settings);
  return Prisma.sql`(expires_at <= now() OR last_seen_at <= now() - make_interval(secs => ${limitOf('idleSeconds', limits)})
    OR created_at <= now() - make_interval(secs => ${limitOf('maxSeconds', limits)}))`;
}
