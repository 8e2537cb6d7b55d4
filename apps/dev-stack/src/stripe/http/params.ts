import * as z from 'zod';
import type { FormValue } from './form.ts';
import { StripeError } from './stripe-error.ts';

/** The parameter types of forms. An empty string unsets a value. */
export const text = z.string().max(5_000);
export const nonEmpty = text.min(1);
export const integer = z
  .string()
  .regex(/^-?\d{1,12}$/)
  .transform(Number);
export const boolean = z.enum(['true', 'false']).transform((value) => value === 'true');
export const metadata = z.record(z.string().max(40), z.string().max(500)).or(z.literal(''));

export const pageParams = {
  limit: integer.refine((count) => count >= 1 && count <= 100).optional(),
  starting_after: nonEmpty.optional(),
  ending_before: nonEmpty.optional(),
};

/** Parses the parameters of a request. Throws Stripe's error for an unknown, missing or invalid one. */
export function readParams<Schema extends z.ZodType>(
  schema: Schema,
  values: Record<string, FormValue>,
): z.output<Schema> {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (!issue) throw new StripeError('Invalid request');
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  const param = formatPath(path.map(String));
  if (issue.code === 'unrecognized_keys') {
    throw new StripeError(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  if (valueAt(values, path) === undefined) {
    throw new StripeError(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  throw new StripeError(`Invalid ${param}: ${issue.message}`, { code: 'parameter_invalid', param });
}

const formatPath = ([first = '', ...rest]: readonly string[]) => first + rest.map((part) => `[${part}]`).join('');

function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    values,
  );
}
