import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string | undefined;
}

interface FormSchema<Output> {
  safeParse: (
    values: unknown,
  ) => { success: true; data: Output } | { success: false; error: { issues: readonly Issue[] } };
}

/** An empty box says nothing, which the API spells null. Source: specification section 5, "Shared form rules". */
function emptyToNull(values: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && value.trim() === '' ? null : value,
    ]),
  );
}

/** Checks a form with a schema of the contract, so that the page and the API can't disagree. */
export function resolverFor<Values extends FieldValues, Output>(
  schema: FormSchema<Output>,
): Resolver<Values, unknown, Output> {
  return (values, _context, { fields }) => {
    const result = schema.safeParse(emptyToNull(values));
    if (result.success) return { values: result.data, errors: {} };
    const errors: Record<string, { type: string; message: string; ref?: unknown }> = {};
    for (const issue of result.error.issues) {
      const name = String(issue.path[0] ?? 'root');
      const ref = (fields as Record<string, { ref?: unknown } | undefined>)[name]?.ref;
      errors[name] ??= { type: issue.code ?? 'invalid', message: issue.message, ref };
    }
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
