import { AuthClient, TokenByClientCredentialsError, TokenByCodeError } from '@auth0/auth0-auth-js';
import { ManagementClient, Management } from 'auth0';
import { Browser } from '../src/demo/browser.ts';
import { callback, client, password, startLoginStack } from './login-stack.ts';

// Auth0's own SDKs use the emulator. They expect https and a domain, so `fetch` is the proxy that ends TLS.

const domain = 'auth0.test';
const memberId = 'auth0|5f1d3c0a9b7e4d2c8a6f0001';

let stack: Awaited<ReturnType<typeof startLoginStack>>;
beforeAll(async () => {
  stack = await startLoginStack({ issuerUrl: `https://${domain}` });
});
afterAll(() => stack.stop());
afterEach(() => choose({ name: 'normal' }));

const toEmulator = (url: string) => url.replace(`https://${domain}`, stack.url);

const proxiedFetch: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  const headers = new Headers(request.headers);
  headers.set('x-forwarded-proto', 'https');
  headers.set('x-forwarded-host', domain);
  return fetch(new Request(toEmulator(request.url), new Request(request, { headers })));
};

const choose = (scenario: object) =>
  fetch(`${stack.url}/_test/scenario`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(scenario),
  });

const credentials = { domain, clientId: client.client_id, clientSecret: client.client_secret };

describe('@auth0/auth0-auth-js', () => {
  const auth = (changes: Partial<typeof credentials> = {}) =>
    new AuthClient({
      ...credentials,
      ...changes,
      customFetch: proxiedFetch,
      authorizationParams: { redirect_uri: callback, scope: 'openid profile email' },
    });

  /** Logs in with a password, and returns what the application gets. */
  async function logIn(sdk: AuthClient) {
    const { authorizationUrl, codeVerifier } = await sdk.buildAuthorizationUrl();
    const browser = new Browser();
    const page = await browser.follow(await browser.get(toEmulator(authorizationUrl.href)));
    const form = { email: 'member@example.com', password };
    const { url } = await browser.follow(await browser.post(page.url, form));
    return { url: new URL(url), codeVerifier };
  }

  it('completes a login, verifies the ID token, and can use the code once', async () => {
    const sdk = auth();
    const { url, codeVerifier } = await logIn(sdk);
    const tokens = await sdk.getTokenByCode(url, { codeVerifier });
    expect(tokens.claims).toMatchObject({ sub: memberId, iss: `https://${domain}/`, email: 'member@example.com' });
    await expect(sdk.getTokenByCode(url, { codeVerifier })).rejects.toMatchObject({
      constructor: TokenByCodeError,
      cause: { error: 'invalid_grant' },
    });
  });

  it.each([
    ['token_denied', 403, 'access_denied'],
    ['token_client_rejected', 401, 'access_denied'],
    ['token_rate_limited', 429, 'too_many_requests'],
  ])('throws TokenByCodeError in the scenario %s', async (name, statusCode, error) => {
    const sdk = auth();
    const { url, codeVerifier } = await logIn(sdk);
    await choose({ name });
    await expect(sdk.getTokenByCode(url, { codeVerifier })).rejects.toMatchObject({
      constructor: TokenByCodeError,
      statusCode,
      cause: { error },
    });
  });

  // The SDK checks no signature, because the ID token comes from the token endpoint (OpenID Connect Core, 3.1.3.7).
  it.each(['other_issuer', 'expired'])('refuses the ID token in the scenario %s', async (name) => {
    const sdk = auth();
    const { url, codeVerifier } = await logIn(sdk);
    await choose({ name });
    await expect(sdk.getTokenByCode(url, { codeVerifier })).rejects.toBeInstanceOf(TokenByCodeError);
  });

  it('throws TokenByClientCredentialsError for a wrong secret and for an unknown API', async () => {
    const audience = `https://${domain}/api/v2/`;
    await expect(auth().getTokenByClientCredentials({ audience })).resolves.toHaveProperty('accessToken');
    for (const [sdk, api, error] of [
      [auth({ clientSecret: 'wrong' }), audience, 'access_denied'],
      [auth(), 'https://other.test/', 'access_denied'],
    ] as const)
      await expect(sdk.getTokenByClientCredentials({ audience: api })).rejects.toMatchObject({
        constructor: TokenByClientCredentialsError,
        cause: { error },
      });
  });
});

describe('ManagementClient of auth0', () => {
  const management = (changes: Partial<typeof credentials> = {}) =>
    new ManagementClient({ ...credentials, ...changes, fetch: proxiedFetch, maxRetries: 0 });

  it('reads, blocks and deletes a user, and sends a verification email', async () => {
    const { users, jobs } = management();
    expect(await users.get(memberId)).toMatchObject({ user_id: memberId, email_verified: true });
    expect(await users.update(memberId, { blocked: true })).toMatchObject({ blocked: true });
    expect(await jobs.verificationEmail.create({ user_id: memberId })).toMatchObject({ status: 'pending' });
    await users.update(memberId, { blocked: false });
    await users.delete('auth0|missing');
    await expect(users.get('auth0|missing')).rejects.toBeInstanceOf(Management.NotFoundError);
  });

  it.each([
    ['management_bad_request', Management.BadRequestError, 400],
    ['management_forbidden', Management.ForbiddenError, 403],
    ['management_user_missing', Management.NotFoundError, 404],
    ['management_rate_limited', Management.TooManyRequestsError, 429],
  ])('throws its own error in the scenario %s', async (name, constructor, statusCode) => {
    const { users } = management();
    await users.get(memberId);
    await choose({ name });
    await expect(users.get(memberId)).rejects.toMatchObject({ constructor, statusCode });
  });
});
