import { defineCalls } from '../call.ts';
import { EmptyResult } from '../primitives.ts';
import { AcceptedInvitation, InvitationsQuery, MyInvitationParams, MyInvitations } from './my-invitations.schemas.ts';

/** The handlers compare the email address. */
const invitee = {
  access: { who: 'authenticated', requires: ['verifiedEmail', 'acceptedTerms'] },
  params: MyInvitationParams,
} as const;

/** Apart from the other calls, because the list of workspaces makes them. */
export const myInvitationCalls = defineCalls({
  listMyInvitations: {
    method: 'GET',
    path: '/invitations',
    access: { who: 'authenticated', requires: ['acceptedTerms'] },
    query: InvitationsQuery,
    result: MyInvitations,
    paginated: true,
    providesTags: ['MyInvitation'],
    summary: 'List the open invitations of your verified email address, newest first',
  },
  acceptInvitation: {
    ...invitee,
    method: 'POST',
    path: '/invitations/:invitationId/accept',
    result: AcceptedInvitation,
    invalidatesTags: ['MyInvitation', 'Workspace'],
    errors: [
      'FreshLoginRequired',
      'InvitationNotFound',
      'InvitationEnded',
      'InvitationExpired',
      'AlreadyMember',
      'WorkspaceNotFound',
    ],
    audited: true,
    summary: 'Accept an invitation and become a member; requires a login since the email was verified',
  },
  declineInvitation: {
    ...invitee,
    method: 'POST',
    path: '/invitations/:invitationId/decline',
    result: EmptyResult,
    invalidatesTags: ['MyInvitation'],
    errors: ['InvitationNotFound', 'InvitationEnded', 'InvitationExpired'],
    endsAccess: true,
    audited: true,
    summary: 'Decline an invitation',
  },
});
