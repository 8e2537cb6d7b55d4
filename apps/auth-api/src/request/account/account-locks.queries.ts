import type { LockKind } from '@portal/contract';
import { Prisma } from '../../generated/prisma/client.ts';

/** Selects `LockColumns` of a user with the alias `u`. */
export const lockColumnsOfUser = Prisma.sql`
  u.quarantined_at AS "quarantinedAt", u.quarantined_until AS "quarantinedUntil",
  u.quarantine_reason AS "quarantineReason", u.quarantined_by_id AS "quarantinedById",
  u.suspended_at AS "suspendedAt", u.suspended_until AS "suspendedUntil",
  u.suspension_reason AS "suspensionReason", u.suspended_by_id AS "suspendedById"`;

/** An SQL condition on a user with the alias `u`, by the rule of `getLock`: the account has a lock of either kind. */
export const isLockedUser = Prisma.sql`(
  u.quarantined_at IS NOT NULL AND (u.quarantined_until IS NULL OR u.quarantined_until > now())
  OR u.suspended_at IS NOT NULL AND (u.suspended_until IS NULL OR u.suspended_until > now()))`;

export interface LockedUserRow {
  readonly userId: string;
  readonly email: string;
  readonly startedAt: Date;
  readonly endsAt: Date | null;
  readonly reason: string | null;
  readonly byId: string | null;
  readonly byEmail: string | null;
}

const columns = {
  quarantine: ['quarantined_at', 'quarantined_until', 'quarantine_reason', 'quarantined_by_id'],
  suspension: ['suspended_at', 'suspended_until', 'suspension_reason', 'suspended_by_id'],
} as const satisfies Record<LockKind, unknown>;

/** The users who have a lock of this kind, by the rule of `getLock`: the most recent lock first, after a cursor. */
export function lockedUsers(
  kind: LockKind,
  after: { readonly timestamp: Date; readonly id: string } | null,
  limit: number,
): Prisma.Sql {
  const [start, end, reason, by] = columns[kind].map((name) => Prisma.raw(`u.${name}`));
  const isAfterCursor = after
    ? Prisma.sql`AND (${start}, u.id) < (${after.timestamp.toISOString()}::timestamptz, ${after.id}::text)`
    : Prisma.empty;
  return Prisma.sql`
    SELECT u.id AS "userId", u.email, ${start} AS "startedAt", ${end} AS "endsAt", ${reason} AS "reason",
      ${by} AS "byId", (SELECT b.email FROM users b WHERE b.id = ${by}) AS "byEmail"
    FROM users u
    WHERE ${start} IS NOT NULL AND (${end} IS NULL OR ${end} > now()) ${isAfterCursor}
    ORDER BY ${start} DESC, u.id DESC LIMIT ${limit}::int`;
}

const locksOfKind = (kind: LockKind) => {
  const [start, end, reason] = columns[kind].map((name) => Prisma.raw(`u.${name}`));
  return Prisma.sql`
    SELECT u.id AS "userId", u.email, ${kind}::text AS kind, ${start} AS "startedAt", ${end} AS "endsAt", ${reason} AS reason
    FROM users u WHERE ${start} IS NOT NULL`;
};

/** The locks of both kinds that end within some days. */
export const endingLocks = (days: number): Prisma.Sql => Prisma.sql`
  SELECT * FROM (${locksOfKind('quarantine')} UNION ALL ${locksOfKind('suspension')}) locks
  WHERE "endsAt" > now() AND "endsAt" <= now() + make_interval(days => ${days}::int)`;

/** The quarantines that only staff end. */
export const openQuarantines = Prisma.sql`${locksOfKind('quarantine')} AND u.quarantined_until IS NULL`;
