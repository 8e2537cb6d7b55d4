import { completeLogin, requiresReauthenticationAfterEnd } from '../../../../src/features/login/complete-login.ts';
import type { User } from '../../../../src/generated/prisma/client.ts';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import { logIn, makeInstanceToken, makeUser, makeWorkspace, sessionOf } from '../../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const secretOf = ({ cookie = '' }: Credentials) => cookie.split('=')[1] ?? '';
const status = async (path: string, credentials: Credentials) => (await api.send('GET', path, credentials)).status;

/** Logs in a user as the callback of the identity provider does, in a browser that has this session. */
async function logInAgain(user: User, previous: Credentials): Promise<Credentials> {
  const claims = {
    sub: user.auth0Id ?? '',
    email: user.email,
    email_verified: true,
    amr: [],
    auth_time: Date.now() / 1_000,
  };
  const attempt = { nonce: '', codeVerifier: '', reauthenticatedSince: null, userId: null };
  const request = { id: 'a-login', ip: '198.51.100.7', userAgent: 'A browser' };
  const login = { attempt, previousSecret: secretOf(previous), deviceSecret: 'device', request };
  const { secret } = await completeLogin(claims, login, api.services);
  return { cookie: `${previous.cookie?.split('=')[0] ?? ''}=${secret}` };
}

async function enter() {
  const user = await makeUser(api);
  const credentials = await logIn(api, user, new Date('2026-01-01'));
  const workspace = await makeWorkspace(api, user);
  const token = await makeInstanceToken(api, workspace, user, credentials);
  return { user, credentials, token, session: await sessionOf(api, credentials) };
}

describe('a login in a browser with a session', () => {
  it('of the same user gives the session a new secret and keeps its id and instances', async () => {
    const { user, credentials, token, session } = await enter();
    const renewed = await logInAgain(user, credentials);
    expect(await status('/whoami', credentials)).toBe(401);
    expect(await status('/whoami', renewed)).toBe(200);
    expect(await status('/auth-reconnect', token)).toBe(200);
    const after = await sessionOf(api, renewed);
    expect(after).toMatchObject({ id: session.id, ip: '198.51.100.7', userAgent: 'A browser' });
    expect(after.createdAt.getTime()).toBeGreaterThan(session.createdAt.getTime());
    expect(after.loggedInAt?.getTime()).toBeGreaterThan(new Date('2026-01-01').getTime());
    expect(await api.db.session.count({ where: { userId: user.id } })).toBe(1);
  });

  it('lets the user end what the session opened before, when they end all other sessions', async () => {
    const { user, credentials, token } = await enter();
    const renewed = await logInAgain(user, credentials);
    const response = await api.send('DELETE', `/users/${user.id}/sessions`, renewed).send({});
    expect([response.status, response.body]).toMatchObject([200, { ended: { sessions: 0, instanceTokens: 1 } }]);
    expect(await status('/auth-reconnect', token)).toBe(401);
    expect(await status('/whoami', renewed)).toBe(200);
  });

  it('of another user ends the session and its instance tokens', async () => {
    const { credentials, token, session } = await enter();
    const other = await makeUser(api);
    const started = await logInAgain(other, credentials);
    expect(await status('/auth-reconnect', token)).toBe(401);
    expect((await sessionOf(api, started)).id).not.toBe(session.id);
  });

  it('that has expired ends it and its instance tokens', async () => {
    const { user, credentials, token, session } = await enter();
    await api.db.session.update({ where: { id: session.id }, data: { lastSeenAt: new Date('2026-01-01') } });
    const started = await logInAgain(user, credentials);
    expect(await status('/auth-reconnect', token)).toBe(401);
    expect((await sessionOf(api, started)).id).not.toBe(session.id);
  });

  it('that staff rights ended starts a new session', async () => {
    const { user, credentials, token } = await enter();
    await api.db.session.updateMany({ where: { userId: user.id }, data: { isStaff: true } });
    await logInAgain(user, credentials);
    expect(await status('/auth-reconnect', token)).toBe(401);
  });

  it('twice at the same time leaves no session with the old secret', async () => {
    const { user, credentials } = await enter();
    const both = await Promise.all([logInAgain(user, credentials), logInAgain(user, credentials)]);
    expect(await status('/whoami', credentials)).toBe(401);
    for (const each of both) expect(await status('/whoami', each)).toBe(200);
  });
});

describe('a login that the identity provider remembers from before sessions were ended', () => {
  it('starts no session either if there was no other session to end', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    const remembered = new Date();
    expect((await api.send('DELETE', `/users/${user.id}/sessions`, credentials).send({})).body).toMatchObject({
      ended: { sessions: 0 },
    });
    const { sessionsEndedAt } = await api.db.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(sessionsEndedAt?.getTime()).toBeGreaterThanOrEqual(remembered.getTime());
  });

  it('starts no session, and one from after does', async () => {
    const { user, credentials } = await enter();
    const elsewhere = await logIn(api, user);
    const { id } = await sessionOf(api, elsewhere);
    const path = `/users/${user.id}/sessions/${id}`;
    await api.db.session.updateMany({ where: { userId: user.id }, data: { loggedInAt: new Date() } });
    const startedBefore = new Date();
    expect((await api.send('DELETE', path, credentials)).status).toBe(200);
    const remembered = { sub: user.auth0Id ?? '', email: user.email, email_verified: true, amr: [], auth_time: 1 };
    const attempt = { nonce: '', codeVerifier: '', reauthenticatedSince: null, userId: null };
    expect(await requiresReauthenticationAfterEnd(remembered, attempt, api.services)).toBe(true);
    const { auth_time: _unknown, ...withoutTime } = remembered;
    expect(await requiresReauthenticationAfterEnd(withoutTime, attempt, api.services)).toBe(true);
    const again = { ...attempt, reauthenticatedSince: new Date() };
    expect(await requiresReauthenticationAfterEnd(remembered, again, api.services)).toBe(false);
    const later = { ...remembered, auth_time: Date.now() / 1_000 + 1 };
    expect(await requiresReauthenticationAfterEnd(later, attempt, api.services)).toBe(false);
    // Also a browser that had started to authenticate again.
    const started = { ...attempt, reauthenticatedSince: startedBefore };
    expect(await requiresReauthenticationAfterEnd(remembered, started, api.services)).toBe(true);
    const request = { id: 'a-login', ip: null, userAgent: null };
    for (const each of [attempt, started]) {
      const login = { attempt: each, previousSecret: null, deviceSecret: 'device', request };
      await expect(completeLogin(remembered, login, api.services)).rejects.toMatchObject({ type: 'LoginNotFinished' });
    }
    expect(await api.db.session.count({ where: { userId: user.id } })).toBe(1);
  });

  it('is enough after a logout', async () => {
    const { user, credentials } = await enter();
    await api.send('GET', '/auth/logout', credentials).redirects(0);
    expect((await api.db.user.findUniqueOrThrow({ where: { id: user.id } })).sessionsEndedAt).toBeNull();
  });
});
