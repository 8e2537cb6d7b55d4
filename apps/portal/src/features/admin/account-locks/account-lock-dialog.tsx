import { displayEmail, type AccountLockChange } from '@portal/contract';
import { useMemo } from 'react';
import { useGetUserCredentialsForStaffQuery } from '../../../api/admin.api.ts';
import { ConfirmForm } from '../../../components/confirm-form.tsx';
import { EndingCredentials } from '../../../components/ending-credentials.tsx';
import { useFieldErrors } from '../../../components/form/use-field-errors.ts';
import { FormDateField } from '../../../components/form/form-fields.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { lockLabels, type AccountLockRequest, type AccountLockValues, type TargetUser } from './locks.ts';
import { accountLockSchema, initialValues } from './lock-form-schemas.ts';
import { accountLockAction } from './pending-action.ts';
import { ReasonField } from './reason-field.tsx';
import { useSetLock, type AccountLockResult } from './use-set-lock.ts';

export interface AccountLockDialogProps extends AccountLockRequest {
  onClose: () => void;
  onDone: (result: AccountLockResult) => void;
}

/** Locks an account, or changes the reason and the end date of an active lock. */
export function AccountLockDialog({ kind, user, lock, values, onClose, onDone }: AccountLockDialogProps) {
  const labels = lockLabels[kind];
  const { setLocked, error, isLoading } = useSetLock(kind);
  const reauthenticate = accountLockAction.useReauthenticate();
  // An active lock has ended everything already.
  const credentials = useGetUserCredentialsForStaffQuery(
    { params: { userId: user.userId } },
    { skip: lock !== undefined, refetchOnMountOrArgChange: true },
  );
  const sessionCount = credentials.currentData?.sessionCount ?? 0;
  const schema = useMemo(() => accountLockSchema(lock), [lock]);
  const { control, getValues, handleSubmit, setError } = useSchemaForm<AccountLockValues, AccountLockChange>(schema, {
    defaultValues: values ?? initialValues(lock),
  });
  const formError = useFieldErrors({ error, setError, names: ['reason', 'until'] });
  const submit = handleSubmit(async (change) => {
    const { result } = await setLocked(user, true, change);
    if (!result) return;
    // A change of an active lock revokes nothing, and the page shows the new reason and end date.
    if (!lock) onDone(result);
    onClose();
  });
  return (
    <ConfirmForm
      title={lock ? `Change this ${kind}` : `${labels.lock} this account?`}
      confirmLabel={lock ? 'Save' : labels.lock}
      confirmVariant={lock ? 'primary' : 'destructive'}
      loading={isLoading}
      loadingText={lock ? 'Saving...' : labels.locking}
      error={formError}
      onSubmit={submit}
      onLogIn={() => reauthenticate({ kind, user, lock, values: getValues() })}
      onClose={onClose}
    >
      {/* One row of the form, so that the facts are close together. */}
      <div className="grid grid-cols-1 gap-3">
        <p>
          <TargetUserName {...user} />{' '}
          {lock ? `stays ${labels.locked}.` : 'is logged out everywhere, and their API tokens are permanently revoked.'}{' '}
          We’ll email them the reason, unless their email was never verified.
        </p>
        {!lock && sessionCount > 0 && (
          <p>{sessionCount === 1 ? '1 portal session ends.' : `${sessionCount} portal sessions end.`}</p>
        )}
        {!lock && <EndingCredentials query={credentials} />}
      </div>
      <ReasonField control={control} hint="Shown to the user by email and at login, and to other staff" />
      <FormDateField
        control={control}
        onEnter={() => void submit()}
        name="until"
        label="Ends on"
        hint="Ends at 00:00 your time. Leave empty for no end date."
      />
    </ConfirmForm>
  );
}

function TargetUserName({ userId, email, name }: TargetUser) {
  if (email === undefined)
    return (
      <strong translate="no" className="font-mono text-sm">
        {userId}
      </strong>
    );
  return (
    <>
      {name !== undefined && (
        <span>
          <bdi translate="no" className="font-semibold">
            {name}
          </bdi>
          ,{' '}
        </span>
      )}
      <strong translate="no">{displayEmail(email)}</strong>
      {name !== undefined && <span>,</span>}
    </>
  );
}
