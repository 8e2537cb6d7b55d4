import { defineCalls } from '../call.ts';
import { Done } from '../fields.ts';
import { PartOfList } from '../pages.schemas.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import { Invitation, MemberRemoval, Members, RoleChange } from './members.schemas.ts';

export const memberCalls = defineCalls({
  listMembers: {
    method: 'GET',
    path: '/workspace/:workspaceId/members',
    access: { who: 'member', roles: ['OWNER', 'APPROVER', 'EDITOR'], needs: ['terms'], tokens: ['api', 'instance'] },
    params: WorkspaceParams,
    query: PartOfList,
    result: Members,
    paged: true,
    reads: ['Member'],
    summary: 'List the members of a workspace, owners first, then by e-mail',
  },
  inviteMember: {
    method: 'POST',
    path: '/workspace/:workspaceId/members',
    limit: { times: 20, seconds: 3600, per: 'person' },
    access: { who: 'member', roles: ['OWNER', 'APPROVER'], needs: ['verified', 'terms'] },
    params: WorkspaceParams,
    body: Invitation,
    result: Members,
    changes: ['Member'],
    problems: ['AlreadyMember'],
    audited: true,
    summary: 'Invite somebody by e-mail; they become a member by their next login with this address',
  },
  changeMemberRole: {
    method: 'POST',
    path: '/workspace/:workspaceId/membership',
    access: { who: 'member', roles: ['OWNER'], needs: ['verified', 'terms'] },
    params: WorkspaceParams,
    body: RoleChange,
    result: Members,
    changes: ['Member'],
    problems: ['MemberNotFound', 'OwnerMustStay'],
    audited: true,
    summary: 'Change the role of a member',
  },
  removeMember: {
    method: 'DELETE',
    path: '/workspace/:workspaceId/members',
    access: { who: 'member', roles: ['OWNER', 'APPROVER'], needs: ['verified', 'terms'] },
    params: WorkspaceParams,
    body: MemberRemoval,
    result: Members,
    changes: ['Member'],
    problems: ['MemberNotFound', 'OwnerMustStay'],
    audited: true,
    summary: 'Remove a member, and with them their tokens of this workspace',
  },
  leaveWorkspace: {
    method: 'DELETE',
    path: '/workspace/:workspaceId/leave',
    access: { who: 'member', roles: ['OWNER', 'APPROVER', 'EDITOR'], needs: ['terms'] },
    params: WorkspaceParams,
    result: Done,
    changes: ['Workspace'],
    problems: ['OwnerMustStay'],
    isLastAct: true,
    audited: true,
    summary: 'Leave a workspace; its owner can’t',
  },
});
