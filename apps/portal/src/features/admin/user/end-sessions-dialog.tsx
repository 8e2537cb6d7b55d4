import { adminCalls, type ResponseOf, displayEmail } from '@portal/contract';
import { Alert } from '@portal/ui';
import { useEndUserSessionsMutation } from '../../../api/admin.api.ts';
import { formSchema } from '../../../components/form/form-schema.ts';
import { toSingleLine } from '../../../components/form/text-rules.ts';
import { useFieldErrors } from '../../../components/form/use-field-errors.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { ConfirmForm } from '../../../components/confirm-form.tsx';
import { describeRevoked } from '../account-locks/lock-result-message.tsx';
import type { EndSessionsRequest } from '../account-locks/locks.ts';
import { endSessionsAction } from '../account-locks/pending-action.ts';
import { ReasonField } from '../account-locks/reason-field.tsx';

type Ended = ResponseOf<typeof adminCalls.endUserSessions>['ended'];

const endSessionsSchema = formSchema(adminCalls.endUserSessions.body, {
  toBody: ({ reason }: { reason: string | null }) => ({ reason: toSingleLine(reason ?? '') }),
});

interface EndSessionsDialogProps extends EndSessionsRequest {
  userId: string;
  email: string;
  onClose: () => void;
  onDone: (ended: Ended) => void;
}

/** Ends all sessions of a user, for example after the loss of a device. */
export function EndSessionsDialog({ userId, email, values, onClose, onDone }: EndSessionsDialogProps) {
  const [endSessions, { error, isLoading }] = useEndUserSessionsMutation();
  const reauthenticate = endSessionsAction.useReauthenticate();
  const { control, getValues, handleSubmit, setError } = useSchemaForm<{ reason: string }, { reason: string }>(
    endSessionsSchema,
    { defaultValues: values ?? { reason: '' } },
  );
  const formError = useFieldErrors({ error, setError, names: ['reason'] });
  const submit = handleSubmit(async (body) => {
    const { data } = await endSessions({ params: { userId }, body });
    if (!data) return;
    onDone(data.ended);
    onClose();
  });
  return (
    <ConfirmForm
      title="End all sessions of this user?"
      confirmLabel="End sessions"
      confirmVariant="destructive"
      loading={isLoading}
      loadingText="Ending..."
      error={formError}
      onSubmit={submit}
      onLogIn={() => reauthenticate({ values: getValues() })}
      onClose={onClose}
    >
      <p>
        <strong>{displayEmail(email)}</strong> is logged out everywhere, also of the instances that they entered, and
        can log in again. Their API tokens stay valid. We’ll email them, unless their email was never verified.
      </p>
      <ReasonField control={control} hint="Shown to other staff only" />
    </ConfirmForm>
  );
}

export function EndedSessionsMessage({ email, ended }: { email: string; ended: Ended | undefined }) {
  if (!ended) return null;
  return (
    <Alert
      tone="info"
      title={`${displayEmail(email)} was logged out everywhere`}
      message={describeRevoked({ authTokens: 0, ...ended })}
    />
  );
}
