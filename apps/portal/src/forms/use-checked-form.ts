import { useForm, type FieldValues, type UseFormProps } from 'react-hook-form';
import { resolverFor, type FormSchema } from './resolver-for.ts';

type Given<Values extends FieldValues, Output> = Pick<
  UseFormProps<Values, unknown, Output>,
  'defaultValues' | 'values' | 'resetOptions'
>;

/**
 * A form that a schema checks. What is wrong with a field shows once it was left.
 * Source: specification section 4, "Shared interface states".
 */
export function useCheckedForm<Values extends FieldValues, Output>(
  schema: FormSchema<Output>,
  given: Given<Values, Output>,
) {
  return useForm<Values, unknown, Output>({ ...given, mode: 'onTouched', resolver: resolverFor(schema) });
}
