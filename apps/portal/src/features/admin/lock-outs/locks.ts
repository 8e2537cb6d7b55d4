import type { OwnedWorkspace, StaffMember, StaffUser } from '@portal/contract';

export type LockOutKind = 'quarantine' | 'suspension';

/** A lock that is in force. */
export interface Lock {
  readonly since: string;
  readonly until: string | null;
  readonly reason: string | null;
  readonly by: StaffMember | null;
}

const lockSince = (since: string | null, terms: Omit<Lock, 'since'>): Lock | null =>
  since === null ? null : { since, ...terms };

/** What somebody is locked out by, if they are. */
export const locksOf = (user: StaffUser): Readonly<Record<LockOutKind, Lock | null>> => ({
  quarantine: lockSince(user.quarantinedAt, {
    until: user.quarantinedUntil,
    reason: user.quarantineReason,
    by: user.quarantinedBy,
  }),
  suspension: lockSince(user.suspendedAt, {
    until: user.suspendedUntil,
    reason: user.suspensionReason,
    by: user.suspendedBy,
  }),
});

/** What a workspace is closed by, if it is; it never ends by itself. */
export const quarantineOf = (workspace: OwnedWorkspace): Lock | null =>
  lockSince(workspace.quarantinedAt, {
    until: null,
    reason: workspace.quarantineReason,
    by: workspace.quarantinedBy,
  });
