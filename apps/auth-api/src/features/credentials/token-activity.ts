import { canChangeAuthToken, dayMs, InvitedRole, type AuthTokenActivity } from '@portal/contract';
import type { AuthToken } from '../../generated/prisma/client.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { firstIdAt } from '../../platform/lib/ids.ts';
import type { MemberContext } from '../../request/call/types.ts';

const shownDays = 30;
const maxInvitations = 50;

/** Reads what a token changed in the last 30 days, and its invitations that are still open. */
export async function readTokenActivity(token: AuthToken, context: MemberContext): Promise<AuthTokenActivity> {
  const { actor, membership, db } = context;
  if (!canChangeAuthToken(token, { userId: actor.user.id, role: membership.role })) throw apiError('NotAllowed');
  const since = firstIdAt(actor.now.getTime() - shownDays * dayMs);
  const actions = await db.$queryRaw<{ action: string; count: number; lastAt: Date }[]>`
    /* actions-of-token */
    SELECT action, count(*)::int AS count, max(occurred_at) AS "lastAt"
    FROM audit_entries WHERE credential = 'api' AND credential_id = ${token.id} AND id >= ${since}
    GROUP BY action ORDER BY "lastAt" DESC`;
  const where = {
    authTokenId: token.id,
    acceptedAt: null,
    declinedAt: null,
    cancelledAt: null,
    expiresAt: { gt: actor.now },
  };
  const invitations = await db.invitation.findMany({ where, orderBy: { id: 'desc' }, take: maxInvitations });
  return {
    actions: actions.map(({ lastAt, ...action }) => ({ ...action, lastAt: lastAt.toISOString() })),
    invitations: invitations.map(({ id, email, role }) => ({ id, email, role: InvitedRole.parse(role) })),
    invitationCount: await db.invitation.count({ where }),
  };
}
