import { splitFieldProps, type LineFieldProps } from './field-props.ts';
import { FormField } from './form-field.tsx';
import { TextInput } from './text-input.tsx';

export interface TextFieldProps extends LineFieldProps {
  value?: string | null | undefined;
  onChange?: ((value: string) => void) | undefined;
  type?: 'text' | 'email' | 'url' | 'tel' | 'password' | 'date' | undefined;
  maxLength?: number | undefined;
  autoComplete?: string | undefined;
  mono?: boolean | undefined;
}

/** One line of text as it was typed. What has to become a number, a date or an address is an `InputField`. */
export function TextField(props: TextFieldProps) {
  const { field, control } = splitFieldProps(props);
  return (
    <FormField {...field}>
      {(given) => <TextInput {...control} control={given} value={control.value ?? ''} />}
    </FormField>
  );
}
