import {
  canCreateAuthTokens,
  isWriteScope,
  maxDaysWithoutRecentLogin,
  NewAuthToken,
  parseTimeString,
  tokenLifetimeError,
  type CreatedAuthToken,
  type Workspace,
} from '@portal/contract';
import { Alert, Card, moveFocusOnUnmount, SkeletonText, Truncate, VisuallyHidden } from '@portal/ui';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useCreateAuthTokenMutation, type TokenRules } from '../../api/auth-tokens.api.ts';
import { useUser } from '../../api/session.api.ts';
import { creationErrorTitle } from '../../components/error-alert.tsx';
import { FormTextField } from '../../components/form/form-fields.tsx';
import { CreateFormAction } from '../../components/form/create-form-bar.tsx';
import { resetSent } from '../../components/form/reset-sent.ts';
import { describeInvalidText } from '../../components/form/text-rules.ts';
import { useMarkUnsaved } from '../../components/form/unsaved-changes.tsx';
import { useFieldErrors } from '../../components/form/use-field-errors.ts';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { NewLoginAlert } from '../../components/new-login-alert.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { useSettings } from '../../lib/settings-context.ts';
import { useStoredDraft } from '../../lib/drafts.ts';
import { useFormLinkFocus } from '../../lib/form-link.ts';
import { useNewLogin } from '../../session/use-new-login.ts';
import { expiryHint } from './expiry-hint.ts';
import { ExpirySuggestions } from './expiry-suggestions.tsx';
import { defaultOptions, defaultScopes, isInvalidChoice, optionsBody, type TokenOptions } from './token-options.ts';
import { useNow } from './use-now.ts';

export interface CreateTokenProps {
  workspaceId: string;
  /** When it is loaded. */
  workspace: Workspace | undefined;
  /** What is allowed for new tokens, when it is loaded. */
  rules: TokenRules | undefined;
  /** Shows the secret. */
  onCreated: (created: CreatedAuthToken) => void;
}

const TokenOptionFields = lazy(() => import('./token-option-fields.tsx'));

/** The schema of the form once the longest lifetime of a token is known. */
const newAuthTokenWithin = (maxDays = Infinity) =>
  NewAuthToken.check(
    z.check(({ value: { expiration }, issues }) => {
      const durationMs = parseTimeString(expiration);
      const message = durationMs === null ? null : tokenLifetimeError(durationMs, maxDays);
      if (message !== null) issues.push({ code: 'custom', input: expiration, path: ['expiration'], message });
    }),
  );

const Draft = z.object({
  name: z.string(),
  expiration: z.string(),
  options: z.object({
    scopes: z.nullable(z.array(z.string())),
    serviceAccountId: z.string(),
    networks: z.string(),
    canRotateItself: z.boolean(),
  }),
});

/** What the user reads if the API requires a recent login. */
function newLoginMessage(expiration: string, options: TokenOptions): string {
  return `A token that ${recentLoginReason(expiration, options)} requires a recent login. Log in again, then generate the token.`;
}

function recentLoginReason(expiration: string, { scopes, serviceAccountId, canRotateItself }: TokenOptions): string {
  if (serviceAccountId !== '') return 'acts as a service account';
  if (canRotateItself) return 'can replace itself';
  return scopes?.some(isWriteScope) && !tokenLifetimeError(parseTimeString(expiration) ?? 0, maxDaysWithoutRecentLogin)
    ? 'can change something'
    : `is valid for more than ${maxDaysWithoutRecentLogin} days`;
}

/** Whether the user may create tokens: the owner always, others if the policy of the workspace lets them. */
const isAllowedToCreate = ({ workspace, rules }: Pick<CreateTokenProps, 'workspace' | 'rules'>) =>
  !workspace || !rules || canCreateAuthTokens(workspace.role, rules.policy.makers);

const createTokenFormId = 'create-token';

/** The button that created a token. Not a field, because an empty field shows an error on blur. */
export const findCreateButton = () => document.querySelector<HTMLElement>(`#${createTokenFormId} [type=submit]`);

/** The form for a new token, or why the user cannot create one. */
export function CreateToken(props: CreateTokenProps) {
  if (isAllowedToCreate(props)) return <CreateTokenForm {...props} />;
  const makers = props.rules?.policy.makers === 'OWNER' ? 'only its owner' : 'only its owner and approvers';
  return (
    <Alert
      tone="info"
      message={`The policy of this workspace lets ${makers} create API tokens. Ask the owner for one.`}
    />
  );
}

function CreateTokenForm({ workspaceId, workspace, rules, onCreated }: CreateTokenProps) {
  const maxDays = rules?.longestDays;
  const [create, { error, isLoading }] = useCreateAuthTokenMutation();
  const [options, setOptions] = useState(defaultOptions);
  const [showsOptions, setShowsOptions] = useState(false);
  const schema = useMemo(() => newAuthTokenWithin(maxDays), [maxDays]);
  const { control, formState, getValues, handleSubmit, reset, setError, setFocus, setValue } = useSchemaForm<
    { name: string; expiration: string },
    NewAuthToken
  >(schema, { defaultValues: { name: '', expiration: '' } });
  const formError = useFieldErrors({ error, setError, names: ['name', 'expiration'] });
  const logInAgain = useNewLogin();
  useFormLinkFocus(() => setFocus('name'));
  const { isDirty, errors } = formState;
  const { apiReferenceUrl } = useSettings();
  const isInvalid = Object.keys(errors).length > 0 || isInvalidChoice(options);
  const hasInput = isDirty || options !== defaultOptions;
  useMarkUnsaved(hasInput);
  useStoredDraft(`${useUser().id}/${workspaceId}/new token`, {
    read: () => (hasInput ? { ...getValues(), options } : undefined),
    restore: (stored) => {
      const draft = Draft.safeParse(stored).data;
      if (!draft) return;
      if (JSON.stringify(draft.options) !== JSON.stringify(defaultOptions)) {
        setOptions(draft.options);
        setShowsOptions(true);
      }
      for (const name of ['name', 'expiration'] as const)
        if (draft[name] !== '')
          setValue(name, draft[name], { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    },
  });
  const expiration = useWatch({ control, name: 'expiration' });
  const hint = expiryHint(expiration, useNow(), maxDays);
  const submit = handleSubmit(async (body) => {
    if (isInvalidChoice(options)) return;
    const clear = resetSent({ getValues, reset });
    const request = create({ params: { workspaceId }, body: { ...body, ...optionsBody(options) } });
    const { data } = await request;
    if (!data) return;
    clear();
    setOptions(defaultOptions);
    setShowsOptions(false);
    onCreated(data);
    // The response contains the secret, too.
    request.reset();
  });
  return (
    <>
      <form ref={moveFocusOnUnmount} id={createTokenFormId} noValidate onSubmit={(event) => void submit(event)}>
        <Card
          title="New token"
          actions={
            apiReferenceUrl && (
              <SiteLink url={apiReferenceUrl} className="text-link text-sm">
                API reference
              </SiteLink>
            )
          }
        >
          <div className="-mb-3 grid grid-cols-[minmax(0,1fr)] gap-3">
            <NewLoginAlert
              error={formError}
              title={creationErrorTitle(error, 'The token was not generated')}
              message={newLoginMessage(expiration, options)}
              onLogIn={logInAgain}
            />
            <div className="grid items-start gap-x-4 gap-y-2 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
              <FormTextField
                control={control}
                name="name"
                label="Token Name"
                required
                autoComplete="off"
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
                keepHint={hint.kind === 'advice'}
                liveError={hint.kind === 'error' ? hint.text : undefined}
                beside={
                  <ExpirySuggestions
                    value={expiration}
                    maxDays={maxDays}
                    onChoose={(chosen) => setValue('expiration', chosen, { shouldDirty: true, shouldValidate: true })}
                  />
                }
              />
            </div>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-3">
              <details
                open={showsOptions}
                onToggle={(event) => setShowsOptions(event.currentTarget.open)}
                className={showsOptions ? 'w-full' : ''}
              >
                <summary className="text-link w-max cursor-pointer font-medium">What it can do</summary>
                {showsOptions && workspace && rules && (
                  <Suspense fallback={<SkeletonText lines={6} />}>
                    <TokenOptionFields {...{ workspace, rules, options }} onChange={setOptions} />
                  </Suspense>
                )}
              </details>
              {!showsOptions && rules && <ScopeList scopes={options.scopes ?? defaultScopes(rules)} />}
              <CreateFormAction
                label="Generate API Token"
                icon="key"
                loadingText="Generating..."
                isInvalid={isInvalid}
                isLoading={isLoading}
              />
            </div>
          </div>
        </Card>
      </form>
    </>
  );
}

/** What the token can do, while the options are closed. One line, so that the form does not grow when it is loaded. */
const ScopeList = ({ scopes }: { scopes: readonly string[] }) => (
  <div className="min-w-0 flex-1 basis-20">
    <VisuallyHidden>{'Scopes: '}</VisuallyHidden>
    <Truncate translate="no" className="font-mono text-xs text-secondary">
      {scopes.join(' ')}
    </Truncate>
  </div>
);
