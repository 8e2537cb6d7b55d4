import { OpenedInvitation } from '@portal/contract';
import { Browser } from '../../../support/browser.ts';
import { makeUser } from '../../../support/builders.ts';
import {
  acceptTermsFrom,
  intendAcceptance,
  inviteByLink,
  isMember,
  newEmail,
  password,
  portal,
  sendFrom,
  signUpByPassword,
} from '../../../support/invited-browser.ts';
import { startLoginStack, type LoginStack } from '../../../support/login-stack.ts';
import { outcomeOf } from '../../../support/responses.ts';

let stack: LoginStack;
beforeAll(async () => {
  stack = await startLoginStack();
});
afterAll(() => stack.close());

const userIdOf = async (email: string) => (await stack.api.db.user.findFirstOrThrow({ where: { email } })).id;

/** What the portal does when the user returns to it after following the link in the verification email. */
const refreshProfile = async (email: string, browser: Browser) =>
  sendFrom(stack.api, browser, `/users/${await userIdOf(email)}/refresh-auth0-profile`);

const openLink = async (token: string, browser: Browser) =>
  OpenedInvitation.parse((await sendFrom(stack.api, browser, '/invitations/open', { token })).body);

async function logInByPassword(email: string, browser: Browser): Promise<void> {
  const { url, response } = await browser.follow(`${stack.url}/auth/login`, portal);
  if (response) await browser.follow(url, portal, { email, password });
}

/** An invitee who accepted before they signed up with a password, and then accepted the terms. */
async function setUp() {
  const email = newEmail();
  const invited = await inviteByLink(stack.api, email);
  const browser = new Browser();
  await intendAcceptance(stack.api, invited.token, browser);
  await signUpByPassword(stack, email, browser);
  expect(outcomeOf(await acceptTermsFrom(stack.api, browser))).toBe('ok');
  return { ...invited, email, browser };
}

describe('an invitation that is accepted before the sign-up with a password', () => {
  it('makes the user a member once their email is verified, with an entry in the audit log', async () => {
    const { invitation, email, browser } = await setUp();
    await refreshProfile(email, browser);
    expect(await isMember(stack.api, email, invitation)).toBe(false);
    await stack.verifyEmail(email);
    expect((await refreshProfile(email, browser)).body).toMatchObject({ user: { email, emailVerified: true } });
    expect(await isMember(stack.api, email, invitation)).toBe(true);
    const where = { workspaceId: invitation.workspaceId, action: 'acceptInvitation' };
    const entries = await stack.api.db.auditEntry.findMany({ where });
    expect(entries).toMatchObject([{ actorUserId: await userIdOf(email), credential: 'session' }]);
  });

  it('makes the user a member when they accept the terms after the verification', async () => {
    const email = newEmail();
    const { invitation, token } = await inviteByLink(stack.api, email);
    const browser = new Browser();
    await intendAcceptance(stack.api, token, browser);
    await signUpByPassword(stack, email, browser);
    await stack.verifyEmail(email);
    await refreshProfile(email, browser);
    expect(await isMember(stack.api, email, invitation)).toBe(false);
    expect(outcomeOf(await acceptTermsFrom(stack.api, browser))).toBe('ok');
    expect(await isMember(stack.api, email, invitation)).toBe(true);
  });

  it('makes the user a member when they ask for another verification email after the verification', async () => {
    const { invitation, email, browser } = await setUp();
    await stack.verifyEmail(email);
    const path = `/users/${await userIdOf(email)}/resend-email-verification`;
    expect(outcomeOf(await sendFrom(stack.api, browser, path))).toBe('EmailAlreadyVerified');
    expect(await isMember(stack.api, email, invitation)).toBe(true);
  });

  it('makes the user a member by the next login in this browser', async () => {
    const { invitation, email, browser } = await setUp();
    await stack.verifyEmail(email);
    await logInByPassword(email, browser);
    expect(await isMember(stack.api, email, invitation)).toBe(true);
  });

  it('is left to the first browser by another one, which learned of the verification', async () => {
    const { invitation, token, email, browser } = await setUp();
    const other = new Browser();
    await logInByPassword(email, other);
    await stack.verifyEmail(email);
    expect((await refreshProfile(email, other)).body).toMatchObject({ user: { emailVerified: true } });
    expect((await openLink(token, other)).status).toBe('open');
    expect(await isMember(stack.api, email, invitation)).toBe(false);
    expect(await openLink(token, browser)).toMatchObject({
      status: 'alreadyMember',
      workspaceId: invitation.workspaceId,
    });
    expect(await isMember(stack.api, email, invitation)).toBe(true);
  });

  it('makes the user a member once if several requests complete it at the same time', async () => {
    const { invitation, token, email, browser } = await setUp();
    await stack.verifyEmail(email);
    const responses = await Promise.all([
      refreshProfile(email, browser),
      acceptTermsFrom(stack.api, browser),
      refreshProfile(email, browser),
      sendFrom(stack.api, browser, '/invitations/open', { token }),
    ]);
    expect(responses.map(outcomeOf)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(await isMember(stack.api, email, invitation)).toBe(true);
    const where = { workspaceId: invitation.workspaceId, action: 'acceptInvitation' };
    expect(await stack.api.db.auditEntry.count({ where })).toBe(1);
  });

  it('is not accepted after fifteen minutes, and can be accepted by hand', async () => {
    const { invitation, token, email, browser } = await setUp();
    await stack.api.db.invitationIntent.updateMany({
      where: { invitationId: invitation.id },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });
    await stack.verifyEmail(email);
    await refreshProfile(email, browser);
    expect(await isMember(stack.api, email, invitation)).toBe(false);
    expect((await openLink(token, browser)).status).toBe('open');
  });

  it.each([
    ['was cancelled', { cancelledAt: new Date() }],
    ['expired', { expiresAt: new Date(Date.now() - 1_000) }],
    ['got another role', { role: 'APPROVER' }],
  ] as const)('is not accepted if it %s before the verification', async (_what, data) => {
    const { invitation, email, browser } = await setUp();
    await stack.api.db.invitation.update({ where: { id: invitation.id }, data });
    await stack.verifyEmail(email);
    expect(outcomeOf(await refreshProfile(email, browser))).toBe('ok');
    expect(await isMember(stack.api, email, invitation)).toBe(false);
  });

  it('is not accepted if the sender may no longer invite', async () => {
    const { invitation, email, browser } = await setUp();
    const { id: inviterId } = await makeUser(stack.api);
    await stack.api.db.invitation.update({ where: { id: invitation.id }, data: { inviterId } });
    await stack.verifyEmail(email);
    await refreshProfile(email, browser);
    expect(await isMember(stack.api, email, invitation)).toBe(false);
  });

  it('is not accepted while the sender has a lock', async () => {
    const { owner, invitation, email, browser } = await setUp();
    await stack.api.db.user.update({ where: { id: owner.id }, data: { quarantinedAt: new Date() } });
    await stack.verifyEmail(email);
    await refreshProfile(email, browser);
    expect(await isMember(stack.api, email, invitation)).toBe(false);
  });

  it('is not accepted by an account that gets the quarantine of another one with the email', async () => {
    const { invitation, email, browser } = await setUp();
    await makeUser(stack.api, { email, quarantinedAt: new Date() });
    await stack.verifyEmail(email);
    const where = { email, auth0Id: { startsWith: 'auth0|' }, quarantinedAt: null };
    const { id } = await stack.api.db.user.findFirstOrThrow({ where });
    await sendFrom(stack.api, browser, `/users/${id}/refresh-auth0-profile`);
    expect(await stack.api.db.user.count({ where: { id, quarantinedAt: { not: null } } })).toBe(1);
    expect(await stack.api.db.membership.count({ where: { workspaceId: invitation.workspaceId } })).toBe(1);
  });

  it('is not accepted while the account is suspended', async () => {
    const { invitation, email, browser } = await setUp();
    await stack.api.db.user.updateMany({ where: { email }, data: { suspendedAt: new Date() } });
    await stack.verifyEmail(email);
    expect((await refreshProfile(email, browser)).body).toMatchObject({ user: { emailVerified: true } });
    expect(await isMember(stack.api, email, invitation)).toBe(false);
  });

  it('is not accepted by a user whose email was changed to another one', async () => {
    const { invitation, email, browser } = await setUp();
    const id = await userIdOf(email);
    await stack.api.db.user.update({ where: { id }, data: { email: newEmail(), emailVerified: true } });
    expect(outcomeOf(await acceptTermsFrom(stack.api, browser))).toBe('ok');
    expect(await stack.api.db.membership.count({ where: { workspaceId: invitation.workspaceId } })).toBe(1);
  });

  it('is not accepted by a browser whose session was ended meanwhile, nor by the owner of the mailbox in another one', async () => {
    const { invitation, token, email, browser } = await setUp();
    await stack.verifyEmail(email);
    // For example because the owner of the mailbox changed the password.
    await stack.api.db.session.deleteMany({ where: { user: { email } } });
    expect(outcomeOf(await refreshProfile(email, browser))).toBe('NotSignedIn');
    const owner = new Browser();
    await logInByPassword(email, owner);
    await refreshProfile(email, owner);
    expect(await isMember(stack.api, email, invitation)).toBe(false);
    expect((await openLink(token, owner)).status).toBe('open');
  });
});
