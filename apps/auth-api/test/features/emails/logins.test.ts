import { completeLogin } from '../../../src/features/login/complete-login.ts';
import type { User } from '../../../src/generated/prisma/client.ts';
import { sessionCookieName } from '../../../src/request/auth/session-cookie.ts';
import { Browser } from '../../support/browser.ts';
import { makeUser, makeWorkspace } from '../../support/builders.ts';
import { startLoginStack, type LoginStack } from '../../support/login-stack.ts';

let stack: LoginStack;
beforeAll(async () => {
  stack = await startLoginStack();
});
afterAll(() => stack.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Completes a login as the callback of the identity provider does. */
async function logInFrom(
  deviceSecret: string,
  { auth0Id, email }: Pick<User, 'auth0Id' | 'email'>,
  { userAgent = firefox, emailVerified = true } = {},
): Promise<void> {
  const claims = { sub: auth0Id ?? '', email, email_verified: emailVerified, amr: [] };
  const attempt = { nonce: '', codeVerifier: '', reauthenticatedSince: null, userId: null };
  const request = { id: 'a-login', ip: '203.0.113.7', userAgent };
  await completeLogin(claims, { attempt, previousSecret: null, deviceSecret, request }, stack.api.services);
}

const emailsOf = ({ id }: User) =>
  stack.api.db.accountEmail.findMany({
    where: { userId: id },
    orderBy: { id: 'asc' },
    select: { kind: true, recipient: true, details: true },
  });

describe('a login in a browser', () => {
  it('that is new for the user causes an email, but not the first login and not the next ones', async () => {
    const user = await makeUser(stack.api);
    for (const device of ['laptop', 'laptop', 'phone', 'laptop', 'phone']) await logInFrom(device, user);
    expect(await emailsOf(user)).toEqual([
      {
        kind: 'newDevice',
        recipient: user.email,
        details: { browser: 'Firefox', system: 'Linux', network: '203.0.113.x' },
      },
    ]);
  });

  it('causes one email if several tabs complete their logins at the same time', async () => {
    const user = await makeUser(stack.api);
    await logInFrom('laptop', user);
    await Promise.all(Array.from({ length: 5 }, () => logInFrom('phone', user)));
    expect(await emailsOf(user)).toHaveLength(1);
  });

  it('describes the browser in fixed words, whatever the browser claims to be', async () => {
    const user = await makeUser(stack.api);
    await logInFrom('laptop', user);
    await logInFrom('other', user, { userAgent: 'Call +49 30 1234567 or visit evil.com' });
    expect(await emailsOf(user)).toMatchObject([{ details: { browser: 'Unknown browser', system: null } }]);
  });

  it('is remembered for each user alone, and the stored hashes do not show who shares a browser', async () => {
    const [ada, bob] = [await makeUser(stack.api), await makeUser(stack.api)];
    await logInFrom('laptop', ada);
    await logInFrom('shared', ada);
    await logInFrom('laptop', bob);
    await logInFrom('shared', bob);
    expect([await emailsOf(ada), await emailsOf(bob)].map((emails) => emails.length)).toEqual([1, 1]);
    const hashes = (await stack.api.db.knownDevice.findMany()).map(({ deviceHash }) => deviceHash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('is forgotten if the user logs in with 50 others', async () => {
    const user = await makeUser(stack.api);
    for (let index = 0; index < 52; index++) await logInFrom(`device ${index}`, user);
    expect(await stack.api.db.knownDevice.count({ where: { userId: user.id } })).toBe(50);
    await logInFrom('device 51', user);
    expect(await emailsOf(user)).toHaveLength(51);
    await logInFrom('device 0', user);
    expect(await emailsOf(user)).toHaveLength(52);
  });

  it('is forgotten only for its user, the one that was not used for the longest time first', async () => {
    const [ada, bob] = [await makeUser(stack.api), await makeUser(stack.api)];
    for (let index = 0; index < 50; index++) await logInFrom(`of Ada ${index}`, ada);
    for (let index = 0; index < 50; index++) await logInFrom(`of Bob ${index}`, bob);
    await logInFrom('of Ada 0', ada);
    await logInFrom('new', ada);
    const countOf = ({ id: userId }: User) => stack.api.db.knownDevice.count({ where: { userId } });
    expect([await countOf(ada), await countOf(bob)]).toEqual([50, 50]);
    const emails = (await emailsOf(ada)).length;
    await logInFrom('of Ada 0', ada);
    expect(await emailsOf(ada)).toHaveLength(emails);
    await logInFrom('of Ada 1', ada);
    expect(await emailsOf(ada)).toHaveLength(emails + 1);
  });

  it('sets a cookie that scripts cannot read, keeps it, and stores only a hash of it', async () => {
    const browser = new Browser();
    const portal = 'http://localhost:9000';
    const name = sessionCookieName(stack.api.services.settings).replace('session', 'device');
    const openLogin = () => browser.follow(`${stack.url}/auth/login`, portal);
    const form = await openLogin();
    const member = { email: 'member@example.com', password: 'Correct-horse-1' };
    const callback = await browser.follow(form.url, `${stack.url}/auth/login-callback`, member);
    const completed = await browser.open(callback.url);
    const header = completed.headers.getSetCookie().find((each) => each.startsWith(name));
    expect(header).toMatch(/HttpOnly.*SameSite=Lax/);
    const secret = browser.cookie(name);
    await openLogin();
    expect(browser.cookie(name)).toBe(secret);
    const user = await stack.api.db.user.findFirstOrThrow({ where: { email: 'member@example.com' } });
    const devices = await stack.api.db.knownDevice.findMany({ where: { userId: user.id } });
    expect(devices).toHaveLength(1);
    expect(JSON.stringify(devices)).not.toContain(secret);
  });
});

describe('a login with another email address', () => {
  it('causes one email, to the former address, however many run at the same time', async () => {
    const user = await makeUser(stack.api);
    const other = { auth0Id: user.auth0Id, email: `new-${user.email}` };
    await Promise.all(Array.from({ length: 5 }, () => logInFrom('laptop', other)));
    await logInFrom('laptop', other);
    expect(await emailsOf(user)).toEqual([{ kind: 'emailChanged', recipient: user.email, details: {} }]);
  });

  it('causes no email to a former address that was not verified', async () => {
    const user = await makeUser(stack.api, { emailVerified: false });
    await logInFrom('laptop', { auth0Id: user.auth0Id, email: `new-${user.email}` });
    expect(await emailsOf(user)).toEqual([]);
  });
});

describe('a first login with an address that has an earlier account', () => {
  async function signUpAgain(options = {}) {
    const earlier = await makeUser(stack.api, { signedUpAt: new Date('2026-01-01T00:00:00Z') });
    await makeWorkspace(stack.api, earlier);
    const auth0Id = `github|${earlier.id}`;
    await logInFrom('laptop', { auth0Id, email: earlier.email }, options);
    await logInFrom('laptop', { auth0Id, email: earlier.email }, options);
    return stack.api.db.user.findUniqueOrThrow({ where: { auth0Id } });
  }

  it('causes one email that there are two accounts', async () => {
    const user = await signUpAgain();
    expect(await emailsOf(user)).toEqual([{ kind: 'otherLogins', recipient: user.email, details: {} }]);
  });

  it('causes none if the address is not verified', async () => {
    expect(await emailsOf(await signUpAgain({ emailVerified: false }))).toEqual([]);
  });
});
