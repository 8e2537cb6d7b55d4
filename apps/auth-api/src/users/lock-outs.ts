import type { Prisma, User } from '../generated/prisma/client.ts';

/** The two ways in which an account is locked. */
export const lockOutKinds = ['quarantine', 'suspension'] as const;
export type LockOutKind = (typeof lockOutKinds)[number];

export interface LockOut {
  readonly beganAt: Date;
  /** Null: until staff end it. */
  readonly endsAt: Date | null;
  readonly reason: string | null;
  /** Who did it. */
  readonly byId: string | null;
}

/** What a person's row says of it. */
export type LockOutState = Pick<
  User,
  | 'quarantineBeganAt'
  | 'quarantineEndsAt'
  | 'quarantineReason'
  | 'quarantinedById'
  | 'suspensionBeganAt'
  | 'suspensionEndsAt'
  | 'suspensionReason'
  | 'suspendedById'
>;

const stored = {
  quarantine: (user: LockOutState) => ({
    beganAt: user.quarantineBeganAt,
    endsAt: user.quarantineEndsAt,
    reason: user.quarantineReason,
    byId: user.quarantinedById,
  }),
  suspension: (user: LockOutState) => ({
    beganAt: user.suspensionBeganAt,
    endsAt: user.suspensionEndsAt,
    reason: user.suspensionReason,
    byId: user.suspendedById,
  }),
};

/**
 * How an account is locked at a time of the database's clock; null if it is not, or no longer. An end that has passed
 * counts before anything clears the columns, so nothing else may judge by them.
 */
export function lockOutOf(kind: LockOutKind, user: LockOutState, now: Date): LockOut | null {
  const { beganAt, endsAt, reason, byId } = stored[kind](user);
  if (!beganAt || (endsAt && endsAt <= now)) return null;
  return { beganAt, endsAt, reason, byId };
}

/** Whether an account is locked now, in one way or the other: then its tokens and codes are good for nothing. */
export const isLockedOut = (user: LockOutState, now: Date) =>
  (lockOutOf('quarantine', user, now) ?? lockOutOf('suspension', user, now)) !== null;

/** The columns that say how an account is locked, or that it is not. */
export const lockOutColumns = (kind: LockOutKind, lockOut: LockOut | null) =>
  kind === 'quarantine'
    ? {
        quarantineBeganAt: lockOut?.beganAt ?? null,
        quarantineEndsAt: lockOut?.endsAt ?? null,
        quarantineReason: lockOut?.reason ?? null,
        quarantinedById: lockOut?.byId ?? null,
      }
    : {
        suspensionBeganAt: lockOut?.beganAt ?? null,
        suspensionEndsAt: lockOut?.endsAt ?? null,
        suspensionReason: lockOut?.reason ?? null,
        suspendedById: lockOut?.byId ?? null,
      };

/** Whose lock of this kind has ended by itself. */
export const lockOutIsOver = (kind: LockOutKind, now: Date): Prisma.UserWhereInput => {
  const past = { lte: now };
  return kind === 'quarantine' ? { quarantineEndsAt: past } : { suspensionEndsAt: past };
};
