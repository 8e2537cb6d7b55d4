import { FoundUsers, Members, StaffUsers, UserForStaff, UserResult } from '@portal/contract';
import type { User } from '../src/generated/prisma/client.ts';
import { inTransaction } from '../src/http/transaction.ts';
import { signIn as signInWithin } from '../src/session/sign-in.ts';
import { signIn } from './support/sign-in.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { fakeIdentityProvider, type FakeIdentityProvider } from './support/fake-identity-provider.ts';
import { makeStaff } from './support/staff.ts';

let api: TestApi;
let provider: FakeIdentityProvider;
let staff: Awaited<ReturnType<typeof makeStaff>>;
beforeAll(async () => {
  provider = await fakeIdentityProvider();
  api = await startApi({ AUTH0_URL: provider.url });
  staff = await makeStaff(api);
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

/** Somebody who was invited and has not come yet. */
async function invited(email: string): Promise<User> {
  const owner = await makeUser(api);
  const workspace = await makeWorkspace(api, owner);
  await api.send('POST', `/workspace/${workspace.id}/members`, await logIn(api, owner)).send({ email });
  return api.db.user.findFirstOrThrow({ where: { email, auth0Id: null } });
}

const quarantine = (user: User, more: object = {}) =>
  api.send('PATCH', `/users/${user.id}/quarantine`, staff.proof).send({ isQuarantined: true, reason: 'Spam', ...more });

async function logInAs(email: string, email_verified = true): Promise<User> {
  const claims = { sub: `auth0|${email.split('@')[0]}`, email, email_verified, nickname: 'Late' };
  const user = await signIn(claims, api.services);
  return api.db.user.findUniqueOrThrow({ where: { id: user.id } });
}

describe('somebody who is locked out before they ever came', () => {
  it('is locked out when they come', async () => {
    const placeholder = await invited('first@example.com');
    expect((await quarantine(placeholder)).status).toBe(200);
    const user = await logInAs('first@example.com');
    expect(user.id).not.toBe(placeholder.id);
    const proof = await logIn(api, user);
    expect((await api.send('GET', '/workspaces', proof)).status).toBe(403);
    expect(user).toMatchObject({ quarantineReason: 'Spam', quarantinedById: staff.user.id });
  });

  it('is locked out once their address is verified, and the session that they have ends', async () => {
    const placeholder = await invited('second@example.com');
    await quarantine(placeholder);
    const user = await logInAs('second@example.com', false);
    const proof = await logIn(api, user);
    expect((await api.send('GET', '/whoami', proof)).status).toBe(200);
    provider.verified.add('auth0|second');
    const response = await api.send('POST', `/users/${user.id}/refresh-auth0-profile`, proof);
    expect(UserResult.parse(response.body).user.quarantinedAt).not.toBeNull();
    expect((await api.send('GET', '/whoami', proof)).status).toBe(401);
  });

  it('is let in for good once staff lift the lock of the account', async () => {
    const placeholder = await invited('moved@example.com');
    await quarantine(placeholder);
    const user = await logInAs('moved@example.com', false);
    provider.verified.add('auth0|moved');
    await api.send('POST', `/users/${user.id}/refresh-auth0-profile`, await logIn(api, user));
    expect(await api.db.user.findUnique({ where: { id: placeholder.id } })).toMatchObject({ quarantineBeganAt: null });
    expect((await quarantine(user, { isQuarantined: false })).status).toBe(200);
    expect((await logInAs('moved@example.com')).quarantineBeganAt).toBeNull();
    expect(await api.db.membership.count({ where: { userId: user.id, role: { not: 'OWNER' } } })).toBe(1);
  });

  it('keeps the lock of the account where that lasts longer', async () => {
    const account = await logInAs('third@example.com', false);
    await quarantine(account, { reason: 'For good' });
    await quarantine(await invited('third@example.com'), { reason: 'A day', until: '2999-01-01T00:00:00.000Z' });
    expect(await logInAs('third@example.com')).toMatchObject({ quarantineReason: 'For good', quarantineEndsAt: null });
  });

  it('comes in freely when the lock has ended by then', async () => {
    const placeholder = await invited('fourth@example.com');
    await quarantine(placeholder, { until: '2999-01-01T00:00:00.000Z' });
    await api.db.user.update({ where: { id: placeholder.id }, data: { quarantineEndsAt: new Date() } });
    expect(await logInAs('fourth@example.com')).toMatchObject({ quarantineBeganAt: null, quarantineReason: null });
  });
});

/** A workspace whose owner invites and removes an address; inviting returns the id that the owner sees for it. */
async function inviter() {
  const owner = await makeUser(api);
  const workspace = await makeWorkspace(api, owner);
  const proof = await logIn(api, owner);
  const path = `/workspace/${workspace.id}/members`;
  return {
    invite: async (email: string) => {
      const members = Members.parse((await api.send('POST', path, proof).send({ email })).body);
      return members.find((member) => member.email === email)?.userId;
    },
    remove: (email: string) => api.send('DELETE', path, proof).send({ email }),
  };
}

describe('the id that an inviter sees for an address', () => {
  it('stays the same whether or not someone logs in with the address between two invitations', async () => {
    const idsOf = async (email: string, between: () => Promise<unknown>) => {
      const [first, second] = [await inviter(), await inviter()];
      const id = await first.invite(email);
      expect((await first.remove(email)).status).toBe(200);
      await between();
      return [id, await first.invite(email), await second.invite(email)];
    };
    const absent = await idsOf('absent@example.com', () => Promise.resolve());
    const present = await idsOf('present@example.com', () => logInAs('present@example.com'));
    for (const [id, ...later] of [absent, present]) expect(later).toEqual([id, id]);
    const user = await logInAs('present@example.com');
    expect(present).not.toContain(user.id);
    expect(await api.db.membership.count({ where: { userId: user.id, role: 'EDITOR' } })).toBe(2);
  });

  it('is the same again after an invitation was accepted', async () => {
    const [first, second] = [await inviter(), await inviter()];
    const id = await first.invite('joined@example.com');
    await logInAs('joined@example.com');
    expect(await second.invite('joined@example.com')).toBe(id);
  });
});

/** Whom staff find by an address: in its look-up and in the search. */
async function foundBy(email: string) {
  const lookUp = await api.send('GET', '/users/by-email', staff.proof).query({ email });
  const search = await api.send('GET', '/staff/users', staff.proof).query({ query: email });
  const lookedUp = StaffUsers.parse(lookUp.body).data.map(({ id }) => id);
  const searched = FoundUsers.parse(search.body).users.map(({ userId }) => userId);
  return [lookedUp.sort(), searched.sort()];
}

describe('a placeholder that holds nothing', () => {
  it('is not shown to staff until its address is invited again', async () => {
    const email = 'emptied@example.com';
    const { invite, remove } = await inviter();
    const id = await invite(email);
    expect(await foundBy(email)).toEqual([[id], [id]]);
    await remove(email);
    expect(await foundBy(email)).toEqual([[], []]);
    const user = await logInAs(email);
    expect(await foundBy(email)).toEqual([[user.id], [user.id]]);
    const page = async () => UserForStaff.parse((await api.send('GET', `/staff/users/${user.id}`, staff.proof)).body);
    expect((await page()).sameAddress).toEqual([]);
    await invite(email);
    const both = [user.id, id].sort();
    expect(await foundBy(email)).toEqual([both, both]);
    expect((await page()).sameAddress.map(({ userId }) => userId)).toEqual([id]);
  });

  it('adds nothing to the audit entry of a later login', async () => {
    const email = 'often@example.com';
    await invited(email);
    const user = await logInAs(email);
    const claims = { sub: user.auth0Id ?? '', email, email_verified: true, amr: [] };
    const { claimed } = await inTransaction(api.services, (work) => signInWithin(claims, work, api.services));
    expect(claimed).toBeNull();
  });

  it('keeps no lock that moved to the account at a login', async () => {
    const placeholder = await invited('unlocked@example.com');
    await quarantine(placeholder);
    const user = await logInAs('unlocked@example.com');
    expect(await api.db.user.findUnique({ where: { id: placeholder.id } })).toMatchObject({ quarantineBeganAt: null });
    expect((await quarantine(user, { isQuarantined: false })).status).toBe(200);
    expect((await logInAs('unlocked@example.com')).quarantineBeganAt).toBeNull();
  });
});

describe('[3.6] the member list', () => {
  it('tells who has never logged in', async () => {
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const proof = await logIn(api, owner);
    const invite = await api
      .send('POST', `/workspace/${workspace.id}/members`, proof)
      .send({ email: 'new@example.com' });
    expect(pendingIn(invite.body)).toEqual([false, true]);
    await logInAs('new@example.com');
    expect(pendingIn((await api.send('GET', `/workspace/${workspace.id}/members`, proof)).body)).toEqual([
      false,
      false,
    ]);
  });
});

const pendingIn = (members: unknown) => (members as { pending: boolean }[]).map(({ pending }) => pending);
