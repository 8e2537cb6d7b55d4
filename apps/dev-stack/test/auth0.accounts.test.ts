import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';
import { Browser } from '../src/demo/browser.ts';
import {
  logIn,
  managementToken,
  openLogin,
  password,
  redeem,
  startLoginStack,
  verificationLinks,
} from './login-stack.ts';
import { pollUntil } from './poll-until.ts';

let stack: Awaited<ReturnType<typeof startLoginStack>>;
let url: string;

beforeAll(async () => {
  stack = await startLoginStack();
  url = stack.url;
});
afterAll(() => stack.stop());

const member = 'auth0|5f1d3c0a9b7e4d2c8a6f0001';
const newcomer = 'auth0|5f1d3c0a9b7e4d2c8a6f0002';

async function ownKey() {
  const text = await readFile(join(stack.dataDir, 'auth0', 'secrets.json'), 'utf8');
  const { signingKey } = JSON.parse(text) as { signingKey: JWK };
  return importJWK(signingKey, 'RS256');
}

async function token(changes: Record<string, string> = {}): Promise<string> {
  const body = (await (await managementToken(url, changes)).json()) as { access_token: string };
  return body.access_token;
}

async function readUser(id: string, bearer?: string): Promise<Response> {
  const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  return fetch(`${url}/api/v2/users/${encodeURIComponent(id)}`, { headers: authorization });
}

async function requestVerificationEmail(id: string, bearer: string): Promise<Response> {
  return fetch(`${url}/api/v2/jobs/verification-email`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: id }),
  });
}

const linksTo = (email: string, count: number) =>
  pollUntil(
    async () => {
      const links = await verificationLinks(stack.mail.url, email);
      if (links.length > count) throw new Error(`${links.length} emails to ${email} instead of ${count}`);
      return links.length === count ? links : undefined;
    },
    () => stack.logged.slice(-30).join('\n'),
  );

async function signUp(email: string, secret = password) {
  const { base, browser, page } = await openLogin(url, { screen_hint: 'signup' });
  expect(page.url).toMatch(/\/signup$/);
  const response = await browser.post(`${base}/signup`, { email, password: secret });
  return { response, callbackUrl: (await browser.follow(response)).url };
}

describe('a sign-up', () => {
  test('logs in and sends a link that verifies the email once', async () => {
    const { callbackUrl } = await signUp('New.User@example.com');
    expect(new URL(callbackUrl).searchParams.has('code')).toBe(true);
    const [link = ''] = await linksTo('new.user@example.com', 1);

    const first = await fetch(link);
    expect([first.status, await first.text()]).toEqual([200, expect.stringContaining('is verified')]);
    const second = await fetch(link);
    expect([second.status, await second.text()]).toEqual([400, expect.stringContaining('already been used')]);
  });

  test('rejects an email that has an account', async () => {
    const { response } = await signUp('member@example.com');
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('already has an account')]);
  });

  // Source: community.auth0.com/t/113488, "symbols and multibyte characters can be registered"
  test.each([
    'моя@россия.рф',
    'r&d@example.com',
    'STRAUẞ@example.com',
    'jose\u0301@example.com',
    'mıke@example.com',
    'a@xn--.com',
  ])('accepts the address %s, also if the API does not', async (email) => {
    const { callbackUrl } = await signUp(email);
    expect(new URL(callbackUrl).searchParams.has('code')).toBe(true);
  });

  test.each(['ada', 'ada@example', 'a da@example.com', 'a@b@example.com'])('rejects %s', async (email) => {
    const { response } = await signUp(email);
    expect(await response.text()).toContain('Enter a valid email address.');
  });

  test.each(['short1A', 'onlylowercase', 'lower1234567'])('rejects the password %s', async (secret) => {
    const { response } = await signUp('weak@example.com', secret);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('class="message error" id="password-message"');
  });

  test('rejects an unknown verification link', async () => {
    expect((await fetch(`${url}/email-verification?ticket=x`)).status).toBe(400);
  });
});

describe('the Management API', () => {
  test('returns a user', async () => {
    await logIn(url, 'member@example.com');
    const response = await readUser(member, await token());
    expect(response.headers.get('x-ratelimit-limit')).toBe('50');
    expect(Number(response.headers.get('x-ratelimit-remaining'))).toBeLessThan(50);
    expect(await response.json()).toMatchObject({
      user_id: member,
      email: 'member@example.com',
      email_verified: true,
      given_name: 'Mary',
      logins_count: 1,
      identities: [{ provider: 'auth0', user_id: '5f1d3c0a9b7e4d2c8a6f0001', isSocial: false }],
    });
  });

  test('resends the verification email, and the older link still works', async () => {
    const bearer = await token();
    for (const id of [newcomer, newcomer]) {
      const response = await requestVerificationEmail(id, bearer);
      expect([response.status, await response.json()]).toMatchObject([201, { type: 'verification_email' }]);
    }
    const [, older = ''] = await linksTo('newcomer@example.com', 2);
    expect((await fetch(older)).status).toBe(200);
    expect(await (await readUser(newcomer, bearer)).json()).toMatchObject({ email_verified: true });
  });

  test('returns 404 for an unknown user', async () => {
    const bearer = await token();
    for (const response of [
      await readUser('auth0|nobody', bearer),
      await requestVerificationEmail('auth0|nobody', bearer),
    ])
      expect([response.status, await response.json()]).toEqual([
        404,
        { statusCode: 404, error: 'Not Found', message: 'The user does not exist.', errorCode: 'inexistent_user' },
      ]);
  });

  test('deletes a user and their remembered login, and responds in the same way the second time', async () => {
    const email = 'leaving@example.com';
    await signUp(email);
    const browser = new Browser();
    const { query, verifier } = await logIn(url, email, {}, browser);
    const tokens = await (await redeem(url, query.get('code') ?? '', verifier)).json();
    const { sub } = decodeJwt((tokens as { id_token: string }).id_token);
    const remove = (bearer: string) =>
      fetch(`${url}/api/v2/users/${encodeURIComponent(sub ?? '')}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${bearer}` },
      });
    expect((await remove(await token({ scope: 'read:users' }))).status).toBe(403);
    for (const _ of ['first', 'again']) expect((await remove(await token())).status).toBe(204);
    expect((await readUser(sub ?? '', await token())).status).toBe(404);
    expect((await openLogin(url, {}, browser)).page.url).toMatch(/\/login$/);
    expect((await signUp(email)).callbackUrl).toContain('code=');
  });

  test('rejects a missing, foreign or expired token, and one for a different audience', async () => {
    const own = await ownKey();
    const { privateKey: foreign } = await generateKeyPair('RS256');
    const signed = (key: Parameters<SignJWT['sign']>[0], audience: string, expires: string) =>
      new SignJWT({ scope: 'read:users', gty: 'client-credentials' })
        .setProtectedHeader({ alg: 'RS256' })
        .setIssuer(`${url}/`)
        .setAudience(audience)
        .setExpirationTime(expires)
        .sign(key);
    const audience = `${url}/api/v2/`;
    expect((await readUser(member, await signed(own, audience, '1h'))).status).toBe(200);
    const rejected: [string | undefined, string][] = [
      [undefined, 'Missing authentication'],
      ['nonsense', 'Invalid token'],
      [await signed(foreign, audience, '1h'), 'Invalid token'],
      [await signed(own, audience, '-1h'), 'Expired token received for JSON Web Token validation'],
      [await signed(own, 'http://elsewhere.test/', '1h'), 'Bad audience'],
    ];
    for (const [bearer, message] of rejected) {
      const response = await readUser(member, bearer);
      expect([response.status, await response.json()]).toEqual([
        401,
        { statusCode: 401, error: 'Unauthorized', message },
      ]);
    }
  });

  test('rejects a token without the scope', async () => {
    const response = await requestVerificationEmail(newcomer, await token({ scope: 'read:users' }));
    expect([response.status, await response.json()]).toMatchObject([403, { errorCode: 'insufficient_scope' }]);
  });

  test('issues no token for a wrong secret or a different audience', async () => {
    const wrongSecret = await managementToken(url, { client_secret: 'wrong' });
    expect([wrongSecret.status, await wrongSecret.json()]).toMatchObject([401, { error: 'access_denied' }]);
    expect((await managementToken(url, { audience: 'http://elsewhere.test/' })).status).toBe(403);
  });
});

test('a test can inject and remove faults', async () => {
  const change = (faults: object) =>
    fetch(`${url}/_test/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    });
  await change({ management: { status: 503 } });
  expect((await readUser(member, 'any')).status).toBe(503);
  expect((await change({ nothing: {} })).status).toBe(400);
  await change({});
  expect((await readUser(member, 'any')).status).toBe(401);
  await change({ token: { status: 503, times: 1 } });
  expect([(await managementToken(url)).status, (await managementToken(url)).status]).toEqual([503, 200]);
  await change({ token: { delayMs: 1, times: 2 } });
  expect((await managementToken(url)).status).toBe(200);
  expect(await (await fetch(`${url}/_test/faults`)).json()).toEqual({ token: { delayMs: 1, times: 1 } });
  await change({});
});

test('an email that the SMTP server rejects is sent later, and all data survives a restart', async () => {
  const mailMode = (mode: object) =>
    fetch(`${stack.mail.url}/_test/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(mode),
    });
  await mailMode({ mode: 'reject', code: 450 });
  await signUp('later@example.com');
  const bearer = await token();
  const { browser } = await logIn(url, 'member@example.com');

  await stack.restartProvider();
  await mailMode({ mode: 'accept' });
  const [link = ''] = await linksTo('later@example.com', 1);
  expect((await fetch(link)).status).toBe(200);
  expect((await readUser(member, bearer)).status).toBe(200);
  const { page } = await openLogin(url, { prompt: 'none' }, browser);
  expect(new URL(page.url).searchParams.has('code')).toBe(true);
});
