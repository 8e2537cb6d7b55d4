import { useId, type FocusEvent, type ReactNode, type Ref } from 'react';
import { FieldMessage } from './form-field.tsx';

export interface CheckboxProps {
  label: ReactNode;
  checked?: boolean | undefined;
  onChange?: ((checked: boolean) => void) | undefined;
  onBlur?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
  name?: string | undefined;
  required?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  disabled?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function Checkbox({ label, checked = false, onChange, required, hint, error, ...rest }: CheckboxProps) {
  const id = useId();
  const message = error ?? hint;
  return (
    <div className="flex flex-col gap-1.5">
      <label className="-my-0.5 flex min-h-6 w-fit cursor-pointer items-start gap-2.5 py-0.5 has-disabled:cursor-not-allowed has-disabled:text-secondary">
        <input
          {...rest}
          type="checkbox"
          className="form-checkbox mt-0.5"
          checked={checked}
          onChange={(event) => onChange?.(event.target.checked)}
          aria-required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={message ? `${id}-message` : undefined}
        />
        <span>
          {label}
          {required && (
            <span aria-hidden className="ml-0.5 text-error">
              *
            </span>
          )}
        </span>
      </label>
      {message !== undefined && (
        <div className="pl-[26px]">
          <FieldMessage id={`${id}-message`} error={error} hint={hint} />
        </div>
      )}
    </div>
  );
}
