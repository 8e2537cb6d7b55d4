import * as z from 'zod/mini';

/** A JSON Web Key Set (RFC 7517) of public keys. */
export const Jwks = z.object({ keys: z.array(z.record(z.string(), z.string())) });

const noAuthentication = z.array(z.literal('none'));

/** What clients of the API's tokens can look up (RFC 8414, section 2). */
export const AuthorizationServerMetadata = z.object({
  /** The claim `iss` of all tokens. */
  issuer: z.string(),
  jwks_uri: z.string(),
  introspection_endpoint: z.string(),
  /** Who has a token may ask about it. */
  introspection_endpoint_auth_methods_supported: noAuthentication,
  revocation_endpoint: z.string(),
  /** Who has a token may revoke it. */
  revocation_endpoint_auth_methods_supported: noAuthentication,
  scopes_supported: z.array(z.string()),
  /** A page of the portal, for command-line clients. */
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  /** The clients are public: they have no secret. */
  token_endpoint_auth_methods_supported: noAuthentication,
  device_authorization_endpoint: z.string(),
  response_types_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  /** RFC 9207. */
  authorization_response_iss_parameter_supported: z.literal(true),
  /** The API reference. */
  service_documentation: z.string(),
});

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
