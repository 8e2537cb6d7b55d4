import { DatePick } from './date-pick.tsx';
import type { TextKind } from './field-kinds.ts';
import { splitFieldProps, type LineFieldProps } from './field-props.ts';
import { FormField } from './form-field.tsx';
import { normaliseText, type TextShape } from './normalise.ts';
import { TextInput } from './text-input.tsx';
import { useDraft } from './use-draft.ts';

export interface InputFieldProps extends LineFieldProps, TextShape {
  kind?: Exclude<TextKind, 'textarea'> | undefined;
  value?: string | null | undefined;
  /** Gives the normal form of what was typed, and null if there is nothing. */
  onChange?: ((value: string | null) => void) | undefined;
  autoComplete?: string | undefined;
  mono?: boolean | undefined;
}

/** The rest are texts: a browser's own field would refuse an address without its scheme. */
const types: Partial<Record<TextKind, 'email' | 'tel' | 'password'>> = {
  email: 'email',
  tel: 'tel',
  password: 'password',
};
const modes: Partial<Record<TextKind, 'url'>> = { url: 'url' };

/** One line of text that is brought into the form of its kind. */
export function InputField(props: InputFieldProps) {
  const { field, control } = splitFieldProps(props);
  const { kind = 'text', value = null, onChange, onBlur, placeholder, ...more } = control;
  const { digitsOnly, letterCase, scheme, ...rest } = more;
  const draft = useDraft({
    value,
    onChange,
    toText: (given) => given ?? '',
    fromText: (text) => normaliseText(kind, text, { digitsOnly, letterCase, scheme }),
  });
  const locked = field.disabled === true || rest.readOnly === true;
  return (
    <FormField {...field}>
      {(given) => (
        <TextInput
          {...rest}
          control={given}
          type={types[kind] ?? 'text'}
          spellCheck={kind === 'text' && !rest.mono}
          inputMode={digitsOnly ? 'numeric' : modes[kind]}
          placeholder={placeholder ?? (kind === 'date' ? 'YYYY-MM-DD' : undefined)}
          value={draft.text}
          onChange={draft.type}
          onBlur={(event) => {
            draft.leave();
            onBlur?.(event);
          }}
          end={kind === 'date' && <DatePick value={value} disabled={locked} onPick={(date) => onChange?.(date)} />}
        />
      )}
    </FormField>
  );
}
