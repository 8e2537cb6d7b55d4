import { useId, type FocusEvent, type ReactNode } from 'react';
import { FieldMessage } from './form-field.tsx';

export interface ChoiceOption<V extends string = string> {
  value: V;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean | undefined;
}

/** What every group of choices takes beside what is chosen. */
export interface ChoiceProps<V extends string = string> {
  label: string;
  options: readonly ChoiceOption<V>[];
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  required?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  disabled?: boolean | undefined;
  /** Beside each other, where the labels are short. */
  inline?: boolean | undefined;
}

interface ChoiceFrameProps extends ChoiceProps {
  role: 'radiogroup' | 'group';
  /** The browser's own box for an option. */
  box: (option: ChoiceOption, onBlur: (event: FocusEvent<HTMLInputElement>) => void) => ReactNode;
}

/** One question with its answers below; it was left once the focus is on none of them. */
export function ChoiceFrame(props: ChoiceFrameProps) {
  const { role, label, options, box, onBlur, required, hint, error, disabled, inline } = props;
  const id = useId();
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const stays = relatedTarget instanceof Node && currentTarget.closest('fieldset')?.contains(relatedTarget);
    if (!stays) onBlur?.();
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
            {box(option, leave)}
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
