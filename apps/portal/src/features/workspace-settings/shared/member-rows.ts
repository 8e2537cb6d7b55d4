import type { Invitation, Member } from '@portal/contract';

/** A row of the members table: a member, or an invitation, which is `pending`. */
export interface MemberRow extends Member {
  /** The details of the invitation, for owners and approvers, when they are loaded. */
  readonly invitation?: Invitation;
}

/**
 * Combines the members, which include the pending invitations, with all invitations. The id of a pending member is the id of
 * the invitation.
 */
export function toMemberRows(members: readonly Member[], invitations: readonly Invitation[]): MemberRow[] {
  const byId = new Map(invitations.map((invitation) => [invitation.id, invitation]));
  const rows = members.map((member) => {
    const invitation = byId.get(member.userId);
    byId.delete(member.userId);
    return invitation ? { ...member, invitation } : member;
  });
  // The two lists load at different times: an ended invitation can still be listed after its address was invited again.
  const memberEmails = new Set(members.map(({ email }) => email));
  const others = [...byId.values()]
    .filter(({ email }) => !memberEmails.has(email))
    .map((invitation) => {
      const { id: userId, email, role } = invitation;
      return { userId, email, nickname: email.replace(/@[^@]*$/, ''), role, pending: true, invitation };
    });
  return [...rows, ...others];
}

/** The invitations that a member sent and that are pending or expired. */
export const sentInvitations = (rows: readonly MemberRow[], { userId }: Member): Invitation[] =>
  rows.flatMap(({ invitation }) =>
    invitation?.inviter?.userId === userId && invitation.status !== 'declined' ? invitation : [],
  );

/** Whether the row is an invitation that can be accepted. */
export const isOpenInvitation = ({ pending, invitation }: MemberRow) =>
  pending && (invitation === undefined || invitation.status === 'pending');
