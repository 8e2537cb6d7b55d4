/** @takes 15 s */
import { OAuthErrorBody, maxRevokedTokens } from '@portal/contract';
import { SignJWT, UnsecuredJWT, decodeJwt, generateKeyPair } from 'jose';
import { pino } from 'pino';
import request from 'supertest';
import { ulid } from 'ulid';
import { createApp } from '../../../src/app.ts';
import type { User, Workspace } from '../../../src/generated/prisma/client.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { loadSigningKeys, type SigningKeyFolder } from '../../../src/request/auth/signing-keys.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { auditEntriesOf, readAuditEntries } from '../../support/audit-log.ts';
import { logIn, makeApiToken, makeInstanceToken, makeUser, makeWorkspace } from '../../support/builders.ts';
import {
  expectNoQuery,
  expectOAuthError,
  expectRevoked,
  postForm,
  postTokens,
  revocationPath,
} from '../../support/oauth-client.ts';
import { recordStatements } from '../../support/recorded-statements.ts';

// Source: RFC 7009 (OAuth 2.0 Token Revocation), and RFC 6749 for the form and the errors, to which it refers.

const scopes = ['members:read'];

let api: TestApi;
let keys: SigningKeyFolder;
/** With the rate limit of production divided by 100, and the database and the keys of `api`. */
let limited: TestApi;
let user: User;
let workspace: Workspace;

beforeAll(async () => {
  api = await startApi();
  const { DATABASE_URL, SIGNING_KEYS_DIR } = api.services.settings;
  const shared = { DATABASE_URL, SIGNING_KEYS_DIR };
  limited = await startApi({ RATE_LIMIT_MULTIPLIER: '0.01', TRUSTED_PROXIES: '1', ...shared });
  keys = await loadSigningKeys(SIGNING_KEYS_DIR, pino({ level: 'silent' }), { createsMissing: false });
});
afterAll(async () => {
  keys.close();
  await limited.close();
  await api.close();
});
beforeEach(async () => {
  user = await makeUser(api, { emailVerified: true });
  workspace = await makeWorkspace(api, user);
});

const revoke = (tokens: readonly string[], to = api) => postTokens(tokens, to);

async function makeToken(overrides: Parameters<typeof makeApiToken>[3] = {}): Promise<{ id: string; token: string }> {
  const { id, credentials } = await makeApiToken(api, workspace, user, overrides);
  return { id, token: credentials.token ?? '' };
}

const isAccepted = async (token: string) => (await api.send('GET', '/whoami', { token })).status === 200;

const emailsOf = ({ id }: User) => api.db.accountEmail.findMany({ where: { userId: id } });
const toText = (value: unknown) =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each));

const entriesOf = ({ id }: User) => readAuditEntries(api, { actorUserId: id, action: 'revokeTokenByHolder' });

describe('a token that its holder sends (RFC 7009, section 2.1)', () => {
  it('is revoked at once', async () => {
    const { id, token } = await makeToken();
    expect(await isAccepted(token)).toBe(true);
    const response = await revoke([token]);
    expectRevoked(response);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(await isAccepted(token)).toBe(false);
    expect((await api.db.authToken.findUniqueOrThrow({ where: { id } })).revokedAt).not.toBeNull();
  });

  it('is revoked whatever the hint says, and whatever else the request has', async () => {
    for (const more of ['token_type_hint=refresh_token', 'token_type_hint=x', 'client_id=a&client_secret=b&new=1']) {
      const { token } = await makeToken();
      expectRevoked(await postForm(`${more}&token=${token}`, api));
      expect(await isAccepted(token)).toBe(false);
    }
  });

  it('is revoked with any credential, or the authentication of a client', async () => {
    const credentials = await logIn(api, user);
    for (const headers of [
      { Authorization: 'Basic YTpi' },
      { Authorization: 'Bearer x' },
      { Cookie: credentials.cookie },
    ]) {
      const { token } = await makeToken();
      expectRevoked(await postForm(`token=${token}`, api).set(headers as Record<string, string>));
      expect(await isAccepted(token)).toBe(false);
    }
  });

  it('is revoked with spaces and line breaks around it, as a program reads it from a file', async () => {
    const { token } = await makeToken();
    expectRevoked(await revoke([` ${token}\n`]));
    expect(await isAccepted(token)).toBe(false);
  });

  it('is in the audit log as an action of its user, without the address and the client of the holder', async () => {
    const { id, token } = await makeToken({ name: 'Deploy' });
    let requestId: string | undefined;
    const entries = await auditEntriesOf(api, async () => {
      const response = await revoke([token]).set('User-Agent', 'a scanner');
      requestId = response.headers['x-request-id'];
    });
    expect(entries).toMatchObject([
      {
        action: 'revokeTokenByHolder',
        actorUserId: user.id,
        credential: 'api',
        workspaceId: workspace.id,
        subjectUserId: null,
        details: { tokenId: id, name: 'Deploy' },
        ip: null,
        userAgent: null,
        requestId,
      },
    ]);
  });

  it('sends one email to its user', async () => {
    const { id, token } = await makeToken();
    for (let times = 0; times < 3; times++) expectRevoked(await revoke([token, token]));
    expect(await emailsOf(user)).toMatchObject([
      { kind: 'tokenRevokedByHolder', recipient: user.email, details: { tokenId: id } },
    ]);
    expect(await entriesOf(user)).toHaveLength(1);
  });

  it('sends no email to an address that is not verified', async () => {
    await api.db.user.update({ where: { id: user.id }, data: { emailVerified: false } });
    const { token } = await makeToken();
    expectRevoked(await revoke([token]));
    expect([await isAccepted(token), await emailsOf(user)]).toEqual([false, []]);
  });
});

describe('a token that is not active (RFC 7009, section 2.2) gets the same response, and changes nothing:', () => {
  it.each([
    ['revoked', { revokedAt: new Date(Date.now() - 60_000) }],
    ['expired', { expiresAt: new Date(Date.now() - 60_000) }],
  ])('%s', async (_what, overrides) => {
    const { id, token } = await makeToken(overrides);
    const before = await api.db.authToken.findUniqueOrThrow({ where: { id } });
    expectRevoked(await revoke([token]));
    expect(await api.db.authToken.findUniqueOrThrow({ where: { id } })).toEqual(before);
    expect([await emailsOf(user), await entriesOf(user)]).toEqual([[], []]);
  });

  it('deleted', async () => {
    const { id, token } = await makeToken();
    await api.db.authToken.delete({ where: { id } });
    expectRevoked(await revoke([token]));
    expect([await emailsOf(user), await entriesOf(user)]).toEqual([[], []]);
  });
});

/** Texts that we did not sign as an API token, made of a token that we did. */
const forgeries: Readonly<Record<string, (token: string) => string | Promise<string>>> = {
  'any text': () => 'not a token',
  'the id of a token': (token) => decodeJwt(token).jti ?? '',
  'a token without its signature': (token) => token.split('.').slice(0, 2).join('.'),
  'a token with another signature': (token) => `${token.split('.').slice(0, 2).join('.')}.${'A'.repeat(86)}`,
  'a token that ends early': (token) => token.slice(0, -1),
  'an unsigned token': (token) => new UnsecuredJWT(decodeJwt(token)).encode(),
  'a token that another key signed': async (token) => signLike(token, {}, (await generateKeyPair('ES256')).privateKey),
  'a token of an unknown key': (token) => signLike(token, { kid: 'api-01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
  'a token that the key of instance tokens signed': (token) => signLike(token, {}, keys.instance.current.privateKey),
  'a token without a type': (token) => signLike(token, { typ: undefined }),
  'a token of another type': (token) => signLike(token, { typ: 'logout+jwt' }),
  'a megabyte of text': () => 'x'.repeat(1_000_000),
};

/** Signs the claims of a token again, with our key unless another one is given. */
function signLike(
  token: string,
  header: { kid?: string; typ?: string | undefined },
  key = keys.api.current.privateKey,
) {
  const { kid } = keys.api.current;
  const { typ, ...rest } = { typ: 'api+jwt', kid, alg: 'ES256', ...header };
  return new SignJWT(decodeJwt(token)).setProtectedHeader({ ...rest, ...(typ !== undefined && { typ }) }).sign(key);
}

describe('a text that is not one of our tokens (RFC 7009, section 2.2)', () => {
  it.each(Object.keys(forgeries))('gets the same response, needs no query and revokes nothing: %s', async (name) => {
    const { token } = await makeToken();
    const forged = (await forgeries[name]?.(token)) ?? '';
    await expectNoQuery(async () => expectRevoked(await revoke([forged])));
    expect(await isAccepted(token)).toBe(true);
  });

  it('does not keep the tokens beside it from being revoked', async () => {
    const tokens = [await makeToken(), await makeToken()];
    expectRevoked(await revoke(['junk', ...tokens.map(({ token }) => token), 'more junk']));
    for (const { token } of tokens) expect(await isAccepted(token)).toBe(false);
  });

  it('gets the same response while the database is unreachable', async () => {
    const { SIGNING_KEYS_DIR } = api.services.settings;
    const unreachable = await startApi({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere', SIGNING_KEYS_DIR });
    const response = await revoke(['junk'], unreachable);
    await unreachable.close();
    expectRevoked(response);
  });
});

describe('an instance token (RFC 7009, section 2.2.1)', () => {
  it('is not supported and stays valid, and the API tokens beside it are revoked', async () => {
    const session = await logIn(api, user);
    const { token: instanceToken = '' } = await makeInstanceToken(api, workspace, user, session);
    const { token } = await makeToken();
    expectOAuthError(await revoke([instanceToken]), 400, 'unsupported_token_type');
    expectOAuthError(await revoke([instanceToken, token]), 400, 'unsupported_token_type');
    expect((await api.send('GET', '/auth-reconnect', { token: instanceToken })).status).toBe(200);
    expect(await isAccepted(token)).toBe(false);
  });
});

describe('several tokens at once', () => {
  const createTokens = async (owner: User, home: Workspace, count: number): Promise<string[]> => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const rows = Array.from({ length: count }, () => ({ id: ulid(), name: 'CI', sessionId: ulid(), expiresAt }));
    await api.db.authToken.createMany({
      data: rows.map((row) => ({ ...row, workspaceId: home.id, userId: owner.id, scopes, networks: [] })),
    });
    const claims = { principalId: owner.id, isServiceAccount: false, workspaceId: home.id, scopes };
    return Promise.all(rows.map(({ id }) => api.services.tokens.signApiToken({ id, ...claims }, expiresAt)));
  };

  it(`are revoked together, up to ${maxRevokedTokens}, by few statements, and from one address again and again`, async () => {
    const other = await makeUser(api, { emailVerified: true });
    const otherWorkspace = await makeWorkspace(api, other);
    // The limit of this API allows ten failures from one address.
    for (let times = 0; times < 2; times++) {
      const tokens = [
        ...(await createTokens(user, workspace, maxRevokedTokens / 2)),
        ...(await createTokens(other, otherWorkspace, maxRevokedTokens / 2)),
      ];
      const statements = await recordStatements(/./, async () => expectRevoked(await revoke(tokens, limited)));
      expect(statements.length).toBeLessThan(50);
    }
    expect(await api.db.authToken.count({ where: { userId: user.id, revokedAt: null } })).toBe(0);
    expect(await api.db.authToken.count({ where: { userId: other.id, revokedAt: null } })).toBe(0);
    expect([(await emailsOf(user)).length, (await emailsOf(other)).length]).toEqual([1_000, 1_000]);
    expect([(await entriesOf(user)).length, (await entriesOf(other)).length]).toEqual([1_000, 1_000]);
  });

  it(`are rejected over ${maxRevokedTokens}, and none of them is revoked`, async () => {
    const { token } = await makeToken();
    const response = await revoke([token, ...Array.from({ length: maxRevokedTokens }, () => 'x')]);
    expectOAuthError(response, 400, 'invalid_request');
    expect(OAuthErrorBody.parse(response.body).error_description).toBe('token: Send at most 1000 tokens.');
    expect(await isAccepted(token)).toBe(true);
  });
});

describe('a flood', () => {
  const from = (address: string, tokens: readonly string[]) => revoke(tokens, limited).set('X-Forwarded-For', address);
  /** One more than the limit. The same text would count once. */
  const junk = Array.from({ length: 11 }, (_, index) => `junk ${index}`);

  it('of texts that are no tokens is limited by address, without a query', async () => {
    await expectNoQuery(async () => {
      for (let times = 0; times < 10; times++) expectRevoked(await from('192.0.2.1', ['junk']));
      for (let times = 0; times < 3; times++) {
        const response = await from('192.0.2.1', ['junk']);
        expectOAuthError(response, 429, 'temporarily_unavailable');
        expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
        expect(response.headers['ratelimit']).toMatch(/^"revokeTokenByHolder";r=0;t=\d+$/);
      }
      expectRevoked(await from('192.0.2.2', ['junk']));
    });
  });

  it('in one request ends at the limit, and revokes nothing', async () => {
    const { token } = await makeToken();
    const response = await from('192.0.2.3', [token, ...junk]);
    expectOAuthError(response, 429, 'temporarily_unavailable');
    expect(await isAccepted(token)).toBe(true);
  });

  it('does not keep others behind the address from revoking a token', async () => {
    expectOAuthError(await from('192.0.2.4', junk), 429, 'temporarily_unavailable');
    const { token } = await makeToken();
    expectRevoked(await from('192.0.2.4', [token]));
    expect(await isAccepted(token)).toBe(false);
  });

  it('of tokens that we signed, but that have ended, is not limited', async () => {
    const { id } = await makeToken({ revokedAt: new Date() });
    const claims = { id, principalId: user.id, isServiceAccount: false, workspaceId: workspace.id, scopes };
    const ended = await Promise.all(
      [1, -400].map((days) => api.services.tokens.signApiToken(claims, new Date(Date.now() + days * 86_400_000))),
    );
    for (let times = 0; times < 3; times++)
      expectRevoked(await from('192.0.2.6', Array.from({ length: 10 }, () => ended).flat()));
  });

  it('of malformed requests is limited by address, without a query', async () => {
    await expectNoQuery(async () => {
      const malformed = () =>
        limited.send('POST', revocationPath).set('X-Forwarded-For', '192.0.2.5').send({ token: 'x' });
      for (let times = 0; times < 10; times++) expectOAuthError(await malformed(), 415, 'invalid_request');
      expectOAuthError(await malformed(), 429, 'temporarily_unavailable');
    });
  });
});

it('a token that several holders revoke while it is used is revoked once, with one entry and one email', async () => {
  const { id, token } = await makeToken();
  const requests = Array.from({ length: 30 }, (_, index) =>
    index % 3 === 0 ? api.send('GET', '/whoami', { token }) : revoke([token]),
  );
  const responses = await Promise.all(requests);
  expect(responses.filter((_, index) => index % 3 !== 0).map(({ status }) => status)).toEqual(Array(20).fill(200));
  for (const { status } of responses) expect([200, 401]).toContain(status);
  expect(await isAccepted(token)).toBe(false);
  expect(await emailsOf(user)).toMatchObject([{ details: { tokenId: id } }]);
  expect(await entriesOf(user)).toHaveLength(1);
});

it('no log line, metric, audit entry, email or job has a token, however it is sent', async () => {
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line) => void lines.push(line) });
  const app = createApp({ ...api.services, log });
  const tokens = [await makeToken(), await makeToken(), await makeToken(), await makeToken()];
  const [active = '', ofUrl = '', ofJson = '', signed = ''] = tokens.map(({ token }) => token);
  const forged = `${signed.slice(0, -1)}${signed.endsWith('A') ? 'Q' : 'A'}`;
  const post = () => request(app).post(revocationPath);
  expect((await post().type('form').send({ token: active })).status).toBe(200);
  expect((await post().type('form').send({ token: forged })).status).toBe(200);
  expect((await post().query({ token: ofUrl }).type('form').send('a=b')).status).toBe(400);
  expect((await post().send({ token: ofJson })).status).toBe(415);
  expect(lines.filter((line) => line.includes('revokeTokenByHolder'))).toHaveLength(4);

  const jobs = await api.asOwner('SELECT payload FROM graphile_worker._private_jobs');
  const [entries, emails] = [await entriesOf(user), await emailsOf(user)];
  expect([entries.length, emails.length, jobs.length > 0]).toEqual([1, 1, true]);
  const texts = [...lines, await api.services.metrics.read(), toText([entries, emails, jobs])].join('\n');
  const parts = [active, ofUrl, ofJson, forged].flatMap((token) => token.split('.').slice(1));
  expect(parts.filter((part) => texts.includes(part))).toEqual([]);
});
