import { ProblemBody, isOwnAccount } from '@portal/contract';
import type { User } from '../src/generated/prisma/client.ts';
import { missingForStaff } from '../src/session/staff-login.ts';
import { startApi, type Proof, type TestApi } from './support/api.ts';
import { linesOf } from './support/audit-log.ts';
import { logIn, makeStaffUser, makeUser } from './support/builders.ts';
import { fakeIdentityProvider, type FakeIdentityProvider } from './support/fake-identity-provider.ts';
import { signIn } from './support/sign-in.ts';

let api: TestApi;
let provider: FakeIdentityProvider;
beforeAll(async () => {
  provider = await fakeIdentityProvider();
  api = await startApi({ AUTH0_URL: provider.url, STAFF_CONNECTIONS: 'waad|, samlp|acme|' });
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const staffStatus = async (proof: Proof) => (await api.send('GET', '/users/quarantined', proof)).status;
const change = ({ id }: User, data: { email?: string; emailVerified?: boolean }) =>
  api.db.user.update({ where: { id }, data });

describe('a login', () => {
  const claims = { sub: 'waad|1', email: 'ada@systeminit.com', email_verified: true, amr: ['pwd', 'mfa'] };

  it.each([
    ['with a verified address of the company, by its connection, with a second factor', {}],
    ['by another connection of the settings', { sub: 'samlp|acme|ada@systeminit.com' }],
    ['with the address in capitals', { email: 'ADA@SystemInit.com' }],
  ])('%s is one of staff', (_how, more) =>
    expect(missingForStaff({ ...claims, ...more }, api.services.settings)).toBeNull(),
  );

  it.each([
    ['an address that is not verified', { email_verified: false }, 'email'],
    ['another domain that ends like it', { email: 'ada@notsysteminit.com' }, 'email'],
    ['a domain that begins like it', { email: 'ada@systeminit.com.evil.example' }, 'email'],
    ['a domain below it', { email: 'ada@sub.systeminit.com' }, 'email'],
    ['another top-level domain', { email: 'ada@systeminit.co' }, 'email'],
    ['a password identity', { sub: 'auth0|waad|1' }, 'connection'],
    ['another directory of the same kind', { sub: 'samlp|acme-partner|1' }, 'connection'],
    ['a connection that only begins like it', { sub: 'waadx|1' }, 'connection'],
    ['no word of how they logged in', { amr: [] }, 'mfa'],
    ['one factor', { amr: ['pwd', 'mfa2'] }, 'mfa'],
  ])('with %s is not', (_what, more, missing) =>
    expect(missingForStaff({ ...claims, ...more }, api.services.settings)).toBe(missing),
  );

  it('needs no second factor where the settings require none', () => {
    const settings = { ...api.services.settings, STAFF_REQUIRE_MFA: false };
    expect(missingForStaff({ ...claims, amr: [] }, settings)).toBeNull();
  });

  it('is never one of staff where the settings name no connection', () => {
    const settings = { ...api.services.settings, STAFF_CONNECTIONS: [] };
    expect(missingForStaff(claims, settings)).toBe('connection');
  });
});

describe('an account with the verified address of a member of staff', () => {
  const self = { id: '1', email: 'ada@systeminit.com' };
  const account = { id: '2', auth0Id: 'waad|2', email: self.email, emailVerified: true };

  it.each([
    ['by the same connection is their own', {}, true],
    ['by another staff connection is their own', { auth0Id: 'samlp|acme|ada' }, true],
    ['by a password is not: anyone could have signed up', { auth0Id: 'auth0|2' }, false],
    ['that is only invited is not', { auth0Id: null }, false],
    ['that is not verified is not', { emailVerified: false }, false],
    ['that is the same user is their own, however they log in', { id: '1', auth0Id: 'auth0|1' }, true],
  ])('%s', (_which, more, isOwn) =>
    expect(isOwnAccount({ ...account, ...more }, self, api.services.settings.STAFF_CONNECTIONS)).toBe(isOwn),
  );
});

describe('the rights of staff', () => {
  it('are those of the session that such a login started', async () =>
    expect(await staffStatus(await logIn(api, await makeStaffUser(api)))).toBe(200));

  it('are missed with a sentence by who has only the address, and with none by everybody else', async () => {
    const messageTo = async (email: string) => {
      const answer = await api.send('GET', '/users/quarantined', await logIn(api, await makeUser(api, { email })));
      return ProblemBody.parse(answer.body).error.message;
    };
    expect(await messageTo('byemail@systeminit.com')).toMatch(/Log in with your company account/);
    expect(await messageTo('ada@example.com')).toBe('You are not allowed to do this.');
  });

  it('are not in another session of the same person that had no second factor', async () => {
    const user = await makeStaffUser(api);
    const [full, hasty] = [await logIn(api, user), await logIn(api, user, new Date(), ['pwd'])];
    expect([await staffStatus(full), await staffStatus(hasty)]).toEqual([200, 403]);
  });

  it.each([
    { email: 'ada@notsysteminit.com' },
    { email: 'ada@systeminit.com@evil.example' },
    { email: 'systeminit.com@evil.example' },
    { emailVerified: false },
  ])('are gone from the next request on once the address is %j', async (data) => {
    const user = await makeStaffUser(api);
    const proof = await logIn(api, user);
    expect(await staffStatus(proof)).toBe(200);
    await change(user, data);
    expect(await staffStatus(proof)).toBe(403);
  });

  it('do not come to a session by a verification after its login', async () => {
    const user = await makeStaffUser(api, { emailVerified: false });
    const proof = await logIn(api, user);
    await change(user, { emailVerified: true });
    expect(await staffStatus(proof)).toBe(403);
    expect(await staffStatus(await logIn(api, user))).toBe(200);
  });

  it('that a profile refresh took away come back only by a login', async () => {
    const user = await makeStaffUser(api);
    const proof = await logIn(api, user);
    expect(await staffStatus(proof)).toBe(200);
    // The provider of these tests knows the identities of `auth0|`, under addresses of example.com.
    await api.db.user.update({ where: { id: user.id }, data: { auth0Id: `auth0|${user.id}` } });
    expect((await api.send('POST', `/users/${user.id}/refresh-auth0-profile`, proof)).status).toBe(200);
    expect(await staffStatus(proof)).toBe(403);
    await change(user, { email: user.email, emailVerified: true });
    expect(await staffStatus(proof)).toBe(403);
    expect(await api.db.session.count({ where: { userId: user.id, isStaff: true } })).toBe(0);
  });

  it('end in every session once a login tells another address', async () => {
    const user = await makeStaffUser(api);
    const proof = await logIn(api, user);
    await signIn({ sub: user.auth0Id ?? '', email: 'left@example.com', email_verified: true }, api.services);
    await change(user, { email: user.email });
    expect(await staffStatus(proof)).toBe(401);
  });

  const whoami = async (proof: Proof) => (await api.send('GET', '/whoami', proof)).status;
  const age = (user: User, minutes: number) =>
    api.db.session.updateMany({
      where: { userId: user.id },
      data: { lastSeenAt: new Date(Date.now() - minutes * 60_000) },
    });

  it('end with their session: one that was idle for too long stays ended after a login with another address', async () => {
    const user = await makeStaffUser(api);
    const proof = await logIn(api, user);
    await age(user, 5 * 60);
    expect(await whoami(proof)).toBe(401);
    await signIn({ sub: user.auth0Id ?? '', email: 'left2@example.com', email_verified: true }, api.services);
    expect(await whoami(proof)).toBe(401);
    expect(await api.db.session.count({ where: { userId: user.id } })).toBe(0);
  });

  it('end by a profile refresh, whose session continues without them, while the other sessions of staff end', async () => {
    const user = await makeStaffUser(api);
    const ended = await logIn(api, user);
    await age(user, 5 * 60);
    const [current, other, ordinary] = [
      await logIn(api, user),
      await logIn(api, user),
      await logIn(api, user, new Date(), ['pwd']),
    ];
    await api.db.user.update({ where: { id: user.id }, data: { auth0Id: `auth0|${user.id}` } });
    const lines = await linesOf(api, async () => {
      expect((await api.send('POST', `/users/${user.id}/refresh-auth0-profile`, current)).status).toBe(200);
    });
    expect(lines).toMatchObject([
      { action: 'refreshAuth0Profile', actorUserId: user.id, details: { staffSessionsEnded: 2 } },
    ]);
    expect([await whoami(current), await whoami(ordinary)]).toEqual([200, 200]);
    expect([await whoami(other), await whoami(ended)]).toEqual([401, 401]);
    // By the limits of everybody else.
    await age(user, 5 * 60);
    expect(await whoami(current)).toBe(200);
  });
});
