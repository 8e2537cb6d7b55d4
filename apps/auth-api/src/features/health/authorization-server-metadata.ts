import { apiScopeNames, oauthCalls, type AuthorizationServerMetadata } from '@portal/contract';
import type * as z from 'zod/mini';
import type { Settings } from '../../platform/config/settings.ts';

/** What clients of our tokens can look up. */
export function authorizationServerMetadata({
  AUTH_API_URL,
  TOKEN_ISSUER,
  PLATFORM_SCOPES,
}: Settings): z.infer<typeof AuthorizationServerMetadata> {
  return {
    issuer: TOKEN_ISSUER,
    jwks_uri: `${AUTH_API_URL}/.well-known/jwks.json`,
    introspection_endpoint: `${AUTH_API_URL}${oauthCalls.introspectToken.path}`,
    introspection_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint: `${AUTH_API_URL}${oauthCalls.revokeTokenByHolder.path}`,
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: [...apiScopeNames, ...PLATFORM_SCOPES.map(({ name }) => name)],
    response_types_supported: [],
    grant_types_supported: [],
    service_documentation: `${AUTH_API_URL}/docs`,
  };
}
