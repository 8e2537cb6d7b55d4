import type { ErrorDoc, ErrorType } from '../errors.ts';

/** The reference's text about the errors of members, invitations and ownership. */
export const memberErrorDocs = {
  MemberNotFound: {
    when: 'The user is not a member of the workspace.',
    remedy: 'Reload the list of members.',
  },
  InvitationNotFound: {
    when: 'The workspace has no invitation with this id, or the invitation is for a different email address.',
    remedy: 'Reload the list of invitations.',
  },
  OwnerMustStay: {
    when: 'The owner of a workspace would leave, be removed or get a different role.',
    remedy: 'Transfer ownership first, or delete the workspace.',
  },
  OwnershipOfferNotFound: {
    when: 'The offer that the caller accepts, declines or withdraws is not open. It expired, was withdrawn or declined, or ended because its owner or its recipient left or was locked.',
    remedy: 'Reload the workspace. The owner can make a new offer.',
  },
  OwnershipOfferPending: {
    when: 'The owner offers the ownership while an earlier offer is open.',
    remedy: 'Withdraw the earlier offer first.',
  },
  MemberCannotOwn: {
    when: 'The member who is to become the owner has no verified email address, a locked account or one that is being deleted, or is the owner already.',
    remedy: 'Choose another member.',
  },
  ReassignmentPending: {
    when: 'Staff change the owner of a workspace while an earlier change is pending.',
    remedy: 'Cancel the earlier change first.',
  },
  ReassignmentNotFound: {
    when: 'Staff cancel a change of the owner that is not pending: it took effect, was cancelled, or the owner objected. Or staff confirm one that does not wait for a confirmation.',
    remedy: 'Reload the workspace.',
  },
  AlreadyMember: {
    when: 'The invited user is already a member, or was already invited with a different role; or the user who accepts an invitation is already a member.',
    remedy: 'Change their role instead, or leave the role out to resend the invitation.',
  },
  InvitationEnded: {
    when: 'The invitation was accepted, declined or cancelled before. The message says which.',
    remedy: 'Reload the list of invitations. To ask again, invite the address again.',
  },
  InvitationLinkRequired: {
    when: 'The caller answers an invitation, but has not opened a link to it. Their login does not prove that the mailbox is theirs: the connection is not in `MAILBOX_CONNECTIONS`.',
    remedy: 'Call `openInvitationLink` with the secret of a link. `emailInvitationLink` sends one.',
  },
  InvitationChanged: {
    when: 'The owner changed the role after the caller read the invitation. `details.changed` has the new role.',
    remedy: 'Ask the user whether they accept the new role.',
  },
  InvitationExpired: {
    when: 'The invitation is older than `INVITATION_TTL_DAYS`.',
    remedy: 'The owner or an approver of the workspace can resend it.',
  },
} as const satisfies Partial<Record<ErrorType, ErrorDoc>>;
