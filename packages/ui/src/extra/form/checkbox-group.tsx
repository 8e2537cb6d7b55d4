import type { Ref } from 'react';
import { ChoiceGroup, type ChoiceGroupBaseProps } from '../../form/choice-group.tsx';

export interface CheckboxGroupProps<V extends string = string> extends ChoiceGroupBaseProps<V> {
  value?: readonly V[] | null | undefined;
  /** Receives the checked values in the order of the options. */
  onChange?: ((value: V[]) => void) | undefined;
  /** The input of the first option. */
  ref?: Ref<HTMLInputElement> | undefined;
}

export function CheckboxGroup<V extends string>({ value, onChange, ref, ...groupProps }: CheckboxGroupProps<V>) {
  const selected = new Set<string>(value);
  const toggle = (toggled: string, checked: boolean) => {
    const values = groupProps.options.map((option) => option.value);
    onChange?.(values.filter((optionValue) => (optionValue === toggled ? checked : selected.has(optionValue))));
  };
  return (
    <ChoiceGroup
      {...groupProps}
      role="group"
      renderInput={(option, inputProps) => (
        <input
          {...inputProps}
          ref={option === groupProps.options[0] ? ref : undefined}
          type="checkbox"
          name={groupProps.name}
          checked={selected.has(option.value)}
          aria-invalid={groupProps.error ? true : undefined}
          onChange={(event) => toggle(option.value, event.target.checked)}
          className="form-checkbox mt-0.5"
        />
      )}
    />
  );
}
