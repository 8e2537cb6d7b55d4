import type { LockKind } from '@portal/contract';
import { useState } from 'react';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import type { ActiveLock, TargetUser } from './locks.ts';
import { AccountLockDialog } from './account-lock-dialog.tsx';
import { LockResultMessage } from './lock-result-message.tsx';
import { accountLockAction } from './pending-action.ts';
import { useSetLock, type AccountLockResult } from './use-set-lock.ts';

/** Locks and unlocks accounts. The page renders the returned `dialog`, `resultMessage` and `errorAlert`. */
export function useLockActions() {
  const pending = accountLockAction.usePending();
  const [request, setRequest] = useState(pending);
  const [result, setResult] = useState<AccountLockResult>();
  const quarantine = useSetLock('quarantine');
  const suspension = useSetLock('suspension');
  const clearResult = () => {
    setResult(undefined);
    quarantine.reset();
    suspension.reset();
  };
  return {
    clearResult,
    /** Opens the dialog for a new lock, or for a change of `lock`. */
    lock: (kind: LockKind, user: TargetUser, lock?: ActiveLock) => {
      clearResult();
      setRequest({ kind, user, lock });
    },
    unlock: async (kind: LockKind, user: TargetUser) => {
      clearResult();
      const outcome = await (kind === 'quarantine' ? quarantine : suspension).setLocked(user, false);
      if (outcome.result) setResult(outcome.result);
      return outcome;
    },
    isUnlocking: (kind: LockKind) => (kind === 'quarantine' ? quarantine : suspension).isLoading,
    resultMessage: <LockResultMessage result={result} />,
    errorAlert: <ErrorAlert error={quarantine.error ?? suspension.error} title="No changes were made" />,
    dialog: request && <AccountLockDialog {...request} onClose={() => setRequest(undefined)} onDone={setResult} />,
  };
}
