import { defineCalls } from '../call.ts';
import { EmptyResult } from '../primitives.ts';
import { IntrospectedToken, maxRevokedTokens, TokenIntrospection, TokenRevocation } from './oauth.schemas.ts';

/** Calls for OAuth clients, in the format of OAuth (`Wire`). */
export const oauthCalls = defineCalls({
  revokeTokenByHolder: {
    method: 'POST',
    path: '/oauth/revoke',
    wire: 'oauth',
    access: { who: 'anyone' },
    // Each token counts that we did not sign.
    rateLimit: { times: 1_000, seconds: 600, per: 'ip', counts: 'failures', store: 'memory' },
    body: TokenRevocation,
    result: EmptyResult,
    managesTransactions: true,
    endsAccess: true,
    errors: ['UnsupportedTokenType'],
    summary: `Revoke API tokens that you have, such as leaked ones that you found, up to ${maxRevokedTokens} at once (RFC 7009)`,
  },
  introspectToken: {
    method: 'POST',
    path: '/oauth/introspect',
    wire: 'oauth',
    access: { who: 'anyone' },
    // A text counts that is no token of ours.
    rateLimit: { times: 1_000, seconds: 600, per: 'ip', counts: 'failures', store: 'memory' },
    body: TokenIntrospection,
    result: IntrospectedToken,
    managesTransactions: true,
    summary:
      'Check an API token that a program sent to an instance: whether it is active, who it acts as, and what it may do (RFC 7662)',
  },
});
