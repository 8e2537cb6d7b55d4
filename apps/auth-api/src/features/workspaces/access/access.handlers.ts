import { canManageMembers, type accessCalls, type staffAccessCalls } from '@portal/contract';
import { unexpiredSessions } from '../../../request/auth/session-expiry.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import { listSentInvitations } from '../invitations/invitations.queries.ts';
import type { Handlers } from '../../../request/call/types.ts';
import { maxListed, summarizeAccess } from './access.queries.ts';

export const accessHandlers: Handlers<typeof accessCalls> = {
  async getMemberAccess({ params: { workspaceId, userId } }, { actor, membership, db }) {
    const isOwn = userId === actor.user.id;
    // The same conditions as for removing a member. Every member sees their own access, because every member can leave.
    if (!isOwn && !canManageMembers(membership.role)) throw apiError('NotAllowed');
    if (!isOwn && !actor.user.emailVerified) throw apiError('EmailNotVerified');
    const member = await db.membership.findUnique({
      where: { workspaceId_userId: { workspaceId, userId } },
      select: { role: true },
    });
    if (!member) throw apiError('MemberNotFound');
    if (!isOwn && member.role === 'OWNER') throw apiError('NotAllowed');
    const invitations = await listSentInvitations(workspaceId, userId, maxListed, { db });
    return { ...(await summarizeAccess({ workspaceId, userId }, actor.now, db)), ...invitations };
  },

  getWorkspaceAccess: ({ params: { workspaceId } }, { actor, db }) => summarizeAccess({ workspaceId }, actor.now, db),
};

export const staffAccessHandlers: Handlers<typeof staffAccessCalls> = {
  async getWorkspaceAccessForStaff({ params: { workspaceId } }, { actor, db }) {
    const workspace = await db.workspace.findUnique({ where: { id: workspaceId }, select: { id: true } });
    if (!workspace) throw apiError('WorkspaceNotFound', { message: 'Workspace not found.' });
    return summarizeAccess({ workspaceId }, actor.now, db);
  },

  async getUserAccessForStaff({ params: { userId } }, { actor, db, services }) {
    if ((await db.user.count({ where: { id: userId } })) === 0) throw apiError('UserNotFound');
    return {
      ...(await summarizeAccess({ userId }, actor.now, db)),
      sessionCount: await db.session.count({ where: unexpiredSessions(userId, services.settings, actor.now) }),
    };
  },
};
