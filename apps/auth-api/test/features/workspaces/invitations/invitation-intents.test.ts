import { intentLifetimeMinutes, InvitationPreview } from '@portal/contract';
import { parseSetCookie } from 'cookie';
import { ulid } from 'ulid';
import { completeLogin } from '../../../../src/features/login/complete-login.ts';
import type { Prisma } from '../../../../src/generated/prisma/client.ts';
import { Browser } from '../../../support/browser.ts';
import { addMember, logIn, mailboxLogin, makeInvitation, makeUser, makeWorkspace } from '../../../support/builders.ts';
import {
  acceptTermsFrom,
  intendAcceptance,
  inviteByLink,
  isMember,
  newEmail,
  portal,
  signUpByPassword,
} from '../../../support/invited-browser.ts';
import { openTransaction, waitForLock } from '../../../support/lock-waits.ts';
import { startLoginStack, type LoginStack } from '../../../support/login-stack.ts';
import { outcomeOf } from '../../../support/responses.ts';

let stack: LoginStack;
beforeAll(async () => {
  stack = await startLoginStack();
});
afterAll(() => stack.close());

const invite = (email: string, overrides: Partial<Prisma.InvitationUncheckedCreateInput> = {}) =>
  inviteByLink(stack.api, email, overrides);
const intend = (token: string, browser: Browser) => intendAcceptance(stack.api, token, browser);

/** Logs in at the provider with a verified email. Without an account, it signs up. */
async function logInAs(email: string, browser = new Browser(), query = '') {
  const form = await browser.follow(`${stack.url}/auth/login${query}`, portal);
  const provider = form.url.replace(/login$/, 'github');
  const { url } = await browser.follow(provider, portal, { email, name: 'Member' });
  expect(url).toBe(`${portal}/login-success`);
  return browser;
}

/** Creates the account of an email that has accepted the terms. */
async function makeAccount(email: string) {
  await logInAs(email);
  const { id } = await stack.api.db.user.findFirstOrThrow({ where: { email } });
  await stack.api.db.user.update({
    where: { id },
    data: { tosVersionId: stack.api.services.legal.currentVersionId },
  });
  return id;
}

/** An invited account, and a browser in which the invitation was accepted before the login. */
async function setUp(overrides: Partial<Prisma.InvitationUncheckedCreateInput> = {}) {
  const email = newEmail();
  const userId = await makeAccount(email);
  const invited = await invite(email, overrides);
  const browser = new Browser();
  expect(outcomeOf(await intend(invited.token, browser))).toBe('ok');
  return { ...invited, email, userId, browser };
}

describe('an invitation that is accepted before a login', () => {
  it('makes the user a member by that login, with an entry in the audit log', async () => {
    const { invitation, email, userId, browser } = await setUp();
    expect(await isMember(stack.api, email, invitation)).toBe(false);
    await logInAs(email, browser);
    expect(await isMember(stack.api, email, invitation)).toBe(true);
    expect(await stack.api.db.invitationIntent.count({ where: { invitationId: invitation.id } })).toBe(0);
    const { workspaceId } = invitation;
    const entries = await stack.api.db.auditEntry.findMany({ where: { workspaceId, action: 'acceptInvitation' } });
    expect(entries).toMatchObject([{ actorUserId: userId, credential: 'session', details: { role: 'EDITOR' } }]);
  });

  it('locks nothing after the entries of other workspaces that the login takes over', async () => {
    const { api } = stack;
    const user = await makeUser(api, { auth0Id: `email|${ulid()}` });
    const { owner, invitation, token } = await invite(user.email);
    const prepared = await makeWorkspace(api, await makeUser(api));
    await addMember(api, prepared, await makeUser(api, { email: user.email, auth0Id: null }), 'EDITOR');
    const browser = new Browser();
    await intend(token, browser);
    const [intentSecret = ''] = Object.values(browser.cookiesOf('portal-intent'));

    const locked = await openTransaction(api, 'SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [owner.id]);
    const login = completeLogin(
      mailboxLogin(user.email, user.auth0Id ?? ''),
      {
        attempt: { nonce: '', codeVerifier: '', reauthenticatedSince: null, userId: null },
        previousSecret: null,
        deviceSecret: 'device',
        intentSecret,
        request: { id: null, ip: null, userAgent: null },
      },
      api.services,
    );
    await waitForLock(api, 'SELECT 1 FROM users WHERE id');
    // Meanwhile, another change of the prepared workspace gets its number.
    const [change] = await Promise.allSettled([
      api.asOwner(`
        SET lock_timeout = '2s';
        INSERT INTO workspace_sequences (workspace_id, sequence) VALUES ('${prepared.id}', 1)`),
    ]);
    await locked.end('COMMIT');
    await login;
    expect(await isMember(stack.api, user.email, invitation)).toBe(true);
    const entries = await api.db.auditEntry.findMany({ where: { actorUserId: user.id }, orderBy: { id: 'asc' } });
    expect(entries.map(({ action }) => action)).toEqual(['login', 'claimInvitation', 'acceptInvitation']);
    expect(change).toMatchObject({ status: 'fulfilled' });
  });

  it('makes a new user a member when they accept the terms', async () => {
    const email = newEmail();
    const { invitation, token } = await invite(email);
    const browser = new Browser();
    await intend(token, browser);
    await logInAs(email, browser);
    expect(await isMember(stack.api, email, invitation)).toBe(false);
    expect(outcomeOf(await acceptTermsFrom(stack.api, browser))).toBe('ok');
    expect(await isMember(stack.api, email, invitation)).toBe(true);
    expect(await stack.api.db.invitationIntent.count({ where: { invitationId: invitation.id } })).toBe(0);
  });

  it('stores only a hash of the cookie, which scripts and other sites cannot use', async () => {
    const { token } = await invite(newEmail());
    const response = await intend(token, new Browser());
    const header = String(response.headers['set-cookie']);
    expect(header).toMatch(/HttpOnly; SameSite=Lax/);
    expect(header).toContain(`Max-Age=${intentLifetimeMinutes * 60}`);
    const { value = '-' } = parseSetCookie(header);
    expect(JSON.stringify(await stack.api.db.invitationIntent.findMany())).not.toContain(value);
  });
});

describe('an invitation is not accepted by a login', () => {
  it('that a link started, whatever its parameters', async () => {
    const email = newEmail();
    await makeAccount(email);
    const { invitation, token } = await invite(email);
    await logInAs(email, new Browser(), `?invitation=${token}&role=EDITOR&accept=1&intent=${token}`);
    expect(await isMember(stack.api, email, invitation)).toBe(false);
  });

  it('in another browser, which leaves the intent to the first', async () => {
    const { invitation, email, browser } = await setUp();
    await logInAs(email);
    expect(await isMember(stack.api, email, invitation)).toBe(false);
    await logInAs(email, browser);
    expect(await isMember(stack.api, email, invitation)).toBe(true);
  });

  it('of another user, after which the intent is used up', async () => {
    const { invitation, email, browser } = await setUp();
    const other = newEmail();
    await makeAccount(other);
    await logInAs(other, browser.clone());
    expect(await stack.api.db.membership.count({ where: { workspaceId: invitation.workspaceId } })).toBe(1);
    await logInAs(email, browser);
    expect(await isMember(stack.api, email, invitation)).toBe(false);
  });

  it('of a new user with another email, also after they accept the terms', async () => {
    const { invitation, browser } = await setUp();
    await logInAs(newEmail(), browser);
    expect(outcomeOf(await acceptTermsFrom(stack.api, browser))).toBe('ok');
    expect(await stack.api.db.membership.count({ where: { workspaceId: invitation.workspaceId } })).toBe(1);
    expect(await stack.api.db.invitationIntent.count({ where: { invitationId: invitation.id } })).toBe(0);
  });

  it('that verified no email', async () => {
    const email = newEmail();
    await makeAccount(email);
    const { invitation, token } = await invite(email);
    await stack.api.db.user.updateMany({ where: { email }, data: { emailVerified: false } });
    const browser = new Browser();
    await intend(token, browser);
    await signUpByPassword(stack, newEmail(), browser);
    expect(await stack.api.db.membership.count({ where: { workspaceId: invitation.workspaceId } })).toBe(1);
  });

  it('after fifteen minutes', async () => {
    const { invitation, email, browser } = await setUp();
    await stack.api.db.invitationIntent.updateMany({
      where: { invitationId: invitation.id },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });
    await logInAs(email, browser);
    expect(await isMember(stack.api, email, invitation)).toBe(false);
  });

  it('a second time', async () => {
    const { invitation, email, userId, browser } = await setUp();
    const copy = browser.clone();
    await logInAs(email, browser);
    const { workspaceId } = invitation;
    await stack.api.db.membership.delete({ where: { workspaceId_userId: { workspaceId, userId } } });
    await makeInvitation(stack.api, await stack.api.db.workspace.findUniqueOrThrow({ where: { id: workspaceId } }), {
      email,
    });
    await logInAs(email, copy);
    expect(await isMember(stack.api, email, invitation)).toBe(false);
  });

  it.each([
    ['was cancelled', { cancelledAt: new Date() }],
    ['was declined', { declinedAt: new Date() }],
    ['expired', { expiresAt: new Date(Date.now() - 1_000) }],
    ['got another role', { role: 'APPROVER' }],
  ] as const)('if it %s since, and the login succeeds', async (_what, data) => {
    const { invitation, email, browser } = await setUp();
    await stack.api.db.invitation.update({ where: { id: invitation.id }, data });
    await logInAs(email, browser);
    expect(await isMember(stack.api, email, invitation)).toBe(false);
  });

  it.each(['quarantinedAt', 'suspendedAt'] as const)('of an account with a lock: %s', async (column) => {
    const { invitation, email, userId, browser } = await setUp();
    await stack.api.db.user.update({ where: { id: userId }, data: { [column]: new Date() } });
    await logInAs(email, browser);
    expect(await isMember(stack.api, email, invitation)).toBe(false);
  });

  it('while the sender has a lock', async () => {
    const { owner, invitation, email, browser } = await setUp();
    await stack.api.db.user.update({ where: { id: owner.id }, data: { quarantinedAt: new Date() } });
    await logInAs(email, browser);
    expect(await isMember(stack.api, email, invitation)).toBe(false);
  });
});

describe('accepting before a login is refused', () => {
  it.each([
    ['for an unknown link', 'InvitationNotFound', {}, { token: 'unknown' }],
    ['with another role than the invitation has', 'InvitationChanged', {}, { role: 'APPROVER' }],
    ['for a cancelled invitation', 'InvitationEnded', { cancelledAt: new Date() }, {}],
    ['for an expired invitation', 'InvitationExpired', { expiresAt: new Date(Date.now() - 1_000) }, {}],
    ['as owner', 'InvalidInput', {}, { role: 'OWNER' }],
  ] as const)('%s', async (_what, type, overrides, body) => {
    const { token } = await invite(newEmail(), overrides);
    const response = await stack.api.send('POST', '/invitations/intent').send({ token, role: 'EDITOR', ...body });
    expect(outcomeOf(response)).toBe(type);
    expect(response.headers['set-cookie']).toBeUndefined();
  });
});

describe('the preview of an invitation link', () => {
  const preview = async (token: string) =>
    InvitationPreview.parse((await stack.api.send('POST', '/invitations/preview').send({ token })).body);
  const closed: InvitationPreview = { isOpen: false, invitation: null };

  it('names the sender, the workspace and the role, and no email', async () => {
    const email = newEmail();
    const { owner, token } = await invite(email);
    const { text } = await stack.api.send('POST', '/invitations/preview').send({ token });
    expect(JSON.parse(text)).toEqual({
      isOpen: true,
      invitation: {
        workspaceName: 'Staging',
        role: 'EDITOR',
        inviterName: 'Zoe',
        expiresAt: expect.any(String) as unknown,
      },
    });
    for (const secret of [email, owner.email]) expect(text).not.toContain(secret);
  });

  it('is the same with and without an account, and with a session', async () => {
    const { token } = await invite(newEmail());
    const asOther = await logIn(stack.api, await makeUser(stack.api));
    const response = await stack.api.send('POST', '/invitations/preview', asOther).send({ token });
    expect(InvitationPreview.parse(response.body)).toEqual(await preview(token));
  });

  it.each([
    ['cancelled', { cancelledAt: new Date() }],
    ['accepted', { acceptedAt: new Date() }],
    ['expired', { expiresAt: new Date(Date.now() - 1_000) }],
  ])('of one that is %s says only that it cannot be used', async (_state, overrides) => {
    expect(await preview((await invite(newEmail(), overrides)).token)).toEqual(closed);
  });

  it('of an unknown link says only that it cannot be used', async () =>
    expect(await preview('unknown')).toEqual(closed));

  it('of one whose workspace is quarantined says only that it cannot be used', async () => {
    const { invitation, token } = await invite(newEmail());
    const where = { id: invitation.workspaceId };
    await stack.api.db.workspace.update({ where, data: { quarantinedAt: new Date() } });
    expect(await preview(token)).toEqual(closed);
  });
});
