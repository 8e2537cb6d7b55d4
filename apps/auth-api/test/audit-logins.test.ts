import type { AuditEntry, WorkspaceRole } from '../src/generated/prisma/client.ts';
import { logIn as completeLogin } from '../src/session/log-in.ts';
import { sessionCookieName } from '../src/session/session-cookie.ts';
import { fakeIdentityProvider } from './support/fake-identity-provider.ts';
import { startApi } from './support/api.ts';
import { linesOf } from './support/audit-log.ts';
import { Browser } from './support/browser.ts';
import { addMember, logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { navigationFrom } from './support/fetch-metadata.ts';
import { startLoginStack, type LoginStack } from './support/login-stack.ts';
import { makeStaff } from './support/staff.ts';

let stack: LoginStack;
beforeAll(async () => {
  stack = await startLoginStack();
});
afterAll(() => stack.close());

const portal = 'http://localhost:9000';
const password = 'Correct-horse-1';

async function logInAs(email: string, browser: Browser): Promise<AuditEntry[]> {
  return linesOf(stack.api, async () => {
    const form = await browser.follow(`${stack.url}/auth/login`, portal);
    if (form.response === null) return;
    const { url } = await browser.follow(form.url, portal, { email, password });
    expect(url).toBe(`${portal}/login-success`);
  });
}

describe('a login', () => {
  it('is a line that tells what it did by itself', async () => {
    const { api } = stack;
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const placeholder = await makeUser(api, { email: 'member@example.com', auth0Id: null });
    await addMember(api, workspace, placeholder, 'EDITOR');

    const lines = await logInAs('member@example.com', new Browser());
    const user = await api.db.user.findFirstOrThrow({ where: { email: 'member@example.com', auth0Id: { not: null } } });
    const own = await api.db.workspace.findFirstOrThrow({ where: { creatorUserId: user.id } });
    expect(lines).toMatchObject([
      {
        action: 'login',
        actorUserId: user.id,
        credential: 'session',
        workspaceId: null,
        subjectUserId: null,
        details: {
          connection: 'auth0',
          isFirst: true,
          claimed: { placeholderId: placeholder.id, workspaceIds: [workspace.id] },
          defaultWorkspaceId: own.id,
        },
        ip: expect.stringContaining('127.0.0.1') as string,
      },
      {
        action: 'claimInvitation',
        actorUserId: user.id,
        credential: 'session',
        workspaceId: workspace.id,
        details: { email: user.email, placeholderId: placeholder.id, role: { from: null, to: 'EDITOR' } },
      },
      {
        action: 'createWorkspace',
        actorUserId: user.id,
        credential: 'session',
        workspaceId: own.id,
        details: { displayName: own.displayName, instanceEnvType: 'SI', isDefault: true },
      },
    ]);
    expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(1);
    const [again] = await logInAs('member@example.com', new Browser());
    expect(again).toMatchObject({ action: 'login', details: { connection: 'auth0', isFirst: false } });
    expect(Object.keys(again?.details as object)).toHaveLength(2);
  });

  it('that ends somebody else’s session says so in a line of theirs', async () => {
    const { api } = stack;
    const before = await makeUser(api);
    const { cookie = '' } = await logIn(api, before);
    const browser = new Browser();
    browser.take(sessionCookieName(api.services.settings), cookie.slice(cookie.indexOf('=') + 1));
    const lines = await logInAs('member@example.com', browser);
    const user = await api.db.user.findFirstOrThrow({ where: { email: 'member@example.com', auth0Id: { not: null } } });
    expect(lines).toMatchObject([
      { action: 'logout', actorUserId: before.id, details: { endedByLoginOf: user.id } },
      { action: 'login', actorUserId: user.id },
    ]);
  });

  it('that is not finished leaves none', async () => {
    const lines = await linesOf(stack.api, () => new Browser().open(`${stack.url}/auth/login-callback?code=x&state=y`));
    expect(lines).toEqual([]);
  });
});

describe('a logout', () => {
  it('is a line, once, and none where nobody was logged in', async () => {
    const { api } = stack;
    const user = await makeUser(api);
    const proof = await logIn(api, user);
    const out = () => linesOf(api, () => api.send('GET', '/auth/logout', proof).redirects(0));
    expect(await out()).toMatchObject([{ action: 'logout', actorUserId: user.id, credential: 'session' }]);
    expect(await out()).toEqual([]);
    expect(await linesOf(api, () => api.send('GET', '/auth/logout').redirects(0))).toEqual([]);
  });

  it.each([{ expiresAt: new Date(0) }, { lastSeenAt: new Date(0) }])(
    'of a session that is over (%j) leaves none',
    async (end) => {
      const { api } = stack;
      const user = await makeUser(api);
      const proof = await logIn(api, user);
      await api.db.session.updateMany({ where: { userId: user.id }, data: end });
      expect(await linesOf(api, () => api.send('GET', '/auth/logout', proof).redirects(0))).toEqual([]);
      expect(await api.db.session.count({ where: { userId: user.id } })).toBe(0);
    },
  );

  it('that another site asked for leaves none', async () => {
    const { api } = stack;
    const proof = await logIn(api, await makeUser(api));
    const lines = await linesOf(api, () =>
      api.send('GET', '/auth/logout', proof).set(navigationFrom('cross-site')).redirects(0),
    );
    expect(lines).toEqual([]);
  });
});

describe('a profile refresh', () => {
  it('is a line where a lock came with the verified address, and none otherwise', async () => {
    const provider = await fakeIdentityProvider();
    const api = await startApi({ AUTH0_URL: provider.url });
    const user = await makeUser(api, { emailVerified: false });
    const placeholder = await makeUser(api, { email: user.email, auth0Id: null, quarantineBeganAt: new Date() });
    await addMember(api, await makeWorkspace(api, await makeUser(api)), placeholder, 'EDITOR');
    const refresh = async () => {
      const proof = await logIn(api, user);
      return linesOf(api, () => api.send('POST', `/users/${user.id}/refresh-auth0-profile`, proof));
    };
    expect(await refresh()).toEqual([]);
    provider.verified.add(user.auth0Id ?? '');
    const lockedLike = { placeholderId: placeholder.id, lockOuts: ['quarantine'] };
    expect(await refresh()).toMatchObject([
      { action: 'refreshAuth0Profile', actorUserId: user.id, workspaceId: null, details: { lockedLike } },
    ]);
    expect(await refresh()).toEqual([]);
    await api.close();
    await provider.close();
  });
});

describe('a login that takes invitations over', () => {
  it('tells the owner of each workspace, and staff, who came and what became of their role', async () => {
    const { api } = stack;
    const [owner, user] = [await makeUser(api), await makeUser(api, { emailVerified: false })];
    const placeholder = await makeUser(api, { email: user.email, auth0Id: null });
    const join = async (invitedAs: WorkspaceRole, memberAs?: WorkspaceRole) => {
      const workspace = await makeWorkspace(api, owner);
      await addMember(api, workspace, placeholder, invitedAs);
      if (memberAs) await addMember(api, workspace, user, memberAs);
      return workspace.id;
    };
    const roles = new Map([
      [await join('EDITOR'), { from: null, to: 'EDITOR' }],
      [await join('APPROVER', 'EDITOR'), { from: 'EDITOR', to: 'APPROVER' }],
      [await join('EDITOR', 'APPROVER'), { from: 'APPROVER', to: 'APPROVER' }],
    ]);
    const claims = { sub: user.auth0Id ?? '', email: user.email, email_verified: true, amr: [] };
    const attempt = { nonce: '', codeVerifier: '', freshSince: null, userId: null };
    const request = { id: 'a-login', ip: null, userAgent: null };
    await completeLogin(claims, { attempt, previousSessionId: null, request }, api.services);
    const [asOwner, { proof: asStaff }] = [await logIn(api, owner), await makeStaff(api)];
    for (const [id, role] of roles) {
      const line = {
        action: 'claimInvitation',
        actor: { userId: user.id, nickname: user.nickname, email: user.email },
        subject: null,
        details: { placeholderId: placeholder.id, role },
      };
      const ofOwner = await api.send('GET', `/workspaces/${id}/audit?actorUserId=${user.id}`, asOwner);
      expect(ofOwner.body).toMatchObject({ entries: [{ ...line, bySupport: false }] });
      const ofStaff = await api.send('GET', `/audit?workspaceId=${id}&action=claimInvitation`, asStaff);
      expect(ofStaff.body).toMatchObject({ entries: [line] });
    }
  });
});
