import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { client, logIn, managementToken, openLogin, redeem, startLoginStack } from './login-stack.ts';

let stack: Awaited<ReturnType<typeof startLoginStack>>;
let url: string;
beforeAll(async () => {
  stack = await startLoginStack();
  url = stack.url;
});
afterAll(() => stack.stop());
afterEach(() => choose({ name: 'normal' }));

const email = 'member@example.com';
const memberId = 'auth0|5f1d3c0a9b7e4d2c8a6f0001';

const choose = (scenario: object) =>
  fetch(`${url}/_test/scenario`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(scenario),
  });

const errorOf = (query: URLSearchParams) => [query.get('error'), query.get('error_description')];

describe('a login that Auth0 refuses returns to the application with the state and the error', () => {
  // The errors of `api.access.deny` and of a blocked user: https://auth0.com/docs/customize/actions and
  // https://community.auth0.com/t/how-to-customize-error-message-returned-to-application-callback-endpoint/124408
  test.each([
    ['action_denies', 'access_denied', 'This app is only available during the week.'],
    ['mfa_required', 'mfa_required', 'Multifactor authentication required'],
    ['consent_required', 'consent_required', 'Consent required'],
    ['server_error', 'server_error', 'Internal error.'],
    ['temporarily_unavailable', 'temporarily_unavailable', 'Try again later.'],
  ])('%s', async (name, error, description) => {
    await choose({ name });
    const login = await logIn(url, email);
    expect(errorOf(login.query)).toEqual([error, description]);
    expect([login.query.get('state'), login.query.has('code')]).toEqual([login.state, false]);
  });

  test('also if Auth0 remembers the login, with the reason of the Action', async () => {
    const { browser } = await logIn(url, email);
    await choose({ name: 'action_denies', description: 'Only on weekdays.' });
    const again = await openLogin(url, {}, browser);
    expect(errorOf(new URL(again.page.url).searchParams)).toEqual(['access_denied', 'Only on weekdays.']);
  });

  test('with unauthorized for a blocked user', async () => {
    const change = (body: Record<string, string>) =>
      fetch(`${url}/account`, { method: 'POST', body: new URLSearchParams({ account: memberId, ...body }) });
    expect((await change({ change: 'block' })).status).toBe(200);
    expect(errorOf((await logIn(url, email)).query)).toEqual(['unauthorized', 'user is blocked']);
    await change({ change: 'unblock' });
    expect((await logIn(url, email)).query.has('code')).toBe(true);
  });
});

describe('the token endpoint', () => {
  const redeemLogin = async (name: string) => {
    const login = await logIn(url, email);
    await choose({ name });
    return redeem(url, login.query.get('code') ?? '', login.verifier);
  };

  test('can deny a login', async () => {
    const response = await redeemLogin('token_denied');
    expect([response.status, await response.json()]).toMatchObject([403, { error: 'access_denied' }]);
  });

  test('can limit the requests, also those for a Management API token', async () => {
    const response = await redeemLogin('token_rate_limited');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '20']);
    expect((await managementToken(url)).status).toBe(429);
  });

  const idTokenOf = async (name: string) => ((await (await redeemLogin(name)).json()) as { id_token: string }).id_token;
  const keys = () => createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`));

  test('can sign with a new key, which it publishes', async () => {
    const idToken = await idTokenOf('rotated_key');
    expect((await jwtVerify(idToken, keys(), { audience: client.client_id })).payload.sub).toBe(memberId);
  });

  test('can sign with a key that it does not publish', async () => {
    const idToken = await idTokenOf('unpublished_key');
    await expect(jwtVerify(idToken, keys())).rejects.toThrow('no applicable key');
  });

  test('can be of another issuer, have another clock, or unusual claims', async () => {
    const issued = decodeJwt(await idTokenOf('other_issuer'));
    expect((await jwtVerify(await idTokenOf('other_issuer'), keys())).payload.iss).not.toBe(`${url}/`);
    expect((decodeJwt(await idTokenOf('clock_ahead')).iat ?? 0) - (issued.iat ?? 0)).toBeGreaterThanOrEqual(300);
    await expect(jwtVerify(await idTokenOf('expired'), keys())).rejects.toThrow('"exp" claim timestamp check failed');
    expect(decodeJwt(await idTokenOf('unusual_claims'))).toMatchObject({ email_verified: 'true', nickname: null });
  });
});

describe('the Management API', () => {
  const getUser = async () => {
    const { access_token: token } = (await (await managementToken(url)).json()) as { access_token: string };
    return fetch(`${url}/api/v2/users/${encodeURIComponent(memberId)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  };

  // Auth0's error body and rate-limit headers: https://auth0.com/docs/troubleshoot/customer-support/operational-policies/rate-limit-policy
  test.each([
    ['management_bad_request', 400, 'operation_not_supported'],
    ['management_forbidden', 403, 'insufficient_scope'],
    ['management_user_missing', 404, 'inexistent_user'],
    ['management_rate_limited', 429, 'too_many_requests'],
  ])('with %s responds with %i', async (name, status, errorCode) => {
    await choose({ name, retryAfter: 7 });
    const response = await getUser();
    expect([response.status, await response.json()]).toMatchObject([status, { statusCode: status, errorCode }]);
    if (status === 429)
      expect(Number(response.headers.get('x-ratelimit-reset')) - Date.now() / 1_000).toBeGreaterThan(5);
  });
});

describe('the page', () => {
  test('has one switch, which changes the scenario', async () => {
    const page = await (await fetch(url)).text();
    expect(page).toMatch(/<option value="normal" selected\s*>\s*Everything works/);
    const body = new URLSearchParams({ mode: 'other_issuer' });
    const changed = await fetch(`${url}/mode`, { method: 'POST', body });
    expect(await changed.text()).toMatch(/<option value="other_issuer" selected/);
    expect(await (await fetch(`${url}/_test/scenario`)).json()).toMatchObject({ name: 'other_issuer' });
  });

  test('rejects an unknown scenario', async () => {
    expect((await choose({ name: 'unknown' })).status).toBe(400);
  });
});
