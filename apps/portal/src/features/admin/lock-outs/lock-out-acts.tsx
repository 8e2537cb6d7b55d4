import { useState } from 'react';
import { FailureBox } from '../../../requests/failure-box.tsx';
import { useKeptAct } from './kept-act.ts';
import { LockOutDialog } from './lock-out-dialog.tsx';
import { LockOutTold } from './lock-out-told.tsx';
import { useLockOut, type LockOutOutcome, type Person } from './lock-outs.ts';
import type { Lock, LockOutKind } from './locks.ts';

/** Both ways of locking people out and of letting them in again, wherever people are shown. */
export function useLockOutActs() {
  const kept = useKeptAct('lockOut');
  const [asking, setAsking] = useState(kept);
  const [outcome, setOutcome] = useState<LockOutOutcome>();
  const quarantine = useLockOut('quarantine');
  const suspension = useLockOut('suspension');
  const forget = () => {
    setOutcome(undefined);
    quarantine.reset();
    suspension.reset();
  };
  return {
    forget,
    /** Asks for the terms of a new lock, or for others of the one that is in force. */
    lock: (kind: LockOutKind, person: Person, lock?: Lock) => {
      forget();
      setAsking({ kind, person, lock });
    },
    unlock: async (kind: LockOutKind, person: Person) => {
      forget();
      const { outcome: done } = await (kind === 'quarantine' ? quarantine : suspension).change(person, false);
      if (done) setOutcome(done);
    },
    isUnlocking: (kind: LockOutKind) => (kind === 'quarantine' ? quarantine : suspension).isLoading,
    /** What became of the last act. */
    told: (
      <>
        <LockOutTold outcome={outcome} />
        <FailureBox error={quarantine.error ?? suspension.error} title="Nothing was changed" />
      </>
    ),
    dialog: asking && <LockOutDialog {...asking} onClose={() => setAsking(undefined)} onDone={setOutcome} />,
  };
}
