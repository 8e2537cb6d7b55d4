import { defineCalls } from '../call.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import { UserParams } from '../users/users.schemas.ts';
import {
  CredentialSummary,
  MemberCredentialsParams,
  MemberCredentialSummary,
  OwnCredentialSummary,
  UserCredentialSummary,
  WorkspaceCredentialSummary,
} from './credentials.schemas.ts';

/** What ends when a member leaves or a workspace is closed, for the dialogs that confirm it. */
export const credentialCalls = defineCalls({
  getMemberCredentials: {
    method: 'GET',
    path: '/workspaces/:workspaceId/members/:userId/access',
    access: { who: 'member', roles: ['OWNER', 'APPROVER', 'EDITOR'], requires: ['acceptedTerms'] },
    params: MemberCredentialsParams,
    result: MemberCredentialSummary,
    errors: ['MemberNotFound', 'EmailNotVerified'],
    providesTags: ['AuthToken'],
    summary:
      'List the tokens, instance sessions, sent invitations and ownership offer that end when a member leaves, the tokens of the owner that can do less after a transfer, and the tokens of service accounts that keep working; for yourself, and for members you can remove',
  },
  getWorkspaceCredentials: {
    method: 'GET',
    path: '/workspaces/:workspaceId/access',
    access: { who: 'member', roles: ['OWNER'], requires: ['verifiedEmail', 'acceptedTerms'] },
    params: WorkspaceParams,
    result: WorkspaceCredentialSummary,
    providesTags: ['AuthToken'],
    summary:
      'List the tokens, instance sessions, service accounts and ownership offer that end when a workspace is deleted',
  },
  getOwnCredentials: {
    method: 'GET',
    path: '/users/:userId/access',
    access: { who: 'self', requires: [], allowedWhile: ['suspension'] },
    params: UserParams,
    result: OwnCredentialSummary,
    providesTags: ['AuthToken'],
    summary:
      'List your sessions, tokens, invitations and ownership offers that end when your account is deleted, and the tokens of service accounts that end or keep working',
  },
});

/** The same for staff. */
export const staffCredentialCalls = defineCalls({
  getWorkspaceCredentialsForStaff: {
    method: 'GET',
    path: '/staff/workspaces/:workspaceId/access',
    access: { who: 'staff', requires: [] },
    params: WorkspaceParams,
    result: CredentialSummary,
    errors: ['WorkspaceNotFound'],
    audited: true,
    providesTags: ['AdminWorkspace'],
    summary: 'List the tokens and instance sessions that stop working when a workspace is quarantined',
  },
  getUserCredentialsForStaff: {
    method: 'GET',
    path: '/staff/users/:userId/access',
    access: { who: 'staff', requires: [] },
    params: UserParams,
    result: UserCredentialSummary,
    errors: ['UserNotFound'],
    audited: true,
    providesTags: ['AdminUser'],
    summary:
      'List the sessions and tokens that end when an account is quarantined or suspended, and the tokens of service accounts that pause or keep working',
  },
});
