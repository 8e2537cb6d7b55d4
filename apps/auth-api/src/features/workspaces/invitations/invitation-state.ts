import { roleLabels, type AssignableRole } from '@portal/contract';
import { personalToAddress } from '../../../request/audit/personal-values.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import type { Services } from '../../../request/call/services.ts';
import type { InvitationState, LockedInvitation } from './invitations.queries.ts';

const endedMessages = {
  accepted: 'This invitation was already accepted.',
  declined: 'This invitation was declined.',
  cancelled: 'This invitation was cancelled.',
} as const satisfies Partial<Record<InvitationState, string>>;

/** The error of a change to an invitation that has ended. */
export const invitationEnded = (state: keyof typeof endedMessages) =>
  apiError('InvitationEnded', { message: endedMessages[state] });

/** The error of an acceptance of another role than the invitation has now. */
export const invitationChanged = (role: AssignableRole) =>
  apiError('InvitationChanged', {
    message: `The role in this invitation is now ${roleLabels[role]}. Accept it again if you agree.`,
    changed: [{ field: 'role', value: role }],
  });

/** Throws unless the invitation can be accepted. */
export function checkIsPending({ state }: Pick<LockedInvitation, 'state'>): void {
  if (state === 'expired') throw apiError('InvitationExpired');
  if (state !== 'pending') throw invitationEnded(state);
}

interface InvitationDetails {
  readonly invitationId: string;
  readonly email: string;
  readonly role: AssignableRole;
}

/** The details of an audit entry. With the email address, because there may be no account. */
export const invitationDetails = ({ invitationId, email, role }: InvitationDetails, services: Services) => ({
  invitationId,
  email: personalToAddress(email, services),
  role,
});
