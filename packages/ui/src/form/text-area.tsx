import type { FocusEvent, Ref } from 'react';
import { autofillAttributes } from './autofill.ts';
import { splitFieldProps } from './field-props.ts';
import { FormField, type FieldProps } from './form-field.tsx';
import { normaliseText } from './normalise.ts';

export interface TextAreaProps extends FieldProps {
  name?: string | undefined;
  value?: string | null | undefined;
  onChange?: ((value: string) => void) | undefined;
  onBlur?: ((event: FocusEvent<HTMLTextAreaElement>) => void) | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  readOnly?: boolean | undefined;
  rows?: number | undefined;
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

/** A multi-line field. The text is trimmed on blur. */
export function TextArea(props: TextAreaProps) {
  const { field, control } = splitFieldProps(props);
  const { value, onChange, onBlur, rows = 3, ...rest } = control;
  return (
    <FormField {...field}>
      {(fieldControl) => (
        <textarea
          {...rest}
          {...autofillAttributes(undefined)}
          {...fieldControl}
          rows={rows}
          value={value ?? ''}
          onChange={(event) => onChange?.(event.target.value)}
          onBlur={(event) => {
            const typed = event.target.value;
            const text = normaliseText('textarea', typed) ?? '';
            if (text !== typed) onChange?.(text);
            onBlur?.(event);
          }}
          className="form-control field-sizing-content max-h-60 min-h-20 resize-y px-3 py-2 disabled:resize-none"
        />
      )}
    </FormField>
  );
}
