import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAuth0 } from '../src/auth0/auth0.ts';
import { startMail } from '../src/mail/mail.ts';
import { Browser } from '../src/demo/browser.ts';

export const callback = 'http://app.test/auth/login-callback';
export const afterLogout = 'http://app.test/auth/logout-callback';
export const client = { client_id: 'portal', client_secret: 'a secret of this test' };
export const password = 'Correct-horse-1';

/** Starts the Auth0 and SMTP emulators on free ports, with their own data folder. */
export async function startLoginStack(options: { backChannelLogoutUrl?: string; issuerUrl?: string } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'emulators-'));
  const logged: string[] = [];
  const log = (line: string) => logged.push(line);
  const mail = await startMail({ port: 0, smtpPort: 0, dataDir, log });
  const startProvider = (port = 0) =>
    startAuth0({
      port,
      dataDir,
      clientId: client.client_id,
      clientSecret: client.client_secret,
      callbackUrls: [callback],
      logoutUrls: [afterLogout],
      ...options,
      smtpUrl: mail.smtpUrl,
      mailFrom: 'Accounts <accounts@example.com>',
      portalUrl: 'http://portal.test',
      log,
    });
  let provider = await startProvider();
  const { url } = provider;
  return {
    dataDir,
    logged,
    mail,
    url,
    restartProvider: async () => {
      await provider.stop();
      provider = await startProvider(Number(new URL(url).port));
    },
    stop: async () => {
      await provider.stop();
      await mail.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** An authorization request like the API's. */
export function loginRequest(url: string, more: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const nonce = randomBytes(16).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: callback,
    scope: 'openid profile email',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    nonce,
    state,
    ...more,
  });
  return { address: `${url}/authorize?${query.toString()}`, verifier, nonce, state };
}

/** Opens the page of an authorization request. */
export async function openLogin(url: string, more: Record<string, string> = {}, browser = new Browser()) {
  const request = loginRequest(url, more);
  const page = await browser.follow(await browser.get(request.address));
  return { ...request, browser, page, base: page.url.replace(/\/(login|signup|github|google-oauth2)$/, '') };
}

/** Logs in with a password. The result has the query of the callback. */
export async function logIn(url: string, email: string, more: Record<string, string> = {}, browser = new Browser()) {
  const login = await openLogin(url, more, browser);
  const response = await browser.post(`${login.base}/login`, { email, password });
  const { url: callbackUrl } = await browser.follow(response);
  return { ...login, response, query: new URL(callbackUrl).searchParams };
}

export function redeem(url: string, code: string, verifier: string): Promise<Response> {
  const grant = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier };
  return fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams({ ...client, ...grant }) });
}

export function managementToken(url: string, changes: Record<string, string> = {}): Promise<Response> {
  const grant = { ...client, grant_type: 'client_credentials', audience: `${url}/api/v2/`, ...changes };
  return fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(grant),
  });
}

interface Message {
  readonly subject: string;
  readonly text: string;
}

/** The links in the emails to an address, newest first. */
export async function verificationLinks(mailUrl: string, email: string): Promise<string[]> {
  const response = await fetch(`${mailUrl}/api/messages?to=${encodeURIComponent(email)}`);
  const messages = (await response.json()) as Message[];
  return messages.map(({ text }) => /http\S+/.exec(text)?.[0] ?? '');
}
