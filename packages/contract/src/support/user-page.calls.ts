import { AuditPage } from '../audit/audit.schemas.ts';
import { defineCalls } from '../call.ts';
import { UserParams } from '../users/users.schemas.ts';
import {
  AuthTokensForStaff,
  IdPage,
  RankedPage,
  SessionsForStaff,
  TimePage,
  UserForStaff,
  WorkspacesOfUser,
} from './user-page.schemas.ts';

const ofUser = {
  method: 'GET',
  access: { who: 'staff', needs: [] },
  params: UserParams,
  problems: ['UserNotFound'],
  audited: true,
  reads: ['StaffUser', 'OwnedWorkspace'],
} as const;

/** What support sees of one person. Every look is a line of the audit log. */
export const userPageCalls = defineCalls({
  getUserForStaff: {
    ...ofUser,
    path: '/staff/users/:userId',
    result: UserForStaff,
    summary: 'Tell all that support asks for about one person',
  },
  listWorkspacesOfUser: {
    ...ofUser,
    path: '/staff/users/:userId/workspaces',
    query: RankedPage,
    result: WorkspacesOfUser,
    paged: true,
    summary: 'List the workspaces that a person is a member of, deleted and quarantined ones too',
  },
  listAuthTokensOfUser: {
    ...ofUser,
    path: '/staff/users/:userId/authTokens',
    query: IdPage,
    result: AuthTokensForStaff,
    paged: true,
    summary: 'List the API tokens that a person made, the newest first',
  },
  listSessionsOfUser: {
    ...ofUser,
    path: '/staff/users/:userId/sessions',
    query: TimePage,
    result: SessionsForStaff,
    paged: true,
    summary: 'List where a person is logged in now, the newest first',
  },
  listAuditEntriesOfUser: {
    ...ofUser,
    path: '/staff/users/:userId/audit',
    query: IdPage,
    result: AuditPage,
    paged: true,
    summary: 'Read what a person did and what was done to them, the newest first, without what support only looked at',
  },
});
