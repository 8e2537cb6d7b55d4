import { EmailLookup, maxOwnerLength } from '@portal/contract';
import { Card } from '@portal/ui';
import { useEffect, useEffectEvent } from 'react';
import { useLazyFindUsersByEmailQuery } from '../../../api/staff.api.ts';
import { FieldForm } from '../field-form.tsx';
import { FoundUsers } from './found-users.tsx';
import { useLockOutActs } from '../lock-outs/lock-out-acts.tsx';
import { lookUpAct } from '../look-up-act.ts';

export function UserAccounts() {
  const [lookUp, { currentData: found, error, isFetching }] = useLazyFindUsersByEmailQuery();
  const { kept, forget, lock, unlock, told, dialog } = useLockOutActs();
  const lookUpAgain = useEffectEvent(() => {
    if (kept?.person.email !== undefined) void lookUp({ query: { email: kept.person.email } });
  });
  // What was found before a fresh login.
  useEffect(() => lookUpAgain(), []);
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
      {told}
      {(found ?? isFetching) && (
        <FoundUsers users={found?.data} onLock={lock} onUnlock={(kind, person) => void unlock(kind, person)} />
      )}
      {dialog}
    </>
  );
}
