import { defineCalls } from '../call.ts';
import { UserParams } from '../users/users.schemas.ts';
import {
  LockedOutPage,
  Quarantine,
  QuarantineChange,
  QuarantinedUsers,
  SuspendedUsers,
  Suspension,
  SuspensionChange,
} from './lock-outs.schemas.ts';

const staff = { who: 'staff', needs: [] } as const;

/** Locking people out, and in again. Source: specification section 2, "Workspace admin page", 3 and 5. */
export const lockOutCalls = defineCalls({
  quarantineUser: {
    method: 'PATCH',
    path: '/users/:userId/quarantine',
    access: staff,
    params: UserParams,
    body: QuarantineChange,
    result: Quarantine,
    problems: ['UserNotFound', 'FreshLoginRequired'],
    audited: true,
    changes: ['StaffUser', 'QuarantinedUser'],
    summary: 'Quarantine a person, end all that they hold and tell them by mail, or end the quarantine',
  },
  suspendUser: {
    method: 'PATCH',
    path: '/users/:userId/suspend',
    access: staff,
    params: UserParams,
    body: SuspensionChange,
    result: Suspension,
    problems: ['UserNotFound', 'FreshLoginRequired'],
    audited: true,
    changes: ['StaffUser', 'SuspendedUser'],
    summary: 'Suspend a person, end all that they hold and tell them by mail, or end the suspension',
  },
  listQuarantinedUsers: {
    method: 'GET',
    path: '/users/quarantined',
    access: staff,
    query: LockedOutPage,
    result: QuarantinedUsers,
    paged: true,
    audited: true,
    reads: ['QuarantinedUser'],
    summary: 'List who is quarantined now, the latest first',
  },
  listSuspendedUsers: {
    method: 'GET',
    path: '/users/suspended',
    access: staff,
    query: LockedOutPage,
    result: SuspendedUsers,
    paged: true,
    audited: true,
    reads: ['SuspendedUser'],
    summary: 'List who is suspended now, the latest first',
  },
});
