import { defineCalls } from '../call.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import {
  AuthTokenParams,
  AuthTokenRename,
  AuthTokenResult,
  AuthTokens,
  AuthTokensQuery,
  CreatedAuthToken,
  NewAuthToken,
} from './auth-tokens.schemas.ts';
import { maxDaysWithoutRecentLogin } from './auth-tokens.rules.ts';

const anyMember = {
  who: 'member',
  roles: ['OWNER', 'APPROVER', 'EDITOR'],
  requires: ['verifiedEmail', 'acceptedTerms'],
} as const;

/** API tokens of a workspace, which any member sees and creates. Source: specification sections 4 "API token" and 7. */
export const authTokenCalls = defineCalls({
  listAuthTokens: {
    method: 'GET',
    path: '/workspaces/:workspaceId/authTokens',
    access: { ...anyMember, tokens: ['api'] },
    params: WorkspaceParams,
    query: AuthTokensQuery,
    result: AuthTokens,
    paginated: true,
    providesTags: ['AuthToken'],
    summary: 'List the API tokens of a workspace, newest first',
  },
  createAuthToken: {
    method: 'POST',
    path: '/workspaces/:workspaceId/authTokens',
    rateLimit: { times: 20, seconds: 3600, per: 'member', timesInAllWorkspaces: 500 },
    access: anyMember,
    params: WorkspaceParams,
    body: NewAuthToken,
    result: CreatedAuthToken,
    oneTimeFields: ['token'],
    invalidatesTags: ['AuthToken'],
    // Only a retry returns `AuthTokenNotFound`, if the token has been deleted since.
    errors: ['AuthTokenNotFound', 'FreshLoginRequired'],
    audited: true,
    summary: `Create an API token; its secret is returned once. A token that is valid for more than ${maxDaysWithoutRecentLogin} days requires a recent login`,
  },
  getAuthToken: {
    method: 'GET',
    path: '/workspaces/:workspaceId/authTokens/:tokenId',
    access: anyMember,
    params: AuthTokenParams,
    result: AuthTokenResult,
    providesTags: ['AuthToken'],
    errors: ['AuthTokenNotFound'],
    summary: 'Get an API token',
  },
  renameAuthToken: {
    method: 'PUT',
    path: '/workspaces/:workspaceId/authTokens/:tokenId',
    access: anyMember,
    params: AuthTokenParams,
    body: AuthTokenRename,
    result: AuthTokenResult,
    invalidatesTags: ['AuthToken'],
    errors: ['AuthTokenNotFound', 'NotAllowed'],
    audited: true,
    summary: 'Rename an API token; only for its creator and the owner of the workspace',
  },
  revokeAuthToken: {
    method: 'POST',
    path: '/workspaces/:workspaceId/authTokens/:tokenId/revoke',
    access: anyMember,
    params: AuthTokenParams,
    result: AuthTokenResult,
    invalidatesTags: ['AuthToken'],
    errors: ['AuthTokenNotFound', 'NotAllowed'],
    endsAccess: true,
    audited: true,
    summary: 'Revoke an API token permanently; only for its creator and the owner of the workspace; idempotent',
  },
});
