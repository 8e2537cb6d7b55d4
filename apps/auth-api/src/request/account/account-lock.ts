import type { LockKind } from '@portal/contract';
import type { Prisma, User } from '../../generated/prisma/client.ts';

export interface AccountLock {
  readonly startedAt: Date;
  /** Null: until staff lift it. */
  readonly endsAt: Date | null;
  readonly reason: string | null;
  /** The staff member who locked the account. */
  readonly lockedById: string | null;
}

/** The columns of a user that store its locks. */
export type LockColumns = Pick<
  User,
  | 'quarantinedAt'
  | 'quarantinedUntil'
  | 'quarantineReason'
  | 'quarantinedById'
  | 'suspendedAt'
  | 'suspendedUntil'
  | 'suspensionReason'
  | 'suspendedById'
>;

const readColumns = {
  quarantine: (user: LockColumns) => ({
    startedAt: user.quarantinedAt,
    endsAt: user.quarantinedUntil,
    reason: user.quarantineReason,
    lockedById: user.quarantinedById,
  }),
  suspension: (user: LockColumns) => ({
    startedAt: user.suspendedAt,
    endsAt: user.suspendedUntil,
    reason: user.suspensionReason,
    lockedById: user.suspendedById,
  }),
};

/**
 * Returns the lock of an account at a time of the database's clock; null if there is none or it has expired. Nothing else may
 * read the columns to decide this: they keep an expired lock until `purgeExpired` clears them.
 */
export function getLock(kind: LockKind, user: LockColumns, now: Date): AccountLock | null {
  const { startedAt, endsAt, reason, lockedById } = readColumns[kind](user);
  if (!startedAt || (endsAt && endsAt <= now)) return null;
  return { startedAt, endsAt, reason, lockedById };
}

/** Whether an account has a lock of either kind. If so, its tokens and codes are rejected. */
export const isLocked = (user: LockColumns, now: Date) =>
  (getLock('quarantine', user, now) ?? getLock('suspension', user, now)) !== null;

/** The columns that store a lock, or that there is none. */
export const toLockColumns = (kind: LockKind, lock: AccountLock | null) =>
  kind === 'quarantine'
    ? {
        quarantinedAt: lock?.startedAt ?? null,
        quarantinedUntil: lock?.endsAt ?? null,
        quarantineReason: lock?.reason ?? null,
        quarantinedById: lock?.lockedById ?? null,
      }
    : {
        suspendedAt: lock?.startedAt ?? null,
        suspendedUntil: lock?.endsAt ?? null,
        suspensionReason: lock?.reason ?? null,
        suspendedById: lock?.lockedById ?? null,
      };

/** Selects the users whose lock of this kind has expired. */
export const hasExpiredLock = (kind: LockKind, now: Date): Prisma.UserWhereInput => {
  const past = { lte: now };
  return kind === 'quarantine' ? { quarantinedUntil: past } : { suspendedUntil: past };
};
