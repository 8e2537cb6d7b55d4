import { Prisma } from '../../generated/prisma/client.ts';

/** From this number of days before the end on, pages warn of a token. */
export const soonDays = 7;

// The conditions below are about the row `t` of `auth_tokens`.

/** The number of days of the shortest period of 30 days, seven days and one day in which a token expires, as `period.days`. */
export const expiryPeriod = (aheadDays = 0) => Prisma.sql`(
    SELECT min(days) AS days FROM unnest(ARRAY[1, 7, 30]) days
    WHERE t.expires_at <= now() + make_interval(days => days + ${aheadDays}::int)
  ) period`;

/**
 * An SQL condition: someone has to replace the token before it expires. Not one that is replaced or revoked, and not one whose life is as
 * short as the period. A token that can replace itself counts only in its last day, and in the last quarter of its life: it does so in the
 * second half. The successor has no later end once the chain ends, so then it counts as any other.
 */
export const needsReplacement = Prisma.sql`(
  t.expires_at > now() AND t.revoked_at IS NULL AND t.replaced_at IS NULL
    AND t.expires_at - t.created_at > make_interval(days => period.days)
    AND (t.rotates_until IS NULL OR t.rotates_until <= t.expires_at
      OR period.days = 1 AND now() >= t.expires_at - (t.expires_at - t.created_at) / 4))`;
