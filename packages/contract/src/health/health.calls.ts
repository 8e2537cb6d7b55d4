import { defineCalls } from '../call.ts';
import { AuthorizationServerMetadata, Jwks, Liveness, OpenApi, Readiness, Version } from './health.schemas.ts';

const anyone = { who: 'anyone' } as const;

/** For operators, monitoring and clients that verify tokens. None requires a login. */
export const healthCalls = defineCalls({
  getJwks: {
    method: 'GET',
    path: '/.well-known/jwks.json',
    access: anyone,
    result: Jwks,
    summary: 'Get the public keys that verify tokens',
  },
  getAuthorizationServerMetadata: {
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    access: anyone,
    result: AuthorizationServerMetadata,
    summary: 'Get the addresses of the keys, of introspection and of revocation (RFC 8414)',
  },
  getSecurityTxt: {
    method: 'GET',
    path: '/.well-known/security.txt',
    access: anyone,
    responseKind: 'text',
    summary: 'Get the contact for vulnerability reports (RFC 9116)',
  },
  getOpenApi: {
    method: 'GET',
    path: '/openapi.json',
    access: anyone,
    responseKind: 'document',
    result: OpenApi,
    summary: 'Get the OpenAPI document of this API',
  },
  getLiveness: {
    method: 'GET',
    path: '/health/live',
    access: anyone,
    result: Liveness,
    summary: 'Check that the process responds',
  },
  getReadiness: {
    method: 'GET',
    path: '/health/ready',
    access: anyone,
    result: Readiness,
    errors: ['DatabaseUnavailable', 'NotReady'],
    summary: 'Check the database, its migrations and the signing keys',
  },
  getVersion: {
    method: 'GET',
    path: '/version',
    access: anyone,
    result: Version,
    summary: 'Get the running version',
  },
});
