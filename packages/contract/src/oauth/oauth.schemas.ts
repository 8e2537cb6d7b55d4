import * as z from 'zod/mini';
import { validationMessages } from '../primitives.ts';
import { oauthErrorCodes } from './oauth-errors.rules.ts';

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
