import { useId, type ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';

/** The props that `FormField` passes to its control. Spread them on the input element. */
export interface FieldControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
  disabled: boolean | undefined;
}

/** The props that all fields share. */
export interface FieldProps {
  label: string;
  required?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  disabled?: boolean | undefined;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean | undefined;
  /** Shows the hint after an error, for a hint that says how to correct it. Otherwise the error replaces the hint. */
  keepHint?: boolean | undefined;
  /** Reserves no space for a message below the control, in a table or a toolbar. */
  compact?: boolean | undefined;
}

export interface FormFieldProps extends FieldProps {
  /** How the field understands what was typed. Shown with the hint or the error. */
  note?: ReactNode;
  children: (control: FieldControlProps) => ReactNode;
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
    note,
    children,
  } = props;
  const id = useId();
  const messageId = `${id}-message`;
  const message = error ?? note ?? hint;
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
      {(!compact || message) && (
        <FieldMessage id={messageId} error={error} hint={hint} keepHint={keepHint} note={note} lines={hint ? 2 : 1} />
      )}
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
  note?: ReactNode;
  /** The lines that are reserved, so that a message of this length moves nothing. A hint that stays needs one more. */
  lines?: 1 | 2 | undefined;
}

/** The message below a control. Its space is reserved: an error replaces the hint without moving the fields below it. */
export function FieldMessage({ id, error, hint, keepHint = false, note, lines = 1 }: FieldMessageProps) {
  return (
    <div id={id} aria-live="polite" className="field-message" data-lines={lines}>
      {note && <span className="block text-strong">{note}</span>}
      {error && (
        <span className="text-error">
          <Icon name="alert-circle" size={14} className="mr-1.5 inline align-[-0.2em] text-error-icon" />
          <span>{error}</span>
        </span>
      )}
      {error && keepHint && hint && ' '}
      {(!error || keepHint) && hint && <span className="text-secondary">{hint}</span>}
    </div>
  );
}
