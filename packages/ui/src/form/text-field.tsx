import type { FocusEvent, Ref } from 'react';
import { splitFieldProps } from './field-props.ts';
import { FormField, type FieldProps } from './form-field.tsx';
import { TextInput } from './text-input.tsx';

export interface TextFieldProps extends FieldProps {
  name?: string | undefined;
  value?: string | null | undefined;
  onChange?: ((value: string) => void) | undefined;
  onBlur?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
  /** Enter was pressed; the field has lost focus by then. */
  onEnter?: (() => void) | undefined;
  type?: 'text' | 'email' | 'url' | 'tel' | 'password' | 'date' | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  readOnly?: boolean | undefined;
  autoComplete?: string | undefined;
  autoFocus?: boolean | undefined;
  mono?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
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
