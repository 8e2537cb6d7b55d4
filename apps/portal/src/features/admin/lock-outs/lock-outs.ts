import type { Ended, LockOutChange, OwnedWorkspace } from '@portal/contract';
import { useQuarantineUserMutation, useSuspendUserMutation } from '../../../api/staff.api.ts';
import type { Lock, LockOutKind } from './locks.ts';

export const lockOutWords = {
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

/** Somebody to lock out or to let in again; name and address where they are known. */
export interface Person {
  readonly userId: string;
  readonly email?: string;
  readonly name?: string;
}

/** What is asked before somebody is locked out, as it was typed. */
export interface LockOutValues {
  reason: string;
  until: string;
}

/** Who is to be locked out, or is already and only under other terms, and what was typed about it before a fresh login. */
export interface LockOutWish {
  readonly kind: LockOutKind;
  readonly person: Person;
  readonly lock?: Lock | undefined;
  readonly given?: LockOutValues | undefined;
}

/** Which workspace is to be closed, and what was typed about it before a fresh login. */
export interface WorkspaceQuarantineWish {
  readonly workspace: OwnedWorkspace;
  readonly given?: { reason: string } | undefined;
}

/** What became of it. */
export interface LockOutOutcome {
  readonly kind: LockOutKind;
  readonly person: Person;
  readonly isLocked: boolean;
  readonly until: string | null;
  readonly ended: Ended;
}

/** Both ways of locking somebody out, as one. */
export function useLockOut(kind: LockOutKind) {
  const [quarantine, quarantining] = useQuarantineUserMutation();
  const [suspend, suspending] = useSuspendUserMutation();
  const { error, isLoading, reset } = kind === 'quarantine' ? quarantining : suspending;
  const change = async (person: Person, isLocked: boolean, terms: LockOutChange = {}) => {
    const params = { userId: person.userId };
    const { data, error: failure } =
      kind === 'quarantine'
        ? await quarantine({ params, body: { isQuarantined: isLocked, ...terms } })
        : await suspend({ params, body: { isSuspended: isLocked, ...terms } });
    if (!data) return { error: failure };
    const { until, ended } = data;
    return { outcome: { kind, person, isLocked, until, ended } satisfies LockOutOutcome };
  };
  return { change, reset, error, isLoading };
}
