import * as z from 'zod/mini';

/** A JSON Web Key Set (RFC 7517) of public keys. */
export const Jwks = z.object({ keys: z.array(z.record(z.string(), z.string())) });

/** The process responds. Nothing else is checked. */
export const Liveness = z.object({ status: z.literal('ok') });

/** The API can serve requests. Otherwise the response is an error. */
export const Readiness = z.object({
  /** `degraded`: the API serves requests, but one of the checks needs an operator's attention. */
  status: z.enum(['ok', 'degraded']),
  checks: z.object({
    database: z.literal('ok'),
    migrations: z.literal('ok'),
    signingKeys: z.literal('ok'),
    /** `ok`, or a sentence with the difference between the clocks of this host and the database. */
    clock: z.string(),
  }),
});
export type Readiness = z.infer<typeof Readiness>;
/** An OpenAPI 3.1 document. */
export const OpenApi = z.looseObject({ openapi: z.string() });

/** The version of the running build, such as `0.1.0`. */
export const Version = z.object({ version: z.string() });
