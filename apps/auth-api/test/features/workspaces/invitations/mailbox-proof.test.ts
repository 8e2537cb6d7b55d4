import { MyInvitations, OpenedInvitation } from '@portal/contract';
import { ulid } from 'ulid';
import type { Invitation, User } from '../../../../src/generated/prisma/client.ts';
import { createInvitationLink } from '../../../../src/features/workspaces/invitations/invitation-links.ts';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import { logIn, makeInvitation, makeUser, makeWorkspace, proveMailbox } from '../../../support/builders.ts';
import { outcomeOf } from '../../../support/responses.ts';

const minuteMs = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs);

let api: TestApi;
beforeAll(async () => {
  api = await startApi({
    MAILBOX_CONNECTIONS: 'email|, google-oauth2|@gmail.com, waad|@acme.example, samlp|acme|@acme.example',
  });
});
afterAll(() => api.close());

async function makeTeam() {
  const owner = await makeUser(api, { nickname: 'Zoe' });
  return { owner, workspace: await makeWorkspace(api, owner, { displayName: 'Secret plans' }) };
}

/** Invites an address as approver, ten minutes ago. */
async function inviteAddress(email: string): Promise<Invitation> {
  const { owner, workspace } = await makeTeam();
  return makeInvitation(api, workspace, { email, role: 'APPROVER', inviterId: owner.id, createdAt: ago(10) });
}

const list = async (credentials: Credentials) =>
  MyInvitations.parse((await api.send('GET', '/invitations', credentials)).body);
const answer = (how: 'accept' | 'decline', { id }: Invitation, credentials: Credentials) =>
  api.send('POST', `/invitations/${id}/${how}`, credentials).send(how === 'accept' ? { role: 'APPROVER' } : {});
async function openLink(invitation: Invitation, credentials: Credentials) {
  const url = await createInvitationLink(invitation.id, api.services, api.services.settings);
  const token = url.split('/').at(-1);
  return OpenedInvitation.parse((await api.send('POST', '/invitations/open', credentials).send({ token })).body);
}
const verify = ({ id }: User) => api.db.user.update({ where: { id }, data: { emailVerified: true } });
const isMember = async ({ id: userId }: User, { workspaceId }: Invitation) =>
  (await api.db.membership.count({ where: { userId, workspaceId } })) > 0;

describe('a stranger who signed up with the address of an invitee before', () => {
  /** The owner of the mailbox has followed the link that verifies the address. */
  async function preRegister() {
    const attacker = await makeUser(api, { emailVerified: false });
    const asBefore = await logIn(api, attacker);
    const invitation = await inviteAddress(attacker.email);
    await verify(attacker);
    return { attacker, invitation, asBefore, asAgain: await logIn(api, attacker) };
  }

  it('sees in an old session only that an invitation waits', async () => {
    const { invitation, asBefore } = await preRegister();
    const { text } = await api.send('GET', '/invitations', asBefore);
    expect(JSON.parse(text)).toEqual([{ id: invitation.id, missingProof: 'link' }]);
  });

  it('neither sees nor accepts nor declines the invitation after a login with the password', async () => {
    const { attacker, invitation, asAgain } = await preRegister();
    expect(await list(asAgain)).toEqual([{ id: invitation.id, missingProof: 'link' }]);
    for (const how of ['accept', 'decline'] as const)
      expect(outcomeOf(await answer(how, invitation, asAgain))).toBe('InvitationLinkRequired');
    expect(await isMember(attacker, invitation)).toBe(false);
    expect(await api.db.invitation.findUnique({ where: { id: invitation.id } })).toMatchObject({ declinedAt: null });
  });

  it('gains nothing when another account with the address opens the link', async () => {
    const { attacker, invitation, asAgain } = await preRegister();
    const asInvitee = await logIn(api, await makeUser(api, { email: attacker.email }));
    expect(await openLink(invitation, asInvitee)).toMatchObject({ status: 'open' });
    expect(outcomeOf(await answer('accept', invitation, asAgain))).toBe('InvitationLinkRequired');
    expect(outcomeOf(await answer('accept', invitation, asInvitee))).toBe('ok');
  });
});

const authoritative = [
  ['passwordless email', 'email', 'example.com'],
  ['Google, for a Gmail address', 'google-oauth2', 'gmail.com'],
  ['the directory of the domain', 'waad', 'acme.example'],
  ['one of several SAML connections', 'samlp|acme', 'acme.example'],
] as const;

const others = [
  ['a password', 'auth0', 'gmail.com'],
  ['GitHub', 'github', 'gmail.com'],
  ['Facebook', 'facebook', 'gmail.com'],
  ['a phone number', 'sms', 'gmail.com'],
  ['Google, for the address of another mail server', 'google-oauth2', 'example.com'],
  ['Google, for a domain that ends like Gmail', 'google-oauth2', 'notgmail.com'],
  ['Google, for a subdomain of Gmail', 'google-oauth2', 'mail.gmail.com'],
  ['a directory, for the address of another company', 'waad', 'other.example'],
  ['another SAML connection', 'samlp|other', 'acme.example'],
  ['a connection that only starts with the name of one', 'emails', 'example.com'],
] as const;

describe('without the link, a login by', () => {
  const makeInvitee = (connection: string, domain: string, emailVerified = true) => {
    const id = ulid().toLowerCase();
    return makeUser(api, { auth0Id: `${connection}|${id}`, email: `${id}@${domain}`, emailVerified });
  };

  it.each(authoritative)('%s after the invitation shows and accepts it', async (_, connection, domain) => {
    const user = await makeInvitee(connection, domain);
    const invitation = await inviteAddress(user.email);
    const asUser = await logIn(api, user, ago(5));
    expect(await list(asUser)).toMatchObject([{ workspaceName: 'Secret plans', role: 'APPROVER' }]);
    expect(outcomeOf(await answer('accept', invitation, asUser))).toBe('ok');
    expect(await isMember(user, invitation)).toBe(true);
  });

  it.each(authoritative)('%s requires a new login in all other cases', async (_, connection, domain) => {
    const user = await makeInvitee(connection, domain);
    const invitation = await inviteAddress(user.email);
    const unverified = await makeInvitee(connection, domain, false);
    const otherInvitation = await inviteAddress(unverified.email);
    const asLateVerified = await logIn(api, unverified, ago(5));
    await verify(unverified);
    const cases = [
      ['before the invitation', invitation, await logIn(api, user, ago(15))],
      ['at an unknown time', invitation, await logIn(api, user, null)],
      ['before the verification', otherInvitation, asLateVerified],
    ] as const;
    for (const [name, its, credentials] of cases) {
      expect([name, await list(credentials)]).toEqual([name, [{ id: its.id, missingProof: 'login' }]]);
      for (const how of ['accept', 'decline'] as const)
        expect([name, outcomeOf(await answer(how, its, credentials))]).toEqual([name, 'FreshLoginRequired']);
    }
    expect(outcomeOf(await answer('accept', invitation, await logIn(api, user)))).toBe('ok');
  });

  it.each(others)('%s never suffices', async (_, connection, domain) => {
    const user = await makeInvitee(connection, domain, false);
    const before = await logIn(api, user, ago(15));
    const invitation = await inviteAddress(user.email);
    const unverified = await logIn(api, user, ago(8));
    await verify(user);
    for (const credentials of [before, unverified, await logIn(api, user, ago(5)), await logIn(api, user, null)]) {
      expect(await list(credentials)).toEqual([{ id: invitation.id, missingProof: 'link' }]);
      for (const how of ['accept', 'decline'] as const)
        expect(outcomeOf(await answer(how, invitation, credentials))).toBe('InvitationLinkRequired');
    }
    expect(await isMember(user, invitation)).toBe(false);
  });

  it('passwordless email does not count for the address that the account had then', async () => {
    const user = await makeInvitee('email', 'example.com');
    const asUser = await logIn(api, user);
    const email = `${ulid().toLowerCase()}@example.com`;
    await api.db.user.update({ where: { id: user.id }, data: { email } });
    const invitation = await inviteAddress(email);
    expect(outcomeOf(await answer('accept', invitation, asUser))).toBe('FreshLoginRequired');
  });
});

describe('with the link', () => {
  it.each([...authoritative, ...others])(
    'a user of %s sees and accepts, however old the login',
    async (_, connection, domain) => {
      const id = ulid().toLowerCase();
      const user = await makeUser(api, {
        auth0Id: `${connection}|${id}`,
        email: `${id}@${domain}`,
        emailVerified: false,
      });
      const asUser = await logIn(api, user, ago(60));
      const invitation = await inviteAddress(user.email);
      await verify(user);
      expect(await openLink(invitation, asUser)).toMatchObject({ status: 'open' });
      expect(await list(asUser)).toMatchObject([{ id: invitation.id, workspaceName: 'Secret plans' }]);
      expect(outcomeOf(await answer('accept', invitation, asUser))).toBe('ok');
    },
  );

  it('it can be declined', async () => {
    const user = await makeUser(api);
    const [invitation, asUser] = [await inviteAddress(user.email), await logIn(api, user)];
    await openLink(invitation, asUser);
    expect(outcomeOf(await answer('decline', invitation, asUser))).toBe('ok');
  });

  it('of another invitation, nothing else is shown', async () => {
    const user = await makeUser(api);
    const asUser = await logIn(api, user);
    const [opened, hidden] = [await inviteAddress(user.email), await inviteAddress(user.email)];
    for (const _ of ['once', 'twice']) await openLink(opened, asUser);
    expect(await list(asUser)).toMatchObject([
      { id: hidden.id, missingProof: 'link' },
      { id: opened.id, role: 'APPROVER' },
    ]);
    expect(outcomeOf(await answer('accept', hidden, asUser))).toBe('InvitationLinkRequired');
  });

  it('an account whose address is not verified, or is another one, proves nothing', async () => {
    const user = await makeUser(api, { emailVerified: false });
    const [invitation, asUser] = [await inviteAddress(user.email), await logIn(api, user)];
    const other = await makeUser(api);
    expect(await openLink(invitation, asUser)).toMatchObject({ status: 'unverified', invitation: null });
    expect(await openLink(invitation, await logIn(api, other))).toMatchObject({ status: 'wrongAccount' });
    expect(await api.db.invitationProof.count({ where: { invitationId: invitation.id } })).toBe(0);
  });

  it('an invitation that was sent again stays shown; a new one after it was cancelled does not', async () => {
    const { owner, workspace } = await makeTeam();
    const asOwner = await logIn(api, owner);
    const user = await makeUser(api);
    const asUser = await logIn(api, user);
    const invitation = await makeInvitation(api, workspace, { email: user.email, inviterId: owner.id });
    await openLink(invitation, asUser);
    const invite = () => api.send('POST', `/workspace/${workspace.id}/members`, asOwner).send({ email: user.email });
    expect((await invite()).status).toBe(200);
    expect(await list(asUser)).toMatchObject([{ id: invitation.id, role: 'EDITOR' }]);
    await api.send('DELETE', `/workspaces/${workspace.id}/invitations/${invitation.id}`, asOwner).send({});
    expect((await invite()).status).toBe(200);
    expect(await list(asUser)).toMatchObject([{ missingProof: 'link' }]);
  });
});

test('a proof is deleted with the account and with the invitation', async () => {
  const [user, other] = [await makeUser(api), await makeUser(api)];
  const invitation = await inviteAddress(user.email);
  for (const each of [user, other]) await proveMailbox(api, invitation, each);
  await api.asOwner(`DELETE FROM users WHERE id = '${other.id}'`);
  expect(await api.db.invitationProof.findMany({ where: { invitationId: invitation.id } })).toMatchObject([
    { userId: user.id },
  ]);
  await api.asOwner(`DELETE FROM invitations WHERE id = '${invitation.id}'`);
  expect(await api.db.invitationProof.count({ where: { invitationId: invitation.id } })).toBe(0);
});
