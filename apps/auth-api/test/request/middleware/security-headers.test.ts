import express from 'express';
import request from 'supertest';
import { securityHeaders } from '../../../src/request/middleware/security-headers.ts';

const app = express().disable('etag').disable('x-powered-by');
app.use(securityHeaders({ PORTAL_URL: 'https://portal.example/' }));
app.get('/', (_req, res) => void res.end());

/** Headers that Node adds, which differ between responses. */
const nodeHeaders = ['date', 'connection', 'keep-alive', 'content-length'];
const headersOf = async (method: 'get' | 'options', origin: string) => {
  const { headers } = await request(app)[method]('/').set('Origin', origin);
  return Object.fromEntries(Object.entries(headers as object).filter(([name]) => !nodeHeaders.includes(name)));
};

const commonHeaders = {
  'access-control-allow-credentials': 'true',
  'access-control-allow-origin': 'https://portal.example',
  'access-control-expose-headers': 'Date,X-Request-Id,Content-Disposition,Link,Retry-After,RateLimit,RateLimit-Policy',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  vary: 'Origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

it('every response has the same headers, for any origin', async () => {
  for (const origin of ['https://portal.example', 'https://evil.example', 'https://portal.example'])
    expect(await headersOf('get', origin)).toEqual(commonHeaders);
});

it('a preflight response allows the portal’s methods and headers', async () => {
  expect(await headersOf('options', 'https://evil.example')).toEqual({
    ...commonHeaders,
    'access-control-allow-headers': 'content-type,X-SI-REQUEST-ULID,traceparent,tracestate,baggage',
    'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE',
    'access-control-max-age': '3600',
  });
});

it('a response can replace a header', async () => {
  const page = express().use(securityHeaders({ PORTAL_URL: 'https://portal.example/' }));
  page.get('/', (_req, res) => void res.set('Content-Security-Policy', "default-src 'self'").end());
  const { headers } = await request(page).get('/');
  expect(headers).toMatchObject({ ...commonHeaders, 'content-security-policy': "default-src 'self'" });
});

it('a response adds to Vary', async () => {
  const redirecting = express().use(securityHeaders({ PORTAL_URL: 'https://portal.example/' }));
  redirecting.get('/', (_req, res) => res.redirect('/elsewhere'));
  expect((await request(redirecting).get('/')).headers).toMatchObject({ ...commonHeaders, vary: 'Origin, Accept' });
});
