import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import request from 'supertest';
import { createApp } from '../../../src/app.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn as createSession, makeUser } from '../../support/builders.ts';
import { closeServer, listen } from '../../support/listen.ts';

const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
const otherKeys = await generateKeyPair('RS256');

interface Forgery {
  sub?: string;
  email?: string | null;
  nickname?: string;
  issuer?: string;
  audience?: string | string[];
  nonce?: string;
  expires?: string;
  signedWithOtherKey?: boolean;
  unsigned?: boolean;
  /** Seconds since 1970. */
  authTime?: unknown;
  typ?: string;
  /** The id of the key. */
  kid?: string;
  /** A claim that is left out. */
  without?: 'exp' | 'iat';
  /** Additional claims. */
  more?: object;
}

// An identity provider whose responses each test configures.
let idToken = '';
let tokenStatus = 200;
let tokenError: string | undefined;
let tokenBody: string | undefined;
let keysStatus = 200;
const provider = createServer((req, res) => void respond(req, res));

async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body =
    req.url === '/.well-known/jwks.json'
      ? { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }
      : { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: idToken, error: tokenError };
  res.writeHead(req.url === '/oauth/token' ? tokenStatus : keysStatus, { 'content-type': 'application/json' });
  res.end(req.url === '/oauth/token' && tokenBody !== undefined ? tokenBody : JSON.stringify(body));
}

let api: TestApi;
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(provider)}`;
  api = await startApi({ AUTH0_URL: url });
});
afterAll(async () => {
  await api.close();
  provider.closeAllConnections();
  await closeServer(provider);
});

async function logIn(forgery: Forgery, at: TestApi = api, query = '', session = '') {
  const loginResponse = await at.send('GET', `/auth/login${query}`, { cookie: session }).redirects(0);
  const authorize = new URL(loginResponse.headers.location ?? '');
  const loginCookie = String(loginResponse.headers['set-cookie']?.[0]).split(';')[0] ?? '';
  expect(authorize.searchParams.get('code_challenge_method')).toBe('S256');
  idToken = await makeIdToken({ nonce: authorize.searchParams.get('nonce') ?? '', ...forgery });
  const state = authorize.searchParams.get('state') ?? '';
  return at
    .send('GET', `/auth/login-callback?code=abc&state=${state}`, { cookie: `${loginCookie}; ${session}` })
    .redirects(0);
}

async function makeIdToken({
  sub = 'auth0|1',
  email = 'ada@example.com',
  nickname,
  issuer,
  audience,
  nonce,
  expires,
  signedWithOtherKey,
  unsigned,
  authTime,
  typ,
  kid = 'one',
  without,
  more,
}: Forgery): Promise<string> {
  const claims = { sub, nickname, email, email_verified: true, nonce, auth_time: authTime, ...more };
  const jwt = new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid, ...(typ !== undefined && { typ }) })
    .setIssuer(issuer ?? `${url}/`)
    .setAudience(audience ?? 'client');
  if (without !== 'iat') jwt.setIssuedAt();
  if (without !== 'exp') jwt.setExpirationTime(expires ?? '1h');
  const token = await jwt.sign(signedWithOtherKey ? otherKeys.privateKey : privateKey);
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
  return unsigned ? `${header}.${token.split('.')[1] ?? ''}.` : token;
}

/** The API with a log of its own. */
function recordLog(level: 'warn' | 'error') {
  const lines: string[] = [];
  const log = createLogger(level, { write: (line: string) => void lines.push(line) });
  const app = createApp({ ...api.services, log });
  const send: TestApi['send'] = (_method, path, { cookie = '' } = {}) =>
    request(app).get(path).set({ Cookie: cookie, Referer: 'http://localhost:9000/' });
  return { loggedApi: { ...api, send }, lines };
}

const tryAgainLink = (page: string) => /href="([^"]+)"[^>]*>\s*Try again/.exec(page)?.[1];

const isLoggedIn = async () => (await api.db.session.count()) > 0;

describe('an ID token', () => {
  const forgeries: [string, Forgery][] = [
    ['signed with another key', { signedWithOtherKey: true }],
    ['without a signature', { unsigned: true }],
    ['of another issuer', { issuer: 'https://evil.example/' }],
    ['for another client', { audience: 'other' }],
    ['that has expired', { expires: '-1h' }],
    ['that never expires', { without: 'exp' }],
    ['without the time of its issue', { without: 'iat' }],
    ['issued to another client', { more: { azp: 'other' } }],
    ['issued to a client without a name', { more: { azp: '' } }],
    ['for several clients, which names none', { audience: ['client', 'other'] }],
    ['for several clients, issued to another', { audience: ['client', 'other'], more: { azp: 'other' } }],
    ['of another type', { typ: 'at+jwt' }],
    ['that is a logout token', { typ: 'logout+jwt' }],
    ['with a NUL character in the identity', { sub: 'auth0|1\0' }],
    ['with a NUL character in the address', { email: 'ada\0@example.com' }],
  ];

  it.each(forgeries)('%s is rejected, and the page does not say that the user cancelled', async (_label, forgery) => {
    const response = await logIn(forgery);
    expect([response.status, response.type]).toEqual([500, 'text/html']);
    expect(response.text).toContain('not set up correctly for each other. Please contact support.');
    expect(response.text).toMatch(/href="mailto:/);
    expect(await isLoggedIn()).toBe(false);
  });

  it('with another nonce is rejected as another login', async () => {
    const response = await logIn({ nonce: 'other' });
    expect([response.status, response.text]).toEqual([400, expect.stringContaining('Login not completed')]);
    expect(await isLoggedIn()).toBe(false);
  });

  it.each<[string, string, Forgery]>([
    ['nonce', 'the nonce does not match', { nonce: 'other' }],
    ['type', 'the type is not JWT', { typ: 'at+jwt' }],
    ['client', 'the token was issued to another client', { more: { azp: 'other' } }],
    ['claim', 'a claim is malformed', { sub: 'auth0|\0' }],
  ])('that is rejected for its %s is logged with the reason', async (_what, reason, forgery) => {
    const { loggedApi, lines } = recordLog('warn');
    await logIn(forgery, loggedApi);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({
        body: expect.stringMatching(/^ID token rejected/) as unknown,
        code: 'ERR_JWT_CLAIM_VALIDATION_FAILED',
        reason,
      }),
    );
  });

  it.each<[string, string, Forgery]>([
    ['issuer', 'compare AUTH0_ISSUER', { issuer: 'https://other-tenant.eu.auth0.com/' }],
    ['audience', 'compare AUTH0_CLIENT_ID', { audience: 'other' }],
    ['client', 'compare AUTH0_CLIENT_ID', { more: { azp: 'other' } }],
    ['expiry', 'compare the clocks', { expires: '-1h' }],
    ['algorithm', 'set the signature algorithm of the application to RS256', { unsigned: true }],
  ])('that is rejected for its %s is logged with what operators check', async (_what, check, forgery) => {
    const { loggedApi, lines } = recordLog('error');
    await logIn(forgery, loggedApi);
    expect(lines).toEqual([expect.stringContaining(`ID token rejected: ${check}`)]);
  });

  it('signed with a key that was published a moment ago can be tried again', async () => {
    const response = await logIn({ kid: 'two' });
    expect([response.status, response.headers['retry-after']]).toEqual([503, '30']);
  });

  it('that expired less than a minute ago is accepted, because the clocks may differ', async () => {
    expect((await logIn({ expires: '-50s' })).headers.location).toBe('http://localhost:9000/login-success');
    await api.db.session.deleteMany();
  });

  // SAML and custom database connections pass on attributes as they are.
  it.each([
    [{ email_verified: 'true' }, true],
    [{ email_verified: 'false' }, false],
    [{ email_verified: 1 }, false],
    [{ nickname: null, given_name: ['Ada'], family_name: 7, picture: {} }, true],
  ])('with the unusual claims %j logs the user in', async (more, emailVerified) => {
    const email = `unusual${JSON.stringify(more).length}@example.com`;
    const response = await logIn({ sub: `samlp|${email}`, email, more });
    expect(response.headers.location).toBe('http://localhost:9000/login-success');
    expect(await api.db.user.findFirst({ where: { email } })).toMatchObject({ emailVerified });
    await api.db.session.deleteMany();
  });

  it('that cannot be verified because the keys are unavailable is an error of the login service', async () => {
    keysStatus = 500;
    const otherApi = await startApi({ AUTH0_URL: url });
    const response = await logIn({}, otherApi);
    await otherApi.close();
    keysStatus = 200;
    expect([response.status, response.headers['retry-after']]).toEqual([503, '30']);
    expect(response.text).toContain('The login service is unavailable');
  });

  it.each([
    [403, 'invalid_grant', 400],
    [401, 'invalid_client', 500],
    [500, undefined, 503],
  ])('that the token endpoint rejects with %d %s leads to %d', async (status, error, expected) => {
    [tokenStatus, tokenError] = [status, error];
    const response = await logIn({});
    [tokenStatus, tokenError] = [200, undefined];
    expect(response.status).toBe(expected);
    expect(tryAgainLink(response.text)).toBe('http://localhost:9000/login?retry=1');
  });

  it('that cannot be redeemed for a user who is logged in leads to another new login', async () => {
    const { cookie } = await createSession(api, await makeUser(api));
    [tokenStatus, tokenError] = [401, 'invalid_client'];
    const response = await logIn({}, api, '?fresh=1', cookie);
    [tokenStatus, tokenError] = [200, undefined];
    await api.db.session.deleteMany();
    expect(response.status).toBe(500);
    expect(tryAgainLink(response.text)).toBe('http://localhost:9001/auth/login?fresh=1');
  });

  it.each(['null', '"text"', 'not JSON', '{}'])(
    'that is missing because the token endpoint responds with %s is an error of the login service',
    async (body) => {
      tokenBody = body;
      const response = await logIn({});
      tokenBody = undefined;
      expect(response.status).toBe(503);
      expect(response.text).toContain('The login service is unavailable');
    },
  );

  it('that the provider denies because it rejects our client is logged with the settings to check', async () => {
    const { loggedApi, lines } = recordLog('error');
    [tokenStatus, tokenError] = [401, 'access_denied'];
    const response = await logIn({}, loggedApi);
    [tokenStatus, tokenError] = [200, undefined];
    expect(response.status).toBe(500);
    expect(lines).toEqual([expect.stringContaining('Check AUTH0_CLIENT_ID and AUTH0_CLIENT_SECRET.')]);
  });

  it.each([null, ''])('with the email %j is rejected with the reason', async (email) => {
    const response = await logIn({ email });
    expect(response.status).toBe(409);
    expect(response.text).toContain('no email address that we can use');
  });

  it.each(['nothing like an address', 'fran\u212A@example.com', 'ſtaff@systeminit.com', 'a\u200Bda@example.com'])(
    'with the email %j, which resembles that of another user, is rejected with the reason',
    async (email) => {
      const response = await logIn({ email });
      expect(response.status).toBe(409);
      expect(response.text).toContain('We can’t use the email address of your account at the login service');
      expect(await isLoggedIn()).toBe(false);
    },
  );

  it('is not requested with parameters of the login link', async () => {
    const response = await api.send('GET', '/auth/login?error=x&code=y').redirects(0);
    expect([response.status, new URL(response.headers.location ?? '').pathname]).toEqual([303, '/authorize']);
  });

  it.each([
    ['of the usual type', { typ: 'JWT' }],
    ['issued to our client', { more: { azp: 'client' } }],
    ['for a list of clients that has only ours', { audience: ['client'] }],
    ['for several clients, issued to ours', { audience: ['other', 'client'], more: { azp: 'client' } }],
  ])('%s logs the user in', async (_label, forgery) => {
    expect((await logIn(forgery)).headers.location).toBe('http://localhost:9000/login-success');
    await api.db.session.deleteMany();
  });

  it('that is valid logs the user in', async () => {
    expect((await logIn({})).headers.location).toBe('http://localhost:9000/login-success');
    expect(await isLoggedIn()).toBe(true);
  });

  it('that does not say whether the email is verified starts a session without verified email', async () => {
    await logIn({ sub: 'auth0|unsaid', email: 'unsaid@example.com', more: { email_verified: undefined } });
    const user = await api.db.user.findFirstOrThrow({ where: { email: 'unsaid@example.com' } });
    expect(user.emailVerified).toBe(false);
  });

  it('may contain an email that our own forms reject', async () => {
    await logIn({ email: 'JOSÉ@Example.com' });
    const user = await api.db.user.findFirstOrThrow({ where: { email: 'josé@example.com' } });
    expect((await api.send('GET', '/whoami', await createSession(api, user))).status).toBe(200);
  });
});

describe('the time of the login', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const portal = 'http://localhost:9000/login-success';
  const latestLoginTime = async () => {
    const session = await api.db.session.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    return session.loggedInAt;
  };

  it.each([
    ['is missing', undefined],
    ['is before the login was requested', now() - 900],
  ])('of a fresh login that %s is rejected', async (_label, authTime) => {
    const before = await api.db.session.count();
    const response = await logIn({ authTime }, api, '?fresh=1');
    expect([response.status, await api.db.session.count()]).toEqual([403, before]);
    expect(response.text).toContain('A new login is required');
  });

  // A minute of difference between the clocks is tolerated.
  it.each([
    ['accepted', 30, 303],
    ['rejected', 90, 403],
  ])('of a fresh login is %s %d seconds before it was requested', async (_what, seconds, status) => {
    expect((await logIn({ authTime: now() - seconds }, api, '?fresh=1')).status).toBe(status);
  });

  it('that is not a number is rejected', async () => {
    expect((await logIn({ authTime: 'now' })).status).toBe(500);
  });

  it('comes from the provider, and is unknown without a claim', async () => {
    const authTime = now() - 900;
    expect((await logIn({ authTime })).headers.location).toBe(portal);
    expect(await latestLoginTime()).toEqual(new Date(authTime * 1000));
    expect((await logIn({})).headers.location).toBe(portal);
    expect(await latestLoginTime()).toBeNull();
  });

  const staff = { email: 'staff@systeminit.com', sub: 'waad|1', more: { amr: ['mfa'] } };
  const longAgo = () => now() - 13 * 3_600;

  it.each([
    ['13 hours ago', longAgo],
    ['31 minutes ago', () => now() - 31 * 60],
    ['at an unknown time', () => undefined],
  ])('of staff who logged in %s starts no session and requests a new login', async (_when, authTime) => {
    const before = await api.db.session.count();
    const users = await api.db.user.count();
    const response = await logIn({ ...staff, authTime: authTime() });
    const query = new URL(response.headers.location ?? '').searchParams;
    expect([response.status, query.get('prompt'), query.get('max_age')]).toEqual([303, 'login', '0']);
    expect(String(response.headers['set-cookie'])).not.toContain('session');
    expect([await api.db.session.count(), await api.db.user.count()]).toEqual([before, users]);
  });

  it('of staff is requested again once if the provider does not send it, and then causes an error', async () => {
    const response = await logIn(staff, api, '?fresh=1');
    expect([response.status, response.headers.location]).toEqual([403, undefined]);
    expect(response.text).toContain('did not confirm a new login. Log in again, or contact support.');
  });

  it.each([
    ['of staff within half an hour', staff, () => now() - 29 * 60],
    ['of a password identity with an address of staff at any time', { email: staff.email }, longAgo],
    ['of other users at any time', {}, longAgo],
  ])('%s is accepted', async (_who, forgery, authTime) => {
    expect((await logIn({ ...forgery, authTime: authTime() })).headers.location).toBe(portal);
  });

  it.each(['mfa', 1, null, [1, 'mfa']])(
    'without a valid list of authentication methods (%j) is accepted, but not for staff rights',
    async (amr) => {
      expect((await logIn({ more: { amr }, authTime: now() })).headers.location).toBe(portal);
      await api.db.session.deleteMany();
      expect((await logIn({ ...staff, more: { amr }, authTime: now() })).headers.location).toBe(portal);
      expect(await api.db.session.findMany({ select: { isStaff: true } })).toEqual([{ isStaff: false }]);
    },
  );

  it('of staff without a second factor is also requested again, because the provider may then ask for one', async () => {
    const response = await logIn({ ...staff, more: { amr: ['pwd'] }, authTime: longAgo() });
    expect(new URL(response.headers.location ?? '').searchParams.get('prompt')).toBe('login');
  });

  it('is never in the future', async () => {
    expect((await logIn({ authTime: now() + 900 }, api, '?fresh=1')).headers.location).toBe(portal);
    expect((await latestLoginTime())?.getTime()).toBeLessThanOrEqual(Date.now());
  });
});
