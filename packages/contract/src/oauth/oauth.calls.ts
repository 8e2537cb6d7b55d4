import { defineCalls } from '../call.ts';
import { EmptyResult } from '../primitives.ts';
import { IntrospectedToken, maxRevokedTokens, TokenIntrospection, TokenRevocation } from './oauth.schemas.ts';

/** Holding a token is the permission to make these calls. Each text that is not a token of ours counts as a failure. */
const byHolder = {
  method: 'POST',
  wire: 'oauth',
  access: { who: 'anyone' },
  rateLimit: { times: 1_000, seconds: 600, per: 'ip', counts: 'failures', store: 'memory' },
  managesTransactions: true,
} as const;

/** Calls for OAuth clients, in the format of OAuth (`Wire`). */
export const oauthCalls = defineCalls({
  revokeTokenByHolder: {
    ...byHolder,
    path: '/oauth/revoke',
    body: TokenRevocation,
    result: EmptyResult,
    endsAccess: true,
    errors: ['UnsupportedTokenType'],
    summary: `Revoke API tokens that you have, such as leaked ones that you found, up to ${maxRevokedTokens} at once (RFC 7009)`,
  },
  introspectToken: {
    ...byHolder,
    path: '/oauth/introspect',
    body: TokenIntrospection,
    result: IntrospectedToken,
    summary:
      'Check an API token that a program sent to an instance: whether it is active, who it acts as, and what it may do (RFC 7662)',
  },
});
