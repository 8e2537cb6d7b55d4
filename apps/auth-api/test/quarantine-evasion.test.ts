import { UserResult } from '@portal/contract';
import type { User } from '../src/generated/prisma/client.ts';
import { startApi, type TestApi } from './support/api.ts';
import { linesOf } from './support/audit-log.ts';
import { logIn, makeUser } from './support/builders.ts';
import { fakeIdentityProvider, type FakeIdentityProvider } from './support/fake-identity-provider.ts';
import { signIn } from './support/sign-in.ts';
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

const change = (user: User, path: string, body: object) =>
  api.send('PATCH', `/users/${user.id}/${path}`, staff.proof).send(body);

async function quarantined(email: string, more: object = {}): Promise<User> {
  const user = await makeUser(api, { email, ...more });
  expect((await change(user, 'quarantine', { isQuarantined: true, reason: 'Spam' })).status).toBe(200);
  return user;
}

async function logInAs(connection: string, email: string, email_verified = true): Promise<User> {
  const claims = { sub: `${connection}|${email.split('@')[0]}`, email, email_verified, nickname: 'Late' };
  const user = await signIn(claims, api.services);
  return api.db.user.findUniqueOrThrow({ where: { id: user.id } });
}

describe('a quarantine', () => {
  // @covers 7.users.7
  it('is not got around by another login with the same address', async () => {
    await quarantined('first@example.com');
    const other = await logInAs('google-oauth2', 'first@example.com');
    expect(other).toMatchObject({ quarantineReason: 'Spam', quarantinedById: staff.user.id });
    expect((await api.send('GET', '/workspaces', await logIn(api, other))).status).toBe(403);
  });

  it('nor by one whose address is verified later, which the audit log tells', async () => {
    const { id } = await quarantined('second@example.com');
    const other = await logInAs('auth0', 'second@example.com', false);
    const proof = await logIn(api, other);
    expect((await api.send('GET', '/whoami', proof)).status).toBe(200);
    provider.verified.add('auth0|second');
    const [line] = await linesOf(api, async () => {
      const response = await api.send('POST', `/users/${other.id}/refresh-auth0-profile`, proof);
      expect(UserResult.parse(response.body).user.quarantinedAt).not.toBeNull();
    });
    expect(line).toMatchObject({ action: 'refreshAuth0Profile', details: { quarantinedLike: [id] } });
    expect((await api.send('GET', '/whoami', proof)).status).toBe(401);
  });

  it('that staff end for the other login stays ended there', async () => {
    await quarantined('third@example.com');
    const other = await logInAs('google-oauth2', 'third@example.com');
    await change(other, 'quarantine', { isQuarantined: false });
    expect((await logInAs('google-oauth2', 'third@example.com')).quarantineBeganAt).toBeNull();
  });

  it('of somebody who only says that the address is theirs is nobody else’s, nor is one that has ended', async () => {
    await quarantined('fourth@example.com', { emailVerified: false });
    const { id } = await quarantined('fourth@example.com');
    await api.db.user.update({ where: { id }, data: { quarantineEndsAt: new Date() } });
    expect((await logInAs('google-oauth2', 'fourth@example.com')).quarantineBeganAt).toBeNull();
  });

  it('of a password account with the address of a colleague does not lock the colleague out', async () => {
    const { id } = await quarantined('colleague@systeminit.com');
    const colleague = await logInAs('waad', 'colleague@systeminit.com');
    expect(colleague.id).not.toBe(id);
    expect(colleague.quarantineBeganAt).toBeNull();
  });

  it.each(['waad', 'auth0'])('of a colleague also applies to their next identity, of %s', async (connection) => {
    const email = `left-${connection}@systeminit.com`;
    await quarantined(email, { auth0Id: `waad|old-${connection}` });
    expect((await logInAs(connection, email)).quarantineReason).toBe('Spam');
  });

  // @covers 7.users.8
  it('is followed, a suspension is not: who pays, pays for one account', async () => {
    const user = await makeUser(api, { email: 'fifth@example.com' });
    expect((await change(user, 'suspend', { isSuspended: true })).status).toBe(200);
    expect((await logInAs('google-oauth2', 'fifth@example.com')).suspensionBeganAt).toBeNull();
  });
});
