import { useId, type FocusEvent, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
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
  /** In a column by default, in a row, or as cards below each other. */
  layout?: 'column' | 'row' | 'cards' | undefined;
}

/** The props of an option's input. */
export interface ChoiceInputProps {
  value: string;
  disabled: boolean | undefined;
  onBlur: (event: FocusEvent<HTMLInputElement>) => void;
  /** The label without the hint, which is the description. */
  'aria-labelledby': string | undefined;
  'aria-describedby': string | undefined;
}

interface ChoiceGroupProps extends ChoiceGroupBaseProps {
  role: 'radiogroup' | 'group';
  /** Renders the native input of an option. */
  renderInput: (option: ChoiceOption, inputProps: ChoiceInputProps) => ReactNode;
}

const layoutClasses = {
  column: 'flex flex-col gap-y-1',
  row: 'flex flex-wrap gap-x-5 gap-y-1',
  cards: 'choice-cards',
};

/** A fieldset of options. `onBlur` fires when the focus leaves the whole group. */
export function ChoiceGroup(props: ChoiceGroupProps) {
  const { role, label, options, renderInput, onBlur, required, hint, error, disabled, layout = 'column' } = props;
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
      <div className={layoutClasses[layout]}>
        {options.map((option, index) => (
          <label
            key={option.value}
            className={classNames(
              'flex min-h-6 cursor-pointer items-start gap-2.5 has-disabled:cursor-not-allowed has-disabled:text-secondary',
              layout !== 'cards' && 'w-fit py-0.5',
            )}
          >
            {renderInput(option, {
              value: option.value,
              disabled: option.disabled,
              onBlur: handleBlur,
              'aria-labelledby': option.hint ? `${id}-${index}-label` : undefined,
              'aria-describedby': option.hint ? `${id}-${index}-hint` : undefined,
            })}
            <span className="min-w-0">
              <span id={`${id}-${index}-label`} className={layout === 'cards' ? 'font-medium text-strong' : undefined}>
                {option.label}
              </span>
              {option.hint && (
                <span
                  id={`${id}-${index}-hint`}
                  className={classNames('block text-xs text-secondary wrap-anywhere', layout === 'cards' && 'mt-1')}
                >
                  {option.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldMessage id={`${id}-message`} error={error} hint={hint} lines={hint ? 2 : 1} />
    </fieldset>
  );
}
