import type { Control, FieldPath } from 'react-hook-form';
import { FormTextArea } from '../../../forms/form-text-field.tsx';
import { oneLine } from '../../../forms/one-line.ts';

export interface ReasonFieldProps<Values extends { reason: string }, Output> {
  control: Control<Values, unknown, Output>;
  /** Who reads it. */
  hint: string;
}

/** Why somebody or something is locked, in a few words or in many. */
export function ReasonField<Values extends { reason: string }, Output>({
  control,
  hint,
}: ReasonFieldProps<Values, Output>) {
  return (
    <FormTextArea
      control={control}
      name={'reason' as FieldPath<Values>}
      label="Reason"
      required
      hint={hint}
      keepHint
      normalise={oneLine}
    />
  );
}
