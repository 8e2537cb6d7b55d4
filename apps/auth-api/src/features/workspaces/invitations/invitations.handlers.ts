import {
  Email,
  emailError,
  emailMessages,
  invitationRole,
  type InviteOutcome,
  type invitationCalls,
} from '@portal/contract';
import type { Actor } from '../../../request/account/actor.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import { paginate } from '../../../request/call/pagination.ts';
import type { Handlers, MemberContext } from '../../../request/call/types.ts';
import { findReachedMailboxes } from '../../emails/email-limits.ts';
import { createInvitationLink } from './invitation-links.ts';
import { checkIsPending, invitationDetails, invitationEnded } from './invitation-state.ts';
import {
  endInvitation,
  getInvitation,
  listInvitations,
  invitationForUpdate,
  defaultPageSize,
  toEmailed,
  type LockedInvitation,
} from './invitations.queries.ts';
import { invite, inviteAuditFields, type Invited, type NotInvited } from './invite.ts';

type CallOfOwner =
  | 'listInvitations'
  | 'inviteMembers'
  | 'checkInvitationEmails'
  | 'resendInvitation'
  | 'cancelInvitation'
  | 'createInvitationLink';

/** What the members of a workspace do with its invitations. The invited person's calls are in `accounts/my-invitations`. */
export const invitationHandlers: Handlers<Pick<typeof invitationCalls, CallOfOwner>> = {
  async listInvitations({ query: { after, limit = defaultPageSize } }, context) {
    const found = await listInvitations(context.membership.workspaceId, after, limit + 1, context);
    return paginate(found, limit, ({ id }) => id, context).rows;
  },

  inviteMembers: {
    locks: { emails: ({ body }) => validEmails(body.emails) },
    async execute({ body: { emails: texts, role } }, context) {
      const { membership, services, audit } = context;
      const { results, emailsLeft } = await invite(
        {
          emails: validEmails(texts),
          role,
          newRole: invitationRole({ role }),
          workspaceId: membership.workspaceId,
        },
        context,
      );
      audit.recordEach(
        [...results.values()]
          .filter((result) => typeof result === 'object')
          .map((invited) => inviteAuditFields(invited, services)),
      );
      const seen = new Set<string>();
      const outcomes = texts.map((text): InviteOutcome => {
        const email = Email.safeParse(text).data;
        const result = email === undefined ? undefined : results.get(email);
        if (email === undefined || result === undefined)
          return { email: toEcho(text), outcome: 'invalid', message: emailError(text.trim()) ?? emailMessages.email };
        if (seen.has(email)) return { email, outcome: 'duplicate', message: 'Listed more than once' };
        seen.add(email);
        return { email, ...toOutcome(result) };
      });
      return { outcomes, ...(emailsLeft !== undefined && { emailsLeft }) };
    },
  },

  async checkInvitationEmails({ body }, { actor, membership, db, services }) {
    const emails = validEmails(body.emails).map((email) => ({ email, mailboxHash: services.hashMailbox(email) }));
    const sender = { inviterId: actor.user.id, workspaceId: membership.workspaceId };
    const reached = await findReachedMailboxes(
      emails.map(({ mailboxHash }) => mailboxHash),
      sender,
      { db, settings: services.settings },
    );
    const waiting = emails.filter(({ mailboxHash }) => reached.mailboxHashes.has(mailboxHash));
    return { waiting: waiting.map(({ email }) => ({ email, until: reached.until })) };
  },

  resendInvitation: {
    locks: {
      async emails({ params: { invitationId, workspaceId } }, { db }) {
        const where = { id: invitationId, workspaceId };
        const found = await db.invitation.findUnique({ where, select: { email: true } });
        return found ? [found.email] : [];
      },
    },
    async execute({ params: { invitationId } }, context) {
      const { membership, services, audit } = context;
      const { workspaceId } = membership;
      const { state, email, role } = await ownInvitationForUpdate(invitationId, context);
      if (state === 'accepted' || state === 'cancelled') throw invitationEnded(state);
      // A declined invitation stays declined: asking again is a new one.
      const request = { emails: [email], role: undefined, newRole: role, workspaceId };
      const result = (await invite(request, context)).results.get(email);
      if (typeof result !== 'object') throw apiError('AlreadyMember');
      const previous = result.invitationId === invitationId ? {} : { previousInvitationId: invitationId };
      audit.record({ details: { ...invitationDetails(result, services), ...previous } });
      return { invitation: await getInvitation(result.invitationId, context) };
    },
  },

  async cancelInvitation({ params: { invitationId } }, context) {
    const invitation = await ownInvitationForUpdate(invitationId, context);
    const { state } = invitation;
    if (state === 'accepted' || state === 'declined') throw invitationEnded(state);
    if (state === 'cancelled') {
      context.audit.skip();
      return {};
    }
    await endInvitation(invitationId, 'cancelled', context.db);
    context.audit.record({ details: invitationDetails({ ...invitation, invitationId }, context.services) });
    return {};
  },

  createInvitationLink: {
    execute: ({ params: { invitationId } }, context) => createLink(invitationId, context),
    replay: {
      store: ({ invitationId }) => ({ invitationId }),
      respond: ({ invitationId = '' }, context) => createLink(invitationId, context),
    },
  },
};

/** The addresses in a list of texts, each once. */
const validEmails = (texts: readonly string[]) => [
  ...new Set(texts.flatMap((text) => Email.safeParse(text).data ?? [])),
];

/** Creates a link. A replay gets another one, because the token of the first is not stored. */
async function createLink(invitationId: string, context: MemberContext) {
  const invitation = await ownInvitationForUpdate(invitationId, context);
  checkIsPending(invitation);
  context.audit.record({ details: invitationDetails({ ...invitation, invitationId }, context.services) });
  const url = await createInvitationLink(invitationId, context, context.services.settings);
  return { invitationId, url, expiresAt: invitation.expiresAt.toISOString() };
}

/** Locks an invitation of the member's workspace. */
async function ownInvitationForUpdate(id: string, { membership, db }: MemberContext<Actor>): Promise<LockedInvitation> {
  const invitation = await invitationForUpdate({ id, workspaceId: membership.workspaceId }, db);
  if (!invitation) throw apiError('InvitationNotFound');
  return invitation;
}

const notInvitedMessages = {
  member: 'Already a member of the workspace',
  otherRole: 'Already invited with a different role',
} as const satisfies Record<NotInvited, string>;

const toOutcome = (result: Invited | NotInvited): Omit<InviteOutcome, 'email'> =>
  typeof result === 'object'
    ? {
        outcome: result.isRenewed ? 'resent' : 'invited',
        emailed: toEmailed(result.emailLimit !== null),
        ...(result.emailLimit && { emailLimit: result.emailLimit }),
      }
    : { outcome: 'alreadyMember', message: notInvitedMessages[result] };

const maxEchoLength = 254;

/** An invalid address for the response. Cutting it may split a character, and PostgreSQL stores no half of one. */
const toEcho = (text: string) =>
  text
    .trim()
    .slice(0, maxEchoLength)
    .replace(/\p{Cs}/gu, '');
