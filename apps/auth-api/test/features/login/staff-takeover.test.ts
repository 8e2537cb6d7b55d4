import { setTimeout } from 'node:timers/promises';
import { WhoamiUser, requestUlidHeader } from '@portal/contract';
import { ulid } from 'ulid';
import { sessionCookieName } from '../../../src/request/auth/session-cookie.ts';
import { Browser } from '../../support/browser.ts';
import { addMember, makeInvitation, makeUser, makeWorkspace } from '../../support/builders.ts';
import { startLoginStack, type LoginStack } from '../../support/login-stack.ts';
import { pollUntil } from '../../support/polling.ts';

let stack: LoginStack;
beforeAll(async () => {
  stack = await startLoginStack();
});
afterAll(() => stack.close());

const portal = 'http://localhost:9000';
const loggedIn = { url: `${portal}/login-success` };
const password = 'Correct-horse-1';

const open = (browser: Browser, query = '') => browser.follow(`${stack.url}/auth/login${query}`, portal);
const submitLogin = async (browser: Browser, form: { url: string }, email: string) =>
  browser.follow(form.url, portal, { email, password });

async function signUp(email: string): Promise<Browser> {
  const browser = new Browser();
  expect(await submitLogin(browser, await open(browser, '?signup=1'), email)).toMatchObject(loggedIn);
  return browser;
}

const credentialsOf = (browser: Browser) => {
  const name = sessionCookieName(stack.api.services.settings);
  return { cookie: `${name}=${browser.cookie(name) ?? ''}` };
};
const whoamiOf = async (browser: Browser) =>
  WhoamiUser.parse((await stack.api.send('GET', '/whoami', credentialsOf(browser))).body);
const userOf = async (browser: Browser) => (await whoamiOf(browser)).user;

/** The identity provider reports the time of a login in whole seconds. */
const waitForNewSecond = () => setTimeout(1_000);

/** Logs in with a code that the mailbox receives, which is another account than one with a password. */
async function logInByCode(email: string): Promise<Browser> {
  const browser = new Browser();
  const base = (await open(browser)).url.replace(/\/login$/, '');
  await browser.follow(`${base}/email`, portal, { email });
  const findCode = async () => {
    const response = await fetch(`${stack.mailUrl}/api/messages?to=${email}`);
    const mails = (await response.json()) as { subject: string }[];
    return /code is (\d{6})/.exec(mails[0]?.subject ?? '')?.[1] ?? '';
  };
  const code = await pollUntil(findCode, Boolean);
  expect(await browser.follow(`${base}/email-code`, portal, { code })).toMatchObject(loggedIn);
  return browser;
}

const refresh = async (browser: Browser) =>
  stack.api.send('POST', `/users/${(await userOf(browser)).id}/refresh-auth0-profile`, credentialsOf(browser));

/** The statuses of two calls for staff: a read, and a suspension. */
async function staffStatuses(browser: Browser): Promise<number[]> {
  const { id } = await makeUser(stack.api);
  const { cookie } = credentialsOf(browser);
  const suspended = await fetch(`${stack.url}/users/${id}/suspend`, {
    method: 'PATCH',
    headers: { cookie, 'content-type': 'application/json', [requestUlidHeader]: ulid() },
    body: JSON.stringify({ isSuspended: true }),
  });
  const listed = await stack.api.send('GET', '/users/quarantined', { cookie });
  return [listed.status, suspended.status];
}

describe('an attacker who signs up with a password and the address of a colleague', () => {
  it('is never staff, even if the colleague follows the verification link and the attacker logs in again', async () => {
    const email = 'ceo@systeminit.com';
    const attacker = await signUp(email);
    expect(await staffStatuses(attacker)).toEqual([403, 403]);

    await stack.verifyEmail(email);
    expect((await refresh(attacker)).body).toMatchObject({ user: { email, emailVerified: true } });
    expect(await staffStatuses(attacker)).toEqual([403, 403]);

    // With the provider's session, with the password, and with the password in another browser.
    expect(await open(attacker)).toMatchObject(loggedIn);
    expect(await staffStatuses(attacker)).toEqual([403, 403]);
    expect(await submitLogin(attacker, await open(attacker, '?fresh=1'), email)).toMatchObject(loggedIn);
    expect(await staffStatuses(attacker)).toEqual([403, 403]);
    const elsewhere = new Browser();
    expect(await submitLogin(elsewhere, await open(elsewhere), email)).toMatchObject(loggedIn);
    expect(await staffStatuses(elsewhere)).toEqual([403, 403]);
    const { emailVerified, auth0Id } = await userOf(elsewhere);
    expect([emailVerified, auth0Id]).toEqual([true, expect.stringMatching(/^auth0\|/)]);
  });

  it('is a different user than the colleague, who is staff through the company’s connection', async () => {
    const email = 'staff@systeminit.com';
    const attacker = await signUp(email);
    await stack.verifyEmail(email);
    await refresh(attacker);
    const colleague = new Browser();
    expect(await submitLogin(colleague, await open(colleague), email)).toMatchObject(loggedIn);
    await stack.api.db.user.updateMany({ data: { tosVersionId: stack.api.services.legal.currentVersionId } });
    expect(await staffStatuses(colleague)).toEqual([200, 200]);
    expect(await staffStatuses(attacker)).toEqual([403, 403]);
    expect((await userOf(colleague)).auth0Id).toMatch(/^waad\|/);
    expect((await whoamiOf(colleague)).session?.isStaff).toBe(true);
    expect((await whoamiOf(attacker)).session?.isStaff).toBe(false);
    expect((await userOf(attacker)).id).not.toBe((await userOf(colleague)).id);
  });
});

describe('what waits for an address that is verified after the login', () => {
  it('is a workspace that staff prepared, which a password never gets, and a code that the mailbox receives does', async () => {
    const { api } = stack;
    const email = 'guest@example.com';
    const workspace = await makeWorkspace(api, await makeUser(api));
    const preProvisionedUser = await makeUser(api, { auth0Id: null, email, emailVerified: false });
    await addMember(api, workspace, preProvisionedUser, 'APPROVER');
    const guest = await signUp(email);
    await stack.verifyEmail(email);
    expect((await refresh(guest)).body).toMatchObject({
      user: { emailVerified: true },
      preparedWorkspacesWaiting: true,
    });
    const roles = async () => {
      const where = { userId: (await userOf(guest)).id, workspaceId: workspace.id };
      return (await api.db.membership.findMany({ where })).map(({ role }) => role);
    };
    expect(await roles()).toEqual([]);
    expect(await open(guest)).toMatchObject(loggedIn);
    expect(await submitLogin(guest, await open(guest, '?fresh=1'), email)).toMatchObject(loggedIn);
    expect(await roles()).toEqual([]);
    expect((await refresh(guest)).body).toMatchObject({ preparedWorkspacesWaiting: true });

    await waitForNewSecond();
    const owner = await logInByCode(email);
    const { id: userId } = await userOf(owner);
    expect(await api.db.membership.findMany({ where: { userId, workspaceId: workspace.id } })).toMatchObject([
      { role: 'APPROVER' },
    ]);
    expect((await refresh(guest)).body).toMatchObject({ preparedWorkspacesWaiting: false });
  });

  it('is an invitation, which stays hidden from the password and is shown by a code that the mailbox receives', async () => {
    const { api } = stack;
    const email = 'invited-guest@example.com';
    const invitation = await makeInvitation(api, await makeWorkspace(api, await makeUser(api)), { email });
    const acceptTerms = () =>
      api.db.user.updateMany({ where: { email }, data: { tosVersionId: api.services.legal.currentVersionId } });
    const list = (browser: Browser) => api.send('GET', '/invitations', credentialsOf(browser));
    const accept = (browser: Browser) =>
      api.send('POST', `/invitations/${invitation.id}/accept`, credentialsOf(browser)).send({ role: 'EDITOR' });
    const guest = await signUp(email);
    await acceptTerms();
    expect((await list(guest)).body).toEqual([]);
    await stack.verifyEmail(email);
    expect((await refresh(guest)).body).toMatchObject({
      user: { emailVerified: true },
      preparedWorkspacesWaiting: false,
    });
    const hidden = [{ id: invitation.id, missingProof: 'link' }];
    const linkRequired = { error: { type: 'InvitationLinkRequired' } };
    expect([(await list(guest)).body, (await accept(guest)).body]).toMatchObject([hidden, linkRequired]);
    const form = await open(guest, '?fresh=1');
    expect(await submitLogin(guest, form, email)).toMatchObject(loggedIn);
    expect([(await list(guest)).body, (await accept(guest)).body]).toMatchObject([hidden, linkRequired]);

    await waitForNewSecond();
    const invitee = await logInByCode(email);
    await acceptTerms();
    expect((await list(invitee)).body).toMatchObject([{ id: invitation.id, role: 'EDITOR' }]);
    expect((await accept(invitee)).status).toBe(200);
  });
});
