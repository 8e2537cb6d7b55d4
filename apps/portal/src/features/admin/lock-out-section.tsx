import { maxStaffIdLength, StaffId } from '@portal/contract';
import { Card } from '@portal/ui';
import { useState, type ReactNode } from 'react';
import { FieldForm } from './field-form.tsx';
import { LockOutDialog } from './lock-out-dialog.tsx';
import { LockOutTold } from './lock-out-told.tsx';
import type { LockedOutTableProps } from './locked-out-table.tsx';
import { lockOutWords, useLockOut, type LockOutKind, type LockOutOutcome, type Person } from './lock-outs.ts';

export interface LockOutSectionProps {
  kind: LockOutKind;
  title: string;
  description: string;
  /** Of who is locked out, given how one of them is let in again. */
  table: (act: Pick<LockedOutTableProps, 'onUnlock' | 'unlocking'>) => ReactNode;
}

/** What quarantine and suspension have in common. */
export function LockOutSection({ kind, title, description, table }: LockOutSectionProps) {
  const say = lockOutWords[kind];
  const [person, setPerson] = useState<Person>();
  const [outcome, setOutcome] = useState<LockOutOutcome>();
  const { change, reset, error, changing } = useLockOut(kind);
  const unlock = async (one: Person) => {
    setOutcome(undefined);
    const done = await change(one, false);
    if (done) setOutcome(done);
    return done !== null;
  };
  return (
    <>
      <Card title={title} description={description}>
        <div className="grid gap-3">
          <LockOutTold outcome={outcome} />
          <FieldForm
            label="User ID"
            schema={StaffId}
            maxLength={maxStaffIdLength}
            mono
            error={error}
            failureTitle="Nothing was changed"
            acts={[
              {
                label: say.lock,
                loadingText: say.locking,
                icon: 'shield-alert',
                loading: false,
                act: (userId) => {
                  reset();
                  setOutcome(undefined);
                  setPerson({ userId });
                  return false;
                },
              },
              {
                label: say.unlock,
                loadingText: say.unlocking,
                loading: changing !== undefined,
                act: (userId) => unlock({ userId }),
              },
            ]}
          />
        </div>
      </Card>
      {table({ onUnlock: unlock, unlocking: changing })}
      {person && <LockOutDialog kind={kind} person={person} onClose={() => setPerson(undefined)} onDone={setOutcome} />}
    </>
  );
}
