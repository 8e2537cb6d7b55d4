import { defineCalls } from '../call.ts';
import { UserParams } from '../users/users.schemas.ts';
import {
  LockedUsersQuery,
  Quarantine,
  QuarantineChange,
  QuarantinedUsers,
  SuspendedUsers,
  Suspension,
  SuspensionChange,
} from './account-locks.schemas.ts';

const staff = { who: 'staff', requires: [] } as const;

/** Quarantining and suspending users. Source: specification sections 2 "Workspace admin page", 3 and 5. */
export const accountLockCalls = defineCalls({
  quarantineUser: {
    method: 'PATCH',
    path: '/users/:userId/quarantine',
    access: staff,
    params: UserParams,
    body: QuarantineChange,
    result: Quarantine,
    errors: ['UserNotFound', 'FreshLoginRequired'],
    endsAccess: true,
    audited: true,
    invalidatesTags: ['AdminUser', 'QuarantinedUser'],
    summary: 'Quarantine a user, revoke their access and notify them by email; or lift the quarantine',
  },
  suspendUser: {
    method: 'PATCH',
    path: '/users/:userId/suspend',
    access: staff,
    params: UserParams,
    body: SuspensionChange,
    result: Suspension,
    errors: ['UserNotFound', 'FreshLoginRequired'],
    endsAccess: true,
    audited: true,
    invalidatesTags: ['AdminUser', 'SuspendedUser'],
    summary: 'Suspend a user, revoke their access and notify them by email; or lift the suspension',
  },
  listQuarantinedUsers: {
    method: 'GET',
    path: '/users/quarantined',
    access: staff,
    query: LockedUsersQuery,
    result: QuarantinedUsers,
    paginated: true,
    audited: true,
    providesTags: ['QuarantinedUser'],
    summary: 'List quarantined users, most recent first',
  },
  listSuspendedUsers: {
    method: 'GET',
    path: '/users/suspended',
    access: staff,
    query: LockedUsersQuery,
    result: SuspendedUsers,
    paginated: true,
    audited: true,
    providesTags: ['SuspendedUser'],
    summary: 'List suspended users, most recent first',
  },
});
