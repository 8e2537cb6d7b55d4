import { useId, type FocusEvent, type ReactNode } from 'react';
import { FieldMessage } from './form-field.tsx';

export interface ChoiceOption<V extends string = string> {
  value: V;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean | undefined;
}

/** The props that radio and checkbox groups share. */
export interface ChoiceGroupBaseProps<V extends string = string> {
  label: string;
  options: readonly ChoiceOption<V>[];
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  required?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  disabled?: boolean | undefined;
  /** Lays the options out in a row. */
  inline?: boolean | undefined;
}

interface ChoiceGroupProps extends ChoiceGroupBaseProps {
  role: 'radiogroup' | 'group';
  /** Renders the native input of an option. */
  renderInput: (option: ChoiceOption, onBlur: (event: FocusEvent<HTMLInputElement>) => void) => ReactNode;
}

/** A fieldset of options. `onBlur` fires when the focus leaves the whole group. */
export function ChoiceGroup(props: ChoiceGroupProps) {
  const { role, label, options, renderInput, onBlur, required, hint, error, disabled, inline } = props;
  const id = useId();
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const staysInGroup = relatedTarget instanceof Node && currentTarget.closest('fieldset')?.contains(relatedTarget);
    if (!staysInGroup) onBlur?.();
  };
  return (
    <fieldset
      role={role}
      aria-required={role === 'radiogroup' ? required : undefined}
      aria-invalid={role === 'radiogroup' && error ? true : undefined}
      aria-describedby={(error ?? hint) ? `${id}-message` : undefined}
      disabled={disabled}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <legend className="mb-1.5 text-sm font-medium text-strong">
        {label}
        {required && (
          <span aria-hidden className="ml-0.5 text-error">
            *
          </span>
        )}
      </legend>
      <div className={`flex gap-x-5 gap-y-1 ${inline ? 'flex-wrap' : 'flex-col'}`}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-6 w-fit cursor-pointer items-start gap-2.5 py-0.5 has-disabled:cursor-not-allowed has-disabled:text-secondary"
          >
            {renderInput(option, handleBlur)}
            <span>
              {option.label}
              {option.hint && <span className="block text-xs text-secondary">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldMessage id={`${id}-message`} error={error} hint={hint} />
    </fieldset>
  );
}
