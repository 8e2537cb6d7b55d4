import { get, set, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form';

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string | undefined;
}

/** What says whether the values of a form are right, and what they come to. */
export interface FormSchema<Output> {
  safeParse: (
    values: unknown,
  ) => { success: true; data: Output } | { success: false; error: { issues: readonly Issue[] } };
}

const isGroup = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An empty box says nothing, which the API spells null. Source: specification section 5, "Shared form rules". */
function emptyToNull(value: unknown): unknown {
  if (isGroup(value)) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, emptyToNull(part)]));
  return typeof value === 'string' && value.trim() === '' ? null : value;
}

/** Checks a form with a schema of the contract, so that the page and the API can't disagree. */
export function resolverFor<Values extends FieldValues, Output>(
  schema: FormSchema<Output>,
): Resolver<Values, unknown, Output> {
  return (values, _context, { fields }) => {
    const result = schema.safeParse(emptyToNull(values));
    if (result.success) return { values: result.data, errors: {} };
    const errors: FieldErrors<Values> = {};
    for (const issue of result.error.issues) {
      const name = issue.path.join('.') || 'root';
      const ref = get(fields, `${name}.ref`);
      if (get(errors, name) === undefined) {
        set(errors, name, { type: issue.code ?? 'invalid', message: issue.message, ref });
      }
    }
    return { values: {}, errors };
  };
}
