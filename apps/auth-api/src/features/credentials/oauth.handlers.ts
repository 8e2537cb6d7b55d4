import type { oauthCalls } from '@portal/contract';
import { apiError } from '../../platform/errors/api-error.ts';
import type { TokenClaims } from '../../request/auth/tokens.ts';
import type { Context, FailureContext, Handlers } from '../../request/call/types.ts';
import { rejectIfOverloaded } from '../../request/stages/load-shedding.ts';
import { introspectApiToken } from './introspect-api-token.ts';
import { revokeTokensByHolder } from './revoke-tokens-by-holder.ts';

export const oauthHandlers: Handlers<typeof oauthCalls> = {
  async revokeTokenByHolder({ body: { token: tokens } }, context) {
    const { request, services } = context;
    // The signatures of many tokens take time, too.
    rejectIfOverloaded(services);
    const signed = await verifyEach(tokens, context);
    const tokenIds = signed.filter(({ kind }) => kind === 'api').map(({ id }) => id);
    if (tokenIds.length > 0) await revokeTokensByHolder(tokenIds, request, services);
    // RFC 7009, section 2.2.1. A response with 200 would say that the instance token is revoked.
    if (signed.length > tokenIds.length) throw apiError('UnsupportedTokenType');
    return {};
  },

  async introspectToken({ body: { token, client_address: address = null, workspace = null } }, context) {
    const { countFailure, services } = context;
    rejectIfOverloaded(services);
    const claims = await services.tokens.verifyOfAnyAge(token);
    if (!claims) await countFailure();
    if (claims?.kind !== 'api') return { active: false };
    await services.rateLimits.countIntrospection(claims.id);
    return introspectApiToken(claims, { address, workspace }, services);
  },
};

/**
 * The claims of the tokens that we signed, also of expired ones. Needs no database query. Each other token counts as a failure, and the
 * first one over the limit ends the request, so that a flood of them costs little more than its parsing.
 */
async function verifyEach(
  tokens: readonly string[],
  { countFailure, services }: Context & FailureContext,
): Promise<TokenClaims[]> {
  const signed: TokenClaims[] = [];
  for (const token of tokens) {
    const claims = await services.tokens.verifyOfAnyAge(token);
    if (claims) signed.push(claims);
    else await countFailure();
  }
  return signed;
}
