import * as z from 'zod';

/** Settings that every stand-in has. */
export const port = (standard: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((number) => number <= 65535, 'must be a port number')
    .default(standard);

export const dataDir = z.string({ error: 'names the folder that keeps the state' }).min(1);

/** An http(s) address without a slash at its end, so that paths can be appended. */
export const address = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).transform(withoutSlash);

export const addresses = z
  .string({ error: 'is missing: http(s) addresses with commas between them' })
  .transform((list) =>
    list
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
  .pipe(z.array(z.url({ protocol: /^https?$/, error: 'must be http(s) addresses with commas between them' })).min(1));

export const text = z.string({ error: 'is missing' }).min(1, 'is empty');

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** Reads settings from the environment; the error lists every fault by name. */
export function readSettings<Settings>(schema: z.ZodType<Settings>, environment: NodeJS.ProcessEnv): Settings {
  const result = schema.safeParse(environment);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`These settings are wrong:\n${faults.join('\n')}`);
}
