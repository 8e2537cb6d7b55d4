import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { Browser } from '../src/demo/browser.ts';
import {
  client,
  logIn,
  managementToken,
  openLogin,
  password,
  redeem,
  startLoginStack,
  verificationLinks,
} from './login-stack.ts';
import { pollUntil } from './poll-until.ts';

const received: string[] = [];
const application = createServer((request, response) => {
  void text(request).then((body) => {
    received.push(new URLSearchParams(body).get('logout_token') ?? '');
    response.end();
  });
});

let stack: Awaited<ReturnType<typeof startLoginStack>>;
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  stack = await startLoginStack({
    backChannelLogoutUrl: `http://127.0.0.1:${(application.address() as AddressInfo).port}/logout`,
  });
  url = stack.url;
});
beforeEach(() => (received.length = 0));
afterAll(async () => {
  await stack.stop();
  application.closeAllConnections();
  application.close();
});

let count = 0;

/** Signs a user up and returns the claims of the ID token. */
async function signUp() {
  const email = `user${count++}@example.com`;
  const login = await openLogin(url, { screen_hint: 'signup' });
  const { url: callback } = await login.browser.follow(
    await login.browser.post(`${login.base}/signup`, { email, password }),
  );
  const claims = await claimsOf(new URL(callback).searchParams, login.verifier);
  return { email, claims };
}

async function claimsOf(query: URLSearchParams, verifier: string) {
  const tokens = (await (await redeem(url, query.get('code') ?? '', verifier)).json()) as { id_token: string };
  return decodeJwt(tokens.id_token);
}

/** Requests a link on the login page. Returns the text of the page after it. */
async function requestReset(email: string): Promise<string> {
  const { browser, base, page } = await openLogin(url);
  expect(await page.response.text()).toContain('Forgot password?');
  return (await browser.post(`${base}/forgot-password`, { email })).text();
}

const resetLinkTo = (email: string) =>
  pollUntil(
    async () => (await verificationLinks(stack.mail.url, email)).find((link) => link.includes('/reset-password')),
    () => stack.logged.slice(-20).join('\n'),
  );

const setPassword = (link: string, newPassword: string) =>
  new Browser().post(`${url}/reset-password`, {
    ticket: new URL(link).searchParams.get('ticket') ?? '',
    password: newPassword,
  });

const isLoggedIn = async (email: string, withPassword: string) => {
  const { browser, base } = await openLogin(url);
  const response = await browser.post(`${base}/login`, { email, password: withPassword });
  const end = await browser.follow(response);
  return new URL(end.url).searchParams.has('code');
};

const verify = (token: string | undefined) =>
  jwtVerify(token ?? '', createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`)), {
    issuer: `${url}/`,
    audience: client.client_id,
    typ: 'logout+jwt',
  });

describe('a user who forgot the password', () => {
  it('chooses a new one by a link, and the application gets a logout token for each login', async () => {
    const { email, claims } = await signUp();
    const other = await logIn(url, email);
    const otherClaims = await claimsOf(other.query, other.verifier);
    await requestReset(email);
    const link = await resetLinkTo(email);
    expect(await (await setPassword(link, 'weak')).text()).toContain('at least 8 characters');
    expect((await setPassword(link, 'Another-horse-2')).status).toBe(200);
    expect([await isLoggedIn(email, password), await isLoggedIn(email, 'Another-horse-2')]).toEqual([false, true]);
    const tokens = await Promise.all(received.map(async (token) => (await verify(token)).payload));
    expect(tokens.map(({ sub }) => sub)).toEqual([claims.sub, claims.sub]);
    expect(new Set(tokens.map(({ sid }) => sid))).toEqual(new Set([claims['sid'], otherClaims['sid']]));
    expect(tokens[0]?.['events']).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} });
  });

  it('cannot use a link twice', async () => {
    const { email } = await signUp();
    await requestReset(email);
    const link = await resetLinkTo(email);
    await setPassword(link, 'Another-horse-2');
    expect((await setPassword(link, 'Another-horse-3')).status).toBe(400);
    expect((await new Browser().get(link)).status).toBe(400);
    expect(await isLoggedIn(email, 'Another-horse-3')).toBe(false);
  });

  it('sees the same page whether or not there is an account', async () => {
    const { email } = await signUp();
    expect(await requestReset('nobody@example.com')).toBe(await requestReset(email));
    expect(await verificationLinks(stack.mail.url, 'nobody@example.com')).toEqual([]);
  });
});

it('an account that is blocked or deleted is logged out of the application', async () => {
  const { access_token: token } = (await (await managementToken(url)).json()) as { access_token: string };
  const manage = (method: string, id: string, body?: object) =>
    fetch(`${url}/api/v2/users/${encodeURIComponent(id)}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const { email, claims } = await signUp();
  const { sub = '' } = claims;
  expect((await manage('PATCH', sub, { blocked: true })).status).toBe(200);
  expect((await verify(received[0])).payload).toMatchObject({ sub, sid: claims['sid'] });
  expect(await isLoggedIn(email, password)).toBe(false);
  await manage('PATCH', sub, { blocked: false });
  expect(await isLoggedIn(email, password)).toBe(true);
  const again = await logIn(url, email);
  const { sid } = await claimsOf(again.query, again.verifier);
  expect((await manage('DELETE', sub)).status).toBe(204);
  expect((await verify(received.at(-1))).payload).toMatchObject({ sub });
  expect(await Promise.all(received.map(async (each) => (await verify(each)).payload['sid']))).toContain(sid);
});
