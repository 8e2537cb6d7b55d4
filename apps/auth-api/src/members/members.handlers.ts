import type { memberCalls } from '@portal/contract';
import { endMemberTokens } from '../auth-tokens/revoke.ts';
import type { Handlers } from '../http/handlers.ts';
import { problem } from '../http/problem.ts';
import { invite } from './invite.ts';
import { listMembersOf } from './read-members.ts';

export const memberHandlers: Handlers<typeof memberCalls> = {
  listMembers: (_input, { membership, services }) => listMembersOf(membership.workspaceId, services),

  async inviteMember({ body }, { actor, membership, services }) {
    await invite({ ...body, workspaceId: membership.workspaceId, inviter: actor.user }, services);
    return listMembersOf(membership.workspaceId, services);
  },

  async changeMemberRole({ body: { userId, role } }, { membership: { workspaceId }, services }) {
    const { count } = await services.db.membership.updateMany({
      where: { workspaceId, userId, role: { not: 'OWNER' } },
      data: { role },
    });
    if (count === 0) throw await missingOrOwner({ workspaceId, userId }, services);
    return listMembersOf(workspaceId, services);
  },

  async removeMember({ body: { email } }, { membership: { workspaceId }, services }) {
    const members = await services.db.membership.findMany({
      where: { workspaceId, user: { email }, role: { not: 'OWNER' } },
      select: { userId: true },
    });
    if (members.length === 0) throw await missingOrOwner({ workspaceId, user: { email } }, services);
    for (const { userId } of members) await removeOne(workspaceId, userId, services);
    return listMembersOf(workspaceId, services);
  },

  async leaveWorkspace(_input, { actor, membership, services }) {
    if (membership.role === 'OWNER') throw problem('OwnerMustStay');
    await removeOne(membership.workspaceId, actor.user.id, services);
    return {};
  },
};

type Services = Parameters<typeof listMembersOf>[1];

/** Ends a membership and what the member held by it. The owner's never ends. */
async function removeOne(workspaceId: string, userId: string, { db }: Services): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.membership.deleteMany({ where: { workspaceId, userId, role: { not: 'OWNER' } } });
    await endMemberTokens(workspaceId, userId, tx);
  });
}

async function missingOrOwner(
  where: { workspaceId: string; userId?: string; user?: { email: string } },
  { db }: Services,
) {
  return problem((await db.membership.count({ where })) > 0 ? 'OwnerMustStay' : 'MemberNotFound');
}
