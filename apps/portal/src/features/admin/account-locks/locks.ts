import type { StaffMember, UserAccount, WorkspaceWithOwner, LockKind } from '@portal/contract';

export const lockLabels = {
  quarantine: {
    lock: 'Quarantine',
    locking: 'Quarantining...',
    unlock: 'Unquarantine',
    unlocking: 'Unquarantining...',
    locked: 'quarantined',
    noLonger: 'is no longer quarantined',
  },
  suspension: {
    lock: 'Suspend',
    locking: 'Suspending...',
    unlock: 'Unsuspend',
    unlocking: 'Unsuspending...',
    locked: 'suspended',
    noLonger: 'is no longer suspended',
  },
} as const;

export interface ActiveLock {
  readonly since: string;
  readonly until: string | null;
  readonly reason: string | null;
  readonly by: StaffMember | null;
}

const toActiveLock = (since: string | null, details: Omit<ActiveLock, 'since'>): ActiveLock | null =>
  since === null ? null : { since, ...details };

export const activeLocks = (user: UserAccount): Readonly<Record<LockKind, ActiveLock | null>> => ({
  quarantine: toActiveLock(user.quarantinedAt, {
    until: user.quarantinedUntil,
    reason: user.quarantineReason,
    by: user.quarantinedBy,
  }),
  suspension: toActiveLock(user.suspendedAt, {
    until: user.suspendedUntil,
    reason: user.suspensionReason,
    by: user.suspendedBy,
  }),
});

/** The quarantine of a workspace has no end date: staff lift it. */
export const workspaceQuarantine = (workspace: WorkspaceWithOwner): ActiveLock | null =>
  toActiveLock(workspace.quarantinedAt, {
    until: null,
    reason: workspace.quarantineReason,
    by: workspace.quarantinedBy,
  });

/** The user to lock or unlock. The email and the name are absent when only the ID is known. */
export interface TargetUser {
  readonly userId: string;
  readonly email?: string;
  readonly name?: string;
}

/** The fields of the lock dialog, as typed. */
export interface AccountLockValues {
  reason: string;
  /** A local day, such as 2024-08-14; empty for no end date. */
  until: string;
}

/** What the lock dialog opens with. It survives the new login that the API may require (see `definePendingAction`). */
export interface AccountLockRequest {
  readonly kind: LockKind;
  readonly user: TargetUser;
  /** The lock to change; absent for a new lock. */
  readonly lock?: ActiveLock | undefined;
  readonly values?: AccountLockValues | undefined;
}

/** The same for the dialog that quarantines a workspace. */
export interface WorkspaceQuarantineRequest {
  readonly workspace: WorkspaceWithOwner;
  readonly values?: { reason: string } | undefined;
}

/** The same for the dialog that ends the sessions of the user of the page. */
export interface EndSessionsRequest {
  readonly values?: { reason: string } | undefined;
}
