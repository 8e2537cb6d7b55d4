import { defineCalls } from '../call.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import { AuthTokensForStaff, IdPage, RankedPage } from './user-page.schemas.ts';
import { MembersForStaff, WorkspaceForStaff } from './workspace-page.schemas.ts';

const ofWorkspace = {
  method: 'GET',
  access: { who: 'staff', needs: [] },
  params: WorkspaceParams,
  problems: ['WorkspaceNotFound'],
  audited: true,
  reads: ['StaffUser', 'OwnedWorkspace'],
} as const;

/** What support sees of one workspace, in whatever state it is. Its audit trail is that of `listAuditEntries`. */
export const workspacePageCalls = defineCalls({
  getWorkspaceForStaff: {
    ...ofWorkspace,
    path: '/staff/workspaces/:workspaceId',
    result: WorkspaceForStaff,
    summary: 'Tell all that support asks for about one workspace',
  },
  listMembersForStaff: {
    ...ofWorkspace,
    path: '/staff/workspaces/:workspaceId/members',
    query: RankedPage,
    result: MembersForStaff,
    paged: true,
    summary: 'List the members of a workspace, its owner first',
  },
  listAuthTokensForStaff: {
    ...ofWorkspace,
    path: '/staff/workspaces/:workspaceId/authTokens',
    query: IdPage,
    result: AuthTokensForStaff,
    paged: true,
    summary: 'List the API tokens of a workspace, the newest first',
  },
});
