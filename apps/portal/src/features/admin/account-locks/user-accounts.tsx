import { EmailQuery, maxOwnerInputLength } from '@portal/contract';
import { Card } from '@portal/ui';
import { useFindUsersByEmailQuery } from '../../../api/admin.api.ts';
import { SingleFieldForm } from '../components/single-field-form.tsx';
import { useLockActions } from './use-lock-actions.tsx';
import { lookUpAction, useLookupParam } from '../lookup-param.ts';
import { AccountsTable } from './accounts-table.tsx';

export function UserAccounts() {
  const { value: email, lookUp: setEmail } = useLookupParam('email');
  const {
    currentData: result,
    error,
    isFetching,
    refetch,
  } = useFindUsersByEmailQuery({ query: { email } }, { refetchOnMountOrArgChange: true, skip: email === '' });
  const { clearResult, lock, unlock, resultMessage, errorAlert, dialog } = useLockActions();
  const lookUp = (text: string) => {
    clearResult();
    if (text === email) void refetch();
    else setEmail(text);
  };
  return (
    <>
      <Card title="User accounts" description="Several accounts can share one email.">
        <div className="form-rows">
          <SingleFieldForm
            label="User email"
            schema={EmailQuery.shape.email}
            maxLength={maxOwnerInputLength}
            placeholder="person@example.com"
            value={email}
            error={error}
            errorTitle="Lookup failed"
            actions={[lookUpAction(isFetching, lookUp)]}
          />
        </div>
      </Card>
      {resultMessage}
      {errorAlert}
      {(result ?? isFetching) && (
        <AccountsTable
          email={email}
          users={result?.data}
          onLock={lock}
          onUnlock={(kind, user) => void unlock(kind, user)}
        />
      )}
      {dialog}
    </>
  );
}
