import type { Control, FieldPath } from 'react-hook-form';
import { FormTextArea } from '../../../components/form/form-fields.tsx';
import { toSingleLine } from '../../../components/form/text-rules.ts';

export interface ReasonFieldProps<Values extends { reason: string }, Output> {
  control: Control<Values, unknown, Output>;
  /** Who reads the reason. */
  hint: string;
}

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
      normalise={toSingleLine}
    />
  );
}
