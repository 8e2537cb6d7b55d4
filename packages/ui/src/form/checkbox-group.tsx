import type { Ref } from 'react';
import { ChoiceFrame, type ChoiceProps } from './choice-frame.tsx';

export interface CheckboxGroupProps<V extends string = string> extends ChoiceProps<V> {
  value?: readonly V[] | null | undefined;
  /** Gives what is checked, in the order of the options. */
  onChange?: ((value: V[]) => void) | undefined;
  /** The first of them, to take the focus. */
  ref?: Ref<HTMLInputElement> | undefined;
}

export function CheckboxGroup<V extends string>({ value, onChange, ref, ...frame }: CheckboxGroupProps<V>) {
  const chosen = new Set<string>(value);
  const toggle = (toggled: string, checked: boolean) => {
    const values = frame.options.map((option) => option.value);
    onChange?.(values.filter((each) => (each === toggled ? checked : chosen.has(each))));
  };
  return (
    <ChoiceFrame
      {...frame}
      role="group"
      box={(option, leave) => (
        <input
          ref={option === frame.options[0] ? ref : undefined}
          type="checkbox"
          name={frame.name}
          value={option.value}
          checked={chosen.has(option.value)}
          disabled={option.disabled}
          aria-invalid={frame.error ? true : undefined}
          onBlur={leave}
          onChange={(event) => toggle(option.value, event.target.checked)}
          className="check-box mt-0.5"
        />
      )}
    />
  );
}
