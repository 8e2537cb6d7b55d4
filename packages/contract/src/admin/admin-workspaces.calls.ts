import { defineCalls } from '../call.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import { AuthTokensForStaff, IdPageQuery, RankPageQuery } from './admin-users.schemas.ts';
import {
  MembersForStaff,
  ProductionWorkspace,
  ProductionWorkspaceByEmail,
  ProductionWorkspaceByUserId,
  WorkspaceForStaff,
  WorkspaceQuarantineChange,
  WorkspaceWithOwner,
} from './admin-workspaces.schemas.ts';

const staff = { who: 'staff', requires: [] } as const;

const workspaceRead = {
  method: 'GET',
  access: staff,
  params: WorkspaceParams,
  errors: ['WorkspaceNotFound'],
  audited: true,
  providesTags: ['AdminUser', 'AdminWorkspace'],
} as const;

/** Creating, closing, restoring and reading any workspace. Source: specification section 2, "Workspace admin page". */
export const adminWorkspaceCalls = defineCalls({
  lookUpWorkspaceOwner: {
    method: 'GET',
    path: '/workspaces/admin-lookup/:workspaceId',
    access: staff,
    params: WorkspaceParams,
    result: WorkspaceWithOwner,
    errors: ['WorkspaceNotFound'],
    audited: true,
    providesTags: ['AdminWorkspace'],
    summary: 'Get the owner of a workspace, which may be deleted or quarantined',
  },
  setUpProductionWorkspace: {
    method: 'POST',
    path: '/workspaces/setup-production-workspace',
    access: staff,
    body: ProductionWorkspaceByEmail,
    result: ProductionWorkspace,
    errors: ['UserIsQuarantined'],
    audited: true,
    invalidatesTags: ['AdminUser', 'AdminWorkspace'],
    summary: 'Create a production workspace for an email, with or without an account, and notify its owner by email',
  },
  setUpProductionWorkspaceByUserId: {
    method: 'POST',
    path: '/workspaces/setup-production-workspace-by-userid',
    access: staff,
    body: ProductionWorkspaceByUserId,
    result: ProductionWorkspace,
    errors: ['UserNotFound', 'UserIsQuarantined'],
    audited: true,
    invalidatesTags: ['AdminUser', 'AdminWorkspace'],
    summary: 'Create a production workspace for a user and notify them by email',
  },
  quarantineWorkspace: {
    method: 'PATCH',
    path: '/workspaces/:workspaceId/quarantine',
    access: staff,
    params: WorkspaceParams,
    body: WorkspaceQuarantineChange,
    result: WorkspaceWithOwner,
    errors: ['WorkspaceNotFound', 'FreshLoginRequired'],
    endsAccess: true,
    audited: true,
    invalidatesTags: ['AdminWorkspace'],
    summary: 'Quarantine a workspace, so that its members and tokens lose access; or lift the quarantine',
  },
  restoreWorkspace: {
    method: 'POST',
    path: '/workspaces/:workspaceId/restore',
    access: staff,
    params: WorkspaceParams,
    result: WorkspaceWithOwner,
    errors: ['WorkspaceNotFound', 'WorkspaceNotRestorable'],
    audited: true,
    invalidatesTags: ['AdminWorkspace'],
    summary: 'Restore a workspace within 30 days of its deletion; its tokens stay revoked',
  },
  getWorkspaceForStaff: {
    ...workspaceRead,
    path: '/staff/workspaces/:workspaceId',
    result: WorkspaceForStaff,
    summary: 'Get the support view of a workspace',
  },
  listMembersForStaff: {
    ...workspaceRead,
    path: '/staff/workspaces/:workspaceId/members',
    query: RankPageQuery,
    result: MembersForStaff,
    paginated: true,
    summary: 'List the members of a workspace, its owner first',
  },
  listAuthTokensForStaff: {
    ...workspaceRead,
    path: '/staff/workspaces/:workspaceId/authTokens',
    query: IdPageQuery,
    result: AuthTokensForStaff,
    paginated: true,
    summary: 'List the API tokens of a workspace, newest first',
  },
});
