import { useState, type FocusEvent, type KeyboardEvent, type Ref } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../icon/icon.tsx';
import { FormField, type FieldControl, type FieldProps } from './form-field.tsx';

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

export function TextField({
  label,
  required,
  hint,
  error,
  disabled,
  hideLabel,
  compact,
  keepHint,
  ...input
}: TextFieldProps) {
  return (
    <FormField {...{ label, required, hint, error, disabled, hideLabel, compact, keepHint }}>
      {(control) => <TextInput control={control} {...input} />}
    </FormField>
  );
}

type TextInputProps = Omit<TextFieldProps, keyof FieldProps> & { control: FieldControl };

function TextInput({ control, value, onChange, onEnter, type = 'text', mono, autoFocus, ...rest }: TextInputProps) {
  const [revealed, setRevealed] = useState(false);
  const isPassword = type === 'password';
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.currentTarget.blur();
    onEnter?.();
  };
  return (
    <div className="relative">
      <input
        {...rest}
        {...control}
        type={isPassword && revealed ? 'text' : type}
        value={value ?? ''}
        onChange={(event) => onChange?.(event.target.value)}
        onKeyDown={onKeyDown}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the caller decides, on pages that hold one field
        autoFocus={autoFocus}
        spellCheck={type === 'text' && !mono}
        className={classes('control-box h-9 px-3', mono && 'font-mono text-sm', isPassword && 'pr-10')}
      />
      {isPassword && (
        <button
          type="button"
          aria-label={revealed ? 'Hide password' : 'Show password'}
          aria-pressed={revealed}
          onClick={() => setRevealed(!revealed)}
          className="absolute inset-y-1 right-1 grid w-7 place-items-center rounded-sm text-neutral-icon hover:bg-hover"
        >
          <Icon name={revealed ? 'eye-off' : 'eye'} />
        </button>
      )}
    </div>
  );
}
