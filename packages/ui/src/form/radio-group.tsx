import { useId, type Ref } from 'react';
import { ChoiceGroup, type ChoiceGroupBaseProps } from './choice-group.tsx';

export interface RadioGroupProps<V extends string = string> extends ChoiceGroupBaseProps<V> {
  value?: V | null | undefined;
  onChange?: ((value: V) => void) | undefined;
  /** The input of the selected option, else of the first one. */
  ref?: Ref<HTMLInputElement> | undefined;
}

export function RadioGroup<V extends string>({ value, onChange, ref, ...groupProps }: RadioGroupProps<V>) {
  const id = useId();
  const selected = groupProps.options.find((option) => option.value === value);
  return (
    <ChoiceGroup
      {...groupProps}
      role="radiogroup"
      renderInput={(option, inputProps) => (
        <input
          {...inputProps}
          ref={option === (selected ?? groupProps.options[0]) ? ref : undefined}
          type="radio"
          name={groupProps.name ?? id}
          checked={option.value === value}
          onChange={() => onChange?.(option.value as V)}
          className="form-checkbox form-radio mt-0.5"
        />
      )}
    />
  );
}
