import { validationMessages } from '@portal/contract';
import { InputField, TextArea, TextField, type FieldProps, type TextAreaProps, type TextFieldProps } from '@portal/ui';
import { useRef } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

type BoundProps = 'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'ref';

interface Binding<Values extends FieldValues, Context, Output> {
  control: Control<Values, Context, Output>;
  name: FieldPath<Values>;
  /** Converts the text when the field loses focus, before it is validated. */
  normalise?: ((text: string) => string) | undefined;
  required?: boolean | undefined;
  /** Returns how to correct a text. The field shows it after the error, and in place of the default one. */
  describeError?: ((text: string, error: string) => string | undefined) | undefined;
  /** An error that is shown while the user types. */
  liveError?: string | undefined;
}

function useField<Values extends FieldValues, Context, Output>(
  binding: Binding<Values, Context, Output> & Pick<FieldProps, 'hint' | 'keepHint'>,
) {
  const { field, fieldState } = useController({ control: binding.control, name: binding.name });
  const message = fieldState.error?.message ?? binding.liveError;
  const description = message === undefined ? undefined : binding.describeError?.(field.value, message);
  const isDefault = message === validationMessages.invalid;
  const advice = isDefault ? undefined : description;
  return {
    name: field.name,
    value: field.value as string,
    ref: field.ref,
    onChange: field.onChange,
    onBlur: () => {
      const text = field.value as string;
      const normalised = binding.normalise?.(text) ?? text;
      if (normalised !== text) field.onChange(normalised);
      // Tabbing through an empty optional field shows no error. Only a submit validates it.
      if (binding.required || normalised.trim() !== '') field.onBlur();
    },
    error: isDefault ? (description ?? message) : message,
    hint: advice ?? binding.hint,
    keepHint: advice !== undefined || binding.keepHint,
  };
}

/** A text field of a form. Its error appears after the field loses focus. */
export function FormTextField<Values extends FieldValues, Context, Output>({
  control,
  name,
  normalise,
  describeError,
  liveError,
  ...rest
}: Omit<TextFieldProps, BoundProps> & Binding<Values, Context, Output>) {
  const { required, hint, keepHint } = rest;
  const { ref, ...field } = useField({ control, name, normalise, required, describeError, liveError, hint, keepHint });
  const input = useRef<HTMLInputElement>(null);
  return (
    <TextField
      // The field has lost focus at this point, so the browser does not submit the form.
      onEnter={() => input.current?.form?.requestSubmit()}
      {...rest}
      {...field}
      ref={(element) => {
        input.current = element;
        ref(element);
      }}
    />
  );
}

export function FormTextArea<Values extends FieldValues, Context, Output>({
  control,
  name,
  normalise,
  describeError,
  liveError,
  ...rest
}: Omit<TextAreaProps, BoundProps> & Binding<Values, Context, Output>) {
  const { required, hint, keepHint } = rest;
  return (
    <TextArea
      {...rest}
      {...useField({ control, name, normalise, required, describeError, liveError, hint, keepHint })}
    />
  );
}

export function FormDateField<Values extends FieldValues, Context, Output>({
  control,
  name,
  ...rest
}: Omit<FieldProps, 'error'> & { onEnter: () => void } & Pick<
    Binding<Values, Context, Output>,
    'control' | 'name' | 'required'
  >) {
  const { required, hint, keepHint } = rest;
  const { onChange, ...field } = useField({ control, name, required, hint, keepHint });
  return <InputField kind="date" autoComplete="off" {...rest} {...field} onChange={(value) => onChange(value ?? '')} />;
}
