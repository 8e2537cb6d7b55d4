import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { callbackError } from '../../../src/features/login/oauth-error.ts';
import { exchangeCode } from '../../../src/features/login/token-exchange.ts';
import { parseSettings } from '../../../src/platform/config/settings.ts';
import { ApiError } from '../../../src/platform/errors/api-error.ts';
import { testEnvironment } from '../../support/api.ts';
import { closeServer, listen } from '../../support/listen.ts';

const grant = { code: 'a-code', code_verifier: 'a-verifier', redirect_uri: 'http://localhost/callback' };
let received: { url: string | undefined; accept: string | undefined; form: string };
let respond: (response: ServerResponse) => unknown;
const provider = createServer((request: IncomingMessage, response) => {
  void text(request).then((form) => {
    received = { url: request.url, accept: request.headers.accept, form };
    respond(response);
  });
});
let exchange: (timeoutMs?: number) => Promise<string>;
beforeAll(async () => {
  const settings = parseSettings({
    ...testEnvironment,
    DATABASE_URL: 'postgresql://localhost/none',
    SIGNING_KEYS_DIR: 'none',
    AUTH0_URL: `http://127.0.0.1:${await listen(provider)}`,
    AUTH0_CLIENT_ID: 'the-client',
    AUTH0_CLIENT_SECRET: 'the-secret',
  });
  exchange = (timeoutMs = 10_000) => exchangeCode(grant, settings, timeoutMs);
});
afterAll(async () => {
  provider.closeAllConnections();
  await closeServer(provider);
});

const json = (status: number, body: unknown) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** The messages of the causes of an error, from the outside to the inside. */
const causesOf = (error: Error): string[] =>
  error.cause instanceof Error ? [error.cause.message, ...causesOf(error.cause)] : [];

async function rejection(timeoutMs?: number): Promise<ApiError> {
  const error: unknown = await exchange(timeoutMs).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error('The exchange did not reject with an ApiError.', { cause: error });
}

test('a code is redeemed with the client, its verifier and the redirect URI', async () => {
  respond = json(200, { id_token: 'the-token', access_token: 'unused' });
  expect(await exchange()).toBe('the-token');
  expect(received).toMatchObject({ url: '/oauth/token', accept: 'application/json' });
  expect(Object.fromEntries(new URLSearchParams(received.form))).toEqual({
    grant_type: 'authorization_code',
    client_id: 'the-client',
    client_secret: 'the-secret',
    ...grant,
  });
});

test('a rejected code is an error of the login, and the log says so', async () => {
  respond = json(403, { error: 'invalid_grant' });
  const error = await rejection();
  expect(error.type).toBe('LoginNotFinished');
  expect(error.cause).toMatchObject({ message: 'The identity provider rejected the token request.', status: 403 });
});

test.each([
  [401, { error: 'anything' }],
  [403, { error: 'invalid_client' }],
  [403, { error: 'unauthorized_client' }],
  [401, { error: 'access_denied' }],
])('a rejected client names the settings to check: %i %j', async (status, body) => {
  respond = json(status, body);
  const error = await rejection();
  expect([error.type, error.retryAfter]).toEqual(['IdentityProviderMisconfigured', undefined]);
  expect(causesOf(error)).toEqual([
    'The identity provider rejected the client. Check AUTH0_CLIENT_ID and AUTH0_CLIENT_SECRET.',
    'The identity provider rejected the token request.',
  ]);
});

const misconfigured = 'IdentityProviderMisconfigured';

// The codes: RFC 6749, section 5.2.
test.each(['invalid_request', 'invalid_scope', 'unsupported_grant_type'])(
  'a request that the provider rejects with %s is an error of the set-up, as it is in a callback',
  async (code) => {
    respond = json(400, { error: code });
    const { type } = await rejection();
    expect([type, callbackError({ error: code }, true).type]).toEqual([misconfigured, misconfigured]);
  },
);

// The errors of the token endpoint: https://auth0.com/docs/api/authentication, "Standard error responses".
test.each([
  ['access_denied', 'Only on weekdays.'],
  ['mfa_required', 'Multifactor authentication required'],
  ['unauthorized', 'user is blocked'],
])('a login that the provider denies with %s is refused with its reason', async (error, error_description) => {
  respond = json(403, { error, error_description });
  const refused = await rejection();
  expect(refused.type).toBe('LoginDenied');
  expect(refused.message).toContain(`: “${error_description}”`);
});

// The headers: https://auth0.com/docs/troubleshoot/customer-support/operational-policies/rate-limit-policy
test.each([
  [{ 'retry-after': '17' }, 17],
  [{ 'retry-after': new Date(Date.now() + 20_000).toUTCString() }, 20],
  [{ 'x-ratelimit-reset': String(Math.floor(Date.now() / 1_000) + 25) }, 25],
  [{ 'retry-after': 'soon' }, 30],
  [{ 'retry-after': '999999' }, 3_600],
  [{ 'x-ratelimit-reset': '1' }, 1],
  [{}, 30],
])('too many requests with the headers %j are an outage of %i s', async (headers, expected) => {
  respond = (response) => response.writeHead(429, headers).end('{"error":"too_many_requests"}');
  const error = await rejection();
  expect(error.type).toBe('IdentityProviderUnavailable');
  expect(error.message).toContain('is busy');
  expect(Math.abs((error.retryAfter ?? 0) - expected)).toBeLessThanOrEqual(3);
  expect(causesOf(error)).toEqual(['The identity provider rejected the token request.']);
});

test.each<[string, (response: ServerResponse) => unknown]>([
  ['an error', json(500, { error: 'server_error' })],
  ['an error without a code', json(400, {})],
  ['an error page', (response) => response.writeHead(502).end('<!doctype html>')],
])('%s is an outage of the provider', async (_what, response) => {
  respond = response;
  const error = await rejection();
  expect(error.type).toBe('IdentityProviderUnavailable');
  expect(causesOf(error)).toEqual(['The identity provider rejected the token request.']);
});

test('a response without an ID token is an outage of the provider', async () => {
  respond = json(200, { access_token: 'only' });
  const error = await rejection();
  expect(error.type).toBe('IdentityProviderUnavailable');
  expect(causesOf(error)).toEqual(['The identity provider responded without an ID token.']);
});

test.each<[string, (response: ServerResponse) => unknown]>([
  ['that is not JSON', (response) => response.end('<!doctype html>')],
  ['that redirects', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  ['that breaks off', (response) => response.destroy()],
])('a response %s is an outage of the provider', async (_what, response) => {
  respond = response;
  expect((await rejection()).type).toBe('IdentityProviderUnavailable');
});

test('a response that takes too long is an outage of the provider', async () => {
  respond = () => undefined;
  expect((await rejection(50)).type).toBe('IdentityProviderUnavailable');
});
