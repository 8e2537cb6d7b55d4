import { defineCalls } from '../call.ts';
import { EmptyResult } from '../primitives.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import { MemberRemoval, Members, MembersQuery, NewInvitation, RoleChange } from './members.schemas.ts';

/** The members of a workspace, including pending invitations. Source: specification sections 6 and 7. */
export const memberCalls = defineCalls({
  listMembers: {
    method: 'GET',
    path: '/workspace/:workspaceId/members',
    access: {
      who: 'member',
      roles: ['OWNER', 'APPROVER', 'EDITOR'],
      requires: ['acceptedTerms'],
      scope: 'members:read',
      tokens: ['instance'],
    },
    params: WorkspaceParams,
    query: MembersQuery,
    result: Members,
    paginated: true,
    providesTags: ['Member'],
    summary:
      'List the members and pending invitations of a workspace, owners first, then by email; with `include=serviceAccounts` also its service accounts, for instances, service accounts, approvers and the owner',
  },
  inviteMember: {
    method: 'POST',
    path: '/workspace/:workspaceId/members',
    rateLimit: { times: 20, seconds: 3600, per: 'member', timesInAllWorkspaces: 500 },
    access: {
      who: 'member',
      roles: ['OWNER', 'APPROVER'],
      requires: ['verifiedEmail', 'acceptedTerms'],
      scope: 'members:write',
    },
    params: WorkspaceParams,
    body: NewInvitation,
    result: Members,
    invalidatesTags: ['Member', 'Invitation'],
    errors: ['AlreadyMember', 'AccountDeletionPending', 'FreshLoginRequired'],
    audited: true,
    summary:
      'Invite a user by email; they become a member when they accept. Inviting again sends the email again. An approver requires a recent login',
  },
  changeMemberRole: {
    method: 'POST',
    path: '/workspace/:workspaceId/membership',
    // Each change emails the member.
    rateLimit: { times: 100, seconds: 3600, per: 'member' },
    access: { who: 'member', roles: ['OWNER'], requires: ['verifiedEmail', 'acceptedTerms'], scope: 'members:write' },
    params: WorkspaceParams,
    body: RoleChange,
    result: Members,
    invalidatesTags: ['Member', 'Invitation'],
    errors: ['MemberNotFound', 'OwnerMustStay', 'FreshLoginRequired'],
    audited: true,
    summary:
      'Change the role of a member or of a pending invitation; an approver who becomes an editor can no longer invite. The role of approver requires a recent login',
  },
  removeMember: {
    method: 'DELETE',
    path: '/workspace/:workspaceId/members',
    access: {
      who: 'member',
      roles: ['OWNER', 'APPROVER'],
      requires: ['verifiedEmail', 'acceptedTerms'],
      scope: 'members:write',
    },
    params: WorkspaceParams,
    body: MemberRemoval,
    result: Members,
    invalidatesTags: ['Member', 'Invitation'],
    errors: ['MemberNotFound', 'OwnerMustStay'],
    endsAccess: true,
    audited: true,
    summary:
      'Remove a member, revoke their tokens for this workspace and cancel the invitations they sent; or cancel a pending invitation',
  },
  leaveWorkspace: {
    method: 'DELETE',
    path: '/workspace/:workspaceId/leave',
    access: { who: 'member', roles: ['OWNER', 'APPROVER', 'EDITOR'], requires: ['acceptedTerms'] },
    params: WorkspaceParams,
    result: EmptyResult,
    invalidatesTags: ['Workspace'],
    errors: ['OwnerMustStay'],
    endsAccess: true,
    endsOwnAccess: true,
    audited: true,
    summary: 'Leave a workspace, which cancels the invitations you sent; not available to its owner',
  },
});
