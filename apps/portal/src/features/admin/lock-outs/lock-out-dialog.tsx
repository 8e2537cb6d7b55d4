import type { LockOutChange } from '@portal/contract';
import { useMemo } from 'react';
import { useFieldFailures } from '../../../forms/field-failures.ts';
import { FormDateField } from '../../../forms/form-text-field.tsx';
import { useCheckedForm } from '../../../forms/use-checked-form.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { useFreshLogin } from './kept-act.ts';
import { lockOutTerms, valuesOf } from './lock-out-terms.ts';
import {
  lockOutWords,
  useLockOut,
  type LockOutOutcome,
  type LockOutValues,
  type LockOutWish,
  type Person,
} from './lock-outs.ts';
import { ReasonField } from './reason-field.tsx';

export interface LockOutDialogProps extends LockOutWish {
  onClose: () => void;
  onDone: (outcome: LockOutOutcome) => void;
}

/** Asks before somebody is locked out, or a lock is changed: why, for how long, and whether it is the right person. */
export function LockOutDialog({ kind, person, lock, given, onClose, onDone }: LockOutDialogProps) {
  const say = lockOutWords[kind];
  const { change, error, isLoading } = useLockOut(kind);
  const logIn = useFreshLogin('lockOut');
  const terms = useMemo(() => lockOutTerms(lock), [lock]);
  const { control, getValues, handleSubmit, setError } = useCheckedForm<LockOutValues, LockOutChange>(terms, {
    defaultValues: given ?? valuesOf(lock),
  });
  const unplaced = useFieldFailures({ error, setError, names: ['reason', 'until'] });
  const submit = handleSubmit(async (wanted) => {
    const { outcome } = await change(person, true, wanted);
    if (!outcome) return;
    // Of a lock that is in force already nothing has ended, and the page shows its terms.
    if (!lock) onDone(outcome);
    onClose();
  });
  return (
    <ConfirmForm
      title={lock ? `Change this ${kind}` : `${say.lock} this account?`}
      confirmLabel={lock ? 'Save' : say.lock}
      confirmVariant={lock ? 'primary' : 'destructive'}
      loading={isLoading}
      loadingText={lock ? 'Saving...' : say.locking}
      error={unplaced}
      onSubmit={submit}
      onLogIn={() => logIn({ kind, person, lock, given: getValues() })}
      onClose={onClose}
    >
      <p>
        <Who {...person} />{' '}
        {lock
          ? `stays ${say.locked}.`
          : 'is logged out everywhere at once, and their API tokens stop working for good.'}{' '}
        A mail tells them why, unless their address was never verified.
      </p>
      <ReasonField
        control={control}
        hint="The person reads it in the mail and after the login, and other staff see it"
      />
      <FormDateField
        control={control}
        onEnter={() => void submit()}
        name="until"
        label="Ends On"
        hint="When that day begins by your clock; empty for no end"
        keepHint
      />
    </ConfirmForm>
  );
}

function Who({ userId, email, name }: Person) {
  if (email === undefined) return <strong className="font-mono text-sm">{userId}</strong>;
  return (
    <>
      {name !== undefined && (
        <>
          <bdi className="font-semibold">{name}</bdi>,{' '}
        </>
      )}
      <strong>{email}</strong>
      {name !== undefined && ','}
    </>
  );
}
