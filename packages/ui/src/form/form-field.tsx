import { useId, type ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';

/** What `FormField` gives its control, to be spread on the input element. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
  disabled: boolean | undefined;
}

/** What every field takes beside its value. */
export interface FieldProps {
  label: string;
  required?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  disabled?: boolean | undefined;
  /** The label is there for screen readers only. */
  hideLabel?: boolean | undefined;
  /** The hint stays beside an error, for an error that only makes sense with it. */
  keepHint?: boolean | undefined;
  /** For where no gap follows that an error could stand in. */
  compact?: boolean | undefined;
}

export interface FormFieldProps extends FieldProps {
  children: (control: FieldControl) => ReactNode;
}

export function FormField(props: FormFieldProps) {
  const {
    label,
    required = false,
    hint,
    error,
    disabled,
    hideLabel = false,
    compact = false,
    keepHint,
    children,
  } = props;
  const id = useId();
  const messageId = `${id}-message`;
  const message = error ?? hint;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <FieldLabel htmlFor={id} required={required} hidden={hideLabel}>
        {label}
      </FieldLabel>
      {children({
        id,
        'aria-describedby': message ? messageId : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
        disabled,
      })}
      {(!compact || message) && <FieldMessage id={messageId} error={error} hint={hint} keepHint={keepHint} />}
    </div>
  );
}

interface FieldLabelProps {
  htmlFor: string;
  required: boolean;
  hidden: boolean;
  children: ReactNode;
}

export function FieldLabel({ htmlFor, required, hidden, children }: FieldLabelProps) {
  return (
    <label htmlFor={htmlFor} className={hidden ? 'sr-only' : 'text-sm font-medium text-strong'}>
      {children}
      {required && (
        <span aria-hidden className="ml-0.5 text-error">
          *
        </span>
      )}
    </label>
  );
}

interface FieldMessageProps {
  id: string;
  error: string | undefined;
  hint: ReactNode;
  keepHint?: boolean | undefined;
}

/**
 * The line below a control. An error stands where the hint was, and where there was none in the gap to what comes next,
 * so that it moves nothing: only its second line would where there was no hint, or its third.
 */
export function FieldMessage({ id, error, hint, keepHint = false }: FieldMessageProps) {
  return (
    <div id={id} aria-live="polite" className="field-message" data-hinted={hint ? true : undefined}>
      {error && (
        <span className="flex items-start gap-1.5 text-error">
          <Icon name="alert-circle" size={14} className="mt-px text-error-icon" />
          {error}
        </span>
      )}
      {(!error || keepHint) && <span className="text-secondary">{hint}</span>}
    </div>
  );
}
