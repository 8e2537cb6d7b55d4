import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApi, type TestApi } from './support/api.ts';

const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
const stranger = await generateKeyPair('RS256');

interface Forgery {
  issuer?: string;
  audience?: string;
  nonce?: string;
  expires?: string;
  signedByStranger?: boolean;
  unsigned?: boolean;
}

// The provider under the test's thumb: its token endpoint answers whatever the case at hand says.
let idToken = '';
let tokenStatus = 200;
const provider = createServer((req, res) => void answer(req, res));

async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body =
    req.url === '/.well-known/jwks.json'
      ? { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }
      : { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: idToken };
  res.writeHead(req.url === '/oauth/token' ? tokenStatus : 200, { 'content-type': 'application/json' });
  res.end(JSON.stringify(body));
}

let api: TestApi;
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  api = await startApi({ AUTH0_URL: url });
});
afterAll(async () => {
  await api.close();
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
});

async function logIn(forgery: Forgery) {
  const begun = await api.send('GET', '/auth/login').redirects(0);
  const authorize = new URL(begun.headers.location ?? '');
  const cookie = String(begun.headers['set-cookie']?.[0]).split(';')[0] ?? '';
  expect(authorize.searchParams.get('code_challenge_method')).toBe('S256');
  idToken = await makeIdToken({ nonce: authorize.searchParams.get('nonce') ?? '', ...forgery });
  const state = authorize.searchParams.get('state') ?? '';
  return api.send('GET', `/auth/login-callback?code=abc&state=${state}`, { cookie }).redirects(0);
}

async function makeIdToken({ issuer, audience, nonce, expires, signedByStranger, unsigned }: Forgery): Promise<string> {
  const claims = { sub: 'auth0|1', email: 'ada@example.com', email_verified: true, nonce };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(issuer ?? `${url}/`)
    .setAudience(audience ?? 'client')
    .setIssuedAt()
    .setExpirationTime(expires ?? '1h')
    .sign(signedByStranger ? stranger.privateKey : privateKey);
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
  return unsigned ? `${header}.${token.split('.')[1] ?? ''}.` : token;
}

const isLoggedIn = async () => (await api.db.session.count()) > 0;

describe('an ID token', () => {
  const forgeries: [string, Forgery][] = [
    ['signed by somebody else', { signedByStranger: true }],
    ['not signed', { unsigned: true }],
    ['of another issuer', { issuer: 'https://evil.example/' }],
    ['for another client', { audience: 'other' }],
    ['with another nonce', { nonce: 'other' }],
    ['whose time is over', { expires: '-1h' }],
  ];

  it.each(forgeries)('%s logs nobody in', async (_label, forgery) => {
    const response = await logIn(forgery);
    expect([response.status, response.type]).toEqual([expect.any(Number), 'text/html']);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.text).toContain('Try again');
    expect(await isLoggedIn()).toBe(false);
  });

  it('that can’t be fetched ends on a page that says so', async () => {
    tokenStatus = 500;
    const response = await logIn({});
    tokenStatus = 200;
    expect(response.status).toBe(503);
    expect(response.text).toContain('The login service does not answer');
  });

  it('that is right logs the person in', async () => {
    expect((await logIn({})).headers.location).toBe('http://localhost:9000/login-success');
    expect(await isLoggedIn()).toBe(true);
  });
});
