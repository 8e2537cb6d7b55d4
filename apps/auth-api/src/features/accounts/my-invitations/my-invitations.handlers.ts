import { type AssignableRole, type invitationCalls, type OpenedInvitation } from '@portal/contract';
import { personalTo } from '../../../request/audit/personal-values.ts';
import { writeAuditEntries } from '../../../request/audit/write-entries.ts';
import { hashSecret } from '../../../request/auth/secrets.ts';
import { readIntentCookie } from '../../../request/auth/session-cookie.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import { countRequestedEmail } from '../../emails/email-limits.ts';
import { addJob } from '../../../platform/queue/queue.ts';
import { newId } from '../../../platform/lib/ids.ts';
import { paginate } from '../../../request/call/pagination.ts';
import type { ActorContext, Handlers } from '../../../request/call/types.ts';
import { checkIsPending } from '../../workspaces/invitations/invitation-state.ts';
import {
  defaultPageSize,
  endInvitation,
  findInvitationByLink,
  previewLinkedInvitation,
  invitationForUpdate,
  recordProof,
  toMyInvitation,
  type InviteeRow,
} from '../../workspaces/invitations/invitations.queries.ts';
import { acceptInvitation } from '../../workspaces/invitations/accept-invitation.ts';
import { completeIntent, storeIntent } from '../../workspaces/invitations/invitation-intents.ts';
import { findLinkedEmail, openPreProvisionedUserLink } from '../users/pre-provisioned-user-links.ts';
import { findPreparedWorkspace } from '../../workspaces/invitations/pre-provisioned-users.ts';
import { requireProof } from '../../workspaces/invitations/mailbox-proof.ts';
import { listOwnInvitations } from './own-invitations.ts';

type CallOfInvitee =
  | 'listMyInvitations'
  | 'openInvitationLink'
  | 'previewInvitationLink'
  | 'intendAcceptance'
  | 'acceptInvitation'
  | 'declineInvitation'
  | 'emailInvitationLink';

export const myInvitationHandlers: Handlers<Pick<typeof invitationCalls, CallOfInvitee>> = {
  async listMyInvitations({ query: { after, limit = defaultPageSize } }, context) {
    return paginate(await listOwnInvitations(after, limit, context), limit, ({ id }) => id, context).rows;
  },

  openInvitationLink: {
    locks: { emails: (_input, { actor }) => [actor.user.email], changes: ['user'] },
    async execute({ body: { token } }, context) {
      const { actor, req, request, services } = context;
      const { user } = actor;
      const tokenHash = hashSecret(token);
      const row = await findInvitationByLink(tokenHash, user.id, context);
      if (!row) return openPreProvisionedUserLink(tokenHash, context);
      const opened: OpenedInvitation = {
        status: statusOf(row, user),
        invitation: null,
        neededEmail: null,
        workspaceId: null,
      };
      const { workspaceId } = row;
      if (opened.status === 'open') {
        // The API learned in another browser that the email is verified, or that the terms are accepted.
        const secret = readIntentCookie(req, services.settings);
        const accepted = await completeIntent({ secret, user, request }, context);
        const hasJoined = accepted.some((entry) => entry.workspaceId === workspaceId);
        if (!hasJoined) await recordProof(row.id, user.id, context);
        await writeAuditEntries(accepted, context);
        return hasJoined
          ? { ...opened, status: 'alreadyMember', workspaceId }
          : { ...opened, invitation: toMyInvitation(row) };
      }
      if (opened.status === 'wrongAccount') return { ...opened, neededEmail: row.email };
      if (opened.status === 'alreadyMember') return { ...opened, workspaceId };
      return opened;
    },
  },

  async previewInvitationLink({ body: { token } }, { db }) {
    const tokenHash = hashSecret(token);
    const invitation = await previewLinkedInvitation(tokenHash, { db });
    return { isOpen: invitation !== null || (await findLinkedEmail(tokenHash, { db })) !== null, invitation };
  },

  async intendAcceptance({ body }, context) {
    await storeIntent(body, context);
    return {};
  },

  acceptInvitation: {
    locks: { emails: (_input, { actor }) => [actor.user.email] },
    execute: ({ params: { invitationId }, body: { role } }, context) => accept(invitationId, role, context),
  },

  async declineInvitation({ params: { invitationId } }, context) {
    const { actor, db, audit } = context;
    const locked = await ownInvitationForUpdate(invitationId, actor.user.email, context);
    await requireProof(locked, context);
    checkIsPending(locked);
    await recordProof(invitationId, actor.user.id, context);
    await endInvitation(invitationId, 'declined', db);
    const { workspaceId, email, role } = locked;
    audit.record({ workspaceId, details: { invitationId, email: personalTo(actor.user.id, email), role } });
    return {};
  },

  async emailInvitationLink({ params: { invitationId } }, context) {
    const { actor, db, services } = context;
    const { email } = actor.user;
    const prepared = await findPreparedWorkspace(email, context);
    const isPrepared = prepared?.preProvisionedUserId === invitationId;
    if (!isPrepared) checkIsPending(await ownInvitationForUpdate(invitationId, email, context));
    const emailId = newId();
    const mailboxHash = services.hashMailbox(email);
    const otherwise = isPrepared ? 'contact support' : 'ask for a copied link';
    const requested = { id: emailId, userId: actor.user.id, mailboxHash, otherwise };
    await countRequestedEmail(requested, { db, settings: services.settings });
    if (isPrepared) {
      const { workspaceId, preProvisionedUserId: ownerId } = prepared;
      await addJob(db, 'sendWorkspaceCreatedEmail', { emailId, workspaceId, ownerId, isRequested: true });
    } else await addJob(db, 'sendMemberInvitationEmail', { emailId, invitationId, isRequested: true });
    return {};
  },
};

async function accept(
  invitationId: string,
  role: AssignableRole,
  context: ActorContext,
): Promise<{ workspaceId: string }> {
  const { actor, db, audit } = context;
  const { email } = actor.user;
  const invitation = await db.invitation.findUnique({
    where: { id: invitationId, email },
    select: { id: true, createdAt: true },
  });
  if (!invitation) throw apiError('InvitationNotFound');
  await requireProof(invitation, context);
  const event = await acceptInvitation({ invitationId, role, user: actor.user, now: actor.now }, context);
  audit.record(event);
  return { workspaceId: event.workspaceId };
}

async function ownInvitationForUpdate(id: string, email: string, { db }: ActorContext) {
  const invitation = await invitationForUpdate({ id, email }, db);
  if (!invitation) throw apiError('InvitationNotFound');
  return invitation;
}

/** The order of the checks decides what a link reveals to whom: to another account at most the needed email address. */
function statusOf(row: InviteeRow, user: ActorContext['actor']['user']): OpenedInvitation['status'] {
  if (row.email !== user.email) return row.state === 'pending' ? 'wrongAccount' : 'notOpen';
  if (!user.emailVerified) return 'unverified';
  if (row.isMember) return 'alreadyMember';
  if (row.state !== 'pending') return row.state;
  return row.isAvailable ? 'open' : 'unavailable';
}
