import { isActiveSession } from '../sessions/user-sessions.queries.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { AllSessionLimits } from '../../../request/auth/session-expiry.ts';

/**
 * Whether the user's last login had a second factor; null if the provider did not report it. Sessions of one login at the provider have
 * the same time, and only the first of them has its second factor.
 */
export const secondFactorOfLastLogin = (userId: string) => Prisma.sql`
  /* second-factor-of-last-login */
  SELECT with_second_factor AS "withSecondFactor" FROM sessions
  WHERE user_id = ${userId} AND NOT is_terminal
  ORDER BY coalesce(logged_in_at, created_at) DESC, with_second_factor DESC NULLS LAST LIMIT 1`;

/** Whether a session of the user is active that started before a time, besides the current one. */
export const hasEarlierSessions = (
  { userId, sessionId, before }: { readonly userId: string; readonly sessionId: string; readonly before: Date },
  limits: AllSessionLimits,
) => Prisma.sql`
  /* has-earlier-sessions */
  SELECT EXISTS (SELECT FROM sessions WHERE ${isActiveSession(userId, limits)} AND id <> ${sessionId}
    AND created_at < ${before.toISOString()}::timestamptz) AS "hasEarlierSessions"`;
