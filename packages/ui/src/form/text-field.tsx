import { splitFieldProps, type SingleLineFieldProps } from './field-props.ts';
import { FormField } from './form-field.tsx';
import { TextInput } from './text-input.tsx';

export interface TextFieldProps extends SingleLineFieldProps {
  value?: string | null | undefined;
  onChange?: ((value: string) => void) | undefined;
  type?: 'text' | 'email' | 'url' | 'tel' | 'password' | 'date' | undefined;
  maxLength?: number | undefined;
  autoComplete?: string | undefined;
  mono?: boolean | undefined;
}

/** A single-line field that passes on the text as typed. Use `InputField` for a normalised value. */
export function TextField(props: TextFieldProps) {
  const { field, control } = splitFieldProps(props);
  return (
    <FormField {...field}>
      {(fieldControl) => <TextInput {...control} fieldControl={fieldControl} value={control.value ?? ''} />}
    </FormField>
  );
}
