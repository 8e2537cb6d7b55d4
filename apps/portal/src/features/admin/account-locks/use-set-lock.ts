import type { AccountLockChange, RevokedCounts, LockKind } from '@portal/contract';
import { useQuarantineUserMutation, useSuspendUserMutation } from '../../../api/admin.api.ts';
import type { TargetUser } from './locks.ts';

export interface AccountLockResult {
  readonly kind: LockKind;
  readonly user: TargetUser;
  readonly isLocked: boolean;
  readonly until: string | null;
  readonly ended: RevokedCounts;
}

/** One interface for the two mutations that lock and unlock an account. */
export function useSetLock(kind: LockKind) {
  const [quarantine, quarantineState] = useQuarantineUserMutation();
  const [suspend, suspendState] = useSuspendUserMutation();
  const { error, isLoading, reset } = kind === 'quarantine' ? quarantineState : suspendState;
  const setLocked = async (user: TargetUser, isLocked: boolean, change: AccountLockChange = {}) => {
    const params = { userId: user.userId };
    const { data, error: requestError } =
      kind === 'quarantine'
        ? await quarantine({ params, body: { isQuarantined: isLocked, ...change } })
        : await suspend({ params, body: { isSuspended: isLocked, ...change } });
    if (!data) return { error: requestError };
    const { until, ended } = data;
    return { result: { kind, user, isLocked, until, ended } satisfies AccountLockResult };
  };
  return { setLocked, reset, error, isLoading };
}
