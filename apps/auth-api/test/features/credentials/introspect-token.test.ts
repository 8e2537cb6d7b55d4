/** @takes 10 s */
import { IntrospectedToken } from '@portal/contract';
import { ulid } from 'ulid';
import type { User, Workspace } from '../../../src/generated/prisma/client.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  addMember,
  makeApiToken,
  makeInstanceToken,
  makeServiceAccount,
  makeServiceAccountToken,
  makeUser,
  makeWorkspace,
} from '../../support/builders.ts';
import { expectNoQuery, expectOAuthError } from '../../support/oauth-client.ts';
import { pollUntil } from '../../support/polling.ts';
import { recordStatements } from '../../support/recorded-statements.ts';

// Source: RFC 7662 (OAuth 2.0 Token Introspection).

let api: TestApi;
/** With the rate limit of production divided by 100, and the database and the keys of `api`. */
let limited: TestApi;
let owner: User;
let workspace: Workspace;

beforeAll(async () => {
  api = await startApi();
  const { DATABASE_URL, SIGNING_KEYS_DIR } = api.services.settings;
  limited = await startApi({ RATE_LIMIT_MULTIPLIER: '0.01', DATABASE_URL, SIGNING_KEYS_DIR });
});
afterAll(async () => {
  await limited.close();
  await api.close();
});
beforeEach(async () => {
  owner = await makeUser(api, { emailVerified: true });
  workspace = await makeWorkspace(api, owner);
});

type Form = Readonly<Record<string, string>>;

const post = (form: Form | string, to = api) =>
  to.send('POST', '/oauth/introspect').type('form').send(new URLSearchParams(form).toString());

async function introspect(token: string, more: Form = {}): Promise<IntrospectedToken> {
  const response = await post({ token, ...more });
  expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-store']);
  return IntrospectedToken.parse(response.body);
}

const isActive = async (token: string, more?: Form) => (await introspect(token, more)).active;

/** A token for instances of the workspace. */
async function makeToken(overrides: Parameters<typeof makeApiToken>[3] = {}) {
  const { id, credentials } = await makeApiToken(api, workspace, owner, { scopes: ['platform'], ...overrides });
  return { id, token: credentials.token ?? '' };
}

const rowOf = (id: string) => api.db.authToken.findUniqueOrThrow({ where: { id } });

describe('an active token (RFC 7662, section 2.2)', () => {
  it('of a user says who it acts as, in which role, and what it may do until when', async () => {
    const editor = await makeUser(api);
    await addMember(api, workspace, editor, 'EDITOR');
    const expiresAt = new Date('2099-01-01T00:00:00.900Z');
    const { id, credentials } = await makeApiToken(api, workspace, editor, {
      scopes: ['members:read', 'platform'],
      expiresAt,
    });
    expect(await introspect(credentials.token ?? '')).toEqual({
      active: true,
      token_type: 'Bearer',
      scope: 'members:read platform',
      sub: editor.id,
      principal: 'user',
      username: editor.nickname,
      role: 'EDITOR',
      workspaceId: workspace.id,
      aud: ['auth-api', workspace.id],
      iss: api.services.settings.TOKEN_ISSUER,
      exp: Date.parse('2099-01-01T00:00:00Z') / 1_000,
      jti: id,
    });
  });

  it('of a service account has its name and its role', async () => {
    const account = await makeServiceAccount(api, workspace, { name: 'Pipeline', role: 'APPROVER' });
    const { credentials } = await makeServiceAccountToken(api, account, { scopes: ['platform'] });
    expect(await introspect(credentials.token ?? '')).toMatchObject({
      sub: account.id,
      principal: 'service_account',
      username: 'Pipeline',
      role: 'APPROVER',
      scope: 'platform',
      aud: [workspace.id],
    });
  });

  it('has the role of this moment', async () => {
    const member = await makeUser(api);
    await addMember(api, workspace, member, 'EDITOR');
    const { credentials } = await makeApiToken(api, workspace, member, { scopes: ['platform'] });
    await api.db.membership.updateMany({ where: { userId: member.id }, data: { role: 'APPROVER' } });
    expect(await introspect(credentials.token ?? '')).toMatchObject({ role: 'APPROVER' });
  });

  it('is asked about with one statement', async () => {
    const { token } = await makeToken();
    const statements = await recordStatements(/./, async () => expect(await isActive(token)).toBe(true));
    expect(statements).toHaveLength(1);
  });

  it('may have spaces and line breaks around it, and parameters that are ignored', async () => {
    const { token } = await makeToken();
    expect(
      await isActive(` ${token}\n`, { token_type_hint: 'refresh_token', client_id: 'a', client_address: '' }),
    ).toBe(true);
  });
});

describe('a token that does not work', () => {
  it.each<[string, (made: { id: string }) => Promise<unknown>]>([
    ['revoked', ({ id }) => api.db.authToken.update({ where: { id }, data: { revokedAt: new Date() } })],
    ['expired', ({ id }) => api.db.authToken.update({ where: { id }, data: { expiresAt: new Date(0) } })],
    ['deleted', ({ id }) => api.db.authToken.delete({ where: { id } })],
    ['of a suspended user', () => api.db.user.update({ where: { id: owner.id }, data: { suspendedAt: new Date() } })],
    [
      'of a quarantined user',
      () => api.db.user.update({ where: { id: owner.id }, data: { quarantinedAt: new Date() } }),
    ],
    [
      'of a quarantined workspace',
      () => api.db.workspace.update({ where: { id: workspace.id }, data: { quarantinedAt: new Date() } }),
    ],
  ])('because it is %s is not active, and nothing else is said', async (_title, end) => {
    const { id, token } = await makeToken();
    expect(await isActive(token)).toBe(true);
    await end({ id });
    const response = await post({ token });
    expect([response.status, response.body]).toEqual([200, { active: false }]);
  });

  it('because the owner of the workspace of its service account is locked, is not active until the lock ends', async () => {
    const account = await makeServiceAccount(api, workspace);
    const { credentials } = await makeServiceAccountToken(api, account, { scopes: ['platform'] });
    const { token = '' } = credentials;
    await api.db.user.update({ where: { id: owner.id }, data: { suspendedAt: new Date() } });
    expect(await isActive(token)).toBe(false);
    await api.db.user.update({ where: { id: owner.id }, data: { suspendedAt: null } });
    expect(await isActive(token)).toBe(true);
  });

  it('because it belongs to an instance is not active', async () => {
    const { token = '' } = await makeInstanceToken(api, workspace, owner);
    expect(await isActive(token)).toBe(false);
  });

  it.each(['nonsense', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.'])(
    'because we did not sign it is not active, without a query: %s',
    (token) => expectNoQuery(async () => expect(await isActive(token)).toBe(false)),
  );
});

describe('the workspace of the instance', () => {
  it('must be that of the token', async () => {
    const { token } = await makeToken();
    expect(await isActive(token, { workspace: workspace.id })).toBe(true);
    expect(await isActive(token, { workspace: workspace.id.toLowerCase() })).toBe(true);
    expect(await isActive(token, { workspace: ulid() })).toBe(false);
    // An instance that lost its setting must not accept the tokens of all workspaces.
    expectOAuthError(await post({ token, workspace: '' }), 400, 'invalid_request');
  });

  it('accepts no token that is only for this API', async () => {
    const { token } = await makeToken({ scopes: ['members:read'] });
    expect(await isActive(token)).toBe(true);
    expect(await isActive(token, { workspace: workspace.id })).toBe(false);
  });
});

describe('the address of the program', () => {
  it('decides about a token that is limited to networks, and must be stated for one', async () => {
    const { token } = await makeToken({ networks: ['203.0.113.0/24'] });
    expect(await isActive(token, { client_address: '203.0.113.9' })).toBe(true);
    expect(await isActive(token, { client_address: '::ffff:203.0.113.9' })).toBe(true);
    expect(await isActive(token, { client_address: '198.51.100.1' })).toBe(false);
    expect(await isActive(token)).toBe(false);
    // Who states it is the instance. A header of the request says nothing of the program.
    expect((await post({ token }).set('X-Forwarded-For', '203.0.113.9')).body).toEqual({ active: false });
  });

  const useOf = async (id: string) => {
    const { lastUsedAt, lastUsedNetwork, lastUsedClient } = await rowOf(id);
    return { lastUsedAt, lastUsedNetwork, lastUsedClient };
  };
  const whenUsed = (id: string, since: Date | null = null) =>
    pollUntil(
      () => useOf(id),
      ({ lastUsedAt }) => lastUsedAt?.getTime() !== since?.getTime(),
    );

  it('is stored with the last use, masked, as what an instance says', async () => {
    const { id, token } = await makeToken({ lastUsedAt: null });
    await introspect(token, { client_address: '203.0.113.9' });
    expect(await whenUsed(id)).toMatchObject({
      lastUsedNetwork: '203.0.113.0/24',
      lastUsedClient: 'as an instance says',
    });
  });

  it('hides no request with the token, however often someone states one', async () => {
    const { id, token } = await makeToken({ lastUsedAt: null, scopes: ['members:read', 'platform'] });
    await introspect(token, { client_address: '203.0.113.9' });
    const { lastUsedAt } = await whenUsed(id);
    expect((await api.send('GET', '/whoami', { token })).status).toBe(200);
    const direct = await whenUsed(id, lastUsedAt);
    expect(direct.lastUsedNetwork).toBe('127.0.0.0/24');
    await introspect(token, { client_address: '203.0.113.9' });
    const { token: other, id: otherId } = await makeToken({ lastUsedAt: null });
    await introspect(other, { client_address: '203.0.113.9' });
    await whenUsed(otherId);
    expect(await useOf(id)).toEqual(direct);
  });

  it('is not stored of a token that is not active', async () => {
    const { id, token } = await makeToken({ lastUsedAt: null, networks: ['203.0.113.0/24'] });
    await introspect(token, { client_address: '198.51.100.1' });
    await introspect(token, { client_address: '203.0.113.9', workspace: ulid() });
    // Written after those would be.
    const { id: otherId, token: other } = await makeToken({ lastUsedAt: null });
    await introspect(other);
    await whenUsed(otherId);
    expect((await rowOf(id)).lastUsedAt).toBeNull();
  });

  it('must be an IP address', async () => {
    const { token } = await makeToken();
    for (const client_address of ['localhost', '203.0.113.0/24', '203.0.113.9, 198.51.100.1'])
      expectOAuthError(await post({ token, client_address }), 400, 'invalid_request');
  });
});

describe('a request that is not allowed', () => {
  it.each(['', 'token=', 'token=%20', 'tokens=a', 'token=a&token=b', 'token=a&workspace=b&workspace=c'])(
    'is a form with one token: %j',
    async (form) => expectOAuthError(await post(form), 400, 'invalid_request'),
  );

  it('is the next one of an address that sent too many tokens that we did not sign', async () => {
    const { token } = await makeToken();
    for (let count = 0; count < 10; count++) expect((await post({ token: 'x' }, limited)).status).toBe(200);
    expectOAuthError(await post({ token: 'x' }, limited), 429, 'temporarily_unavailable');
    // A token that we signed is no failure, not even an old one, so it costs no one their answer.
    expect((await post({ token }, limited)).body).toMatchObject({ active: true });
  });

  it('is one of too many about the same token', async () => {
    const [{ token }, other] = [await makeToken(), await makeToken()];
    const statuses = new Set<number>();
    for (let count = 0; count < 61; count++) statuses.add((await post({ token }, limited)).status);
    expect([...statuses]).toEqual([200, 429]);
    expect((await post({ token: other.token }, limited)).status).toBe(200);
  });
});
