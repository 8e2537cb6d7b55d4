import type { FocusEvent, Ref } from 'react';
import type { FieldProps } from './form-field.tsx';

/** The props that all single-line fields share. */
export interface SingleLineFieldProps extends FieldProps {
  name?: string | undefined;
  onBlur?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
  /** Called when Enter is pressed, after the field has lost the focus. */
  onEnter?: (() => void) | undefined;
  placeholder?: string | undefined;
  readOnly?: boolean | undefined;
  autoFocus?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** Splits the props into those of `FormField` and those of the control in it. */
export function splitFieldProps<Props extends FieldProps>(props: Props) {
  const { label, required, hint, error, disabled, hideLabel, compact, keepHint, ...control } = props;
  return { field: { label, required, hint, error, disabled, hideLabel, compact, keepHint }, control };
}
