import { defineCalls } from '../call.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import {
  AuthTokenParams,
  AuthTokenRename,
  AuthTokenResult,
  AuthTokens,
  AuthTokensPage,
  CreatedAuthToken,
  NewAuthToken,
} from './auth-tokens.schemas.ts';

const anyMember = {
  who: 'member',
  roles: ['OWNER', 'APPROVER', 'EDITOR'],
  needs: ['verified', 'terms'],
} as const;

export const authTokenCalls = defineCalls({
  listAuthTokens: {
    method: 'GET',
    path: '/workspaces/:workspaceId/authTokens',
    access: { ...anyMember, tokens: ['api'] },
    params: WorkspaceParams,
    query: AuthTokensPage,
    result: AuthTokens,
    paged: true,
    reads: ['AuthToken'],
    summary: 'List the API tokens of a workspace, the newest first',
  },
  createAuthToken: {
    method: 'POST',
    path: '/workspaces/:workspaceId/authTokens',
    limit: { times: 20, seconds: 3600, per: 'person' },
    access: anyMember,
    params: WorkspaceParams,
    body: NewAuthToken,
    result: CreatedAuthToken,
    secrets: ['token'],
    changes: ['AuthToken'],
    problems: ['AuthTokenNotFound'],
    audited: true,
    summary: 'Make an API token; the answer is the only one that tells its secret',
  },
  getAuthToken: {
    method: 'GET',
    path: '/workspaces/:workspaceId/authTokens/:tokenId',
    access: anyMember,
    params: AuthTokenParams,
    result: AuthTokenResult,
    reads: ['AuthToken'],
    problems: ['AuthTokenNotFound'],
    summary: 'Read one API token',
  },
  renameAuthToken: {
    method: 'PUT',
    path: '/workspaces/:workspaceId/authTokens/:tokenId',
    access: anyMember,
    params: AuthTokenParams,
    body: AuthTokenRename,
    result: AuthTokenResult,
    changes: ['AuthToken'],
    problems: ['AuthTokenNotFound', 'NotAllowed'],
    audited: true,
    summary: 'Rename an API token: its maker or the owner of the workspace',
  },
  revokeAuthToken: {
    method: 'POST',
    path: '/workspaces/:workspaceId/authTokens/:tokenId/revoke',
    access: anyMember,
    params: AuthTokenParams,
    result: AuthTokenResult,
    changes: ['AuthToken'],
    problems: ['AuthTokenNotFound', 'NotAllowed'],
    audited: true,
    summary:
      'Revoke an API token at once and for good: its maker or the owner of the workspace; a repeat changes nothing',
  },
});
