/** @takes 20 s */
import { UserSessions, Whoami, Workspaces, type WorkspaceRole } from '@portal/contract';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { User, Workspace } from '../../../../src/generated/prisma/client.ts';
import { createSecret } from '../../../../src/request/auth/secrets.ts';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import { addMember, logIn, makeStaff, makeTerminalLogin, makeUser, makeWorkspace } from '../../../support/builders.ts';
import { expectOAuthError } from '../../../support/oauth-client.ts';
import { createTerminalClient, readScopes, tokensOf } from '../../../support/terminal-client.ts';

// What a terminal login can do, and how it ends. Sources: RFC 6749, RFC 8707 (resource), decision 87.

let api: TestApi;
let client: ReturnType<typeof createTerminalClient>;
let user: User;
let workspace: Workspace;
let browser: Credentials;

beforeAll(async () => {
  api = await startApi();
  client = createTerminalClient(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  user = await makeUser(api, { nickname: 'Ada' });
  workspace = await makeWorkspace(api, user, { displayName: 'Staging' });
  browser = await logIn(api, user);
});

type Form = Readonly<Record<string, string>>;

const logInTerminal = (overrides?: object) => client.logIn(browser, overrides);
const refresh = (refreshToken: string, form?: Readonly<Record<string, string>>) => client.refresh(refreshToken, form);
const resourceOf = ({ id }: Pick<Workspace, 'id'>) => `http://localhost:9001/workspaces/${id}`;
const isGone = async (refreshToken: string) => (await refresh(refreshToken)).status === 400;
const moveClock = (sessionId: string, seconds: number) =>
  api.services.pool.query(
    `UPDATE terminal_logins SET replaced_at = replaced_at - make_interval(secs => $2) WHERE session_id = $1`,
    [sessionId, seconds],
  );
const sessionIdOf = (refreshToken: string) => refreshToken.split('.')[0] ?? '';
const emailsTo = async ({ id: userId }: User) =>
  (await api.db.accountEmail.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(({ kind }) => kind);

describe('the access token', () => {
  const bearer = (token: string) => ({ token });

  it('without a workspace reads the own profile and the list of the own workspaces, and nothing else', async () => {
    const tokens = await logInTerminal();
    const account = bearer(tokens.access_token);
    const me = Whoami.parse((await api.send('GET', '/whoami', account)).body);
    expect(me).toMatchObject({
      user: { id: user.id },
      token: { name: 'Portal CLI', workspaceId: null, scopes: ['account:read'] },
    });
    const list = Workspaces.parse((await api.send('GET', '/workspaces', account)).body);
    expect(JSON.stringify(list)).toContain(workspace.id);
    for (const path of [
      `/workspaces/${workspace.id}`,
      `/workspace/${workspace.id}/members`,
      `/users/${user.id}/sessions`,
    ])
      expect([path, (await api.send('GET', path, account)).status]).toEqual([path, 403]);
    expect((await api.send('GET', '/auth-reconnect', account)).status).toBe(403);
  });

  it('of a workspace acts as the person there, within the scopes of the login and the role', async () => {
    const tokens = await logInTerminal({ scopes: [...readScopes, 'members:write', 'audit:read'] });
    const owned = tokensOf(await refresh(tokens.refresh_token, { resource: resourceOf(workspace) }));
    expect(decodeProtectedHeader(owned.access_token).typ).toBe('api+jwt');
    expect(decodeJwt(owned.access_token)).toMatchObject({ aud: ['auth-api'], workspaceId: workspace.id, sub: user.id });
    const invited = await api
      .send('POST', `/workspace/${workspace.id}/members`, bearer(owned.access_token))
      .send({ email: 'grace@example.com', role: 'EDITOR' });
    expect(invited.status).toBe(200);
    const entry = await api.db.auditEntry.findFirstOrThrow({
      where: { action: 'inviteMember', workspaceId: workspace.id },
    });
    expect(entry).toMatchObject({
      actorUserId: user.id,
      credential: 'terminal',
      credentialId: sessionIdOf(tokens.refresh_token),
    });
    const renamed = await api
      .send('PATCH', `/workspaces/${workspace.id}`, bearer(owned.access_token))
      .send({ displayName: 'X' });
    expect((renamed.body as { error: { type: string } }).error.type).toBe('InsufficientScope');
    // As an editor, the person cannot invite, so the token cannot.
    const other = await makeWorkspace(api, await makeUser(api));
    await addMember(api, other, user, 'EDITOR');
    const asEditor = tokensOf(await refresh(owned.refresh_token, { resource: resourceOf(other) }));
    expect(asEditor.scope.split(' ')).toEqual(readScopes);
    const elsewhere = await api.send('GET', `/workspaces/${workspace.id}`, bearer(asEditor.access_token));
    expect((elsewhere.body as { error: { type: string } }).error.type).toBe('TokenOfOtherWorkspace');
  });

  it('makes a change once, however often it is sent with the same key', async () => {
    const tokens = await logInTerminal({ scopes: ['members:write'] });
    const { access_token: token } = tokensOf(await refresh(tokens.refresh_token, { resource: resourceOf(workspace) }));
    const invite = () =>
      api
        .send('POST', `/workspace/${workspace.id}/members`, bearer(token))
        .set('idempotency-key', 'key-1')
        .send({ email: 'grace@example.com', role: 'EDITOR' });
    expect([(await invite()).status, (await invite()).status]).toEqual([200, 200]);
    expect(await api.db.invitation.count({ where: { workspaceId: workspace.id } })).toBe(1);
  });

  it('ends with the login, the membership, the role and the lock of the account, at once', async () => {
    const owner = await makeUser(api);
    const theirs = await makeWorkspace(api, owner);
    await addMember(api, theirs, user, 'APPROVER');
    const tokens = await logInTerminal({ scopes: ['members:write', 'members:read'] });
    const { access_token: token, refresh_token: next } = tokensOf(
      await refresh(tokens.refresh_token, { resource: resourceOf(theirs) }),
    );
    const listMembers = () => api.send('GET', `/workspace/${theirs.id}/members`, bearer(token));
    const setRole = (role: WorkspaceRole) =>
      api.db.membership.update({
        where: { workspaceId_userId: { workspaceId: theirs.id, userId: user.id } },
        data: { role },
      });
    const invite = () =>
      api
        .send('POST', `/workspace/${theirs.id}/members`, bearer(token))
        .send({ email: 'a@example.com', role: 'EDITOR' });
    expect((await listMembers()).status).toBe(200);
    await setRole('EDITOR');
    expect((await invite()).status).toBe(403);
    await api.db.user.update({ where: { id: user.id }, data: { suspendedAt: new Date() } });
    expect([(await listMembers()).status, (await refresh(next)).status]).toEqual([401, 400]);
    await api.db.user.update({ where: { id: user.id }, data: { suspendedAt: null } });
    expect((await listMembers()).status).toBe(200);
    await api.db.membership.deleteMany({ where: { workspaceId: theirs.id, userId: user.id } });
    expect((await listMembers()).status).toBe(401);
  });

  it('is active for an instance that asks, until the login ends', async () => {
    const tokens = await logInTerminal({ scopes: ['platform'] });
    const { access_token: token } = tokensOf(await refresh(tokens.refresh_token, { resource: resourceOf(workspace) }));
    const introspect = () => client.post('/oauth/introspect', { token, workspace: workspace.id });
    expect((await introspect()).body).toMatchObject({
      active: true,
      principal: 'user',
      scope: 'platform',
      sub: user.id,
    });
    await api.send('DELETE', `/users/${user.id}/sessions`, browser).send({});
    expect((await introspect()).body).toEqual({ active: false });
  });
});

describe('a refresh', () => {
  it.each<[string, (team: { other: Workspace }) => string]>([
    ['a workspace of others', ({ other }) => resourceOf(other)],
    ['a URL of another host', () => `https://evil.example.com/workspaces/${workspace.id}`],
    ['no URL of a workspace', () => 'http://localhost:9001/workspaces/'],
  ])('gives no token for %s, and keeps the refresh token', async (_what, resource) => {
    const { refreshToken } = await makeTerminalLogin(api, user);
    const other = await makeWorkspace(api, await makeUser(api));
    expectOAuthError(await refresh(refreshToken, { resource: resource({ other }) }), 400, 'invalid_target');
    tokensOf(await refresh(refreshToken));
  });

  it('gives tokens only for the workspaces of the login, whose policy lets the person create tokens', async () => {
    const second = await makeWorkspace(api, user);
    const { refreshToken } = await makeTerminalLogin(api, user, { workspaceIds: [second.id] });
    expectOAuthError(await refresh(refreshToken, { resource: resourceOf(workspace) }), 400, 'invalid_target');
    const { refresh_token: next } = tokensOf(await refresh(refreshToken, { resource: resourceOf(second) }));
    const theirs = await makeWorkspace(api, await makeUser(api));
    await addMember(api, theirs, user, 'EDITOR');
    await api.db.workspace.update({ where: { id: theirs.id }, data: { tokenMakers: 'OWNER' } });
    expectOAuthError(await refresh(next, { resource: resourceOf(theirs) }), 400, 'invalid_target');
    await api.db.workspace.update({ where: { id: second.id }, data: { tokenWritesAllowed: false } });
    const { scope } = tokensOf(await refresh(next, { resource: resourceOf(second) }));
    expect(scope.includes(':write')).toBe(false);
  });

  it('gives no token in a workspace whose policy lets API tokens be no older than the login', async () => {
    const { refreshToken, sessionId } = await makeTerminalLogin(api, user);
    await api.db.workspace.update({ where: { id: workspace.id }, data: { tokenMaxDays: 7 } });
    const { refresh_token: next } = tokensOf(await refresh(refreshToken, { resource: resourceOf(workspace) }));
    await api.services.pool.query(`UPDATE sessions SET created_at = created_at - interval '7 days' WHERE id = $1`, [
      sessionId,
    ]);
    expectOAuthError(await refresh(next, { resource: resourceOf(workspace) }), 400, 'invalid_target');
  });

  it('gives the same successor to 20 processes at once', async () => {
    const { refreshToken } = await makeTerminalLogin(api, user);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));
    expect(new Set(answers.map((answer) => tokensOf(answer).refresh_token)).size).toBe(1);
    // Also when the response was lost, for a minute.
    tokensOf(await refresh(refreshToken));
  });

  it('with a token that was replaced more than a minute ago ends the login, for both who have it, and emails the person', async () => {
    const { refreshToken: stolen, sessionId } = await makeTerminalLogin(api, user);
    const { refresh_token: second } = tokensOf(await refresh(stolen));
    await moveClock(sessionId, 61);
    expectOAuthError(await refresh(stolen), 400, 'invalid_grant');
    expectOAuthError(await refresh(second), 400, 'invalid_grant');
    expect(await emailsTo(user)).toEqual(['terminalLoginCopied']);
    const entry = await api.db.auditEntry.findFirstOrThrow({ where: { action: 'issueToken', actorUserId: user.id } });
    expect(entry).toMatchObject({ credential: 'terminal', credentialId: sessionId });
    expect(await api.db.session.count({ where: { id: sessionId } })).toBe(0);
  });

  it('recognises a copy however often the token was replaced since', async () => {
    const { refreshToken: stolen } = await makeTerminalLogin(api, user);
    let current = stolen;
    for (let count = 0; count < 5; count += 1) current = tokensOf(await refresh(current)).refresh_token;
    expectOAuthError(await refresh(stolen), 400, 'invalid_grant');
    expect(await isGone(current)).toBe(true);
  });

  it.each([
    ['a made-up secret', (token: string) => token.replace(/[\w-]{43}$/, createSecret())],
    ['a later generation', (token: string) => token.replace('.0.', '.1.')],
    ['an earlier form', (token: string) => token.slice(27)],
    ['text', () => 'refresh'],
  ])('with %s gives nothing, and ends nothing', async (_what, forge) => {
    const { refreshToken } = await makeTerminalLogin(api, user);
    expectOAuthError(await refresh(forge(refreshToken)), 400, 'invalid_grant');
    tokensOf(await refresh(refreshToken));
  });

  it.each([
    ['30 days without use', `last_seen_at = last_seen_at - interval '30 days'`],
    ['90 days', `created_at = created_at - interval '90 days', expires_at = expires_at - interval '90 days'`],
  ])('gives nothing after %s', async (_what, assignment) => {
    const { refreshToken, sessionId } = await makeTerminalLogin(api, user);
    await api.services.pool.query(`UPDATE sessions SET ${assignment} WHERE id = $1`, [sessionId]);
    expectOAuthError(await refresh(refreshToken), 400, 'invalid_grant');
  });

  it('outlives the limits of browser sessions', async () => {
    const { refreshToken, sessionId } = await makeTerminalLogin(api, user);
    await api.services.pool.query(
      `UPDATE sessions SET last_seen_at = last_seen_at - interval '29 days', created_at = created_at - interval '80 days' WHERE id = $1`,
      [sessionId],
    );
    tokensOf(await refresh(refreshToken));
  });

  it.each<[Form, string]>([
    [{ client_id: 'other' }, 'invalid_client'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ refresh_token: '' }, 'invalid_request'],
    [{ scope: 'billing:write' }, 'invalid_scope'],
  ])('with %j is an error', async (overrides, error) => {
    const { refreshToken } = await makeTerminalLogin(api, user);
    const response = await refresh(refreshToken, overrides);
    expect((response.body as { error: string }).error).toBe(error);
  });
});

describe('the session of a terminal login', () => {
  const list = async () =>
    UserSessions.parse((await api.send('GET', `/users/${user.id}/sessions`, browser)).body).sessions;

  it('is listed with its client, machine, scopes and workspaces, and is no cookie', async () => {
    const { sessionId } = await makeTerminalLogin(api, user, {
      host: 'ada-laptop',
      scopes: readScopes,
      workspaceIds: [workspace.id],
    });
    const listed = (await list()).find(({ id }) => id === sessionId);
    expect(listed).toMatchObject({
      browser: 'Portal CLI',
      system: null,
      network: '203.0.113.x',
      terminal: { host: 'ada-laptop', scopes: readScopes, workspaceIds: [workspace.id] },
    });
    expect((await list()).filter(({ terminal }) => terminal === null)).toHaveLength(1);
  });

  it.each<[string, (sessionId: string) => PromiseLike<unknown>]>([
    [
      'its end in the list',
      (sessionId) => api.send('DELETE', `/users/${user.id}/sessions/${sessionId}`, browser).send({}),
    ],
    ['the end of all other sessions', () => api.send('DELETE', `/users/${user.id}/sessions`, browser).send({})],
    [
      'the end of all sessions by staff',
      async () => {
        const staff = await makeStaff(api);
        await api
          .send('POST', `/staff/users/${user.id}/end-sessions`, staff.credentials)
          .send({ reason: 'Asked by phone' });
      },
    ],
    [
      'a quarantine',
      async () => {
        const staff = await makeStaff(api);
        await api
          .send('PATCH', `/users/${user.id}/quarantine`, staff.credentials)
          .send({ isQuarantined: true, reason: 'Fraud' });
      },
    ],
  ])('ends with %s', async (_what, end) => {
    const { sessionId, refreshToken } = await makeTerminalLogin(api, user);
    tokensOf(await refresh(refreshToken));
    await end(sessionId);
    expect(await api.db.session.count({ where: { id: sessionId } })).toBe(0);
    expect(await isGone(refreshToken)).toBe(true);
  });

  it('ends with the revocation of its refresh token or access token', async () => {
    for (const pick of ['refresh_token', 'access_token'] as const) {
      const tokens = await logInTerminal();
      expect((await client.post('/oauth/revoke', { token: tokens[pick] })).status).toBe(200);
      expect(await isGone(tokens.refresh_token)).toBe(true);
    }
  });

  it('stays after the logout of the browser that approved it', async () => {
    const tokens = await logInTerminal();
    await api.send('GET', '/auth/logout', browser).redirects(0);
    tokensOf(await refresh(tokens.refresh_token));
  });
});
