import { lockOutEndProblem, QuarantineChange, type LockOutChange } from '@portal/contract';
import { useFieldFailures } from '../../../forms/field-failures.ts';
import { FormDateField, FormTextField } from '../../../forms/form-text-field.tsx';
import { useCheckedForm } from '../../../forms/use-checked-form.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { missingReason } from './given-reason.ts';
import { useFreshLogin } from './kept-act.ts';
import {
  lockOutWords,
  useLockOut,
  type LockOutOutcome,
  type LockOutValues,
  type LockOutWish,
  type Person,
} from './lock-outs.ts';

/** The first moment of a day where the reader is; what is no day stays as it is, to be refused. */
function beginOf(day: string): string {
  const moment = new Date(`${day}T00:00`);
  return Number.isNaN(moment.getTime()) ? day : moment.toISOString();
}

/** An end that is left empty is not sent, so that a repeat keeps what was said before. */
const terms = {
  safeParse: (values: unknown) => {
    const { reason, until } = values as { [Name in keyof LockOutValues]: string | null };
    const given = { reason, ...(until !== null && { until: beginOf(until) }) };
    const result = QuarantineChange.safeParse({ isQuarantined: true, ...given });
    const late = result.data?.until ? lockOutEndProblem(result.data.until, new Date()) : null;
    const issues = [
      ...missingReason(reason),
      ...(result.error?.issues ?? []),
      ...(late === null ? [] : [{ path: ['until'], message: late }]),
    ];
    if (!result.success || issues.length > 0) return { success: false as const, error: { issues } };
    const { isQuarantined: _always, ...change } = result.data;
    return { success: true as const, data: change };
  },
};

export interface LockOutDialogProps extends LockOutWish {
  onClose: () => void;
  onDone: (outcome: LockOutOutcome) => void;
}

/** Asks before somebody is locked out: why, for how long, and whether it is the right person. */
export function LockOutDialog({ kind, person, given, onClose, onDone }: LockOutDialogProps) {
  const say = lockOutWords[kind];
  const { change, error, isLoading } = useLockOut(kind);
  const logIn = useFreshLogin('lockOut');
  const { control, getValues, handleSubmit, setError } = useCheckedForm<LockOutValues, LockOutChange>(terms, {
    defaultValues: given ?? { reason: '', until: '' },
  });
  const unplaced = useFieldFailures({ error, setError, names: ['reason', 'until'] });
  const submit = handleSubmit(async (wanted) => {
    const { outcome } = await change(person, true, wanted);
    if (!outcome) return;
    onDone(outcome);
    onClose();
  });
  return (
    <ConfirmForm
      title={`${say.lock} this account?`}
      confirmLabel={say.lock}
      loading={isLoading}
      loadingText={say.locking}
      error={unplaced}
      onSubmit={submit}
      onLogIn={() => logIn({ kind, person, given: getValues() })}
      onClose={onClose}
    >
      <p>
        <Who {...person} /> is logged out everywhere at once, and their API tokens stop working for good. A mail tells
        them, unless their address was never verified.
      </p>
      <FormTextField
        control={control}
        name="reason"
        label="Reason"
        required
        hint="The person reads it in the mail, and other staff see it"
        autoComplete="off"
      />
      <FormDateField
        control={control}
        onEnter={() => void submit()}
        name="until"
        label="Ends On"
        hint="When that day begins; empty for no end"
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
