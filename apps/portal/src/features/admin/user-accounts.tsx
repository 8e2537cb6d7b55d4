import { EmailLookup, maxOwnerLength } from '@portal/contract';
import { Card } from '@portal/ui';
import { useState } from 'react';
import { useLazyFindUsersByEmailQuery } from '../../api/staff.api.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { FieldForm } from './field-form.tsx';
import { lookUpAct } from './look-up-act.ts';
import { FoundUsers } from './found-users.tsx';
import { LockOutDialog } from './lock-out-dialog.tsx';
import { LockOutTold } from './lock-out-told.tsx';
import { useLockOut, type LockOutKind, type LockOutOutcome, type Person } from './lock-outs.ts';

export function UserAccounts() {
  const [lookUp, { currentData: found, error, isFetching }] = useLazyFindUsersByEmailQuery();
  const [locking, setLocking] = useState<{ kind: LockOutKind; person: Person }>();
  const [outcome, setOutcome] = useState<LockOutOutcome>();
  const quarantine = useLockOut('quarantine');
  const suspension = useLockOut('suspension');
  const forget = () => {
    setOutcome(undefined);
    quarantine.reset();
    suspension.reset();
  };
  const unlock = async (kind: LockOutKind, person: Person) => {
    forget();
    const { outcome: done } = await (kind === 'quarantine' ? quarantine : suspension).change(person, false);
    if (done) setOutcome(done);
  };
  return (
    <>
      <Card title="User accounts" description="Several identities may share an address.">
        <FieldForm
          label="User Email"
          schema={EmailLookup.shape.email}
          maxLength={maxOwnerLength}
          placeholder="person@example.com"
          error={error}
          failureTitle="The look-up failed"
          acts={[
            lookUpAct((email) => {
              forget();
              return lookUp({ query: { email } });
            }),
          ]}
        />
      </Card>
      <LockOutTold outcome={outcome} />
      <FailureBox error={quarantine.error ?? suspension.error} title="Nothing was changed" />
      {(found ?? isFetching) && (
        <FoundUsers
          users={found?.data}
          onLock={(kind, person) => {
            forget();
            setLocking({ kind, person });
          }}
          onUnlock={(kind, person) => void unlock(kind, person)}
        />
      )}
      {locking && <LockOutDialog {...locking} onClose={() => setLocking(undefined)} onDone={setOutcome} />}
    </>
  );
}
