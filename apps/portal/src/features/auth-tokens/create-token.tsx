import { NewAuthToken, type CreatedAuthToken } from '@portal/contract';
import { Button, Card, SaveBar } from '@portal/ui';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useCreateAuthTokenMutation } from '../../api/auth-tokens.api.ts';
import { creationErrorTitle, ErrorAlert } from '../../components/error-alert.tsx';
import { FormTextField } from '../../components/form/form-fields.tsx';
import { resetSent } from '../../components/form/reset-sent.ts';
import { allowedCharacters, describeInvalidText } from '../../components/form/text-rules.ts';
import { useMarkUnsaved } from '../../components/form/unsaved-changes.tsx';
import { useFieldErrors } from '../../components/form/use-field-errors.ts';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { expiryHint } from './expiry-hint.ts';
import { ExpirySuggestions } from './expiry-suggestions.tsx';
import { TokenSecretDialog } from './token-secret-dialog.tsx';
import { useNow } from './use-now.ts';

export interface CreateTokenProps {
  workspaceId: string;
  /** The maximum lifetime of a token, when it is loaded. */
  maxDays: number | undefined;
}

export function CreateToken({ workspaceId, maxDays }: CreateTokenProps) {
  const [create, { error, isLoading, reset: resetMutation }] = useCreateAuthTokenMutation();
  const form = useRef<HTMLFormElement>(null);
  const [created, setCreated] = useState<CreatedAuthToken>();
  const { control, formState, getValues, handleSubmit, reset, setError, setValue } = useSchemaForm<
    { name: string; expiration: string },
    NewAuthToken
  >(NewAuthToken, { defaultValues: { name: '', expiration: '' } });
  const formError = useFieldErrors({ error, setError, names: ['name', 'expiration'] });
  useMarkUnsaved(formState.isDirty);
  const expiration = useWatch({ control, name: 'expiration' });
  const hint = expiryHint(expiration, useNow(), maxDays);
  const submit = handleSubmit(async (body) => {
    const clear = resetSent({ getValues, reset });
    const { data } = await create({ params: { workspaceId }, body });
    if (!data) return;
    clear();
    setCreated(data);
  });
  return (
    <>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <Card
          title="New token"
          footer={
            <SaveBar>
              <Button type="submit" variant="primary" icon="key" loading={isLoading} loadingText="Generating...">
                Generate API Token
              </Button>
            </SaveBar>
          }
        >
          <div className="-mb-3 grid gap-3">
            <ErrorAlert error={formError} title={creationErrorTitle(error, 'The token was not generated')} />
            <div className="grid items-start gap-x-4 gap-y-2 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
              <FormTextField
                control={control}
                name="name"
                label="Token Name"
                required
                autoComplete="off"
                hint={allowedCharacters}
                describeError={describeInvalidText()}
              />
              <FormTextField
                control={control}
                name="expiration"
                label="Expiration"
                required
                maxLength={99}
                placeholder="60m, 48h, 3d, 1y, etc."
                autoComplete="off"
                hint={hint.text}
                keepHint={hint.isAdvice}
                beside={
                  <ExpirySuggestions
                    value={expiration}
                    maxDays={maxDays}
                    onChoose={(chosen) => setValue('expiration', chosen, { shouldDirty: true, shouldValidate: true })}
                  />
                }
              />
            </div>
          </div>
        </Card>
      </form>
      <TokenSecretDialog
        created={created}
        onClose={() => {
          setCreated(undefined);
          // The response contains the secret, too.
          resetMutation();
        }}
        finalFocus={() => form.current?.querySelector<HTMLElement>('[type=submit]') ?? null}
      />
    </>
  );
}
