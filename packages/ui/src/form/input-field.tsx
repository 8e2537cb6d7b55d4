import type { FocusEvent, Ref } from 'react';
import { DatePick } from './date-pick.tsx';
import type { TextKind } from './field-kinds.ts';
import { splitFieldProps } from './field-props.ts';
import { FormField, type FieldProps } from './form-field.tsx';
import { normaliseText, type TextShape } from './normalise.ts';
import { TextInput } from './text-input.tsx';
import { useDraft } from './use-draft.ts';

export interface InputFieldProps extends FieldProps, TextShape {
  kind?: Exclude<TextKind, 'textarea'> | undefined;
  name?: string | undefined;
  value?: string | null | undefined;
  /** Gives the normal form of what was typed, and null if there is nothing. */
  onChange?: ((value: string | null) => void) | undefined;
  onBlur?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
  /** Enter was pressed; the field has lost focus by then. */
  onEnter?: (() => void) | undefined;
  placeholder?: string | undefined;
  readOnly?: boolean | undefined;
  autoComplete?: string | undefined;
  autoFocus?: boolean | undefined;
  mono?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

const types = { email: 'email', tel: 'tel', password: 'password', text: 'text', 'time-string': 'text' } as const;
/** An address may be typed without its scheme, which a browser's own field would refuse. */
const typeOf = (kind: TextKind) => (kind in types ? types[kind as keyof typeof types] : 'text');
const modes: Partial<Record<TextKind, 'url' | 'numeric'>> = { url: 'url', date: 'numeric' };

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
  const locked = field.disabled ?? rest.readOnly ?? false;
  return (
    <FormField {...field}>
      {(given) => (
        <TextInput
          {...rest}
          control={given}
          type={typeOf(kind)}
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
