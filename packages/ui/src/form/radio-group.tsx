import { useId, type Ref } from 'react';
import { ChoiceGroup, type ChoiceGroupBaseProps } from './choice-group.tsx';

export interface RadioGroupProps<V extends string = string> extends ChoiceGroupBaseProps<V> {
  value?: V | null | undefined;
  onChange?: ((value: V) => void) | undefined;
  /** The input of the first option. */
  ref?: Ref<HTMLInputElement> | undefined;
}

export function RadioGroup<V extends string>({ value, onChange, ref, ...groupProps }: RadioGroupProps<V>) {
  const id = useId();
  return (
    <ChoiceGroup
      {...groupProps}
      role="radiogroup"
      renderInput={(option, handleBlur) => (
        <input
          ref={option === groupProps.options[0] ? ref : undefined}
          type="radio"
          name={groupProps.name ?? id}
          value={option.value}
          checked={option.value === value}
          disabled={option.disabled}
          onBlur={handleBlur}
          onChange={() => onChange?.(option.value as V)}
          className="form-checkbox form-radio mt-0.5"
        />
      )}
    />
  );
}
