import type { FocusEvent, Ref } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../icon/icon.tsx';
import { FormField, type FieldProps } from './form-field.tsx';

export interface SelectOption<V extends string = string> {
  value: V;
  label: string;
  /** Shown below the field while this option is the chosen one. */
  hint?: string | undefined;
  disabled?: boolean | undefined;
}

export interface SelectFieldProps<V extends string = string> extends FieldProps {
  options: readonly SelectOption<V>[];
  name?: string | undefined;
  value?: V | null | undefined;
  onChange?: ((value: V) => void) | undefined;
  onBlur?: ((event: FocusEvent<HTMLSelectElement>) => void) | undefined;
  /** Shown while nothing is chosen. */
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
  size?: 'md' | 'sm' | undefined;
  ref?: Ref<HTMLSelectElement> | undefined;
}

/** The browser's own select: by keyboard and type-ahead as people know it, without a byte of script. */
export function SelectField<V extends string>(props: SelectFieldProps<V>) {
  const { label, required, hint, error, disabled, hideLabel, compact, keepHint, ...select } = props;
  const { options, value, onChange, placeholder, size = 'md', ...rest } = select;
  const chosen = options.find((option) => option.value === value);
  return (
    <FormField {...{ label, required, hint: chosen?.hint ?? hint, error, disabled, hideLabel, compact, keepHint }}>
      {(control) => (
        <div className="relative">
          <select
            {...rest}
            {...control}
            value={value ?? ''}
            onChange={(event) => {
              const next = options.find((option) => option.value === event.target.value);
              if (next) onChange?.(next.value);
            }}
            className={classes('control-box select-box', size === 'sm' ? 'h-7 px-2 text-sm' : 'h-9 px-3')}
          >
            {(placeholder !== undefined || !chosen) && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon
            name="chevron-down"
            size={size === 'sm' ? 14 : 16}
            className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-neutral-icon"
          />
        </div>
      )}
    </FormField>
  );
}
