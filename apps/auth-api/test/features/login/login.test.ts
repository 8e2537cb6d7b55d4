import { WhoamiUser, Workspaces } from '@portal/contract';
import { sessionCookieName } from '../../../src/request/auth/session-cookie.ts';
import type { Prisma } from '../../../src/generated/prisma/client.ts';
import { createInvitationLink } from '../../../src/features/workspaces/invitations/invitation-links.ts';
import { Browser } from '../../support/browser.ts';
import {
  addMember,
  logInWithClaims,
  mailboxLogin,
  makeInvitation,
  makeUser,
  makeWorkspace,
} from '../../support/builders.ts';
import { startLoginStack, type LoginStack } from '../../support/login-stack.ts';

let stack: LoginStack;
beforeAll(async () => {
  stack = await startLoginStack();
});
afterAll(() => stack.close());

const portal = 'http://localhost:9000';
const member = { email: 'member@example.com', password: 'Correct-horse-1' };

/** Opens the login form of the provider, as the login button of the portal does. */
const openLoginForm = (browser: Browser, query = '') => browser.follow(`${stack.url}/auth/login${query}`, portal);

async function logInAs(credentials: typeof member, browser = new Browser()) {
  const form = await openLoginForm(browser);
  const { url } = await browser.follow(form.url, portal, credentials);
  expect(url).toBe(`${portal}/login-success`);
  return browser;
}

const whoami = async (browser: Browser) => browser.open(`${stack.url}/whoami`);
const sessionOf = (browser: Browser) => browser.cookie(sessionCookieName(stack.api.services.settings));

describe('a login', () => {
  // @covers 7.users.1
  it('[7.browser-navigation.1] leads through the provider to a session and a default workspace', async () => {
    const browser = await logInAs(member);
    const { user } = WhoamiUser.parse(await (await whoami(browser)).json());
    expect(user).toMatchObject({ email: 'member@example.com', emailVerified: true, needsTosUpdate: true });
    expect(user.auth0Id).toMatch(/^auth0\|/);
    const workspaces = await stack.api.db.workspace.findMany({ where: { creatorUserId: user.id } });
    expect(workspaces).toMatchObject([{ displayName: "member's Production Workspace", instanceEnvType: 'SI' }]);
  });

  it('creates no second user or workspace the next time', async () => {
    await logInAs(member);
    expect(await stack.api.db.user.count({ where: { email: 'member@example.com' } })).toBe(1);
    expect(await stack.api.db.workspace.count({ where: { creator: { email: 'member@example.com' } } })).toBe(1);
  });

  it('sets a cookie that scripts and other sites cannot use', async () => {
    const browser = new Browser();
    const form = await openLoginForm(browser);
    let response = await browser.open(form.url, member);
    while (!response.headers.getSetCookie().some((header) => header.startsWith('portal-session'))) {
      response = await browser.open(new URL(response.headers.get('location') ?? '', form.url).href);
    }
    const header = response.headers.getSetCookie().find((each) => each.startsWith('portal-session'));
    expect(header).toMatch(/HttpOnly/);
    expect(header).toMatch(/SameSite=Lax/);
    const stored = JSON.stringify(await stack.api.db.session.findMany());
    expect(stored).not.toContain(sessionOf(browser));
  });

  it('creates a new session id and ends the old session', async () => {
    const browser = await logInAs(member);
    const before = browser.clone();
    await stack.api.db.session.count();
    // The provider remembers the login and shows no form.
    expect((await openLoginForm(browser)).url).toBe(`${portal}/login-success`);
    expect(sessionOf(browser)).not.toBe(sessionOf(before));
    expect((await whoami(browser)).status).toBe(200);
    expect((await whoami(before)).status).toBe(401);
  });

  it('starts a new session, which whoami distinguishes by its start time', async () => {
    const browser = await logInAs(member);
    const sessionInUse = async () => WhoamiUser.parse(await (await whoami(browser)).json()).session;
    const first = await sessionInUse();
    expect(await sessionInUse()).toEqual(first);
    await openLoginForm(browser);
    const second = await sessionInUse();
    expect(Date.parse(second?.startedAt ?? '')).toBeGreaterThan(Date.parse(first?.startedAt ?? ''));
  });

  it('[2.2] opens the sign-up page with ?signup=1', async () => {
    const form = await openLoginForm(new Browser(), '?signup=1');
    expect(form.url).toMatch(/\/signup$/);
  });

  it('works in two tabs, even if the older one finishes first', async () => {
    const browser = new Browser();
    const [older, newer] = [await openLoginForm(browser), await openLoginForm(browser)];
    expect((await browser.follow(older.url, portal, member)).url).toBe(`${portal}/login-success`);
    expect((await browser.follow(newer.url, portal, member)).url).toBe(`${portal}/login-success`);
    expect((await whoami(browser)).status).toBe(200);
  });
});

describe('a login from the link of an invitation', () => {
  const past = new Date(Date.now() - 60_000);

  /** The token of a link. */
  async function invite(overrides: Partial<Prisma.InvitationUncheckedCreateInput>): Promise<string> {
    const { api } = stack;
    const workspace = await makeWorkspace(api, await makeUser(api));
    const invitation = await makeInvitation(api, workspace, overrides);
    const link = await createInvitationLink(invitation.id, api.services, api.services.settings);
    return link.split('/').at(-1) ?? '';
  }

  /** What the provider is asked for. */
  async function requestOf(query: Record<string, string>): Promise<URLSearchParams> {
    const response = await new Browser().open(`${stack.url}/auth/login?${new URLSearchParams(query).toString()}`);
    return new URL(response.headers.get('location') ?? '').searchParams;
  }

  it('has the invited email, whether or not there is an account with it', async () => {
    const { email } = await makeUser(stack.api);
    for (const invited of [email, 'new+invitee@example.com']) {
      const invitation = await invite({ email: invited });
      expect((await requestOf({ invitation })).get('login_hint')).toBe(invited);
      const signup = await requestOf({ signup: '1', invitation });
      expect([signup.get('login_hint'), signup.get('screen_hint')]).toEqual([invited, 'signup']);
    }
  });

  it.each([
    ['has expired', { expiresAt: past }],
    ['was accepted', { acceptedAt: past }],
    ['was declined', { declinedAt: past }],
    ['was cancelled', { cancelledAt: past }],
  ])('has no email if the invitation %s', async (_state, overrides) => {
    const request = await requestOf({ invitation: await invite({ email: 'ended@example.com', ...overrides }) });
    expect([request.has('login_hint'), request.has('state')]).toEqual([false, true]);
  });

  it.each([{ invitation: 'unknown' }, { invitation: '' }, { login_hint: 'chosen@example.com' }])(
    'has no email with the query %j',
    async (query) => {
      const request = await requestOf(query);
      expect([request.has('login_hint'), request.has('state')]).toEqual([false, true]);
    },
  );
});

describe('a login that fails', () => {
  async function callbackOf(browser: Browser): Promise<string> {
    const form = await openLoginForm(browser);
    return (await browser.follow(form.url, `${stack.url}/auth/login-callback`, member)).url;
  }

  const expectErrorPage = async (response: Response | null) => {
    expect(response?.status).toBe(400);
    const text = (await response?.text()) ?? '';
    expect(text).toContain('Login not completed');
    expect(text).toContain(`href="${portal}/login?retry=1"`);
  };

  it('because it was started in another browser ends on an error page', async () => {
    const otherBrowser = new Browser();
    await openLoginForm(otherBrowser);
    const { response } = await otherBrowser.follow(await callbackOf(new Browser()), portal);
    await expectErrorPage(response);
    expect(sessionOf(otherBrowser)).toBeUndefined();
  });

  it('cannot be replayed', async () => {
    const browser = new Browser();
    const callback = await callbackOf(browser);
    expect((await browser.follow(callback, portal)).url).toBe(`${portal}/login-success`);
    const session = sessionOf(browser);
    // A logged-in user is redirected to the portal.
    expect((await browser.follow(callback, portal)).url).toBe(`${portal}/login-success`);
    expect(sessionOf(browser)).toBe(session);
  });

  it('because the user canceled it ends on the login page of the portal, which does not redirect again', async () => {
    const browser = new Browser();
    const form = await openLoginForm(browser);
    const { url } = await browser.follow(form.url.replace(/login$/, 'cancel'), portal, {});
    expect(url).toBe(`${portal}/login?cancelled=1`);
  });

  it.each(['', '&error_description=User+did+not+authorize+the+request'])(
    'because the provider sent access_denied%s ends on the login page of the portal',
    async (description) => {
      const response = await new Browser().open(`${stack.url}/auth/login-callback?error=access_denied${description}`);
      expect(response.headers.get('location')).toBe(`${portal}/login?cancelled=1`);
    },
  );

  it.each(['', '?error=server_error&error_description=<script>', '?code=x&state=y', '?state=a&state=b'])(
    'because the provider sent %j ends on an error page',
    async (query) => {
      const response = await new Browser().open(`${stack.url}/auth/login-callback${query}`);
      expect(response.status).toBe(400);
      const text = await response.text();
      expect(text).toContain('<h1>');
      expect(text).not.toContain('<script>');
    },
  );
});

describe('a logout', () => {
  // The browser would search its whole cache, for seconds, and every response of the API is `no-store`.
  // Source: https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Clear-Site-Data
  it('does not make the browser clear its cache, which takes seconds', async () => {
    const browser = await logInAs(member);
    const response = await browser.open(`${stack.url}/auth/logout`);
    expect([response.status, response.headers.get('clear-site-data')]).toEqual([303, null]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('location')).toMatch(/\/v2\/logout\?/);
    expect(sessionOf(browser)).toBeUndefined();
  });

  // @covers 7.browser-navigation.1
  it('ends the session for every copy of the cookie and continues at the provider', async () => {
    const browser = await logInAs(member);
    const copy = browser.clone();
    const { url } = await browser.follow(`${stack.url}/auth/logout`, portal);
    expect(url).toBe(`${portal}/logout-success`);
    expect((await whoami(copy)).status).toBe(401);
    expect((await openLoginForm(browser)).url).toMatch(/\/login$/);
  });
});

describe('a first login', () => {
  const claims = { sub: 'github|race', email: 'race@example.com', email_verified: true, nickname: 'race' };

  it('creates one user and one workspace, however many requests race', async () => {
    const users = await Promise.all(Array.from({ length: 50 }, () => logInWithClaims(claims, stack.api.services)));
    expect(new Set(users.map((user) => user.id)).size).toBe(1);
    expect(await stack.api.db.user.count({ where: { email: claims.email } })).toBe(1);
    expect(await stack.api.db.membership.findMany({ where: { user: { email: claims.email } } })).toMatchObject([
      { role: 'OWNER', isDefault: true },
    ]);
  });

  it('falls back to the local part of the email as nickname', async () => {
    const user = await logInWithClaims(
      { sub: 'x|1', email: 'lin@example.com', email_verified: false, nickname: ' ' },
      stack.api.services,
    );
    expect(user.nickname).toBe('lin');
  });

  it('ignores web addresses as names, and pictures that our own form would reject', async () => {
    const user = await logInWithClaims(
      {
        sub: 'x|2',
        email: 'mel@example.com',
        email_verified: false,
        nickname: 'https://evil.example/x',
        given_name: 'Mel\u202e\u0000',
        family_name: "O'Brien",
        picture: 'javascript:alert(1)',
      },
      stack.api.services,
    );
    expect(user).toMatchObject({ nickname: 'Mel', firstName: 'Mel', lastName: "O'Brien", pictureUrl: null });
  });

  it('cleans names that our own forms would reject, and keeps their spelling', async () => {
    const persian = '\u0639\u0644\u06CC\u200C\u0631\u0636\u0627';
    const user = await logInWithClaims(
      {
        sub: 'google-oauth2|clean',
        email: 'ali@example.com',
        email_verified: true,
        nickname: 'Ali\u200B\u{1F642}',
        given_name: `\u200F${persian}\u200C`,
        family_name: 'Karimi\u00A0(Dr!)',
      },
      stack.api.services,
    );
    expect(user).toMatchObject({ nickname: 'Ali', firstName: persian, lastName: 'Karimi (Dr)' });
  });

  it('ignores names that could be taken for the product', async () => {
    const names = { nickname: 'System Initiative Support', given_name: 'Security Team' };
    const logInAs = (sub: string, email: string) =>
      logInWithClaims({ sub, email, email_verified: false, ...names }, stack.api.services);
    expect((await logInAs('x|support', 'mo@example.com')).nickname).toBe('mo');
    expect((await logInAs('x|admin', 'admin@example.com')).nickname).toBe('Unnamed');
  });

  it('stores the provider’s picture at every login, and shows it to others until the user clears it', async () => {
    const claims = { sub: 'x|3', email: 'pia@example.com', email_verified: true };
    const [first, second] = ['https://pictures.example/1.png', 'https://pictures.example/2.png'];
    const newcomer = await logInWithClaims({ ...claims, picture: first }, stack.api.services);
    expect(newcomer).toMatchObject({ pictureUrl: first, providerPictureUrl: first });
    await stack.api.db.user.update({ where: { id: newcomer.id }, data: { pictureUrl: null } });
    const later = await logInWithClaims({ ...claims, picture: second }, stack.api.services);
    expect(later).toMatchObject({ pictureUrl: null, providerPictureUrl: second });
  });

  it('claims what the pre-provisioned user of an address holds if it proves the mailbox, and nothing otherwise', async () => {
    const { api } = stack;
    const workspace = await makeWorkspace(api, await makeUser(api));
    const preProvisionedUser = await makeUser(api, { auth0Id: null, email: 'guest@example.com', emailVerified: false });
    await addMember(api, workspace, preProvisionedUser, 'APPROVER');
    const guest = { sub: 'auth0|guest', email: 'guest@example.com' };
    const roles = async (id: string) =>
      (await api.db.membership.findMany({ where: { userId: id, workspaceId: workspace.id } })).map((each) => each.role);

    const unverified = await logInWithClaims(
      { ...guest, sub: 'auth0|unverified', email_verified: false },
      api.services,
    );
    expect(await roles(unverified.id)).toEqual([]);
    const unproven = await logInWithClaims({ ...mailboxLogin(guest.email), ...guest }, api.services);
    expect(await roles(unproven.id)).toEqual([]);
    const remembered = { ...mailboxLogin(guest.email), auth_time: Math.floor(Date.now() / 1_000) - 60 };
    for (const claims of [remembered, { ...remembered, auth_time: undefined }])
      expect(await roles((await logInWithClaims(claims, api.services)).id)).toEqual([]);
    const claimed = await logInWithClaims(mailboxLogin(guest.email), api.services);
    expect(await roles(claimed.id)).toEqual(['APPROVER']);
    expect(await roles(preProvisionedUser.id)).toEqual([]);
  });

  it('keeps the role in a workspace where the user is already a member', async () => {
    const { api } = stack;
    const workspace = await makeWorkspace(api, await makeUser(api));
    const identity = mailboxLogin('twice@example.com');
    const user = await logInWithClaims({ ...identity, email_verified: false }, api.services);
    const preProvisionedUser = await makeUser(api, { auth0Id: null, email: identity.email, emailVerified: false });
    await addMember(api, workspace, user, 'EDITOR');
    await addMember(api, workspace, preProvisionedUser, 'APPROVER');
    await logInWithClaims(mailboxLogin(identity.email), api.services);
    const others = { workspaceId: workspace.id, role: { not: 'OWNER' } } as const;
    expect(await api.db.membership.findMany({ where: others })).toMatchObject([{ userId: user.id, role: 'EDITOR' }]);
  });

  it('updates email and verification at every login', async () => {
    const first = await logInWithClaims(
      { sub: 'auth0|moves', email: 'old@example.com', email_verified: false },
      stack.api.services,
    );
    const again = await logInWithClaims(
      { sub: 'auth0|moves', email: 'new@example.com', email_verified: true },
      stack.api.services,
    );
    expect(again).toMatchObject({ id: first.id, email: 'new@example.com', emailVerified: true });
  });
});

describe('the workspace list after a first login', () => {
  it('contains the default workspace once the terms are accepted', async () => {
    const browser = await logInAs(member);
    const { user } = WhoamiUser.parse(await (await whoami(browser)).json());
    await stack.api.db.user.update({ where: { id: user.id }, data: { tosVersionId: user.latestTosVersion } });
    const workspaces = Workspaces.parse(await (await browser.open(`${stack.url}/workspaces`)).json());
    expect(workspaces).toMatchObject([{ isDefault: true, role: 'OWNER', instanceUrl: 'https://app.systeminit.com' }]);
  });
});
