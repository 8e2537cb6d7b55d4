import { writeAuditEntries, type AuditEvent } from '../../request/audit/write-entries.ts';
import { requestReviewOfSessions } from '../credentials/token-review.ts';
import { userForUpdate } from '../../request/account/row-locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Services } from '../../request/call/services.ts';
import { endSessions } from '../accounts/sessions/end-sessions.ts';
import type { ProviderLogout } from './provider-logout-token.ts';

/**
 * Ends the sessions that a logout token of the identity provider names. A token never ends a session of a later login, so one that
 * is late or arrives twice does no harm.
 */
export async function endProviderSessions(
  logout: ProviderLogout,
  request: AuditEvent['request'],
  services: Services,
): Promise<void> {
  const { sub, sid } = logout;
  await inTransaction(services, async ({ db }) => {
    const user = sub === undefined ? null : await db.user.findUnique({ where: { auth0Id: sub }, select: { id: true } });
    if (sub !== undefined && !user) return;
    if (user) await userForUpdate(user.id, 'UPDATE', db);
    if (user && sid === undefined) await rejectEarlierLogins(user.id, logout, db);
    const { active, instanceTokens } = await endSessions(namedSessions(user, logout), db, services.settings);
    await requestReviewOfSessions(active, db);
    const userIds = [...new Set(active.map(({ userId }) => userId))];
    const entries = userIds.map((userId) => ({
      action: 'backChannelLogout',
      actor: { userId },
      credential: 'provider' as const,
      details: {
        scope: sid === undefined ? 'all' : 'session',
        sessionIds: active.filter((session) => session.userId === userId).map(({ id }) => id),
        instanceTokens,
      },
      request,
    }));
    await writeAuditEntries(entries, { db });
  });
}

/** The end of the second in which the token was issued: it and the time of a login are in whole seconds. */
const issuedBefore = ({ iat }: ProviderLogout) => Prisma.sql`to_timestamp(${iat + 1}::float8)`;

/**
 * An SQL condition on the columns of a session. A session whose ID token did not name the provider's session ends with any session of
 * its user.
 */
function namedSessions(user: { readonly id: string } | null, logout: ProviderLogout): Prisma.Sql {
  const { sid } = logout;
  const isEarlier = Prisma.sql`coalesce(logged_in_at, created_at) < ${issuedBefore(logout)}`;
  if (!user) return Prisma.sql`provider_session_id = ${sid} AND ${isEarlier}`;
  const isNamed =
    sid === undefined ? Prisma.sql`true` : Prisma.sql`(provider_session_id = ${sid} OR provider_session_id IS NULL)`;
  return Prisma.sql`user_id = ${user.id} AND ${isNamed} AND ${isEarlier}`;
}

/** The provider may remember a login from before the token, which must not start a session. A login from after it may. */
const rejectEarlierLogins = (userId: string, logout: ProviderLogout, tx: Prisma.TransactionClient) =>
  tx.$executeRaw`
    UPDATE users SET sessions_ended_at = greatest(sessions_ended_at, least(now(), ${issuedBefore(logout)} - interval '1 ms'))
    WHERE id = ${userId}`;
