import { UserSearchPage, UserAccounts, UserForStaff, UserResult } from '@portal/contract';
import type { User } from '../../../src/generated/prisma/client.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { upsertUserFromClaims as signInWithin } from '../../../src/features/login/upsert-user-from-claims.ts';
import { logIn, logInWithClaims, mailboxLogin, makeUser, proveMailbox, makeWorkspace } from '../../support/builders.ts';
import { startFakeIdentityProvider, type FakeIdentityProvider } from '../../support/fake-identity-provider.ts';
import { startStaffApi, type StaffApi } from '../../support/staff-api.ts';

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

/** A pre-provisioned user: a user for whom staff created a workspace and who has not logged in yet. */
async function makePreProvisionedUser(email: string): Promise<User> {
  await api.send('POST', '/workspaces/setup-production-workspace', api.staff.credentials).send({ userEmail: email });
  return api.db.user.findFirstOrThrow({ where: { email, auth0Id: null } });
}

const quarantine = (user: User, overrides: object = {}) =>
  api
    .send('PATCH', `/users/${user.id}/quarantine`, api.staff.credentials)
    .send({ isQuarantined: true, reason: 'Spam', ...overrides });

/** Logs in with a password. */
const logInAs = (email: string, email_verified = true) =>
  logInWithClaims({ sub: `auth0|${email.split('@')[0]}`, email, email_verified, nickname: 'Late' }, api.services);
/** Logs in with a code that the mailbox received. */
const logInByCode = (email: string) => logInWithClaims(mailboxLogin(email), api.services);

describe('a user who is locked before their first login', () => {
  it('is locked at their first login', async () => {
    const preProvisionedUser = await makePreProvisionedUser('first@example.com');
    expect((await quarantine(preProvisionedUser)).status).toBe(200);
    const user = await logInAs('first@example.com');
    expect(user.id).not.toBe(preProvisionedUser.id);
    const credentials = await logIn(api, user);
    expect((await api.send('GET', '/workspaces', credentials)).status).toBe(403);
    expect(user).toMatchObject({ quarantineReason: 'Spam', quarantinedById: api.staff.user.id });
  });

  it('is locked when their address is verified, and their session ends', async () => {
    const preProvisionedUser = await makePreProvisionedUser('second@example.com');
    await quarantine(preProvisionedUser);
    const user = await logInAs('second@example.com', false);
    const credentials = await logIn(api, user);
    expect((await api.send('GET', '/whoami', credentials)).status).toBe(200);
    provider.verified.add('auth0|second');
    const response = await api.send('POST', `/users/${user.id}/refresh-auth0-profile`, credentials);
    expect(UserResult.parse(response.body).user.quarantinedAt).not.toBeNull();
    expect((await api.send('GET', '/whoami', credentials)).status).toBe(401);
  });

  it('is unlocked for good when staff lift the lock of the account', async () => {
    const preProvisionedUser = await makePreProvisionedUser('moved@example.com');
    await quarantine(preProvisionedUser);
    const user = await logInAs('moved@example.com', false);
    provider.verified.add('auth0|moved');
    await api.send('POST', `/users/${user.id}/refresh-auth0-profile`, await logIn(api, user));
    expect(await api.db.user.findUnique({ where: { id: preProvisionedUser.id } })).toMatchObject({
      quarantinedAt: null,
    });
    expect((await quarantine(user, { isQuarantined: false })).status).toBe(200);
    expect((await logInAs('moved@example.com')).quarantinedAt).toBeNull();
  });

  it('keeps the lock of the account if that lasts longer', async () => {
    const account = await logInAs('third@example.com', false);
    await quarantine(account, { reason: 'For good' });
    await quarantine(await makePreProvisionedUser('third@example.com'), {
      reason: 'A day',
      until: '2999-01-01T00:00:00.000Z',
    });
    expect(await logInAs('third@example.com')).toMatchObject({ quarantineReason: 'For good', quarantinedUntil: null });
  });

  it('is locked with every account that has verified the address', async () => {
    const email = 'shared@example.com';
    const [attacker, unverified] = [await logInAs(email), await makeUser(api, { email, emailVerified: false })];
    const owner = await makeUser(api, { email });
    const preProvisionedUser = await makePreProvisionedUser(email);
    await quarantine(preProvisionedUser);
    const isLocked = async ({ id }: User) =>
      (await api.db.user.findUniqueOrThrow({ where: { id } })).quarantinedAt !== null;
    const again = { sub: attacker.auth0Id ?? '', email, email_verified: true, amr: [] };
    const { claimed } = await inTransaction(api.services, (work) => signInWithin(again, work, api.services));
    expect(await Promise.all([attacker, owner, unverified].map(isLocked))).toEqual([true, true, false]);
    expect(claimed).toMatchObject({ locks: { kinds: ['quarantine'], otherUserIds: [owner.id] }, memberships: [] });
  });

  it('is not locked if the lock has expired by then', async () => {
    const preProvisionedUser = await makePreProvisionedUser('fourth@example.com');
    await quarantine(preProvisionedUser, { until: '2999-01-01T00:00:00.000Z' });
    await api.db.user.update({ where: { id: preProvisionedUser.id }, data: { quarantinedUntil: new Date() } });
    expect(await logInAs('fourth@example.com')).toMatchObject({ quarantinedAt: null, quarantineReason: null });
  });
});

/** The users that staff find by an email: in the lookup and in the search. */
async function findByEmail(email: string) {
  const lookUp = await api.send('GET', '/users/by-email', api.staff.credentials).query({ email });
  const search = await api.send('GET', '/staff/users', api.staff.credentials).query({ query: email });
  const lookedUp = UserAccounts.parse(lookUp.body).data.map(({ id }) => id);
  const searched = UserSearchPage.parse(search.body).users.map(({ userId }) => userId);
  return [lookedUp.sort(), searched.sort()];
}

describe('a pre-provisioned user without memberships', () => {
  it('is hidden from staff until it is locked', async () => {
    const email = 'emptied@example.com';
    const { id } = await makePreProvisionedUser(email);
    expect(await findByEmail(email)).toEqual([[id], [id]]);
    const user = await logInByCode(email);
    expect(await findByEmail(email)).toEqual([[user.id], [user.id]]);
    const page = async () =>
      UserForStaff.parse((await api.send('GET', `/staff/users/${user.id}`, api.staff.credentials)).body);
    expect((await page()).sameAddress).toEqual([]);
    await api.db.user.update({ where: { id }, data: { quarantinedAt: new Date() } });
    const both = [user.id, id].sort();
    expect(await findByEmail(email)).toEqual([both, both]);
    expect((await page()).sameAddress.map(({ userId }) => userId)).toEqual([id]);
  });

  it('adds nothing to the audit entry of a later login', async () => {
    const email = 'often@example.com';
    await makePreProvisionedUser(email);
    await logInByCode(email);
    const again = mailboxLogin(email);
    const { claimed } = await inTransaction(api.services, (work) => signInWithin(again, work, api.services));
    expect(claimed).toBeNull();
  });

  it('does not keep a lock that moved to the account at a login', async () => {
    const preProvisionedUser = await makePreProvisionedUser('unlocked@example.com');
    await quarantine(preProvisionedUser);
    const user = await logInAs('unlocked@example.com');
    expect(await api.db.user.findUnique({ where: { id: preProvisionedUser.id } })).toMatchObject({
      quarantinedAt: null,
    });
    expect((await quarantine(user, { isQuarantined: false })).status).toBe(200);
    expect((await logInAs('unlocked@example.com')).quarantinedAt).toBeNull();
  });
});

describe('[3.6] the member list', () => {
  it('shows which members have not accepted yet, whether or not they have logged in', async () => {
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const credentials = await logIn(api, owner);
    const path = `/workspace/${workspace.id}/members`;
    const invite = await api.send('POST', path, credentials).send({ email: 'new@example.com' });
    expect(pendingIn(invite.body)).toEqual([false, true]);
    const user = await logInAs('new@example.com');
    await api.db.user.update({ where: { id: user.id }, data: { tosVersionId: api.services.legal.currentVersionId } });
    const list = async () => pendingIn((await api.send('GET', path, credentials)).body);
    expect(await list()).toEqual([false, true]);
    const { id } = await api.db.invitation.findFirstOrThrow({ where: { workspaceId: workspace.id } });
    await proveMailbox(api, { id }, user);
    const accept = api.send('POST', `/invitations/${id}/accept`, await logIn(api, user));
    expect((await accept.send({ role: 'EDITOR' })).status).toBe(200);
    expect(await list()).toEqual([false, false]);
  });
});

const pendingIn = (members: unknown) => (members as { pending: boolean }[]).map(({ pending }) => pending);
