import * as z from 'zod/mini';

export interface FormIssue {
  readonly path: PropertyKey[];
  readonly message: string;
}

interface FormSchemaOptions<FormValues> {
  /** Builds the request body from the values of the fields. An empty field is null. */
  readonly toBody: (values: FormValues) => unknown;
  /** Rules that the schema of the contract does not have. */
  readonly extraIssues?: (values: FormValues) => readonly FormIssue[];
  /** Maps a path in the body to the field that shows its error. */
  readonly toFieldPath?: (path: PropertyKey[]) => PropertyKey[];
}

/** The schema of a form whose values are converted to a request body, which a schema of the contract then validates. */
export function formSchema<FormValues, Body>(
  schema: z.ZodMiniType<Body>,
  { toBody, extraIssues = () => [], toFieldPath = (path) => path }: FormSchemaOptions<FormValues>,
) {
  return z.transform((values: FormValues, context): Body => {
    const body = schema.safeParse(toBody(values));
    const bodyIssues = body.error?.issues.map(({ path, message }) => ({ path: toFieldPath(path), message })) ?? [];
    for (const { path, message } of [...extraIssues(values), ...bodyIssues]) {
      context.issues.push({ code: 'custom', path, message, input: values });
    }
    return body.success ? body.data : z.NEVER;
  });
}
