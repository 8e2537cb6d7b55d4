import type { FocusEvent, Ref } from 'react';
import type { FieldProps } from './form-field.tsx';

/** What every field of one line takes besides. */
export interface LineFieldProps extends FieldProps {
  name?: string | undefined;
  onBlur?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
  /** Enter was pressed; the field has lost focus by then. */
  onEnter?: (() => void) | undefined;
  placeholder?: string | undefined;
  readOnly?: boolean | undefined;
  autoFocus?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** Parts what belongs to a field's frame from what belongs to its control. */
export function splitFieldProps<Props extends FieldProps>(props: Props) {
  const { label, required, hint, error, disabled, hideLabel, compact, keepHint, ...control } = props;
  return { field: { label, required, hint, error, disabled, hideLabel, compact, keepHint }, control };
}
