import { Prisma } from '../generated/prisma/client.ts';
import type { LockOutKind } from './lock-outs.ts';

/** The columns of `LockOutState`, of a user `u`. */
export const lockOutState = Prisma.sql`
  u.quarantined_at AS "quarantineBeganAt", u.quarantined_until AS "quarantineEndsAt",
  u.quarantine_reason AS "quarantineReason", u.quarantined_by_id AS "quarantinedById",
  u.suspended_at AS "suspensionBeganAt", u.suspended_until AS "suspensionEndsAt",
  u.suspension_reason AS "suspensionReason", u.suspended_by_id AS "suspendedById"`;

export interface LockedOutRow {
  readonly userId: string;
  readonly email: string;
  readonly beganAt: Date;
  readonly endsAt: Date | null;
  readonly reason: string | null;
  readonly byId: string | null;
  readonly byEmail: string | null;
}

const columns = {
  quarantine: ['quarantined_at', 'quarantined_until', 'quarantine_reason', 'quarantined_by_id'],
  suspension: ['suspended_at', 'suspended_until', 'suspension_reason', 'suspended_by_id'],
} as const satisfies Record<LockOutKind, unknown>;

/**
 * The users who are locked now in one of the two ways, as `lockOutOf` judges it, the latest first: at most `limit` of them
 * after the last row of the page before.
 */
export function lockedOutNow(
  kind: LockOutKind,
  after: { readonly moment: Date; readonly id: string } | null,
  limit: number,
): Prisma.Sql {
  const [began, ends, reason, by] = columns[kind].map((name) => Prisma.raw(`u.${name}`));
  const isAfter = after
    ? Prisma.sql`AND (${began}, u.id) < (${after.moment.toISOString()}::timestamptz, ${after.id}::text)`
    : Prisma.empty;
  return Prisma.sql`
    SELECT u.id AS "userId", u.email, ${began} AS "beganAt", ${ends} AS "endsAt", ${reason} AS "reason",
      ${by} AS "byId", (SELECT b.email FROM users b WHERE b.id = ${by}) AS "byEmail"
    FROM users u
    WHERE ${began} IS NOT NULL AND (${ends} IS NULL OR ${ends} > now()) ${isAfter}
    ORDER BY ${began} DESC, u.id DESC LIMIT ${limit}::int`;
}
