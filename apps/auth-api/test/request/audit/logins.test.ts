import type { AuditEntry, User, WorkspaceRole } from '../../../src/generated/prisma/client.ts';
import { completeLogin } from '../../../src/features/login/complete-login.ts';
import { sessionCookieName } from '../../../src/request/auth/session-cookie.ts';
import { startFakeIdentityProvider } from '../../support/fake-identity-provider.ts';
import { startApi } from '../../support/api.ts';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { Browser } from '../../support/browser.ts';
import { addMember, logIn, mailboxLogin, makeStaff, makeUser, makeWorkspace } from '../../support/builders.ts';
import { navigationFrom } from '../../support/fetch-metadata.ts';
import { startLoginStack, type LoginStack } from '../../support/login-stack.ts';

let stack: LoginStack;
beforeAll(async () => {
  stack = await startLoginStack();
});
afterAll(() => stack.close());

const portal = 'http://localhost:9000';
const password = 'Correct-horse-1';

async function logInAs(email: string, browser: Browser): Promise<AuditEntry[]> {
  return auditEntriesOf(stack.api, async () => {
    const form = await browser.follow(`${stack.url}/auth/login`, portal);
    if (form.response === null) return;
    const { url } = await browser.follow(form.url, portal, { email, password });
    expect(url).toBe(`${portal}/login-success`);
  });
}

describe('a login', () => {
  it('writes an entry, and one for each automatic change', async () => {
    const { api } = stack;
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const preProvisionedUser = await makeUser(api, { email: 'newcomer@example.com', auth0Id: null });
    await addMember(api, workspace, preProvisionedUser, 'EDITOR');

    const entries = await auditEntriesOf(api, () =>
      completeLoginOf({ auth0Id: 'email|newcomer', email: preProvisionedUser.email }),
    );
    const user = await api.db.user.findFirstOrThrow({
      where: { email: preProvisionedUser.email, auth0Id: { not: null } },
    });
    const own = await api.db.workspace.findFirstOrThrow({ where: { creatorUserId: user.id } });
    expect(entries).toMatchObject([
      {
        action: 'login',
        actorUserId: user.id,
        credential: 'session',
        workspaceId: null,
        subjectUserId: null,
        details: {
          connection: 'email',
          isFirst: true,
          claimed: { preProvisionedUserId: preProvisionedUser.id, workspaceIds: [workspace.id] },
          defaultWorkspaceId: own.id,
        },
        ip: '127.0.0.1',
      },
      {
        action: 'claimInvitation',
        actorUserId: user.id,
        credential: 'session',
        workspaceId: workspace.id,
        details: { email: user.email, preProvisionedUserId: preProvisionedUser.id, role: { from: null, to: 'EDITOR' } },
      },
      {
        action: 'createWorkspace',
        actorUserId: user.id,
        credential: 'session',
        workspaceId: own.id,
        details: { displayName: own.displayName, instanceEnvType: 'SI', isDefault: true },
      },
    ]);
    expect(new Set(entries.map(({ requestId }) => requestId)).size).toBe(1);
    for (const isFirst of [true, false]) {
      const [login] = await logInAs('member@example.com', new Browser());
      expect(login).toMatchObject({ action: 'login', details: { connection: 'auth0', isFirst } });
    }
    const [again] = await logInAs('member@example.com', new Browser());
    expect(Object.keys(again?.details as object)).toHaveLength(2);
  });

  it('that ends the session of another user also writes a logout entry of that user', async () => {
    const { api } = stack;
    const before = await makeUser(api);
    const { cookie = '' } = await logIn(api, before);
    const browser = new Browser();
    browser.setCookie(sessionCookieName(api.services.settings), cookie.slice(cookie.indexOf('=') + 1));
    const entries = await logInAs('member@example.com', browser);
    const user = await api.db.user.findFirstOrThrow({ where: { email: 'member@example.com', auth0Id: { not: null } } });
    expect(entries).toMatchObject([
      { action: 'logout', actorUserId: before.id, details: { endedByLoginOf: user.id } },
      { action: 'login', actorUserId: user.id },
    ]);
  });

  it('that does not finish writes no entry', async () => {
    const entries = await auditEntriesOf(stack.api, () =>
      new Browser().open(`${stack.url}/auth/login-callback?code=x&state=y`),
    );
    expect(entries).toEqual([]);
  });
});

describe('a logout', () => {
  it('writes one entry, and none without a session', async () => {
    const { api } = stack;
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    const logOut = () => auditEntriesOf(api, () => api.send('GET', '/auth/logout', credentials).redirects(0));
    expect(await logOut()).toMatchObject([{ action: 'logout', actorUserId: user.id, credential: 'session' }]);
    expect(await logOut()).toEqual([]);
    expect(await auditEntriesOf(api, () => api.send('GET', '/auth/logout').redirects(0))).toEqual([]);
  });

  it.each([{ expiresAt: new Date(0) }, { lastSeenAt: new Date(0) }])(
    'of an expired session (%j) writes no entry',
    async (end) => {
      const { api } = stack;
      const user = await makeUser(api);
      const credentials = await logIn(api, user);
      await api.db.session.updateMany({ where: { userId: user.id }, data: end });
      expect(await auditEntriesOf(api, () => api.send('GET', '/auth/logout', credentials).redirects(0))).toEqual([]);
      expect(await api.db.session.count({ where: { userId: user.id } })).toBe(0);
    },
  );

  it('requested by another site writes no entry', async () => {
    const { api } = stack;
    const credentials = await logIn(api, await makeUser(api));
    const entries = await auditEntriesOf(api, () =>
      api.send('GET', '/auth/logout', credentials).set(navigationFrom('cross-site')).redirects(0),
    );
    expect(entries).toEqual([]);
  });
});

describe('a profile refresh', () => {
  it('writes an entry only if the verified address brings an account lock', async () => {
    const provider = await startFakeIdentityProvider();
    const api = await startApi({ AUTH0_URL: provider.url });
    const user = await makeUser(api, { emailVerified: false });
    const preProvisionedUser = await makeUser(api, { email: user.email, auth0Id: null, quarantinedAt: new Date() });
    await addMember(api, await makeWorkspace(api, await makeUser(api)), preProvisionedUser, 'EDITOR');
    const refresh = async () => {
      const credentials = await logIn(api, user);
      return auditEntriesOf(api, () => api.send('POST', `/users/${user.id}/refresh-auth0-profile`, credentials));
    };
    expect(await refresh()).toEqual([]);
    provider.verified.add(user.auth0Id ?? '');
    const lockedLike = { preProvisionedUserId: preProvisionedUser.id, lockOuts: ['quarantine'] };
    expect(await refresh()).toMatchObject([
      { action: 'refreshAuth0Profile', actorUserId: user.id, workspaceId: null, details: { lockedLike } },
    ]);
    expect(await refresh()).toEqual([]);
    await api.close();
    await provider.close();
  });
});

/** Logs in a user with a verified address as the callback of the identity provider does. */
async function completeLoginOf({ auth0Id, email }: Pick<User, 'auth0Id' | 'email'>): Promise<void> {
  const claims = mailboxLogin(email, auth0Id ?? '');
  const attempt = { nonce: '', codeVerifier: '', reauthenticatedSince: null, userId: null };
  const request = { id: 'a-login', ip: '127.0.0.1', userAgent: null };
  await completeLogin(claims, { attempt, previousSecret: null, deviceSecret: 'device', request }, stack.api.services);
}

describe('a login that takes over what a pre-provisioned user holds', () => {
  it('shows the workspace owner and staff who joined in which role', async () => {
    const { api } = stack;
    const owner = await makeUser(api);
    const user = await makeUser(api, { emailVerified: false, auth0Id: 'email|joiner' });
    const preProvisionedUser = await makeUser(api, { email: user.email, auth0Id: null });
    const join = async (role: WorkspaceRole) => {
      const workspace = await makeWorkspace(api, owner);
      await addMember(api, workspace, preProvisionedUser, role);
      return workspace.id;
    };
    const roles = new Map([
      [await join('EDITOR'), { from: null, to: 'EDITOR' }],
      [await join('APPROVER'), { from: null, to: 'APPROVER' }],
    ]);
    await completeLoginOf(user);
    const [asOwner, { credentials: asStaff }] = [await logIn(api, owner), await makeStaff(api)];
    for (const [id, role] of roles) {
      const entry = {
        action: 'claimInvitation',
        actor: { userId: user.id, nickname: user.nickname, email: user.email },
        subject: null,
        details: { preProvisionedUserId: preProvisionedUser.id, role },
      };
      const ofOwner = await api.send('GET', `/workspaces/${id}/audit?actorUserId=${user.id}`, asOwner);
      expect(ofOwner.body).toMatchObject({ entries: [{ ...entry, bySupport: false }] });
      const ofStaff = await api.send('GET', `/audit?workspaceId=${id}&action=claimInvitation`, asStaff);
      expect(ofStaff.body).toMatchObject({ entries: [entry] });
    }
  });

  it('shows staff that the user got the account lock of the address, even without an invitation', async () => {
    const { api } = stack;
    const user = await makeUser(api, { emailVerified: false });
    const preProvisionedUser = await makeUser(api, { email: user.email, auth0Id: null, quarantinedAt: new Date() });
    expect(await auditEntriesOf(api, () => completeLoginOf(user))).toMatchObject([
      {
        action: 'login',
        actorUserId: user.id,
        details: {
          claimed: { preProvisionedUserId: preProvisionedUser.id, workspaceIds: [], lockOuts: ['quarantine'] },
        },
      },
    ]);
  });
});
