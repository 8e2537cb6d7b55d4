import { canManageMembers, invitationRole, type AssignableRole, type memberCalls } from '@portal/contract';
import { principalIdOf, type Actor } from '../../../request/account/actor.ts';
import { enqueueAccountEmail } from '../../emails/enqueue-account-email.ts';
import { personalToAddress, personalTo } from '../../../request/audit/personal-values.ts';
import type { AuditEventFields } from '../../../request/audit/write-entries.ts';
import { requireRecentLoginToGive } from '../../../request/auth/require-recent-login.ts';
import { enqueueWorkspaceEvents } from '../../credentials/enqueue-workspace-events.ts';
import { revokeMemberTokens } from '../../credentials/revoke-tokens.ts';
import { membersForUpdate, type MemberFilter } from '../../../request/account/row-locks.ts';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import { invitationDetails } from '../invitations/invitation-state.ts';
import { changeInvitedRole, endInvitation, invitationForUpdate } from '../invitations/invitations.queries.ts';
import { invitationsOfMembersForUpdate, settleInvitations } from '../invitations/settle-invitations.ts';
import { inviteAuditFields, invite } from '../invitations/invite.ts';
import { senderOf } from '../invitations/sender.ts';
import { endOffers } from '../ownership/offers.ts';
import type { Handlers, MemberContext, StoredResponse } from '../../../request/call/types.ts';
import { enqueueMemberLeftEmails } from './enqueue-member-left-emails.ts';
import { listMembers, listMembersPage } from './members.queries.ts';

/** A retry gets the current list, because a list can be too long to store. */
const replayWithCurrentList = {
  store: () => ({}),
  respond: (_stored: StoredResponse, context: MemberContext<Actor>) =>
    listMembers(context.membership.workspaceId, context),
};

/** Of people, only those who manage members. */
const seesServiceAccounts = ({ actor, membership }: MemberContext<Actor>) =>
  !actor.user || actor.credential.kind === 'instance' || canManageMembers(membership.role);

const invitedWithOtherRole =
  'This email address is already invited with a different role. Change the role in the list of members.';

export const memberHandlers: Handlers<typeof memberCalls> = {
  listMembers({ query }, context) {
    if (query.include !== undefined && !seesServiceAccounts(context)) throw apiError('NotAllowed');
    return listMembersPage(context.membership.workspaceId, query, context);
  },

  inviteMember: {
    locks: { emails: ({ body: { email } }) => [email] },
    async execute({ body: { email, role } }, context) {
      const { workspaceId } = context.membership;
      const request = { emails: [email], role, newRole: invitationRole({ role }), workspaceId };
      const result = (await invite(request, context)).results.get(email);
      if (result === 'otherRole') throw apiError('AlreadyMember', { message: invitedWithOtherRole });
      if (typeof result !== 'object') throw apiError('AlreadyMember');
      context.audit.record(inviteAuditFields(result, context.services));
      return listMembers(workspaceId, context);
    },
    replay: replayWithCurrentList,
  },

  changeMemberRole: {
    locks: { changes: ['workspace'] },
    async execute({ body: { userId, role, cancelInvitations = true } }, context) {
      const { workspaceId } = context.membership;
      const actorId = principalIdOf(context.actor);
      const [member] = await membersForUpdate({ workspaceId, userId }, context.db);
      if (!member) await changeRoleOfInvitation(userId, role, context);
      else if (member.role === role) context.audit.skip();
      else {
        requireRecentLoginToGive(role, context.actor, context.services.settings);
        await context.db.membership.update({ where: { workspaceId_userId: { workspaceId, userId } }, data: { role } });
        const invitations = canManageMembers(role)
          ? []
          : await invitationsOfMembersForUpdate(workspaceId, { inviterIds: [userId] }, context.db);
        const outcome = cancelInvitations ? 'cancel' : { newSender: senderOf(context.actor, workspaceId) };
        const settled = await settleInvitations(invitations, outcome, context.db);
        await enqueueWorkspaceEvents([workspaceId], context.db);
        context.audit.record({
          subjectUserId: userId,
          details: { email: personalTo(userId, member.email), role: { from: member.role, to: role }, ...settled },
        });
        if (userId !== actorId) {
          const details = { workspaceId, actorId, oldRole: member.role, newRole: role };
          await enqueueAccountEmail('roleChanged', userId, details, context.db);
        }
      }
      return listMembers(workspaceId, context);
    },
    replay: replayWithCurrentList,
  },

  removeMember: {
    locks: { changes: ['workspace'], emails: ({ body: { email } }) => [email] },
    async execute({ body: { email, cancelInvitations = true } }, context) {
      const { workspaceId } = context.membership;
      const actorId = principalIdOf(context.actor);
      const members = await membersForUpdate({ workspaceId, user: { email } }, context.db);
      const inviterIds = members.map(({ userId }) => userId);
      const invitations = await invitationsOfMembersForUpdate(workspaceId, { inviterIds, email }, context.db);
      if (members.length + invitations.length === 0)
        throw await notFoundOrOwner({ workspaceId, user: { email } }, context);
      const entries: AuditEventFields[] = [];
      for (const { userId, role } of members) {
        const sent = invitations.filter((invitation) => invitation.inviterId === userId && invitation.email !== email);
        const outcome =
          cancelInvitations || userId === actorId ? 'cancel' : { newSender: senderOf(context.actor, workspaceId) };
        const settled = await settleInvitations(sent, outcome, context.db);
        const revokedTokenIds = await removeMembership(workspaceId, userId, context);
        const details = { email: personalTo(userId, email), role, revokedTokenIds, ...settled };
        entries.push({ subjectUserId: userId, details });
        if (userId === actorId) await enqueueMemberLeftEmails(userId, [{ workspaceId, role }], context);
        else await enqueueAccountEmail('memberRemoved', userId, { workspaceId, actorId }, context.db);
      }
      for (const invitation of invitations.filter((each) => each.email === email)) {
        await endInvitation(invitation.id, 'cancelled', context.db);
        entries.push({ details: invitationDetails({ ...invitation, invitationId: invitation.id }, context.services) });
      }
      context.audit.recordEach(entries);
      return listMembers(workspaceId, context);
    },
    replay: replayWithCurrentList,
  },

  leaveWorkspace: {
    locks: { changes: ['membership'] },
    async execute(_input, context) {
      const { workspaceId, role } = context.membership;
      const { id, email } = context.actor.user;
      if (role === 'OWNER') throw apiError('OwnerMustStay');
      const sent = await invitationsOfMembersForUpdate(workspaceId, { inviterIds: [id] }, context.db);
      const settled = await settleInvitations(sent, 'cancel', context.db);
      const revokedTokenIds = await removeMembership(workspaceId, id, context);
      await enqueueMemberLeftEmails(id, [{ workspaceId, role }], context);
      // With the email address, because the owner does not see the names of former members.
      context.audit.record({ details: { email: personalTo(id, email), role, revokedTokenIds, ...settled } });
      return {};
    },
  },
};

/** Deletes a membership, revokes the member's tokens and ends an ownership offer to them. Returns the ids of the revoked API tokens. */
async function removeMembership(workspaceId: string, userId: string, { db }: DbContext): Promise<string[]> {
  await db.membership.delete({ where: { workspaceId_userId: { workspaceId, userId } }, select: { userId: true } });
  await endOffers({ workspaceId, userId }, db);
  const { authTokenIds } = await revokeMemberTokens(workspaceId, userId, db);
  await enqueueWorkspaceEvents([workspaceId], db);
  return authTokenIds;
}

/** Changes the role of an open invitation: in the list of members, a pending one has the invitation's id. */
async function changeRoleOfInvitation(id: string, role: AssignableRole, context: MemberContext<Actor>): Promise<void> {
  const { membership, db, audit, services } = context;
  const { workspaceId } = membership;
  const invitation = await invitationForUpdate({ id, workspaceId }, db);
  const isOpen = invitation?.state === 'pending' || invitation?.state === 'expired';
  if (!invitation || !isOpen) throw await notFoundOrOwner({ workspaceId, userId: id }, context);
  if (invitation.role === role) {
    audit.skip();
    return;
  }
  requireRecentLoginToGive(role, context.actor, services.settings);
  await changeInvitedRole(id, role, db);
  const email = personalToAddress(invitation.email, services);
  audit.record({ details: { invitationId: id, email, role: { from: invitation.role, to: role } } });
}

async function notFoundOrOwner(where: MemberFilter, { db }: DbContext) {
  return apiError((await db.membership.count({ where })) > 0 ? 'OwnerMustStay' : 'MemberNotFound');
}
