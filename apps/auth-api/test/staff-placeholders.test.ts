import { UserResult } from '@portal/contract';
import type { User } from '../src/generated/prisma/client.ts';
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
