import { EmailLookup, maxOwnerLength } from '@portal/contract';
import { Card } from '@portal/ui';
import { useFindUsersByEmailQuery } from '../../../api/staff.api.ts';
import { FieldForm } from '../field-form.tsx';
import { useLockOutActs } from '../lock-outs/lock-out-acts.tsx';
import { lookUpAct, useLookUpInAddress } from '../look-up-in-address.ts';
import { FoundUsers } from './found-users.tsx';

export function UserAccounts() {
  const { asked: email, ask } = useLookUpInAddress('email');
  const {
    currentData: found,
    error,
    isFetching,
    refetch,
  } = useFindUsersByEmailQuery({ query: { email } }, { refetchOnMountOrArgChange: true, skip: email === '' });
  const { forget, lock, unlock, told, dialog } = useLockOutActs();
  const lookUp = (wanted: string) => {
    forget();
    if (wanted === email) void refetch();
    else ask(wanted);
  };
  return (
    <>
      <Card title="User accounts" description="Several identities may share an address.">
        <FieldForm
          label="User Email"
          schema={EmailLookup.shape.email}
          maxLength={maxOwnerLength}
          placeholder="person@example.com"
          value={email}
          error={error}
          failureTitle="The look-up failed"
          acts={[lookUpAct(isFetching, lookUp)]}
        />
      </Card>
      {told}
      {(found ?? isFetching) && (
        <FoundUsers
          email={email}
          users={found?.data}
          onLock={lock}
          onUnlock={(kind, person) => void unlock(kind, person)}
        />
      )}
      {dialog}
    </>
  );
}
