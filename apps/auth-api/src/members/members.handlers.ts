import type { memberCalls } from '@portal/contract';
import { endMemberTokens } from '../auth-tokens/revoke.ts';
import type { Handlers, MemberContext, StoredAnswer } from '../http/handlers.ts';
import { problem } from '../http/problem.ts';
import type { Work } from '../http/transaction.ts';
import { invite } from './invite.ts';
import { lockMembers, type MemberQuery } from './lock-members.ts';
import { listMembersOf, readMembersPage } from './read-members.ts';

/** A list may be long, so a replay reads it. */
const listedAgain = {
  store: () => ({}),
  answer: (_stored: StoredAnswer, context: MemberContext) => listMembersOf(context.membership.workspaceId, context),
};

export const memberHandlers: Handlers<typeof memberCalls> = {
  listMembers: ({ query }, context) => readMembersPage(context.membership.workspaceId, query, context),

  inviteMember: {
    async execute({ body }, context) {
      const { workspaceId } = context.membership;
      const { email, role } = body;
      const inviterId = context.actor.user.id;
      const invited = await invite({ email, role, workspaceId, inviterId }, context);
      // The address too: a placeholder's id does not lead to the user who claims its invitations.
      context.note({ subjectUserId: invited.userId, details: { email, role: invited.role, again: invited.again } });
      return listMembersOf(workspaceId, context);
    },
    replay: listedAgain,
  },

  changeMemberRole: {
    async execute({ body: { userId, role } }, context) {
      const { workspaceId } = context.membership;
      const [member] = await lockMembers({ workspaceId, userId }, context.db);
      if (!member) throw await missingOrOwner({ workspaceId, userId }, context);
      if (member.role === role) context.noteEach([]);
      else {
        await context.db.membership.update({ where: { workspaceId_userId: { workspaceId, userId } }, data: { role } });
        context.note({
          subjectUserId: userId,
          details: { email: member.email, role: { from: member.role, to: role } },
        });
      }
      return listMembersOf(workspaceId, context);
    },
    replay: listedAgain,
  },

  removeMember: {
    async execute({ body: { email } }, context) {
      const { workspaceId } = context.membership;
      const members = await lockMembers({ workspaceId, user: { email } }, context.db);
      if (members.length === 0) throw await missingOrOwner({ workspaceId, user: { email } }, context);
      const lines = [];
      for (const { userId, role } of members) {
        const revokedTokenIds = await removeOne(workspaceId, userId, context);
        lines.push({ subjectUserId: userId, details: { email, role, revokedTokenIds } });
      }
      context.noteEach(lines);
      return listMembersOf(workspaceId, context);
    },
    replay: listedAgain,
  },

  async leaveWorkspace(_input, context) {
    const { actor, membership } = context;
    const { workspaceId } = membership;
    if (membership.role === 'OWNER') throw problem('OwnerMustStay');
    const members = await lockMembers({ workspaceId, userId: actor.user.id }, context.db);
    const lines = [];
    for (const { userId, email, role } of members) {
      const revokedTokenIds = await removeOne(workspaceId, userId, context);
      // The address too: the name of who is no member any more is not told to the owner.
      lines.push({ details: { email, role, revokedTokenIds } });
    }
    context.noteEach(lines);
    return {};
  },
};

/** Ends a membership and what the member held by it; answers the API tokens that went with it. */
async function removeOne(workspaceId: string, userId: string, { db }: Work): Promise<string[]> {
  await db.membership.delete({ where: { workspaceId_userId: { workspaceId, userId } }, select: { userId: true } });
  return (await endMemberTokens(workspaceId, userId, db)).authTokenIds;
}

async function missingOrOwner(where: MemberQuery, { db }: Work) {
  return problem((await db.membership.count({ where })) > 0 ? 'OwnerMustStay' : 'MemberNotFound');
}
