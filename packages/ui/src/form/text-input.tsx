import { useState, type ComponentPropsWithRef, type KeyboardEvent, type ReactNode } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../icon/icon.tsx';
import type { FieldControl } from './form-field.tsx';

type Native = Pick<
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

/** As React has them, but an undefined one is one that is not there. */
type NativeProps = { [Name in keyof Native]?: Native[Name] | undefined };

export interface TextInputProps extends NativeProps {
  control: FieldControl;
  value: string;
  onChange?: ((value: string) => void) | undefined;
  /** Enter was pressed; the field has lost focus by then. */
  onEnter?: (() => void) | undefined;
  mono?: boolean | undefined;
  /** What stands in the box at its end: a unit, or a button. */
  end?: ReactNode;
}

/** The box of every field that holds one line. */
export function TextInput(props: TextInputProps) {
  const { control, value, onChange, onEnter, onKeyDown, type = 'text', mono, autoFocus, end, ...rest } = props;
  const [revealed, setRevealed] = useState(false);
  const isPassword = type === 'password';
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
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
        {...control}
        type={isPassword && revealed ? 'text' : type}
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
        onKeyDown={press}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the caller decides, on pages that hold one field
        autoFocus={autoFocus}
        className={classes('control-box h-9 px-3', mono && 'font-mono text-sm', Boolean(isPassword || end) && 'pr-10')}
      />
      {end}
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
