import { lockOutEndProblem, QuarantineChange, type LockOutChange } from '@portal/contract';
import { useFieldFailures } from '../../forms/field-failures.ts';
import { FormDateField, FormTextField } from '../../forms/form-text-field.tsx';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { lockOutWords, useLockOut, type LockOutKind, type LockOutOutcome, type Person } from './lock-outs.ts';

interface Values {
  reason: string;
  until: string;
}

/** The first moment of a day where the reader is; what is no day stays as it is, to be refused. */
function beginOf(day: string): string {
  const moment = new Date(`${day}T00:00`);
  return Number.isNaN(moment.getTime()) ? day : moment.toISOString();
}

/** What is left empty is not sent, so that a repeat keeps what was said before. */
const terms = {
  safeParse: (values: unknown) => {
    const { reason, until } = values as { [Name in keyof Values]: string | null };
    const given = { ...(reason !== null && { reason }), ...(until !== null && { until: beginOf(until) }) };
    const result = QuarantineChange.safeParse({ isQuarantined: true, ...given });
    if (!result.success) return result;
    const { isQuarantined: _always, ...change } = result.data;
    const message = change.until ? lockOutEndProblem(change.until, new Date()) : null;
    if (message) return { success: false as const, error: { issues: [{ path: ['until'], message }] } };
    return { success: true as const, data: change };
  },
};

export interface LockOutDialogProps {
  kind: LockOutKind;
  person: Person;
  onClose: () => void;
  onDone: (outcome: LockOutOutcome) => void;
}

/** Asks before somebody is locked out: why, for how long, and whether it is the right person. */
export function LockOutDialog({ kind, person, onClose, onDone }: LockOutDialogProps) {
  const say = lockOutWords[kind];
  const { change, error, isLoading } = useLockOut(kind);
  const { control, handleSubmit, setError } = useCheckedForm<Values, LockOutChange>(terms, {
    defaultValues: { reason: '', until: '' },
  });
  const unplaced = useFieldFailures({ error, setError, names: ['reason', 'until'] });
  const submit = handleSubmit(async (given) => {
    const { outcome } = await change(person, true, given);
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
      onClose={onClose}
    >
      <p>
        <strong className={person.email ? '' : 'font-mono text-sm'}>{person.email ?? person.userId}</strong> is logged
        out everywhere at once, and their API tokens stop working for good.
      </p>
      <FormTextField control={control} name="reason" label="Reason" hint="For other staff" autoComplete="off" />
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
