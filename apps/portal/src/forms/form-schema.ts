import * as z from 'zod/mini';

export interface FormIssue {
  readonly path: PropertyKey[];
  readonly message: string;
}

interface FormSchemaOptions<Given> {
  /** The body that the fields make; an empty field is null. */
  readonly bodyOf: (given: Given) => unknown;
  /** What the form checks besides. */
  readonly issuesOf?: (given: Given) => readonly FormIssue[];
  /** The field that shows what is wrong with a part of the body. */
  readonly fieldOf?: (path: PropertyKey[]) => PropertyKey[];
}

/** A form that makes a body of the contract from its fields. The contract's schema checks the body. */
export function formSchema<Given, Body>(
  schema: z.ZodMiniType<Body>,
  { bodyOf, issuesOf = () => [], fieldOf = (path) => path }: FormSchemaOptions<Given>,
) {
  return z.transform((given: Given, context): Body => {
    const body = schema.safeParse(bodyOf(given));
    const bodyIssues = body.error?.issues.map(({ path, message }) => ({ path: fieldOf(path), message })) ?? [];
    for (const { path, message } of [...issuesOf(given), ...bodyIssues]) {
      context.issues.push({ code: 'custom', path, message, input: given });
    }
    return body.success ? body.data : z.NEVER;
  });
}
