import { useId, type Ref } from 'react';
import { ChoiceFrame, type ChoiceProps } from './choice-frame.tsx';

export interface RadioGroupProps<V extends string = string> extends ChoiceProps<V> {
  value?: V | null | undefined;
  onChange?: ((value: V) => void) | undefined;
  /** The first of them, to take the focus. */
  ref?: Ref<HTMLInputElement> | undefined;
}

export function RadioGroup<V extends string>({ value, onChange, ref, ...frame }: RadioGroupProps<V>) {
  const id = useId();
  return (
    <ChoiceFrame
      {...frame}
      role="radiogroup"
      box={(option, leave) => (
        <input
          ref={option === frame.options[0] ? ref : undefined}
          type="radio"
          name={frame.name ?? id}
          value={option.value}
          checked={option.value === value}
          disabled={option.disabled}
          onBlur={leave}
          onChange={() => onChange?.(option.value as V)}
          className="check-box radio-box mt-0.5"
        />
      )}
    />
  );
}
