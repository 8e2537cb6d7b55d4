import { defineCalls } from '../call.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import {
  AuthTokenActivity,
  AuthTokenParams,
  AuthTokenRename,
  AuthTokenResult,
  AuthTokenRotation,
  AuthTokens,
  AuthTokensQuery,
  CreatedAuthToken,
  NewAuthToken,
  TokenPolicy,
  TokenPolicyResult,
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
    access: { ...anyMember, scope: 'tokens:read' },
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
    errors: ['AuthTokenNotFound', 'FreshLoginRequired', 'NotAllowed', 'ServiceAccountNotFound'],
    audited: true,
    summary: `Create an API token; its secret is returned once. A token that is valid for more than ${maxDaysWithoutRecentLogin} days, can replace itself, can change something or acts as a service account requires a recent login`,
  },
  getAuthToken: {
    method: 'GET',
    path: '/workspaces/:workspaceId/authTokens/:tokenId',
    access: { ...anyMember, scope: 'tokens:read', ownToken: true },
    params: AuthTokenParams,
    result: AuthTokenResult,
    providesTags: ['AuthToken'],
    errors: ['AuthTokenNotFound'],
    summary: 'Get an API token',
  },
  renameAuthToken: {
    method: 'PUT',
    path: '/workspaces/:workspaceId/authTokens/:tokenId',
    access: { ...anyMember, scope: 'tokens:write' },
    params: AuthTokenParams,
    body: AuthTokenRename,
    result: AuthTokenResult,
    invalidatesTags: ['AuthToken'],
    errors: ['AuthTokenNotFound', 'NotAllowed'],
    audited: true,
    summary: 'Rename an API token; only for the user that it acts as and the owner of the workspace',
  },
  revokeAuthToken: {
    method: 'POST',
    path: '/workspaces/:workspaceId/authTokens/:tokenId/revoke',
    access: { ...anyMember, scope: 'tokens:write', ownToken: true },
    params: AuthTokenParams,
    result: AuthTokenResult,
    invalidatesTags: ['AuthToken'],
    errors: ['AuthTokenNotFound', 'NotAllowed'],
    endsAccess: true,
    audited: true,
    summary:
      'Revoke an API token permanently; only for the user that it acts as, the owner of the workspace, and the token itself; idempotent',
  },
  rotateAuthToken: {
    method: 'POST',
    path: '/workspaces/:workspaceId/authTokens/:tokenId/rotate',
    // A new owner can rotate all tokens of the service accounts at once.
    rateLimit: { times: 300, seconds: 3600, per: 'member', timesInAllWorkspaces: 500 },
    access: { ...anyMember, ownToken: true },
    params: AuthTokenParams,
    body: AuthTokenRotation,
    result: CreatedAuthToken,
    oneTimeFields: ['token'],
    invalidatesTags: ['AuthToken'],
    errors: [
      'AuthTokenNotFound',
      'NotAllowed',
      'TokenNotAllowed',
      'FreshLoginRequired',
      'TokenAlreadyReplaced',
      'TokenNotActive',
      'TooEarlyToRotate',
    ],
    audited: true,
    summary:
      'Replace an API token with a new one of the same name, scopes and lifetime. Both work until the overlap ends. Allowed for the user that the token acts as, for the owner if it acts as a service account, and for the token itself if its creator allowed that',
  },
  getAuthTokenActivity: {
    method: 'GET',
    path: '/workspaces/:workspaceId/authTokens/:tokenId/activity',
    access: anyMember,
    params: AuthTokenParams,
    result: AuthTokenActivity,
    errors: ['AuthTokenNotFound', 'NotAllowed'],
    providesTags: ['AuthToken', 'Invitation'],
    summary:
      'Get what an API token did in the last 30 days, and its invitations that are still open; only for the user that it acts as and the owner of the workspace',
  },
  setTokenPolicy: {
    method: 'PATCH',
    path: '/workspaces/:workspaceId/tokenPolicy',
    access: { who: 'member', roles: ['OWNER'], requires: ['verifiedEmail', 'acceptedTerms'] },
    params: WorkspaceParams,
    body: TokenPolicy,
    result: TokenPolicyResult,
    invalidatesTags: ['AuthToken'],
    recentLogin: 'STEP_UP_MAX_AGE_MINUTES',
    audited: true,
    summary: 'Set who can create API tokens in a workspace, how long they live and whether they can change something',
  },
});
