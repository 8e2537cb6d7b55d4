import { NewAuthToken, parseTimeString, tokenLifetimeError } from '@portal/contract';
import { Button, Card } from '@portal/ui';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useCreateAuthTokenMutation } from '../../api/auth-tokens.api.ts';
import { creationErrorTitle, ErrorAlert } from '../../components/error-alert.tsx';
import { FormTextField } from '../../components/form/form-fields.tsx';
import { resetSent } from '../../components/form/reset-sent.ts';
import { allowedCharacters } from '../../components/form/text-rules.ts';
import { useMarkUnsaved } from '../../components/form/unsaved-changes.tsx';
import { useFieldErrors } from '../../components/form/use-field-errors.ts';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { TokenSecretDialog } from './token-secret-dialog.tsx';
import { useNow } from './use-now.ts';

/** Without seconds, because screen readers would announce each change. */
const expiryFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

const formatHint = 'How long the token is valid, e.g. 60m, 48h, 3d or 1y';

/** The hint for the typed expiration: the resulting date, an error, or the format. */
function expiryHint(text: string, { now, maxDays }: { now: Date; maxDays: number | undefined }): string {
  const durationMs = parseTimeString(text);
  const expiresAt = new Date(now.getTime() + (durationMs ?? Number.NaN));
  const lifetimeError = maxDays === undefined ? null : tokenLifetimeError(durationMs ?? 0, maxDays);
  if (lifetimeError !== null) return lifetimeError;
  return Number.isNaN(expiresAt.getTime()) ? formatHint : `Expires ${expiryFormat.format(expiresAt)}`;
}

export interface CreateTokenProps {
  workspaceId: string;
  /** The maximum lifetime of a token, when it is loaded. */
  maxDays: number | undefined;
}

export function CreateToken({ workspaceId, maxDays }: CreateTokenProps) {
  const [create, { error, isLoading, reset: resetMutation }] = useCreateAuthTokenMutation();
  const form = useRef<HTMLFormElement>(null);
  const [secret, setSecret] = useState<string>();
  const { control, formState, getValues, handleSubmit, reset, setError } = useSchemaForm<
    { name: string; expiration: string },
    NewAuthToken
  >(NewAuthToken, { defaultValues: { name: '', expiration: '' } });
  const formError = useFieldErrors({ error, setError, names: ['name', 'expiration'] });
  useMarkUnsaved(formState.isDirty);
  const hint = expiryHint(useWatch({ control, name: 'expiration' }), { now: useNow(), maxDays });
  const submit = handleSubmit(async (body) => {
    const clear = resetSent({ getValues, reset });
    const { data } = await create({ params: { workspaceId }, body });
    if (!data) return;
    clear();
    setSecret(data.token);
  });
  return (
    <Card title="New token">
      <form ref={form} noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
        <ErrorAlert error={formError} title={creationErrorTitle(error, 'The token was not generated')} />
        <div className="grid items-start gap-x-4 gap-y-7 lg:grid-cols-[1fr_1fr_auto]">
          <FormTextField
            control={control}
            name="name"
            label="Token Name"
            required
            autoComplete="off"
            hint={allowedCharacters}
            keepHint
          />
          <FormTextField
            control={control}
            name="expiration"
            label="Expiration"
            required
            maxLength={99}
            placeholder="60m, 48h, 3d, 1y, etc."
            autoComplete="off"
            hint={hint}
            keepHint={hint === formatHint}
          />
          <div className="lg:pt-6">
            <Button type="submit" variant="primary" icon="key" loading={isLoading} loadingText="Generating...">
              Generate API Token
            </Button>
          </div>
        </div>
      </form>
      <TokenSecretDialog
        secret={secret}
        onClose={() => {
          setSecret(undefined);
          // The response contains the secret, too.
          resetMutation();
        }}
        finalFocus={() => form.current?.querySelector<HTMLElement>('[type=submit]') ?? null}
      />
    </Card>
  );
}
