import {
  accountScope,
  apiScopeNames,
  grantTypes,
  oauthCalls,
  terminalOAuthCalls,
  type AuthorizationServerMetadata,
} from '@portal/contract';
import type * as z from 'zod/mini';
import type { Settings } from '../../platform/config/settings.ts';

/** What clients of our tokens can look up. */
export function authorizationServerMetadata({
  AUTH_API_URL,
  PORTAL_URL,
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
    scopes_supported: [accountScope, ...apiScopeNames, ...PLATFORM_SCOPES.map(({ name }) => name)],
    authorization_endpoint: `${PORTAL_URL}/terminal`,
    token_endpoint: `${AUTH_API_URL}${terminalOAuthCalls.issueToken.path}`,
    token_endpoint_auth_methods_supported: ['none'],
    device_authorization_endpoint: `${AUTH_API_URL}${terminalOAuthCalls.requestDeviceCode.path}`,
    response_types_supported: ['code'],
    grant_types_supported: [...grantTypes],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${AUTH_API_URL}/docs`,
  };
}
