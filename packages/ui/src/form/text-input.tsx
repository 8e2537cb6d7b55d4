import { useState, type ComponentPropsWithRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon/icon.tsx';
import { autofillAttributes } from './autofill.ts';
import type { FieldControlProps } from './form-field.tsx';

type NativeInputProps = Pick<
  ComponentPropsWithRef<'input'>,
  | 'name'
  | 'onBlur'
  | 'onKeyDown'
  | 'type'
  | 'placeholder'
  | 'maxLength'
  | 'readOnly'
  | 'autoComplete'
  | 'autoFocus'
  | 'inputMode'
  | 'step'
  | 'min'
  | 'spellCheck'
  | 'ref'
>;

/** React's props, but with `undefined` allowed (`exactOptionalPropertyTypes`). */
type OptionalInputProps = { [Name in keyof NativeInputProps]?: NativeInputProps[Name] | undefined };

export interface TextInputProps extends OptionalInputProps {
  fieldControl: FieldControlProps;
  value: string;
  onChange?: ((value: string) => void) | undefined;
  /** Called when Enter is pressed, after the field has lost the focus. */
  onEnter?: (() => void) | undefined;
  mono?: boolean | undefined;
  /** A unit or a button inside the input, at its end. */
  endAdornment?: ReactNode;
}

/** The input of all single-line fields. */
export function TextInput(props: TextInputProps) {
  const {
    fieldControl,
    value,
    onChange,
    onEnter,
    onKeyDown,
    type = 'text',
    mono,
    autoFocus,
    endAdornment,
    ...rest
  } = props;
  const [revealed, setRevealed] = useState(false);
  const isPassword = type === 'password';
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.currentTarget.blur();
    onEnter?.();
  };
  return (
    <div className="relative">
      <input
        spellCheck={type === 'text' && !mono}
        {...rest}
        {...autofillAttributes(rest.autoComplete)}
        {...fieldControl}
        type={isPassword && revealed ? 'text' : type}
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
        onKeyDown={handleKeyDown}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the caller decides, on pages with one field
        autoFocus={autoFocus}
        className={classNames(
          'form-control h-9 px-3',
          mono && 'font-mono text-sm',
          Boolean(isPassword || endAdornment) && 'pr-10',
        )}
      />
      {endAdornment}
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
