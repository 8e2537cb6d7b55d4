import {
  maxDaysWithoutRecentLogin,
  NewAuthToken,
  parseTimeString,
  tokenLifetimeError,
  type CreatedAuthToken,
} from '@portal/contract';
import { Card } from '@portal/ui';
import { useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useCreateAuthTokenMutation } from '../../api/auth-tokens.api.ts';
import { useUser } from '../../api/session.api.ts';
import { creationErrorTitle } from '../../components/error-alert.tsx';
import { FormTextField } from '../../components/form/form-fields.tsx';
import { CreateFormBar } from '../../components/form/create-form-bar.tsx';
import { resetSent } from '../../components/form/reset-sent.ts';
import { allowedCharacters, describeInvalidText } from '../../components/form/text-rules.ts';
import { useMarkUnsaved } from '../../components/form/unsaved-changes.tsx';
import { useFieldErrors } from '../../components/form/use-field-errors.ts';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { NewLoginAlert } from '../../components/new-login-alert.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { useSettings } from '../../lib/settings-context.ts';
import { useStoredDraft } from '../../lib/drafts.ts';
import { useNewLogin } from '../../session/use-new-login.ts';
import { expiryHint } from './expiry-hint.ts';
import { ExpirySuggestions } from './expiry-suggestions.tsx';
import { TokenSecretDialog } from './token-secret-dialog.tsx';
import { useNow } from './use-now.ts';

export interface CreateTokenProps {
  workspaceId: string;
  /** The maximum lifetime of a token, when it is loaded. */
  maxDays: number | undefined;
}

/** The schema of the form once the longest lifetime of a token is known. */
const newAuthTokenWithin = (maxDays = Infinity) =>
  NewAuthToken.check(
    z.check(({ value: { expiration }, issues }) => {
      const durationMs = parseTimeString(expiration);
      const message = durationMs === null ? null : tokenLifetimeError(durationMs, maxDays);
      if (message !== null) issues.push({ code: 'custom', input: expiration, path: ['expiration'], message });
    }),
  );

const Draft = z.object({ name: z.string(), expiration: z.string() });

export function CreateToken({ workspaceId, maxDays }: CreateTokenProps) {
  const [create, { error, isLoading, reset: resetMutation }] = useCreateAuthTokenMutation();
  const form = useRef<HTMLFormElement>(null);
  const [created, setCreated] = useState<CreatedAuthToken>();
  const schema = useMemo(() => newAuthTokenWithin(maxDays), [maxDays]);
  const { control, formState, getValues, handleSubmit, reset, setError, setValue } = useSchemaForm<
    { name: string; expiration: string },
    NewAuthToken
  >(schema, { defaultValues: { name: '', expiration: '' } });
  const formError = useFieldErrors({ error, setError, names: ['name', 'expiration'] });
  const logInAgain = useNewLogin();
  const { isDirty, errors } = formState;
  const { apiReferenceUrl } = useSettings();
  const isInvalid = Object.keys(errors).length > 0;
  useMarkUnsaved(isDirty);
  useStoredDraft(`${useUser().id}/${workspaceId}/new token`, {
    read: () => (isDirty ? getValues() : undefined),
    restore: (stored) => {
      const draft = Draft.safeParse(stored).data;
      if (!draft) return;
      for (const name of ['name', 'expiration'] as const)
        if (draft[name] !== '')
          setValue(name, draft[name], { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    },
  });
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
          actions={
            apiReferenceUrl && (
              <SiteLink url={apiReferenceUrl} className="text-link text-sm">
                API reference
              </SiteLink>
            )
          }
          footer={
            <CreateFormBar
              label="Generate API Token"
              icon="key"
              loadingText="Generating..."
              isInvalid={isInvalid}
              isLoading={isLoading}
            />
          }
        >
          <div className="-mb-3 grid gap-3">
            <NewLoginAlert
              error={formError}
              title={creationErrorTitle(error, 'The token was not generated')}
              message={`A token that is valid for more than ${maxDaysWithoutRecentLogin} days requires a recent login. Log in again, then generate the token.`}
              onLogIn={logInAgain}
            />
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
