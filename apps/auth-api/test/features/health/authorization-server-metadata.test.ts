import { apiScopeNames, AuthorizationServerMetadata } from '@portal/contract';
import { startApi } from '../../support/api.ts';

// Source: RFC 8414 (OAuth 2.0 Authorization Server Metadata).

it('names the issuer of tokens, which the API may have had elsewhere, and the addresses of this API', async () => {
  const api = await startApi({ TOKEN_ISSUER: 'https://old.example.com' });
  const url = api.services.settings.AUTH_API_URL;
  const response = await api.send('GET', '/.well-known/oauth-authorization-server');
  await api.close();
  expect(response.status).toBe(200);
  expect(response.body).toEqual({
    issuer: 'https://old.example.com',
    jwks_uri: `${url}/.well-known/jwks.json`,
    introspection_endpoint: `${url}/oauth/introspect`,
    introspection_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint: `${url}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_endpoint: `${api.services.settings.PORTAL_URL}/terminal`,
    token_endpoint: `${url}/oauth/token`,
    token_endpoint_auth_methods_supported: ['none'],
    device_authorization_endpoint: `${url}/oauth/device_authorization`,
    scopes_supported: [
      'account:read',
      ...apiScopeNames,
      ...api.services.settings.PLATFORM_SCOPES.map(({ name }) => name),
    ],
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${url}/docs`,
  });
});

it('has addresses that work', async () => {
  const api = await startApi();
  const response = await api.send('GET', '/.well-known/oauth-authorization-server');
  const metadata = AuthorizationServerMetadata.parse(response.body);
  const pathOf = (url: string) => url.replace(api.services.settings.AUTH_API_URL, '');
  expect((await api.send('GET', pathOf(metadata.jwks_uri))).status).toBe(200);
  expect((await api.send('GET', pathOf(metadata.service_documentation))).status).toBeLessThan(400);
  for (const url of [metadata.introspection_endpoint, metadata.revocation_endpoint])
    expect((await api.send('POST', pathOf(url)).type('form').send('token=x')).status).toBe(200);
  await api.close();
});
