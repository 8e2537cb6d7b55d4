import { lifetimeProblem, NewAuthToken, parseTimeString } from '@portal/contract';
import { Button, Card } from '@portal/ui';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useCreateAuthTokenMutation } from '../../api/auth-tokens.api.ts';
import { allowedCharacters } from '../../forms/allowed-characters.ts';
import { useFieldFailures } from '../../forms/field-failures.ts';
import { FormTextField } from '../../forms/form-text-field.tsx';
import { useLostByLeaving } from '../../forms/unsaved-changes.tsx';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { titleOfFailure } from '../../requests/title-of-failure.ts';
import { useNow } from './clock.ts';
import { TokenGenerated } from './token-generated.tsx';

/** As the table tells it, but for the seconds: they would be read out again and again while somebody types. */
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

const howLong = 'How long it is to live, such as 60m, 48h, 3d or 1y';

/** What the typed expiry comes to, while it is typed. */
function expiryHint(text: string, { now, longestDays }: { now: Date; longestDays: number | undefined }): string {
  const duration = parseTimeString(text);
  const end = new Date(now.getTime() + (duration ?? Number.NaN));
  const tooLong = longestDays === undefined ? null : lifetimeProblem(duration ?? 0, longestDays);
  if (tooLong !== null) return tooLong;
  return Number.isNaN(end.getTime()) ? howLong : `expires ${moment.format(end)}`;
}

export interface CreateTokenProps {
  workspaceId: string;
  /** How many days a token can live at most, once that is known. */
  longestDays: number | undefined;
}

export function CreateToken({ workspaceId, longestDays }: CreateTokenProps) {
  const [create, { error, isLoading, reset: forgetAnswer }] = useCreateAuthTokenMutation();
  const form = useRef<HTMLFormElement>(null);
  const [secret, setSecret] = useState<string>();
  const { control, formState, handleSubmit, reset, setError } = useCheckedForm<
    { name: string; expiration: string },
    NewAuthToken
  >(NewAuthToken, { defaultValues: { name: '', expiration: '' } });
  const unplaced = useFieldFailures({ error, setError, names: ['name', 'expiration'] });
  useLostByLeaving(formState.isDirty);
  const hint = expiryHint(useWatch({ control, name: 'expiration' }), { now: useNow(), longestDays });
  const submit = handleSubmit(async (body) => {
    const { data } = await create({ params: { workspaceId }, body });
    if (!data) return;
    reset();
    setSecret(data.token);
  });
  return (
    <Card title="New token">
      <form ref={form} noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
        <FailureBox error={unplaced} title={titleOfFailure(error, 'The token was not generated')} />
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
            keepHint={hint === howLong}
          />
          <div className="lg:pt-6">
            <Button type="submit" variant="primary" icon="key" loading={isLoading} loadingText="Generating...">
              Generate API Token
            </Button>
          </div>
        </div>
      </form>
      <TokenGenerated
        secret={secret}
        onClose={() => {
          setSecret(undefined);
          // The answer has it, too.
          forgetAnswer();
        }}
        finalFocus={() => form.current?.querySelector<HTMLElement>('[type=submit]') ?? null}
      />
    </Card>
  );
}
