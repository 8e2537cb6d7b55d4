import * as z from 'zod';
import type { FormValue } from './form.ts';
import { Refusal } from './refusal.ts';

/** Kinds of parameters as forms carry them. An empty text takes a value away. */
export const text = z.string().max(5_000);
export const filled = text.min(1);
export const integer = z
  .string()
  .regex(/^-?\d{1,12}$/)
  .transform(Number);
export const bool = z.enum(['true', 'false']).transform((word) => word === 'true');
export const metadata = z.record(z.string().max(40), z.string().max(500)).or(z.literal(''));

export const paging = {
  limit: integer.refine((count) => count >= 1 && count <= 100).optional(),
  starting_after: filled.optional(),
  ending_before: filled.optional(),
};

/** Reads the parameters of a request, and refuses what Stripe would: an unknown, a missing or a malformed one. */
export function readParams<Schema extends z.ZodType>(
  schema: Schema,
  given: Record<string, FormValue>,
): z.output<Schema> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  if (!issue) throw new Refusal('Invalid request');
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  const param = nameOf(path.map(String));
  if (issue.code === 'unrecognized_keys') {
    throw new Refusal(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  if (valueAt(given, path) === undefined) {
    throw new Refusal(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  throw new Refusal(`Invalid ${param}: ${issue.message}`, { code: 'parameter_invalid', param });
}

const nameOf = ([first = '', ...rest]: readonly string[]) => first + rest.map((part) => `[${part}]`).join('');

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    given,
  );
}
