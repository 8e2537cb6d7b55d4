import { WhoamiUser, requestUlidHeader } from '@portal/contract';
import { ulid } from 'ulid';
import { sessionCookieName } from '../../../src/request/auth/session-cookie.ts';
import { Browser, buttonLink } from '../../support/browser.ts';
import { logIn, makeStaff, makeUser, makeWorkspace } from '../../support/builders.ts';
import { startLoginStack, type LoginStack } from '../../support/login-stack.ts';
import { errorTypeOf } from '../../support/responses.ts';

let stack: LoginStack;
beforeAll(async () => {
  stack = await startLoginStack();
});
afterAll(() => stack.close());

const portal = 'http://localhost:9000';
const staff = { email: 'staff@systeminit.com', password: 'Correct-horse-1' };
const member = { email: 'member@example.com', password: 'Correct-horse-1' };
const staffAccount = 'waad|5f1d3c0a9b7e4d2c8a6f0003';

const sessionName = () => sessionCookieName(stack.api.services.settings);
const credentialsOf = (browser: Browser) => ({ cookie: `${sessionName()}=${browser.cookie(sessionName()) ?? ''}` });
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** Opens the login: ends at the provider's form, or at the portal if the provider remembers the login. */
const open = (browser: Browser, query = '') => browser.follow(`${stack.url}/auth/login${query}`, portal);
const submitCredentials = async (browser: Browser, form: { url: string }, account = staff) =>
  browser.follow(form.url, portal, account);

async function logInBrowser(account = staff): Promise<Browser> {
  const browser = new Browser();
  await submitCredentials(browser, await open(browser), account);
  return browser;
}

/** Backdates the login that the provider remembers for the staff account. */
const backdateLogins = (minutes: number) =>
  fetch(`${stack.providerUrl}/_test/logins`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: staffAccount, minutes }),
  });

/** A browser with a new session from a login that the provider remembers for twenty minutes. */
async function rememberedLogin(): Promise<Browser> {
  const browser = await logInBrowser();
  await backdateLogins(20);
  expect((await open(browser)).url).toBe(`${portal}/login-success`);
  return browser;
}

const suspend = (credentials: { cookie: string }, userId: string, extra: object = {}) =>
  stack.api.send('PATCH', `/users/${userId}/suspend`, credentials).send({ isSuspended: true, ...extra });

describe('a login at the provider', () => {
  it('allows calls that require a recent login', async () => {
    const { id } = await makeUser(stack.api);
    expect((await suspend(credentialsOf(await logInBrowser()), id)).status).toBe(200);
  });

  it('that it remembers for long does not allow them, although the session is new', async () => {
    const browser = await rememberedLogin();
    const { id } = await makeUser(stack.api);
    const rejected = await suspend(credentialsOf(browser), id);
    expect([rejected.status, errorTypeOf(rejected)]).toEqual([403, 'FreshLoginRequired']);
    expect((await stack.api.db.user.findUniqueOrThrow({ where: { id } })).suspendedAt).toBeNull();
  });

  it('with ?fresh=1 asks for the password, and then allows them', async () => {
    const browser = await rememberedLogin();
    const before = credentialsOf(browser);
    const form = await open(browser, '?fresh=1');
    expect(form.url).toMatch(/\/login$/);
    expect((await submitCredentials(browser, form)).url).toBe(`${portal}/login-success`);
    const { id } = await makeUser(stack.api);
    expect((await suspend(credentialsOf(browser), id)).status).toBe(200);
    expect((await stack.api.send('GET', '/whoami', before)).status).toBe(401);
  });

  it('with ?fresh=1 sends prompt and max_age to the provider', async () => {
    const redirect = await new Browser().open(`${stack.url}/auth/login?fresh=1`);
    const query = new URL(redirect.headers.get('location') ?? '').searchParams;
    expect([query.get('prompt'), query.get('max_age')]).toEqual(['login', '0']);
    expect(query.has('login_hint')).toBe(false);
  });

  it('with ?fresh=1 fills in the email of the user, who alone can complete it', async () => {
    const redirect = await (await logInBrowser()).open(`${stack.url}/auth/login?fresh=1`);
    expect(new URL(redirect.headers.get('location') ?? '').searchParams.get('login_hint')).toBe(staff.email);
  });

  it('completed by another user changes no session', async () => {
    const browser = await logInBrowser();
    const before = credentialsOf(browser);
    const form = await open(browser, '?fresh=1');
    const { response } = await submitCredentials(browser, form, member);
    const page = (await response?.text()) ?? '';
    expect([response?.status, page]).toEqual([403, expect.stringContaining('You logged in with a different account')]);
    expect(page).toContain(`${stack.url}/auth/login?fresh=1`);
    expect(credentialsOf(browser)).toEqual(before);
    const { user } = WhoamiUser.parse((await stack.api.send('GET', '/whoami', before)).body);
    expect(user.email).toBe(staff.email);
  });

  it('with ?fresh=1 accepts any user if there is no session', async () => {
    const browser = new Browser();
    const { url } = await submitCredentials(browser, await open(browser, '?fresh=1'), member);
    expect(url).toBe(`${portal}/login-success`);
    expect((await stack.api.send('GET', '/whoami', credentialsOf(browser))).status).toBe(200);
  });

  it('that is canceled leaves the session unchanged', async () => {
    const browser = await rememberedLogin();
    const before = credentialsOf(browser);
    const form = await open(browser, '?fresh=1');
    expect((await browser.follow(form.url.replace(/login$/, 'cancel'), portal, {})).url).toBe(
      `${portal}/login-success?incomplete=1`,
    );
    expect((await stack.api.send('GET', '/whoami', before)).status).toBe(200);
    expect(errorTypeOf(await suspend(before, (await makeUser(stack.api)).id))).toBe('FreshLoginRequired');
  });
});

describe('a new login of a logged-in user that the provider', () => {
  afterEach(() => stack.setScenario('normal'));

  async function failNewLogin(scenario: Parameters<LoginStack['setScenario']>[0]) {
    const browser = await rememberedLogin();
    const before = credentialsOf(browser);
    const form = await open(browser, '?fresh=1');
    await stack.setScenario(scenario);
    const { response } = await submitCredentials(browser, form);
    expect(credentialsOf(browser)).toEqual(before);
    expect((await stack.api.send('GET', '/whoami', before)).status).toBe(200);
    return { status: response?.status, page: (await response?.text()) ?? '' };
  }

  it.each(['action_denies', 'mfa_required', 'token_denied'] as const)(
    'refuses (%s) says so, and keeps the session',
    async (scenario) => {
      const { status, page } = await failNewLogin(scenario);
      expect([status, page]).toEqual([403, expect.stringContaining('The login was refused')]);
      // It opens the page that asked for the login.
      expect(buttonLink(page)).toBe(`${portal}/login-success?incomplete=1`);
    },
  );

  it('cannot complete because of an outage offers it again, and keeps the session', async () => {
    const { status, page } = await failNewLogin('temporarily_unavailable');
    expect([status, buttonLink(page)]).toEqual([503, `${stack.url}/auth/login?fresh=1`]);
  });
});

describe('a staff session beyond its limits', () => {
  const expired = [
    ['was idle for 31 minutes', 31, { lastSeenAt: ago(31) }],
    ['started 13 hours ago', 13 * 60, { createdAt: ago(13 * 60) }],
  ] as const;

  it.each(expired)('because it %s needs the password again', async (_why, minutes, times) => {
    const browser = await logInBrowser();
    await backdateLogins(minutes);
    await stack.api.db.session.updateMany({ data: times });
    const before = credentialsOf(browser);
    const form = await open(browser);
    expect(form.url).toMatch(/\/login$/);
    expect(credentialsOf(browser)).toEqual(before);
    expect((await stack.api.send('GET', '/whoami', before)).status).toBe(401);
    expect((await submitCredentials(browser, form)).url).toBe(`${portal}/login-success`);
    expect((await stack.api.send('GET', '/whoami', credentialsOf(browser))).status).toBe(200);
  });

  it('also needs the password after it was purged', async () => {
    const browser = await logInBrowser();
    await backdateLogins(31);
    await stack.api.db.session.deleteMany();
    expect((await open(browser)).url).toMatch(/\/login$/);
  });
});

describe('a call that locks an account or a workspace', () => {
  const lockCalls = [
    ['quarantineUser', (id: string) => [`/users/${id}/quarantine`, 'isQuarantined']],
    ['suspendUser', (id: string) => [`/users/${id}/suspend`, 'isSuspended']],
    [
      'quarantineWorkspace',
      (_id: string, workspaceId: string) => [`/workspaces/${workspaceId}/quarantine`, 'isQuarantined'],
    ],
  ] as const;

  describe.each(lockCalls)('%s', (_name, pathOf) => {
    const makeTarget = async () => {
      const owner = await makeUser(stack.api);
      const workspace = await makeWorkspace(stack.api, owner);
      const [path = '', flag = ''] = pathOf(owner.id, workspace.id);
      return (credentials: { cookie?: string }, isLocked: boolean, extra: object = {}) =>
        stack.api.send('PATCH', path, credentials).send({ [flag]: isLocked, ...extra });
    };

    it.each([
      ['of 14 minutes', 14, 200],
      ['16 minutes', 16, 403],
    ])('responds to a login %s ago with %i', async (_when, minutes, expected) => {
      const { user } = await makeStaff(stack.api);
      const lock = await makeTarget();
      expect((await lock(await logIn(stack.api, user, ago(minutes)), true)).status).toBe(expected);
    });

    it('is rejected if the time of the login is unknown', async () => {
      const { user } = await makeStaff(stack.api);
      const lock = await makeTarget();
      expect(errorTypeOf(await lock(await logIn(stack.api, user, null), true))).toBe('FreshLoginRequired');
    });

    it('can be undone with an old login', async () => {
      const { user, credentials } = await makeStaff(stack.api);
      const lock = await makeTarget();
      expect((await lock(credentials, true)).status).toBe(200);
      expect((await lock(await logIn(stack.api, user, ago(300)), false)).status).toBe(200);
    });

    it('runs with the same requestUlid after a recent login, and is replayed once that login is old', async () => {
      const { user, credentials } = await makeStaff(stack.api);
      const lock = await makeTarget();
      const oldCredentials = await logIn(stack.api, user, ago(16));
      const requestUlid = ulid();
      expect((await lock(oldCredentials, true, { requestUlid })).status).toBe(403);
      const first = await lock(credentials, true, { requestUlid });
      expect(first.status).toBe(200);
      const replayed = await lock(oldCredentials, true, { requestUlid });
      expect([replayed.status, replayed.body]).toEqual([200, first.body]);
    });

    it('writes no audit entry if it is rejected', async () => {
      const { user } = await makeStaff(stack.api);
      const lock = await makeTarget();
      await lock(await logIn(stack.api, user, ago(16)), true);
      expect(await stack.api.db.auditEntry.count({ where: { actorUserId: user.id } })).toBe(0);
    });
  });

  it('reports errors that a login cannot fix before it requires a recent login', async () => {
    const { user } = await makeStaff(stack.api);
    const oldCredentials = (await logIn(stack.api, user, ago(16))) as { cookie: string };
    expect(errorTypeOf(await suspend(oldCredentials, user.id))).toBe('NotAllowed');
    expect(errorTypeOf(await suspend(oldCredentials, '01ARZ3NDEKTSV4RRFFQ69G5FAV'))).toBe('UserNotFound');
    const { id } = await makeUser(stack.api);
    expect(errorTypeOf(await suspend(oldCredentials, id, { until: '2020-01-01T00:00:00.000Z' }))).toBe('InvalidInput');
  });

  it('sent by two staff users concurrently runs once, with one audit entry each', async () => {
    const [one, other, user] = [await makeStaff(stack.api), await makeStaff(stack.api), await makeUser(stack.api)];
    await logIn(stack.api, user);
    const responses = await Promise.all(
      [one, other].map(({ credentials }, index) =>
        fetch(`${stack.url}/users/${user.id}/suspend`, {
          method: 'PATCH',
          headers: {
            cookie: credentials.cookie ?? '',
            'content-type': 'application/json',
            [requestUlidHeader]: ulid(),
          },
          body: JSON.stringify({ isSuspended: true, reason: `Reason ${index}` }),
        }),
      ),
    );
    const bodies = (await Promise.all(responses.map((response) => response.json()))) as {
      suspendedAt: string;
      ended: { sessions: number };
    }[];
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(bodies.map(({ suspendedAt }) => suspendedAt)).size).toBe(1);
    expect(bodies.map(({ ended }) => ended.sessions).sort()).toEqual([0, 1]);
    expect(await stack.api.db.auditEntry.count({ where: { subjectUserId: user.id } })).toBe(2);
  });
});
