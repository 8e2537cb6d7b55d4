import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, type FieldValues, type UseFormProps } from 'react-hook-form';
import * as z from 'zod/mini';

export type FormSchema<Output> = z.ZodMiniType<Output>;

type FormDefaults<Values extends FieldValues, Output> = Pick<
  UseFormProps<Values, unknown, Output>,
  'defaultValues' | 'values' | 'resetOptions'
>;

const isGroup = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An empty field is null in the API. Source: specification section 5, "Shared form rules". */
function emptyToNull(value: unknown): unknown {
  if (isGroup(value)) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, emptyToNull(part)]));
  return typeof value === 'string' && value.trim() === '' ? null : value;
}

/**
 * A react-hook-form that a schema validates. The error of a field appears after the field loses focus.
 * Source: specification section 4, "Shared interface states".
 */
export function useSchemaForm<Values extends FieldValues, Output>(
  schema: FormSchema<Output>,
  defaults: FormDefaults<Values, Output>,
) {
  const withNulls = z.pipe(
    z.transform((values: Values): unknown => emptyToNull(values)),
    schema,
  );
  // Not `zodResolver`: for a union it shows the message of one branch instead of the message of the union.
  return useForm<Values, unknown, Output>({
    ...defaults,
    mode: 'onTouched',
    resolver: standardSchemaResolver(withNulls),
  });
}
