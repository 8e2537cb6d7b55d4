import { AuditPage } from '../audit/audit.schemas.ts';
import { defineCalls } from '../call.ts';
import { UserParams } from '../users/users.schemas.ts';
import {
  AuthTokensForStaff,
  EmailQuery,
  EndedUserSessions,
  IdPageQuery,
  RankPageQuery,
  SessionsEnd,
  SessionsForStaff,
  TimePageQuery,
  UserAccounts,
  UserForStaff,
  WorkspacesOfUser,
} from './admin-users.schemas.ts';

const userRead = {
  method: 'GET',
  access: { who: 'staff', requires: [] },
  params: UserParams,
  errors: ['UserNotFound'],
  audited: true,
  providesTags: ['AdminUser', 'AdminWorkspace'],
} as const;

/** Finding users and reading everything about one. Source: specification section 2, "Workspace admin page". */
export const adminUserCalls = defineCalls({
  findUsersByEmail: {
    method: 'GET',
    path: '/users/by-email',
    access: { who: 'staff', requires: [] },
    query: EmailQuery,
    result: UserAccounts,
    audited: true,
    providesTags: ['AdminUser'],
    summary: 'Find users by their full email; several accounts may share one',
  },
  getUserForStaff: {
    ...userRead,
    path: '/staff/users/:userId',
    result: UserForStaff,
    summary: 'Get the support view of a user',
  },
  listWorkspacesOfUser: {
    ...userRead,
    path: '/staff/users/:userId/workspaces',
    query: RankPageQuery,
    result: WorkspacesOfUser,
    paginated: true,
    summary: 'List the workspaces that a user is a member of, including deleted and quarantined ones',
  },
  listAuthTokensOfUser: {
    ...userRead,
    path: '/staff/users/:userId/authTokens',
    query: IdPageQuery,
    result: AuthTokensForStaff,
    paginated: true,
    summary:
      'List the API tokens that act as a user, and those of service accounts that the user created, newest first',
  },
  listSessionsOfUser: {
    ...userRead,
    path: '/staff/users/:userId/sessions',
    query: TimePageQuery,
    result: SessionsForStaff,
    paginated: true,
    summary: 'List the active sessions of a user, newest first',
  },
  endUserSessions: {
    method: 'POST',
    path: '/staff/users/:userId/end-sessions',
    access: { who: 'staff', requires: [] },
    params: UserParams,
    body: SessionsEnd,
    result: EndedUserSessions,
    recentLogin: 'REAUTH_MAX_AGE_MINUTES',
    errors: ['UserNotFound'],
    endsAccess: true,
    audited: true,
    invalidatesTags: ['AdminUser'],
    summary: 'End all sessions of a user without locking the account; their API tokens stay valid',
  },
  listAuditEntriesOfUser: {
    ...userRead,
    path: '/staff/users/:userId/audit',
    query: IdPageQuery,
    result: AuditPage,
    paginated: true,
    summary: 'List the audit entries by or about a user, newest first, without reads by staff',
  },
});
