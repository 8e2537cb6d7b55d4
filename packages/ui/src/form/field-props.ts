import type { FieldProps } from './form-field.tsx';

/** Parts what belongs to a field's frame from what belongs to its control. */
export function splitFieldProps<Props extends FieldProps>(props: Props) {
  const { label, required, hint, error, disabled, hideLabel, compact, keepHint, ...control } = props;
  return { field: { label, required, hint, error, disabled, hideLabel, compact, keepHint }, control };
}
