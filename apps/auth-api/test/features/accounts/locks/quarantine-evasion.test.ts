import { UserResult } from '@portal/contract';
import type { User } from '../../../../src/generated/prisma/client.ts';
import { auditEntriesOf } from '../../../support/audit-log.ts';
import { logIn, logInWithClaims, makeUser } from '../../../support/builders.ts';
import { startFakeIdentityProvider, type FakeIdentityProvider } from '../../../support/fake-identity-provider.ts';
import { startStaffApi, type StaffApi } from '../../../support/staff-api.ts';

let api: StaffApi;
let provider: FakeIdentityProvider;
beforeAll(async () => {
  provider = await startFakeIdentityProvider();
  api = await startStaffApi({ AUTH0_URL: provider.url });
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const change = (user: User, path: string, body: object) =>
  api.send('PATCH', `/users/${user.id}/${path}`, api.staff.credentials).send(body);

async function makeQuarantinedUser(email: string, overrides: object = {}): Promise<User> {
  const user = await makeUser(api, { email, ...overrides });
  expect((await change(user, 'quarantine', { isQuarantined: true, reason: 'Spam' })).status).toBe(200);
  return user;
}

const logInAs = (connection: string, email: string, email_verified = true) =>
  logInWithClaims(
    { sub: `${connection}|${email.split('@')[0]}`, email, email_verified, nickname: 'Late' },
    api.services,
  );

describe('a quarantine', () => {
  // @covers 7.users.7
  it('cannot be evaded by another login with the same address', async () => {
    await makeQuarantinedUser('first@example.com');
    const other = await logInAs('google-oauth2', 'first@example.com');
    expect(other).toMatchObject({ quarantineReason: 'Spam', quarantinedById: api.staff.user.id });
    expect((await api.send('GET', '/workspaces', await logIn(api, other))).status).toBe(403);
  });

  it('cannot be evaded by an address that is verified later, and the audit log records it', async () => {
    const { id } = await makeQuarantinedUser('second@example.com');
    const other = await logInAs('auth0', 'second@example.com', false);
    const credentials = await logIn(api, other);
    expect((await api.send('GET', '/whoami', credentials)).status).toBe(200);
    provider.verified.add('auth0|second');
    const [entry] = await auditEntriesOf(api, async () => {
      const response = await api.send('POST', `/users/${other.id}/refresh-auth0-profile`, credentials);
      expect(UserResult.parse(response.body).user.quarantinedAt).not.toBeNull();
    });
    expect(entry).toMatchObject({ action: 'refreshAuth0Profile', details: { quarantinedLike: [id] } });
    expect((await api.send('GET', '/whoami', credentials)).status).toBe(401);
  });

  it('that staff lift for the other login stays lifted there', async () => {
    await makeQuarantinedUser('third@example.com');
    const other = await logInAs('google-oauth2', 'third@example.com');
    await change(other, 'quarantine', { isQuarantined: false });
    expect((await logInAs('google-oauth2', 'third@example.com')).quarantinedAt).toBeNull();
  });

  it('of an unverified address, or one that has expired, does not apply to others', async () => {
    await makeQuarantinedUser('fourth@example.com', { emailVerified: false });
    const { id } = await makeQuarantinedUser('fourth@example.com');
    await api.db.user.update({ where: { id }, data: { quarantinedUntil: new Date() } });
    expect((await logInAs('google-oauth2', 'fourth@example.com')).quarantinedAt).toBeNull();
  });

  it('of a password account with the address of a colleague does not lock the colleague', async () => {
    const { id } = await makeQuarantinedUser('colleague@systeminit.com');
    const colleague = await logInAs('waad', 'colleague@systeminit.com');
    expect(colleague.id).not.toBe(id);
    expect(colleague.quarantinedAt).toBeNull();
  });

  it.each(['waad', 'auth0'])('of a colleague also applies to their next identity (%s)', async (connection) => {
    const email = `left-${connection}@systeminit.com`;
    await makeQuarantinedUser(email, { auth0Id: `waad|old-${connection}` });
    expect((await logInAs(connection, email)).quarantineReason).toBe('Spam');
  });

  // @covers 7.users.8
  it('applies to other logins, a suspension does not: it is about the payment for one account', async () => {
    const user = await makeUser(api, { email: 'fifth@example.com' });
    expect((await change(user, 'suspend', { isSuspended: true })).status).toBe(200);
    expect((await logInAs('google-oauth2', 'fifth@example.com')).suspendedAt).toBeNull();
  });
});
