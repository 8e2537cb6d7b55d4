import type { NamedStatement } from '../database/named-statement.ts';
import type { LockOutKind } from './lock-outs.ts';

/** The columns of `LockOutState`, of a user `u`. */
export const lockOutState = `
  u.quarantined_at AS "quarantineBeganAt", u.quarantined_until AS "quarantineEndsAt",
  u.quarantine_reason AS "quarantineReason", u.quarantined_by_id AS "quarantinedById",
  u.suspended_at AS "suspensionBeganAt", u.suspended_until AS "suspensionEndsAt",
  u.suspension_reason AS "suspensionReason", u.suspended_by_id AS "suspendedById"`;

const inForceNow = (began: string, ends: string) =>
  `u.${began} IS NOT NULL AND (u.${ends} IS NULL OR u.${ends} > now())`;

/** Whether a user `u` is locked out, as `isLockedOut` judges it. */
export const isLockedOutNow = `
  (${inForceNow('quarantined_at', 'quarantined_until')} OR ${inForceNow('suspended_at', 'suspended_until')})`;

export interface LockedOutRow {
  readonly userId: string;
  readonly email: string;
  readonly beganAt: Date;
  readonly endsAt: Date | null;
  readonly reason: string | null;
  readonly byId: string | null;
  readonly byEmail: string | null;
}

/** As `lockOutOf` judges it, for many: $1 and $2 the moment and the id of the last row before or null, $3 how many. */
const inForce = (began: string, ends: string, reason: string, by: string) => `
  SELECT u.id AS "userId", u.email, u.${began} AS "beganAt", u.${ends} AS "endsAt", u.${reason} AS "reason",
    u.${by} AS "byId", (SELECT b.email FROM users b WHERE b.id = u.${by}) AS "byEmail"
  FROM users u
  WHERE ${inForceNow(began, ends)}
    AND ($1::timestamptz IS NULL OR (u.${began}, u.id) < ($1::timestamptz, $2::text))
  ORDER BY u.${began} DESC, u.id DESC LIMIT $3::int`;

/** Who is locked out now, the latest first. */
export const lockedOutNow: Readonly<Record<LockOutKind, NamedStatement>> = {
  quarantine: {
    name: 'quarantined-users',
    plansDiffer: true,
    text: inForce('quarantined_at', 'quarantined_until', 'quarantine_reason', 'quarantined_by_id'),
  },
  suspension: {
    name: 'suspended-users',
    plansDiffer: true,
    text: inForce('suspended_at', 'suspended_until', 'suspension_reason', 'suspended_by_id'),
  },
};
