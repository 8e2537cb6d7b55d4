import { defineCalls } from '../call.ts';
import { Jwks, Liveness, OpenApi, Readiness, Version } from './operation.schemas.ts';

const anyone = { who: 'anyone' } as const;

export const operationCalls = defineCalls({
  getJwks: {
    method: 'GET',
    path: '/.well-known/jwks.json',
    access: anyone,
    result: Jwks,
    summary: 'Publish the keys that tokens are checked with',
  },
  getSecurityTxt: {
    method: 'GET',
    path: '/.well-known/security.txt',
    access: anyone,
    answers: 'text',
    summary: 'Get the contact for reports of vulnerabilities (RFC 9116)',
  },
  getOpenApi: {
    method: 'GET',
    path: '/openapi.json',
    access: anyone,
    answers: 'document',
    result: OpenApi,
    summary: 'Describe this API',
  },
  getLiveness: {
    method: 'GET',
    path: '/health/live',
    access: anyone,
    result: Liveness,
    summary: 'Tell that the process answers',
  },
  getReadiness: {
    method: 'GET',
    path: '/health/ready',
    access: anyone,
    result: Readiness,
    problems: ['DatabaseUnavailable', 'NotReady'],
    summary: 'Tell that database, migrations and signing keys are as they should be',
  },
  getVersion: {
    method: 'GET',
    path: '/version',
    access: anyone,
    result: Version,
    summary: 'Tell the running version',
  },
});
