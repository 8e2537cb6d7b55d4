import type { FocusEvent, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon/icon.tsx';
import { splitFieldProps } from './field-props.ts';
import { FormField, type FieldProps } from './form-field.tsx';

export interface SelectOption<V extends string = string> {
  value: V;
  label: string;
  /** Shown below the field while this option is selected. */
  hint?: string | undefined;
  /** What choosing the option means, in the open list. Not every browser shows it. */
  meaning?: string | undefined;
  disabled?: boolean | undefined;
}

export interface SelectGroup<V extends string = string> {
  label: string;
  options: readonly SelectOption<V>[];
}

export interface SelectFieldProps<V extends string = string> extends FieldProps {
  /** Options, or groups of them. */
  options: readonly (SelectOption<V> | SelectGroup<V>)[];
  name?: string | undefined;
  value?: V | null | undefined;
  onChange?: ((value: V) => void) | undefined;
  onBlur?: ((event: FocusEvent<HTMLSelectElement>) => void) | undefined;
  /** Shown while no option is selected. */
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
  size?: 'md' | 'sm' | undefined;
  /** Small, as wide as its text, and with a border only on hover and focus: for the rows of a table. */
  quiet?: boolean | undefined;
  /** Ignores changes but keeps the focus, while a selection is being saved. */
  busy?: boolean | undefined;
  ref?: Ref<HTMLSelectElement> | undefined;
}

/** A native select, with the browser's own keyboard support and type-ahead. */
export function SelectField<V extends string>(props: SelectFieldProps<V>) {
  const { field, control } = splitFieldProps(props);
  const { options, value, onChange, placeholder, size = 'md', quiet = false, busy = false, ...rest } = control;
  const allOptions = options.flatMap((entry) => ('options' in entry ? entry.options : [entry]));
  const selected = allOptions.find((option) => option.value === value);
  return (
    <FormField {...field} hint={selected?.hint ?? field.hint}>
      {(fieldControl) => (
        <div className={classNames('relative', quiet && 'w-max max-w-full')}>
          <select
            {...rest}
            {...fieldControl}
            aria-busy={busy || undefined}
            value={value ?? ''}
            onChange={(event) => {
              const next = allOptions.find((option) => option.value === event.target.value);
              if (next && !busy) onChange?.(next.value);
            }}
            className={classNames(
              'form-control form-select',
              quiet ? 'form-quiet h-7 pr-7 pl-2' : size === 'sm' ? 'h-7 pr-7 pl-2 text-sm' : 'h-9 pr-8 pl-3',
            )}
          >
            {(placeholder !== undefined || !selected) && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map((entry) =>
              'options' in entry ? (
                <optgroup key={entry.label} label={entry.label}>
                  {entry.options.map(renderOption)}
                </optgroup>
              ) : (
                renderOption(entry)
              ),
            )}
          </select>
          {!(quiet && fieldControl.disabled) && (
            <Icon
              name="chevron-down"
              size={quiet || size === 'sm' ? 14 : 16}
              className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-neutral-icon"
            />
          )}
        </div>
      )}
    </FormField>
  );
}

function renderOption({ value, label, meaning, disabled }: SelectOption) {
  return (
    <option key={value} value={value} disabled={disabled} data-meaning={meaning}>
      {label}
    </option>
  );
}
