import { Button, type ButtonVariant, type IconName } from '@portal/ui';
import { useEffect, useRef, useState, type BaseSyntheticEvent, type ClipboardEvent } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { FieldRow } from '../../../components/form/field-row.tsx';
import { FormTextField } from '../../../components/form/form-fields.tsx';
import { resetSent } from '../../../components/form/reset-sent.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { ErrorAlert, type ErrorAlertProps } from '../../../components/error-alert.tsx';

/** A button next to the field. `run` returns true to clear the field. */
export interface FieldAction {
  label: string;
  loadingText: string;
  icon?: IconName;
  variant?: ButtonVariant;
  /** Set when the loading state is tracked outside the form, as by a query. */
  loading?: boolean;
  /** Requires a second click. Not for the first action, which Enter also runs. */
  confirmClick?: boolean;
  run: (value: string) => Promise<boolean> | boolean;
}

export interface SingleFieldFormProps {
  label: string;
  /** The contract's schema of the value. */
  schema: z.ZodMiniType<string>;
  maxLength: number;
  placeholder?: string;
  mono?: boolean;
  error?: ErrorAlertProps['error'];
  errorTitle?: string;
  /** The value, which a link or the back button can change. */
  value?: string;
  /** Enter runs the first action. */
  actions: readonly [FieldAction, ...FieldAction[]];
}

interface Values {
  value: string;
}

/** A form with one field and one or more actions on its value. */
export function SingleFieldForm({ schema, error, errorTitle, value = '', actions, ...field }: SingleFieldFormProps) {
  const { control, getValues, handleSubmit, reset, setFocus, setValue } = useSchemaForm<Values, Values>(
    z.object({ value: schema }),
    { defaultValues: { value } },
  );
  const [busyLabel, setBusyLabel] = useState<FieldAction['label']>();
  const isEmpty = useWatch({ control, name: 'value' }).trim() === '';
  /** The text that the form last received or sent. */
  const settledText = useRef(value);
  useEffect(() => {
    // A lookup changes the URL, and with it the value, after a moment. What the user typed in the meantime stays.
    if (getValues('value') === settledText.current) reset({ value });
    settledText.current = value;
  }, [value, getValues, reset]);
  const submitWith = ({ run, label }: FieldAction, event?: BaseSyntheticEvent) => {
    settledText.current = getValues('value');
    const clear = resetSent({ getValues, reset });
    return handleSubmit(async ({ value: submitted }) => {
      // Enter blurs the field.
      setFocus('value');
      setBusyLabel(label);
      const isDone = await run(submitted);
      setBusyLabel(undefined);
      if (isDone) clear();
    })(event);
  };
  // Pasted text often has a trailing space. With `maxLength` it would cut off the last character.
  const pasteTrimmed = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!isEmpty || text === text.trim()) return;
    event.preventDefault();
    setValue('value', text.trim());
  };
  const [first, ...others] = actions;
  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => void submitWith(first, event)}>
      <FieldRow
        actions={[first, ...others].map((action) => (
          <Button
            key={action.label}
            type={action === first ? 'submit' : 'button'}
            variant={action.variant}
            icon={action.icon}
            disabled={isEmpty}
            loading={action.loading === true || busyLabel === action.label}
            loadingText={action.loadingText}
            confirmClick={action.confirmClick}
            onClick={action === first ? undefined : () => void submitWith(action)}
          >
            {action.label}
          </Button>
        ))}
      >
        <div className="min-w-0 max-w-md flex-1" onPaste={pasteTrimmed}>
          <FormTextField control={control} name="value" autoComplete="off" {...field} />
        </div>
      </FieldRow>
      {/* Below the buttons, so that they do not move. */}
      <ErrorAlert error={error} title={errorTitle} />
    </form>
  );
}
