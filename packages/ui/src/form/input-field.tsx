import { formatDate } from '../text/format-date.ts';
import { DatePickerButton } from './date-picker-button.tsx';
import type { TextKind } from './field-kinds.ts';
import { splitFieldProps, type SingleLineFieldProps } from './field-props.ts';
import { FormField } from './form-field.tsx';
import { isIsoDate } from './iso-date.ts';
import { normaliseText, type NormaliseOptions } from './normalise.ts';
import { TextInput } from './text-input.tsx';
import { useFieldDraft } from './use-field-draft.ts';

export interface InputFieldProps extends SingleLineFieldProps, NormaliseOptions {
  kind?: Exclude<TextKind, 'textarea'> | undefined;
  value?: string | null | undefined;
  /** Receives the normalised text, or null if it is empty. */
  onChange?: ((value: string | null) => void) | undefined;
  autoComplete?: string | undefined;
  mono?: boolean | undefined;
}

/** Other kinds use `text`: the browser's `url` input rejects a URL without a scheme. */
const inputTypes: Partial<Record<TextKind, 'email' | 'tel' | 'password'>> = {
  email: 'email',
  tel: 'tel',
  password: 'password',
};
const inputModes: Partial<Record<TextKind, 'url'>> = { url: 'url' };

/** Says which day was understood, because `05/06/2027` is a day in May to some people, and one in June to others. */
const dateInWords = (date: string) => (isIsoDate(date) ? formatDate(new Date(`${date}T00:00:00Z`), 'UTC') : undefined);

/** A single-line field whose value is normalised by its kind. */
export function InputField(props: InputFieldProps) {
  const { field, control } = splitFieldProps(props);
  const { kind = 'text', value = null, onChange, onBlur, placeholder, ...more } = control;
  const { digitsOnly, letterCase, scheme, ...rest } = more;
  const draft = useFieldDraft({
    value,
    onChange,
    toText: (current) => current ?? '',
    fromText: (text) => normaliseText(kind, text, { digitsOnly, letterCase, scheme }),
  });
  const isLocked = field.disabled === true || rest.readOnly === true;
  return (
    <FormField {...field} note={kind === 'date' && value !== null ? dateInWords(value) : undefined}>
      {(fieldControl) => (
        <TextInput
          {...rest}
          fieldControl={fieldControl}
          type={inputTypes[kind] ?? 'text'}
          spellCheck={kind === 'text' && !rest.mono}
          inputMode={digitsOnly ? 'numeric' : inputModes[kind]}
          placeholder={placeholder ?? (kind === 'date' ? 'YYYY-MM-DD' : undefined)}
          value={draft.text}
          onChange={draft.setText}
          onBlur={(event) => {
            draft.reset();
            onBlur?.(event);
          }}
          endAdornment={
            kind === 'date' && (
              <DatePickerButton
                label={field.label}
                value={value}
                disabled={isLocked}
                onPick={(date) => onChange?.(date)}
              />
            )
          }
        />
      )}
    </FormField>
  );
}
