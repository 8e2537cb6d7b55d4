import { createRemoteJWKSet, jwtVerify } from 'jose';
import { Browser } from '../src/demo/browser.ts';
import { afterLogout, client, logIn, openLogin, password, redeem, startLoginStack } from './login-stack.ts';
import { pollUntil } from './poll-until.ts';

let stack: Awaited<ReturnType<typeof startLoginStack>>;
let url: string;

beforeAll(async () => {
  stack = await startLoginStack();
  url = stack.url;
});
afterAll(() => stack.stop());

async function tokensOf(login: { query: URLSearchParams; verifier: string }) {
  const response = await redeem(url, login.query.get('code') ?? '', login.verifier);
  expect(response.status).toBe(200);
  return (await response.json()) as { access_token: string; id_token: string };
}

describe('a login', () => {
  test('returns a code, a signed ID token and a profile', async () => {
    const login = await logIn(url, 'Member@Example.com');
    expect(login.query.get('state')).toBe(login.state);

    const { id_token: idToken, access_token: accessToken } = await tokensOf(login);
    const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`));
    const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
      issuer: `${url}/`,
      audience: client.client_id,
    });
    expect(protectedHeader.alg).toBe('RS256');
    expect(payload).toMatchObject({
      sub: 'auth0|5f1d3c0a9b7e4d2c8a6f0001',
      nonce: login.nonce,
      nickname: 'member',
      given_name: 'Mary',
      family_name: 'Member',
      email: 'member@example.com',
      email_verified: true,
    });

    const profile = await fetch(`${url}/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } });
    expect(await profile.json()).toMatchObject({ sub: payload.sub, email: 'member@example.com', name: 'Mary Member' });
  });

  test('responds with the same error to a wrong password and to an unknown email', async () => {
    const { base, browser } = await openLogin(url);
    const wrong = await browser.post(`${base}/login`, { email: 'member@example.com', password: 'Wrong-horse-1' });
    const unknown = await browser.post(`${base}/login`, { email: 'nobody@example.com', password: 'Wrong-horse-1' });
    expect([wrong.status, unknown.status]).toEqual([400, 400]);
    const page = await wrong.text();
    expect(page).toMatch(/class="message error" id="password-message"\s*>\s*Wrong email address or password\./);
    expect(page.match(/aria-invalid="true"\s+aria-describedby="password-message"/g)).toHaveLength(2);
    expect(await unknown.text()).toContain('Wrong email address or password.');
  });

  test('offers GitHub and Google with their logos', async () => {
    const { page } = await openLogin(url);
    const links = await page.response.text();
    for (const name of ['GitHub', 'Google'])
      expect(links).toMatch(
        new RegExp(`<svg [^>]*aria-hidden="true">\\s*<path d="M[^"]+" />\\s*</svg>\\s*Continue with ${name}`),
      );
  });

  test('rejects a wrong code verifier and a used code', async () => {
    const first = await logIn(url, 'member@example.com');
    const wrong = await redeem(url, first.query.get('code') ?? '', 'x'.repeat(43));
    expect([wrong.status, await wrong.json()]).toMatchObject([403, { error: 'invalid_grant' }]);

    const second = await logIn(url, 'member@example.com');
    await tokensOf(second);
    expect((await redeem(url, second.query.get('code') ?? '', second.verifier)).status).toBe(403);
  });

  test('rejects a redirect URI that is not registered', async () => {
    const { page } = await openLogin(url, { redirect_uri: 'http://elsewhere.test/' });
    expect(page.response.status).toBe(400);
    expect(await page.response.text()).toContain('This login can’t continue');
  });

  test('remembers a logged-in user, and shows the form for prompt=login', async () => {
    const { browser } = await logIn(url, 'member@example.com');
    const silent = await openLogin(url, { prompt: 'none' }, browser);
    expect(new URL(silent.page.url).searchParams.has('code')).toBe(true);

    const again = await logIn(url, 'staff@systeminit.com', { prompt: 'login' }, browser);
    const { id_token: idToken } = await tokensOf(again);
    const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`));
    expect((await jwtVerify(idToken, keys)).payload['email']).toBe('staff@systeminit.com');
  });

  describe('with a staff email', () => {
    const keys = () => createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`));
    const claimsOf = async (login: Parameters<typeof tokensOf>[0]) =>
      (await jwtVerify((await tokensOf(login)).id_token, keys())).payload;
    const add = (email: string) =>
      fetch(`${url}/_test/staff-accounts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });

    test('uses the staff connection with a second factor, also for a remembered login', async () => {
      const login = await logIn(url, 'Staff@systeminit.com');
      const expected = { sub: expect.stringMatching(/^waad\|/) as unknown, email_verified: true, amr: ['pwd', 'mfa'] };
      expect(await claimsOf(login)).toMatchObject(expected);
      const again = await openLogin(url, {}, login.browser);
      expect(await claimsOf({ ...again, query: new URL(again.page.url).searchParams })).toMatchObject(expected);
      const member = await logIn(url, 'member@example.com', { prompt: 'login' }, login.browser);
      expect(await claimsOf(member)).not.toHaveProperty('amr');
    });

    test('can sign up as a password identity, separate from the staff account', async () => {
      expect((await add('sam@systeminit.com')).status).toBe(201);
      expect((await add('sam@systeminit.com')).status).toBe(409);
      expect((await add('sam@example.com')).status).toBe(400);
      const form = await openLogin(url, { screen_hint: 'signup' });
      const signedUp = await form.browser.follow(
        await form.browser.post(`${form.base}/signup`, { email: 'sam@systeminit.com', password: 'Other-horse-2' }),
      );
      const passwordIdentity = await claimsOf({ ...form, query: new URL(signedUp.url).searchParams });
      expect(passwordIdentity).toMatchObject({
        sub: expect.stringMatching(/^auth0\|/) as unknown,
        email_verified: false,
      });
      expect(passwordIdentity).not.toHaveProperty('amr');
      expect((await claimsOf(await logIn(url, 'sam@systeminit.com'))).sub).toMatch(/^waad\|/);
      const later = await openLogin(url);
      const response = await later.browser.post(`${later.base}/login`, {
        email: 'sam@systeminit.com',
        password: 'Other-horse-2',
      });
      const { url: callbackUrl } = await later.browser.follow(response);
      expect((await claimsOf({ ...later, query: new URL(callbackUrl).searchParams })).sub).toBe(passwordIdentity.sub);
    });
  });

  describe('auth_time', () => {
    const account = 'auth0|5f1d3c0a9b7e4d2c8a6f0001';
    const keys = () => createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`));
    const authTimeOf = async (login: Parameters<typeof tokensOf>[0]) => {
      const { payload } = await jwtVerify((await tokensOf(login)).id_token, keys());
      return typeof payload['auth_time'] === 'number' ? Date.now() / 1000 - payload['auth_time'] : undefined;
    };
    const backdateLogins = (body: object) =>
      fetch(`${url}/_test/logins`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    /** A browser whose login is twenty minutes old. */
    const backdatedLogin = async () => {
      const { browser } = await logIn(url, 'member@example.com');
      expect((await backdateLogins({ account, minutes: 20 })).status).toBe(200);
      return browser;
    };
    const silently = async (query: Record<string, string>, browser: Browser) => {
      const login = await openLogin(url, query, browser);
      return { ...login, query: new URL(login.page.url).searchParams };
    };

    test('is only sent if the request has max_age', async () => {
      const browser = await backdatedLogin();
      expect(await authTimeOf(await silently({}, browser))).toBeUndefined();
      expect(await authTimeOf(await silently({ max_age: '3600' }, browser))).toBeGreaterThanOrEqual(1_200);
    });

    test.each([{ max_age: '600' }, { max_age: '0' }, { prompt: 'login' }, { prompt: 'login', max_age: '0' }])(
      'is renewed by a login form for %j',
      async (query) => {
        const browser = await backdatedLogin();
        const form = await silently(query, browser);
        expect(form.query.has('code')).toBe(false);
        expect(await form.page.response.text()).toContain('<h1>Log in to System Initiative</h1>');
        expect(await authTimeOf(await logIn(url, 'member@example.com', query, browser))).toBeLessThan(60);
      },
    );

    test('cannot be moved into the future', async () =>
      expect((await backdateLogins({ account, minutes: -20 })).status).toBe(400));
  });

  test('two tabs of one browser can both complete, the older one first', async () => {
    const browser = new Browser();
    const older = await openLogin(url, {}, browser);
    const newer = await openLogin(url, {}, browser);
    for (const tab of [older, newer]) {
      const response = await browser.post(`${tab.base}/login`, {
        email: 'member@example.com',
        password: 'Correct-horse-1',
      });
      const { url: callbackUrl } = await browser.follow(response);
      expect(new URL(callbackUrl).searchParams.get('state')).toBe(tab.state);
      expect(new URL(callbackUrl).searchParams.has('code')).toBe(true);
    }
  });

  test('prompt=none without a login returns login_required', async () => {
    const { page } = await openLogin(url, { prompt: 'none' });
    expect(new URL(page.url).searchParams.get('error')).toBe('login_required');
  });

  test('Back returns access_denied', async () => {
    const { base, browser } = await openLogin(url);
    const { url: callbackUrl } = await browser.follow(await browser.post(`${base}/cancel`, {}));
    const { searchParams } = new URL(callbackUrl);
    expect(searchParams.get('error')).toBe('access_denied');
    expect(searchParams.get('error_description')).toBe('User did not authorize the request');
  });

  test('a page of an unknown login says how to continue', async () => {
    const response = await new Browser().get(`${url}/u/nothing/login`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('This login has expired');
    expect(await (await new Browser().get(`${url}/u/nothing/login`)).text()).toContain(
      '<a class="button full" href="http://portal.test/workspaces">Go to the portal</a>',
    );
  });

  test.each([{}, { screen_hint: 'signup' }])('login_hint fills in the email, with %j', async (hint) => {
    const { base, browser, page } = await openLogin(url, { login_hint: 'someone@example.com', ...hint });
    expect(await page.response.text()).toContain('value="someone@example.com"');
    // Also on the other pages of the same login.
    for (const path of ['login', 'signup', 'forgot-password', 'github'])
      expect(await (await browser.get(`${base}/${path}`)).text()).toContain('value="someone@example.com"');
  });
});

describe('a social provider', () => {
  test.each([
    ['github', /^github\|\d+$/, undefined],
    ['google-oauth2', /^google-oauth2\|\d{21}$/, 'Li'],
  ])('%s: a new identity, then the same one again', async (connection, pattern, givenName) => {
    const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`));
    const subjects: unknown[] = [];
    for (const fields of [{ email: 'Li@example.com', name: 'Li Wei', picture: 'on' }, undefined]) {
      const login = await openLogin(url, { connection });
      const accountId = /value="([^"]+\|\d+)"/.exec(await login.page.response.text())?.[1] ?? '';
      const response = await login.browser.post(`${login.base}/${connection}`, fields ?? { account: accountId });
      const { url: callbackUrl } = await login.browser.follow(response);
      const tokens = await tokensOf({ query: new URL(callbackUrl).searchParams, verifier: login.verifier });
      const { payload } = await jwtVerify(tokens.id_token, keys);
      expect(payload.sub).toMatch(pattern);
      // Auth0 keeps the letter case of a social account's address. Source: community.auth0.com/t/124757
      expect(payload).toMatchObject({ email: 'Li@example.com', email_verified: true, name: 'Li Wei', nickname: 'Li' });
      expect(payload['given_name']).toBe(givenName);
      subjects.push(payload.sub);
      const picture = await fetch(String(payload['picture']));
      expect(picture.headers.get('content-type')).toContain('image/svg+xml');
    }
    expect(subjects[0]).toBe(subjects[1]);
  });
});

describe('a login by a code', () => {
  const codeSentTo = async (email: string, count: number) => {
    const subjects = await pollUntil(
      async () => {
        const response = await fetch(`${stack.mail.url}/api/messages?to=${encodeURIComponent(email)}`);
        const messages = (await response.json()) as { readonly subject: string }[];
        return messages.length === count ? messages.map(({ subject }) => subject) : undefined;
      },
      () => stack.logged.slice(-30).join('\n'),
    );
    return /\d{6}$/.exec(subjects[0] ?? '')?.[0] ?? '';
  };

  test('needs the code that the mailbox received, and finds the same account again', async () => {
    const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`));
    const subjects: unknown[] = [];
    for (const count of [1, 2]) {
      const { base, browser, verifier } = await openLogin(url);
      await browser.post(`${base}/email`, { email: 'Cora@example.com' });
      const code = await codeSentTo('cora@example.com', count);
      const wrong = await browser.post(`${base}/email-code`, { code: code === '000000' ? '000001' : '000000' });
      expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('wrong or has expired')]);
      const response = await browser.post(`${base}/email-code`, { code });
      const { url: callbackUrl } = await browser.follow(response);
      const tokens = await tokensOf({ query: new URL(callbackUrl).searchParams, verifier });
      const { payload } = await jwtVerify(tokens.id_token, keys);
      expect(payload).toMatchObject({ email: 'cora@example.com', email_verified: true, nickname: 'cora' });
      subjects.push(payload.sub);
    }
    expect(subjects[0]).toMatch(/^email\|[\da-f]{24}$/);
    expect(subjects[1]).toBe(subjects[0]);
  });

  test('accepts three attempts', async () => {
    const { base, browser } = await openLogin(url);
    await browser.post(`${base}/email`, { email: 'dora@example.com' });
    const code = await codeSentTo('dora@example.com', 1);
    for (let attempt = 0; attempt < 3; attempt++) await browser.post(`${base}/email-code`, { code: 'wrong' });
    expect((await browser.post(`${base}/email-code`, { code })).status).toBe(400);
  });
});

describe('a logout', () => {
  test('ends the session and redirects to a registered URL', async () => {
    const { browser } = await logIn(url, 'member@example.com');
    const query = new URLSearchParams({ client_id: client.client_id, returnTo: afterLogout });
    const response = await browser.get(`${url}/v2/logout?${query.toString()}`);
    expect([response.status, response.headers.get('location')]).toEqual([302, afterLogout]);
    const { page } = await openLogin(url, { prompt: 'none' }, browser);
    expect(new URL(page.url).searchParams.get('error')).toBe('login_required');
  });

  test.each([
    { client_id: client.client_id, returnTo: 'http://elsewhere.test/' },
    { client_id: 'another client', returnTo: afterLogout },
  ])('rejects %j and keeps the session', async (parameters) => {
    const { browser } = await logIn(url, 'member@example.com');
    const response = await browser.get(`${url}/v2/logout?${new URLSearchParams(parameters).toString()}`);
    expect(response.status).toBe(400);
    const { page } = await openLogin(url, { prompt: 'none' }, browser);
    expect(new URL(page.url).searchParams.has('code')).toBe(true);
  });
});
