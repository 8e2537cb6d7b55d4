import { Button, type ButtonVariant, type IconName } from '@portal/ui';
import { useState, type ClipboardEvent } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { FormTextField } from '../../forms/form-text-field.tsx';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { FailureBox, type FailureBoxProps } from '../../requests/failure-box.tsx';

/** What can be done with what stands in the field; true empties it. */
export interface FieldAct {
  label: string;
  loadingText: string;
  icon?: IconName;
  variant?: ButtonVariant;
  /** Whether it is under way, where that is known elsewhere. */
  loading?: boolean;
  /** Asks for a second click; not for the first one, which Enter does. */
  confirmClick?: boolean;
  act: (value: string) => Promise<boolean> | boolean;
}

export interface FieldFormProps {
  label: string;
  /** What has to be typed, as the contract has it. */
  schema: z.ZodMiniType<string>;
  maxLength: number;
  placeholder?: string;
  mono?: boolean;
  error?: FailureBoxProps['error'];
  failureTitle?: string;
  /** What stands in the field until somebody types. */
  value?: string;
  /** The first one is what Enter does. */
  acts: readonly [FieldAct, ...FieldAct[]];
}

interface Values {
  value: string;
}

/** One field and what to do with its value. */
export function FieldForm({ schema, error, failureTitle, value = '', acts, ...field }: FieldFormProps) {
  const { control, handleSubmit, reset, setFocus, setValue } = useCheckedForm<Values, Values>(
    z.object({ value: schema }),
    {
      values: { value },
    },
  );
  const [busy, setBusy] = useState<FieldAct['label']>();
  const isEmpty = useWatch({ control, name: 'value' }).trim() === '';
  const run = ({ act, label }: FieldAct) =>
    handleSubmit(async ({ value: given }) => {
      // Enter took the focus from the field.
      setFocus('value');
      setBusy(label);
      const done = await act(given);
      setBusy(undefined);
      if (done) reset();
    });
  // What is pasted often comes with a space, which would count towards the length and cost the last character.
  const pasteTrimmed = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!isEmpty || text === text.trim()) return;
    event.preventDefault();
    setValue('value', text.trim());
  };
  const [first, ...others] = acts;
  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => void run(first)(event)}>
      <div className="flex flex-wrap items-start gap-x-3">
        <div className="min-w-0 max-w-md flex-1 basis-60" onPaste={pasteTrimmed}>
          <FormTextField control={control} name="value" autoComplete="off" {...field} />
        </div>
        <div className="flex flex-wrap gap-2 pt-6">
          {[first, ...others].map((one) => (
            <Button
              key={one.label}
              type={one === first ? 'submit' : 'button'}
              variant={one.variant}
              icon={one.icon}
              disabled={isEmpty}
              loading={one.loading === true || busy === one.label}
              loadingText={one.loadingText}
              confirmClick={one.confirmClick}
              onClick={one === first ? undefined : () => void run(one)()}
            >
              {one.label}
            </Button>
          ))}
        </div>
      </div>
      {/* Below, so that it moves nothing that was just pressed. */}
      <FailureBox error={error} title={failureTitle} />
    </form>
  );
}
