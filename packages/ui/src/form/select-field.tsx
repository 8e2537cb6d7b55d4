import type { FocusEvent, Ref } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../icon/icon.tsx';
import { splitFieldProps } from './field-props.ts';
import { FormField, type FieldProps } from './form-field.tsx';

export interface SelectOption<V extends string = string> {
  value: V;
  label: string;
  /** Shown below the field while this option is the chosen one. */
  hint?: string | undefined;
  disabled?: boolean | undefined;
}

export interface SelectGroup<V extends string = string> {
  label: string;
  options: readonly SelectOption<V>[];
}

export interface SelectFieldProps<V extends string = string> extends FieldProps {
  /** Those that belong together may stand in groups. */
  options: readonly (SelectOption<V> | SelectGroup<V>)[];
  name?: string | undefined;
  value?: V | null | undefined;
  onChange?: ((value: V) => void) | undefined;
  onBlur?: ((event: FocusEvent<HTMLSelectElement>) => void) | undefined;
  /** Shown while nothing is chosen. */
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
  size?: 'md' | 'sm' | undefined;
  /** What was chosen is on its way: the field keeps the focus, and takes no other choice. */
  busy?: boolean | undefined;
  ref?: Ref<HTMLSelectElement> | undefined;
}

/** The browser's own select: by keyboard and type-ahead as people know it, without a byte of script. */
export function SelectField<V extends string>(props: SelectFieldProps<V>) {
  const { field, control } = splitFieldProps(props);
  const { options, value, onChange, placeholder, size = 'md', busy = false, ...rest } = control;
  const all = options.flatMap((entry) => ('options' in entry ? entry.options : [entry]));
  const chosen = all.find((option) => option.value === value);
  return (
    <FormField {...field} hint={chosen?.hint ?? field.hint}>
      {(given) => (
        <div className="relative">
          <select
            {...rest}
            {...given}
            aria-busy={busy || undefined}
            value={value ?? ''}
            onChange={(event) => {
              const next = all.find((option) => option.value === event.target.value);
              if (next && !busy) onChange?.(next.value);
            }}
            className={classes('control-box select-box', size === 'sm' ? 'h-7 px-2 text-sm' : 'h-9 px-3')}
          >
            {(placeholder !== undefined || !chosen) && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map((entry) =>
              'options' in entry ? (
                <optgroup key={entry.label} label={entry.label}>
                  {entry.options.map(optionOf)}
                </optgroup>
              ) : (
                optionOf(entry)
              ),
            )}
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

function optionOf({ value, label, disabled }: SelectOption) {
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  );
}
