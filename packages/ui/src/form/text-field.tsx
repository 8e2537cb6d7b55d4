import type { ReactNode } from 'react';
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
  /** Controls next to the input, such as suggested values. */
  beside?: ReactNode;
}

/** A single-line field that passes on the text as typed. Use `InputField` for a normalised value. */
export function TextField(props: TextFieldProps) {
  const { field, control } = splitFieldProps(props);
  const { beside, value, ...rest } = control;
  return (
    <FormField {...field}>
      {(fieldControl) => {
        const input = <TextInput {...rest} fieldControl={fieldControl} value={value ?? ''} />;
        if (!beside) return input;
        return (
          <div className="flex flex-wrap items-center gap-2">
            <div className="min-w-0 flex-1 basis-32">{input}</div>
            {beside}
          </div>
        );
      }}
    </FormField>
  );
}
