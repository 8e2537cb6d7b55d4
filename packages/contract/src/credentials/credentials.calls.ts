import { defineCalls } from '../call.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import { UserParams } from '../users/users.schemas.ts';
import {
  CredentialSummary,
  MemberCredentialsParams,
  MemberCredentialSummary,
  UserCredentialSummary,
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
      'List the tokens, instance sessions and sent invitations that end when a member leaves, and the tokens of service accounts that they created, which do not; for yourself, and for members you can remove',
  },
  getWorkspaceCredentials: {
    method: 'GET',
    path: '/workspaces/:workspaceId/access',
    access: { who: 'member', roles: ['OWNER'], requires: ['verifiedEmail', 'acceptedTerms'] },
    params: WorkspaceParams,
    result: CredentialSummary,
    providesTags: ['AuthToken'],
    summary: 'List the tokens and instance sessions that end when a workspace is deleted',
  },
  getOwnCredentials: {
    method: 'GET',
    path: '/users/:userId/access',
    access: { who: 'self', requires: [], allowedWhile: ['suspension'] },
    params: UserParams,
    result: UserCredentialSummary,
    providesTags: ['AuthToken'],
    summary:
      'List your sessions and tokens that end when your account is deleted, and the tokens of service accounts that end or keep working',
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
