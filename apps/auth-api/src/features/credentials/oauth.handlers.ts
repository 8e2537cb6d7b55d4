import type { oauthCalls } from '@portal/contract';
import { databaseNow } from '../../platform/db/clock.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import type { AuditEvent } from '../../request/audit/write-entries.ts';
import { parseRefreshToken } from '../../request/auth/refresh-tokens.ts';
import type { TerminalTokenClaims, TokenClaims } from '../../request/auth/tokens.ts';
import type { Services } from '../../request/call/services.ts';
import type { Context, FailureContext, Handlers } from '../../request/call/types.ts';
import { rejectIfOverloaded } from '../../request/stages/load-shedding.ts';
import { endLoginOfRefreshToken, endTerminalLogin } from './end-terminal-login.ts';
import { introspectApiToken } from './introspect-api-token.ts';
import { revokeTokensByHolder } from './revoke-tokens-by-holder.ts';

export const oauthHandlers: Handlers<typeof oauthCalls> = {
  async revokeTokenByHolder({ body: { token: tokens } }, context) {
    const { request, services } = context;
    // The signatures of many tokens take time, too.
    rejectIfOverloaded(services);
    const signed = await verifyEach(tokens, context);
    const tokenIds = signed.flatMap((claims) => (claims.kind === 'api' ? [claims.id] : []));
    if (tokenIds.length > 0) await revokeTokensByHolder(tokenIds, request, services);
    for (const claims of signed) if (claims.kind === 'terminal') await endLoginOfAccessToken(claims, request, services);
    // RFC 7009, section 2.2.1. A response with 200 would say that the instance token is revoked.
    if (signed.some(({ kind }) => kind === 'instance')) throw apiError('UnsupportedTokenType');
    return {};
  },

  async introspectToken({ body: { token, client_address: address = null, workspace = null } }, context) {
    const { countFailure, services } = context;
    rejectIfOverloaded(services);
    const claims = await services.tokens.verifyOfAnyAge(token);
    if (!claims) await countFailure();
    if (!claims || claims.kind === 'instance') return { active: false };
    await services.rateLimits.countIntrospection(claims.kind === 'terminal' ? claims.sessionId : claims.id);
    return introspectApiToken(claims, { address, workspace }, services);
  },
};

/** An access token that has expired gives no access. So it is no reason to end the login. */
async function endLoginOfAccessToken(
  { sessionId, expiresAt }: TerminalTokenClaims,
  request: AuditEvent['request'],
  services: Services,
): Promise<void> {
  if (expiresAt > (await databaseNow(services.db))) await endTerminalLogin(sessionId, request, services);
}

/**
 * The claims of the tokens that we signed, also of expired ones. Needs no database query, except for refresh tokens, whose logins it ends.
 * Each other token counts as a failure, and the first one over the limit ends the request, so that a flood of them costs little more than
 * its parsing.
 */
async function verifyEach(
  tokens: readonly string[],
  { countFailure, request, services }: Context & FailureContext,
): Promise<TokenClaims[]> {
  const signed: TokenClaims[] = [];
  for (const token of tokens) {
    const refreshToken = parseRefreshToken(token);
    const claims = refreshToken ? null : await services.tokens.verifyOfAnyAge(token);
    if (claims) signed.push(claims);
    else if (!refreshToken || !(await endLoginOfRefreshToken(refreshToken, request, services))) await countFailure();
  }
  return signed;
}
