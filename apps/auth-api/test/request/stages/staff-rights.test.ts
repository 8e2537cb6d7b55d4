import { ErrorBody, isOwnAccount } from '@portal/contract';
import type { User } from '../../../src/generated/prisma/client.ts';
import { isOwnMailbox } from '../../../src/request/account/staff-identity.ts';
import { missingStaffRequirement } from '../../../src/features/login/complete-login.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { logIn, logInWithClaims, makeStaffUser, makeUser, makeWorkspace } from '../../support/builders.ts';
import { startFakeIdentityProvider, type FakeIdentityProvider } from '../../support/fake-identity-provider.ts';

let api: TestApi;
let provider: FakeIdentityProvider;
beforeAll(async () => {
  provider = await startFakeIdentityProvider();
  api = await startApi({ AUTH0_URL: provider.url, STAFF_CONNECTIONS: 'waad|, samlp|acme|' });
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const staffStatus = async (credentials: Credentials) =>
  (await api.send('GET', '/users/quarantined', credentials)).status;
const change = ({ id }: User, data: { email?: string; emailVerified?: boolean }) =>
  api.db.user.update({ where: { id }, data });

describe('a login', () => {
  const claims = { sub: 'waad|1', email: 'ada@systeminit.com', email_verified: true, amr: ['pwd', 'mfa'] };

  it.each([
    ['with a verified company address, through a staff connection, with a second factor', {}],
    ['through another configured connection', { sub: 'samlp|acme|ada@systeminit.com' }],
    ['with an uppercase address', { email: 'ADA@SystemInit.com' }],
  ])('%s is a staff login', (_title, changes) =>
    expect(missingStaffRequirement({ ...claims, ...changes }, api.services.settings)).toBeNull(),
  );

  it.each([
    ['an address that is not verified', { email_verified: false }, 'email'],
    ['a domain that ends with the staff domain', { email: 'ada@notsysteminit.com' }, 'email'],
    ['a domain that starts with the staff domain', { email: 'ada@systeminit.com.evil.example' }, 'email'],
    ['a subdomain', { email: 'ada@sub.systeminit.com' }, 'email'],
    ['another top-level domain', { email: 'ada@systeminit.co' }, 'email'],
    ['a password identity', { sub: 'auth0|waad|1' }, 'connection'],
    ['another directory of the same kind', { sub: 'samlp|acme-partner|1' }, 'connection'],
    ['a connection that only starts with the name of one', { sub: 'waadx|1' }, 'connection'],
    ['no authentication methods', { amr: [] }, 'mfa'],
    ['a single factor', { amr: ['pwd', 'mfa2'] }, 'mfa'],
  ])('with %s is not a staff login', (_title, changes, missing) =>
    expect(missingStaffRequirement({ ...claims, ...changes }, api.services.settings)).toBe(missing),
  );

  it('needs no second factor if the settings require none', () => {
    const settings = { ...api.services.settings, STAFF_REQUIRE_MFA: false };
    expect(missingStaffRequirement({ ...claims, amr: [] }, settings)).toBeNull();
  });

  it('is never a staff login if the settings name no connection', () => {
    const settings = { ...api.services.settings, STAFF_CONNECTIONS: [] };
    expect(missingStaffRequirement(claims, settings)).toBe('connection');
  });
});

describe('an account with the verified address of a member of staff', () => {
  const self = { id: '1', email: 'ada@systeminit.com' };
  const account = { id: '2', auth0Id: 'waad|2', email: self.email, emailVerified: true };

  it.each([
    ['through the same connection is their own', {}, true],
    ['through another staff connection is their own', { auth0Id: 'samlp|acme|ada' }, true],
    ['with a password is not: anyone can sign up', { auth0Id: 'auth0|2' }, false],
    ['that was only invited is not', { auth0Id: null }, false],
    ['that is not verified is not', { emailVerified: false }, false],
    ['that is the same user is their own, however they log in', { id: '1', auth0Id: 'auth0|1' }, true],
  ])('%s', (_title, changes, isOwn) =>
    expect(isOwnAccount({ ...account, ...changes }, self, api.services.settings.STAFF_CONNECTIONS)).toBe(isOwn),
  );
});

describe('an account with the mailbox of a member of staff', () => {
  const self = { id: '1', email: 'ada@systeminit.com' };
  it.each([
    ['that is the same user', { id: '1', email: 'other@example.com' }, true],
    ['with the same address', { id: '2', email: self.email }, true],
    ['with a tagged address', { id: '2', email: 'ada+private@systeminit.com' }, true],
    ['with another address', { id: '2', email: 'ada@example.com' }, false],
  ])('%s is one that they give nothing to: %j is %s', (_title, account, isOwn) =>
    expect(isOwnMailbox(account, self, api.services)).toBe(isOwn),
  );

  it('stays locked until a colleague lifts the lock, and stays suspended and quarantined for its owner', async () => {
    const [staff, colleague] = [await makeStaffUser(api), await makeStaffUser(api)];
    const locked = { suspendedAt: new Date(), quarantinedAt: new Date() };
    const own = await makeUser(api, { email: staff.email.replace('@', '+private@'), ...locked });
    const lift = async (user: User, path: string, body: object) =>
      (await api.send('PATCH', path, await logIn(api, user)).send(body)).status;
    for (const [path, body] of [
      [`/users/${own.id}/suspend`, { isSuspended: false }],
      [`/users/${own.id}/quarantine`, { isQuarantined: false }],
    ] as const)
      expect([await lift(staff, path, body), await lift(colleague, path, body)]).toEqual([403, 200]);
    const workspace = await makeWorkspace(api, own, { quarantinedAt: new Date() });
    const path = `/workspaces/${workspace.id}/quarantine`;
    const body = { isQuarantined: false };
    expect([await lift(staff, path, body), await lift(colleague, path, body)]).toEqual([403, 200]);
  });

  it('can be locked by them, because another person may have signed up with the address', async () => {
    const staff = await makeStaffUser(api);
    const impostor = await makeUser(api, { email: staff.email });
    const path = `/users/${impostor.id}/quarantine`;
    expect((await api.send('PATCH', path, await logIn(api, staff)).send({ isQuarantined: true })).status).toBe(200);
  });
});

describe('staff rights', () => {
  it('belong to the session that a staff login started', async () =>
    expect(await staffStatus(await logIn(api, await makeStaffUser(api)))).toBe(200));

  it('are denied with an explanation to users with a company address, and without one to others', async () => {
    const messageTo = async (email: string) => {
      const response = await api.send('GET', '/users/quarantined', await logIn(api, await makeUser(api, { email })));
      return ErrorBody.parse(response.body).error.message;
    };
    expect(await messageTo('byemail@systeminit.com')).toMatch(/Log in with your company account/);
    expect(await messageTo('ada@example.com')).toBe('You are not allowed to do this.');
  });

  it('are not granted to another session of the user without a second factor', async () => {
    const user = await makeStaffUser(api);
    const [withMfa, withoutMfa] = [await logIn(api, user), await logIn(api, user, new Date(), ['pwd'])];
    expect([await staffStatus(withMfa), await staffStatus(withoutMfa)]).toEqual([200, 403]);
  });

  it.each([
    { email: 'ada@notsysteminit.com' },
    { email: 'ada@systeminit.com@evil.example' },
    { email: 'systeminit.com@evil.example' },
    { emailVerified: false },
  ])('end with the next request after the address changes to %j', async (data) => {
    const user = await makeStaffUser(api);
    const credentials = await logIn(api, user);
    expect(await staffStatus(credentials)).toBe(200);
    await change(user, data);
    expect(await staffStatus(credentials)).toBe(403);
  });

  it('are not granted by verifying the address after the login', async () => {
    const user = await makeStaffUser(api, { emailVerified: false });
    const credentials = await logIn(api, user);
    await change(user, { emailVerified: true });
    expect(await staffStatus(credentials)).toBe(403);
    expect(await staffStatus(await logIn(api, user))).toBe(200);
  });

  it('that a profile refresh revoked return only after a login', async () => {
    const user = await makeStaffUser(api);
    const credentials = await logIn(api, user);
    expect(await staffStatus(credentials)).toBe(200);
    // The fake provider only has `auth0|` identities, with example.com addresses.
    await api.db.user.update({ where: { id: user.id }, data: { auth0Id: `auth0|${user.id}` } });
    expect((await api.send('POST', `/users/${user.id}/refresh-auth0-profile`, credentials)).status).toBe(200);
    expect(await staffStatus(credentials)).toBe(403);
    await change(user, { email: user.email, emailVerified: true });
    expect(await staffStatus(credentials)).toBe(403);
    expect(await api.db.session.count({ where: { userId: user.id, isStaff: true } })).toBe(0);
  });

  it('end in every session after a login with another address', async () => {
    const user = await makeStaffUser(api);
    const credentials = await logIn(api, user);
    await logInWithClaims({ sub: user.auth0Id ?? '', email: 'left@example.com', email_verified: true }, api.services);
    await change(user, { email: user.email });
    expect(await staffStatus(credentials)).toBe(401);
  });

  const whoami = async (credentials: Credentials) => (await api.send('GET', '/whoami', credentials)).status;
  const backdateSessions = (user: User, minutes: number) =>
    api.db.session.updateMany({
      where: { userId: user.id },
      data: { lastSeenAt: new Date(Date.now() - minutes * 60_000) },
    });

  it('end with an idle session, which stays ended after a login with another address', async () => {
    const user = await makeStaffUser(api);
    const credentials = await logIn(api, user);
    await backdateSessions(user, 5 * 60);
    expect(await whoami(credentials)).toBe(401);
    await logInWithClaims({ sub: user.auth0Id ?? '', email: 'left2@example.com', email_verified: true }, api.services);
    expect(await whoami(credentials)).toBe(401);
    expect(await api.db.session.count({ where: { userId: user.id } })).toBe(0);
  });

  it('are revoked by a profile refresh: its session continues without them, other staff sessions end', async () => {
    const user = await makeStaffUser(api);
    const ended = await logIn(api, user);
    await backdateSessions(user, 5 * 60);
    const [current, other, ordinary] = [
      await logIn(api, user),
      await logIn(api, user),
      await logIn(api, user, new Date(), ['pwd']),
    ];
    await api.db.user.update({ where: { id: user.id }, data: { auth0Id: `auth0|${user.id}` } });
    const entries = await auditEntriesOf(api, async () => {
      expect((await api.send('POST', `/users/${user.id}/refresh-auth0-profile`, current)).status).toBe(200);
    });
    expect(entries).toMatchObject([
      { action: 'refreshAuth0Profile', actorUserId: user.id, details: { staffSessionsEnded: 2 } },
    ]);
    expect([await whoami(current), await whoami(ordinary)]).toEqual([200, 200]);
    expect([await whoami(other), await whoami(ended)]).toEqual([401, 401]);
    // The limits of ordinary sessions now apply.
    await backdateSessions(user, 5 * 60);
    expect(await whoami(current)).toBe(200);
  });
});
