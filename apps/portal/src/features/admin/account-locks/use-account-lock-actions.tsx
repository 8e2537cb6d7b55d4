import { useState } from 'react';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import type { AccountLockKind, ActiveLock, TargetUser } from './account-lock.ts';
import { AccountLockDialog } from './account-lock-dialog.tsx';
import { LockResultMessage } from './lock-result-message.tsx';
import { usePendingAction } from './pending-action.ts';
import { useAccountLock, type AccountLockResult } from './use-account-lock.ts';

/** Locks and unlocks accounts from any page. The page renders the returned `dialog` and `resultMessage`. */
export function useAccountLockActions() {
  const pending = usePendingAction('accountLock');
  const [request, setRequest] = useState(pending);
  const [result, setResult] = useState<AccountLockResult>();
  const quarantine = useAccountLock('quarantine');
  const suspension = useAccountLock('suspension');
  const clearResult = () => {
    setResult(undefined);
    quarantine.reset();
    suspension.reset();
  };
  return {
    clearResult,
    /** Opens the dialog for a new lock, or for a change of `lock`. */
    lock: (kind: AccountLockKind, user: TargetUser, lock?: ActiveLock) => {
      clearResult();
      setRequest({ kind, user, lock });
    },
    unlock: async (kind: AccountLockKind, user: TargetUser) => {
      clearResult();
      const { result: unlocked } = await (kind === 'quarantine' ? quarantine : suspension).setLocked(user, false);
      if (unlocked) setResult(unlocked);
    },
    isUnlocking: (kind: AccountLockKind) => (kind === 'quarantine' ? quarantine : suspension).isLoading,
    resultMessage: (
      <>
        <LockResultMessage result={result} />
        <ErrorAlert error={quarantine.error ?? suspension.error} title="No changes were made" />
      </>
    ),
    dialog: request && <AccountLockDialog {...request} onClose={() => setRequest(undefined)} onDone={setResult} />,
  };
}
