import * as z from 'zod/mini';
import { parseIpAddress } from '../ip-address.rules.ts';
import { WorkspaceRole } from '../members/members.schemas.ts';
import { IdInput, Ulid, validationMessages } from '../primitives.ts';
import { oauthErrorCodes } from './oauth-errors.rules.ts';

const emptyAsOmitted = z.transform((given: string | undefined) => (given === '' ? undefined : given));

/** The maximum number of tokens that one request revokes. */
export const maxRevokedTokens = 1_000;

/**
 * The parameters of a revocation (RFC 7009, section 2.1). `token_type_hint` is ignored, as the section allows: a token says its type
 * itself. A parameter without a value counts as omitted (RFC 6749, section 3.2).
 */
export const TokenRevocation = z.object({
  /** The token, or up to 1,000 tokens: the parameter can be repeated. */
  token: z.pipe(
    z.transform((given: string | readonly string[] | undefined) =>
      [given ?? []].flat().flatMap((token) => token.trim() || []),
    ),
    z.array(z.string()).check(
      z.minLength(1, validationMessages.required),
      z.maxLength(maxRevokedTokens, `Send at most ${maxRevokedTokens} tokens`),
      z.overwrite((tokens) => [...new Set(tokens)]),
    ),
  ),
});

/**
 * What an instance asks about an API token that a program sent it (RFC 7662, section 2.1). `token_type_hint` is ignored.
 */
export const TokenIntrospection = z.object({
  token: z.pipe(
    z.transform((given: string | undefined) => (typeof given === 'string' ? given.trim() : given)),
    z.string(validationMessages.required).check(z.minLength(1, validationMessages.required)),
  ),
  /** The IP address of the program that sent the token to the instance. Without it, a token that is limited to networks is not active. */
  client_address: z.pipe(
    emptyAsOmitted,
    z.optional(
      z.string('Must be text').check(z.refine((text) => parseIpAddress(text) !== null, 'Must be an IP address')),
    ),
  ),
  /**
   * The id of the workspace of the instance. A token of another workspace, or only for this API, is then not active. Without a value it is
   * an error, because an instance that lost its setting must not accept the tokens of all workspaces.
   */
  workspace: z.optional(z.pipe(z.string('Must be text').check(z.minLength(1, validationMessages.required)), IdInput)),
});

/** The state of an API token (RFC 7662, section 2.2). Nothing is said of a token that is not active, not even why. */
export const IntrospectedToken = z.union([
  z.object({ active: z.literal(false) }),
  z.object({
    active: z.literal(true),
    token_type: z.literal('Bearer'),
    /** The scopes, separated by spaces. */
    scope: z.string(),
    /** The id of the user or the service account that the token acts as. */
    sub: Ulid,
    /** Who the token acts as. */
    principal: z.enum(['user', 'service_account']),
    /** The nickname of the user, or the name of the service account. */
    username: z.string(),
    /** The role in the workspace at this moment. */
    role: WorkspaceRole,
    /** The workspace of the token. */
    workspaceId: Ulid,
    /** `auth-api`, the id of the workspace, or both. An instance accepts tokens with the id of its workspace. */
    aud: z.array(z.string()),
    iss: z.string(),
    /** When the token expires, in seconds since 1970. A rotation may set an earlier time than the token has. */
    exp: z.int(),
    /** The id of the token. */
    jti: Ulid,
  }),
]);
export type IntrospectedToken = z.infer<typeof IntrospectedToken>;

/** The body of an error of a call under `/oauth/` (RFC 6749, section 5.2). */
export const OAuthErrorBody = z.object({
  /** The error code, for programs. */
  error: z.enum(oauthErrorCodes),
  /** What is wrong, for developers, in ASCII. */
  error_description: z.string(),
  /** The id of this request in the API's log, equal to the `X-Request-Id` header. */
  requestId: z.string(),
});
export type OAuthErrorBody = z.infer<typeof OAuthErrorBody>;
