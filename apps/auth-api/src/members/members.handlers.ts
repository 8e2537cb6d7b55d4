import type { memberCalls } from '@portal/contract';
import { endMemberTokens } from '../auth-tokens/revoke.ts';
import type { Handlers } from '../http/handlers.ts';
import { problem } from '../http/problem.ts';
import type { Work } from '../http/transaction.ts';
import { invite } from './invite.ts';
import { listMembersOf } from './read-members.ts';

export const memberHandlers: Handlers<typeof memberCalls> = {
  listMembers: (_input, context) => listMembersOf(context.membership.workspaceId, context),

  async inviteMember({ body }, context) {
    const { workspaceId } = context.membership;
    await invite({ ...body, workspaceId, inviterId: context.actor.user.id }, context);
    return listMembersOf(workspaceId, context);
  },

  async changeMemberRole({ body: { userId, role } }, context) {
    const { workspaceId } = context.membership;
    const { count } = await context.db.membership.updateMany({
      where: { workspaceId, userId, role: { not: 'OWNER' } },
      data: { role },
    });
    if (count === 0) throw await missingOrOwner({ workspaceId, userId }, context);
    return listMembersOf(workspaceId, context);
  },

  async removeMember({ body: { email } }, context) {
    const { workspaceId } = context.membership;
    const members = await context.db.membership.findMany({
      where: { workspaceId, user: { email }, role: { not: 'OWNER' } },
      select: { userId: true },
    });
    if (members.length === 0) throw await missingOrOwner({ workspaceId, user: { email } }, context);
    for (const { userId } of members) await removeOne(workspaceId, userId, context);
    return listMembersOf(workspaceId, context);
  },

  async leaveWorkspace(_input, context) {
    const { actor, membership } = context;
    if (membership.role === 'OWNER') throw problem('OwnerMustStay');
    await removeOne(membership.workspaceId, actor.user.id, context);
    return {};
  },
};

/** Ends a membership and what the member held by it. The owner's never ends. */
async function removeOne(workspaceId: string, userId: string, { db }: Work): Promise<void> {
  await db.membership.deleteMany({ where: { workspaceId, userId, role: { not: 'OWNER' } } });
  await endMemberTokens(workspaceId, userId, db);
}

async function missingOrOwner(where: { workspaceId: string; userId?: string; user?: { email: string } }, { db }: Work) {
  return problem((await db.membership.count({ where })) > 0 ? 'OwnerMustStay' : 'MemberNotFound');
}
