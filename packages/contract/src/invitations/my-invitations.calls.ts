import { defineCalls } from '../call.ts';
import { EmptyResult } from '../primitives.ts';
import {
  Acceptance,
  AcceptedInvitation,
  InvitationsQuery,
  MyInvitationParams,
  MyInvitations,
} from './my-invitations.schemas.ts';

/** The handlers compare the email address, and require a proof of the mailbox to accept or decline. */
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
    summary:
      'List the open invitations of your verified email address, newest first; hides those without a proof of the mailbox, and prepared workspaces',
  },
  acceptInvitation: {
    ...invitee,
    method: 'POST',
    path: '/invitations/:invitationId/accept',
    body: Acceptance,
    result: AcceptedInvitation,
    invalidatesTags: ['MyInvitation', 'Workspace'],
    errors: [
      'FreshLoginRequired',
      'InvitationLinkRequired',
      'InvitationNotFound',
      'InvitationEnded',
      'InvitationExpired',
      'InvitationChanged',
      'AlreadyMember',
      'WorkspaceNotFound',
    ],
    audited: true,
    summary: 'Accept an invitation and become a member; requires a proof of the mailbox',
  },
  declineInvitation: {
    ...invitee,
    method: 'POST',
    path: '/invitations/:invitationId/decline',
    result: EmptyResult,
    invalidatesTags: ['MyInvitation'],
    errors: [
      'FreshLoginRequired',
      'InvitationLinkRequired',
      'InvitationNotFound',
      'InvitationEnded',
      'InvitationExpired',
    ],
    endsAccess: true,
    audited: true,
    summary: 'Decline an invitation; requires a proof of the mailbox',
  },
  emailInvitationLink: {
    ...invitee,
    method: 'POST',
    path: '/invitations/:invitationId/email-link',
    rateLimit: { times: 3, seconds: 3600, per: 'user' },
    result: EmptyResult,
    errors: ['InvitationNotFound', 'InvitationEnded', 'InvitationExpired'],
    summary:
      'Email a link to an invitation or a prepared workspace to your verified email address. A mailbox that stopped invitation emails receives only links to prepared workspaces',
  },
});
