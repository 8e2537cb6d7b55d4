import { AuthClient, ChangePasswordError, TokenByClientCredentialsError, TokenByCodeError } from '@auth0/auth0-auth-js';
import { ManagementClient, Management } from 'auth0';
import { Browser } from '../src/demo/browser.ts';
import { callback, client, password, startLoginStack, verificationLinks } from './login-stack.ts';
import { pollUntil } from './poll-until.ts';

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

describe('the password change of @auth0/auth0-auth-js', () => {
  const { database } = new AuthClient({ ...credentials, customFetch: proxiedFetch });
  const connection = 'Username-Password-Authentication';
  const answer = "We've just sent you an email to reset your password.";

  it('sends a link, and answers the same for an address without an account', async () => {
    expect(await database.changePassword({ email: 'member@example.com', connection })).toBe(answer);
    expect(await database.changePassword({ email: 'nobody@example.com', connection })).toBe(answer);
    const [link = ''] = await pollUntil(
      async () => {
        const links = await verificationLinks(stack.mail.url, 'member@example.com');
        return links.length > 0 ? links : undefined;
      },
      () => stack.logged.slice(-20).join('\n'),
    );
    expect(await (await fetch(toEmulator(link))).text()).toContain('Choose a new password');
    expect(await verificationLinks(stack.mail.url, 'nobody@example.com')).toEqual([]);
  });

  it('throws ChangePasswordError for an unknown connection, and for too many requests with the time to wait', async () => {
    const email = 'many@example.com';
    await expect(database.changePassword({ email, connection: 'other' })).rejects.toMatchObject({
      constructor: ChangePasswordError,
      statusCode: 400,
    });
    for (let count = 0; count < 10; count++) await database.changePassword({ email, connection });
    const error = await database.changePassword({ email, connection }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ constructor: ChangePasswordError, statusCode: 429 });
    const { headers } = error as ChangePasswordError;
    expect(Number(new Headers(headers).get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1_000);
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

  it('lists the second factor that a user set up by a ticket, which works once', async () => {
    const { users, guardian } = management();
    expect(await users.enrollments.get(memberId)).toEqual([]);
    const { ticket_id: id = '', ticket_url: url } = await guardian.enrollments.createTicket({ user_id: memberId });
    expect(url).toBe(`https://${domain}/guardian/enroll?ticket=${id}`);
    const enroll = () =>
      fetch(`${stack.url}/guardian/enroll`, { method: 'POST', body: new URLSearchParams({ ticket: id }) });
    expect([(await enroll()).status, (await enroll()).status]).toEqual([200, 400]);
    expect(await users.enrollments.get(memberId)).toMatchObject([
      { status: 'confirmed', auth_method: 'authenticator' },
    ]);
  });

  it('throws ForbiddenError without the permission for tickets, and still reads users', async () => {
    await choose({ name: 'management_no_tickets' });
    const { users, guardian } = management();
    await expect(guardian.enrollments.createTicket({ user_id: memberId })).rejects.toMatchObject({
      constructor: Management.ForbiddenError,
      body: { errorCode: 'insufficient_scope' },
    });
    expect(await users.enrollments.get('auth0|5f1d3c0a9b7e4d2c8a6f0002')).toEqual([]);
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
