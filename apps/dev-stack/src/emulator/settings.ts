import * as z from 'zod';

export const portSetting = (defaultPort: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((number) => number <= 65535, 'must be a port number')
    .default(defaultPort);

export const dataDirSetting = z.string({ error: 'is missing: the folder for the data' }).min(1);

/** An http(s) URL. Trailing slashes are removed, so that paths can be appended. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
  .transform(withoutTrailingSlashes);

export const httpUrls = z
  .string({ error: 'is missing: comma-separated http(s) URLs' })
  .transform((list) =>
    list
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
  .pipe(z.array(z.url({ protocol: /^https?$/, error: 'must be comma-separated http(s) URLs' })).min(1));

export const nonEmptyText = z.string({ error: 'is missing' }).min(1, 'is empty');

export function withoutTrailingSlashes(url: string): string {
  return url.replace(/\/+$/, '');
}

/** Reads settings from the environment. The error lists every invalid setting. */
export function readSettings<Settings>(schema: z.ZodType<Settings>, environment: NodeJS.ProcessEnv): Settings {
  const result = schema.safeParse(environment);
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Invalid settings:\n${errors.join('\n')}`);
}
