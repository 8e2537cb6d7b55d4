import * as z from 'zod/mini';

/** A set of public keys, RFC 7517. */
export const Jwks = z.object({ keys: z.array(z.record(z.string(), z.string())) });

export const Liveness = z.object({ status: z.literal('ok') });
export const Readiness = z.object({
  /** `degraded`: the API serves requests, but an operator has something to fix; the checks tell what. */
  status: z.enum(['ok', 'degraded']),
  checks: z.object({
    database: z.literal('ok'),
    migrations: z.literal('ok'),
    signingKeys: z.literal('ok'),
    /** `ok`, or in a sentence how far the clocks of this machine and of the database are apart. */
    clock: z.string(),
  }),
});
export type Readiness = z.infer<typeof Readiness>;
/** An OpenAPI 3.1 document. */
export const OpenApi = z.looseObject({ openapi: z.string() });

export const Version = z.object({ version: z.string() });
