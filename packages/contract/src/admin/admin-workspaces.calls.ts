import { defineCalls } from '../call.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import { AuthTokenParams } from '../auth-tokens/auth-tokens.schemas.ts';
import { ServiceAccountParams } from '../auth-tokens/service-accounts.schemas.ts';
import { AuthTokenForStaffResult, AuthTokensForStaff, IdPageQuery, RankPageQuery } from './admin-users.schemas.ts';
import {
  CredentialEnd,
  MembersForStaff,
  ProductionWorkspace,
  ProductionWorkspaceByEmail,
  ProductionWorkspaceByUserId,
  ServiceAccountForStaffResult,
  ServiceAccountsForStaff,
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
  listServiceAccountsForStaff: {
    ...workspaceRead,
    path: '/staff/workspaces/:workspaceId/serviceAccounts',
    query: IdPageQuery,
    result: ServiceAccountsForStaff,
    paginated: true,
    summary: 'List the service accounts of a workspace, newest first, including deleted ones',
  },
  revokeAuthTokenByStaff: {
    method: 'POST',
    path: '/staff/workspaces/:workspaceId/authTokens/:tokenId/revoke',
    access: staff,
    params: AuthTokenParams,
    body: CredentialEnd,
    result: AuthTokenForStaffResult,
    recentLogin: 'REAUTH_MAX_AGE_MINUTES',
    errors: ['AuthTokenNotFound'],
    endsAccess: true,
    audited: true,
    invalidatesTags: ['AdminUser', 'AdminWorkspace'],
    summary:
      'Revoke an API token and notify its user by email, or the owner of the workspace about one of a service account; idempotent',
  },
  deleteServiceAccountByStaff: {
    method: 'POST',
    path: '/staff/workspaces/:workspaceId/serviceAccounts/:serviceAccountId/delete',
    access: staff,
    params: ServiceAccountParams,
    body: CredentialEnd,
    result: ServiceAccountForStaffResult,
    recentLogin: 'REAUTH_MAX_AGE_MINUTES',
    errors: ['WorkspaceNotFound', 'ServiceAccountNotFound'],
    endsAccess: true,
    audited: true,
    invalidatesTags: ['AdminUser', 'AdminWorkspace'],
    summary:
      'Delete a service account, revoke its API tokens, cancel its open invitations and notify the owner of the workspace by email',
  },
});
