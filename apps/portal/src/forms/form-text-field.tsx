import { InputField, TextArea, TextField, type FieldProps, type TextAreaProps, type TextFieldProps } from '@portal/ui';
import { useRef } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

type Bound = 'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'ref';

interface Binding<Values extends FieldValues, Context, Output> {
  control: Control<Values, Context, Output>;
  name: FieldPath<Values>;
  /** For what a text has to become before it is checked, when the field is left. */
  normalise?: ((text: string) => string) | undefined;
  required?: boolean | undefined;
}

function useField<Values extends FieldValues, Context, Output>(binding: Binding<Values, Context, Output>) {
  const { field, fieldState } = useController({ control: binding.control, name: binding.name });
  return {
    name: field.name,
    value: field.value as string,
    ref: field.ref,
    onChange: field.onChange,
    onBlur: () => {
      const text = field.value as string;
      const next = binding.normalise?.(text) ?? text;
      if (next !== text) field.onChange(next);
      // Only sending it finds that a field without an asterisk is empty; who passes through it did nothing wrong.
      if (binding.required || next.trim() !== '') field.onBlur();
    },
    error: fieldState.error?.message,
  };
}

/** A text field of a form; its error shows once the field was left. */
export function FormTextField<Values extends FieldValues, Context, Output>({
  control,
  name,
  normalise,
  ...rest
}: Omit<TextFieldProps, Bound> & Binding<Values, Context, Output>) {
  const { ref, ...field } = useField({ control, name, normalise, required: rest.required });
  const input = useRef<HTMLInputElement>(null);
  return (
    <TextField
      // The field has lost focus by then, so that the browser would not submit by itself.
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
  ...rest
}: Omit<TextAreaProps, Bound> & Binding<Values, Context, Output>) {
  return <TextArea {...rest} {...useField({ control, name, normalise, required: rest.required })} />;
}

/** A day of a form, typed or chosen. */
export function FormDateField<Values extends FieldValues, Context, Output>({
  control,
  name,
  ...rest
}: Omit<FieldProps, 'error'> & { onEnter: () => void } & Omit<Binding<Values, Context, Output>, 'normalise'>) {
  const { onChange, ...field } = useField({ control, name, required: rest.required });
  return <InputField kind="date" autoComplete="off" {...rest} {...field} onChange={(value) => onChange(value ?? '')} />;
}
