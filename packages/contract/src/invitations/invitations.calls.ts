import { defineCalls } from '../call.ts';
import { EmptyResult } from '../primitives.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import {
  EmailsToCheck,
  IntendedAcceptance,
  InvitationLink,
  InvitationParams,
  InvitationPreview,
  InvitationResult,
  Invitations,
  InvitationToken,
  InviteOutcomes,
  LinkToPreview,
  NewInvitations,
  OpenedInvitation,
  WaitingEmails,
} from './invitations.schemas.ts';
import { myInvitationCalls } from './my-invitations.calls.ts';
import { InvitationsQuery } from './my-invitations.schemas.ts';

const managers = { who: 'member', roles: ['OWNER', 'APPROVER'], requires: ['verifiedEmail', 'acceptedTerms'] } as const;
const writers = { ...managers, scope: 'members:write' } as const;
const ofWorkspace = { access: writers, params: InvitationParams } as const;
/**
 * An invitation becomes a membership when the invitee accepts it. Source: decision 34.
 *
 * Each audited call is an action of the same name in the audit log, with `invitationId`, `email` and `role` in its details.
 * `inviteMembers` has an entry for each address that it invited, and like that of `inviteMember` has `again`, whether it renewed
 * an invitation. `changeMemberRole` and `removeMember` have an `invitationId` if they concern an invitation.
 */
export const invitationCalls = defineCalls({
  listInvitations: {
    method: 'GET',
    path: '/workspaces/:workspaceId/invitations',
    access: { ...managers, scope: 'members:read' },
    params: WorkspaceParams,
    query: InvitationsQuery,
    result: Invitations,
    paginated: true,
    providesTags: ['Invitation'],
    summary: 'List the pending, expired and declined invitations of a workspace, newest first',
  },
  inviteMembers: {
    method: 'POST',
    path: '/workspaces/:workspaceId/invitations',
    rateLimit: { times: 5, seconds: 3600, per: 'member', timesInAllWorkspaces: 100 },
    access: writers,
    params: WorkspaceParams,
    body: NewInvitations,
    result: InviteOutcomes,
    invalidatesTags: ['Invitation', 'Member'],
    errors: ['AccountDeletionPending', 'FreshLoginRequired'],
    audited: true,
    summary: 'Invite up to 50 email addresses; returns an outcome for each. Approvers require a recent login',
  },
  checkInvitationEmails: {
    method: 'POST',
    path: '/workspaces/:workspaceId/invitations/check',
    rateLimit: { times: 120, seconds: 600, per: 'member' },
    access: managers,
    params: WorkspaceParams,
    body: EmailsToCheck,
    result: WaitingEmails,
    summary:
      'List which of up to 50 addresses would get their invitation in an email of the evening, before they are invited',
  },
  resendInvitation: {
    ...ofWorkspace,
    method: 'POST',
    path: '/workspaces/:workspaceId/invitations/:invitationId/resend',
    rateLimit: { times: 20, seconds: 3600, per: 'member', timesInAllWorkspaces: 500 },
    result: InvitationResult,
    invalidatesTags: ['Invitation', 'Member'],
    errors: ['InvitationNotFound', 'InvitationEnded', 'AlreadyMember', 'AccountDeletionPending', 'FreshLoginRequired'],
    audited: true,
    summary:
      'Send an invitation again; it gets a new expiry. After it was declined, this creates a new invitation. An expired or declined one of an approver requires a recent login',
  },
  cancelInvitation: {
    ...ofWorkspace,
    method: 'DELETE',
    path: '/workspaces/:workspaceId/invitations/:invitationId',
    result: EmptyResult,
    invalidatesTags: ['Invitation', 'Member'],
    errors: ['InvitationNotFound', 'InvitationEnded'],
    endsAccess: true,
    audited: true,
    summary: 'Cancel an invitation; its links stop working',
  },
  createInvitationLink: {
    access: managers,
    params: InvitationParams,
    method: 'POST',
    path: '/workspaces/:workspaceId/invitations/:invitationId/link',
    rateLimit: { times: 60, seconds: 3600, per: 'member' },
    result: InvitationLink,
    oneTimeFields: ['url'],
    errors: ['InvitationNotFound', 'InvitationEnded', 'InvitationExpired'],
    audited: true,
    summary: 'Create another link to an invitation, to share by other means; its secret is returned once',
  },
  ...myInvitationCalls,
  openInvitationLink: {
    method: 'POST',
    path: '/invitations/open',
    rateLimit: { times: 60, seconds: 600, per: 'user' },
    access: { who: 'authenticated', requires: ['acceptedTerms'] },
    readsCookie: true,
    body: InvitationToken,
    result: OpenedInvitation,
    summary: 'Get what an invitation link leads to; proves to the API that the mailbox is yours',
  },
  previewInvitationLink: {
    method: 'POST',
    path: '/invitations/preview',
    rateLimit: { times: 300, seconds: 600, per: 'ip' },
    access: { who: 'anyone' },
    body: LinkToPreview,
    result: InvitationPreview,
    summary: 'Get the workspace, the sender and the role of an invitation link, without a login',
  },
  intendAcceptance: {
    method: 'POST',
    path: '/invitations/intent',
    rateLimit: { times: 60, seconds: 600, per: 'ip' },
    access: { who: 'anyone' },
    setsCookie: true,
    body: IntendedAcceptance,
    result: EmptyResult,
    errors: ['InvitationNotFound', 'InvitationEnded', 'InvitationExpired', 'InvitationChanged'],
    summary:
      'Accept the invitation of a link for the user who logs in next in this browser, once they have the invited email, verified, and have accepted the terms; within 15 minutes',
  },
});
