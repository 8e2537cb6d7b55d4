import { ProblemBody, Whoami, requestIdHeader } from '@portal/contract';
import { ulid } from 'ulid';
import { sessionCookieName } from '../src/session/session-cookie.ts';
import { Browser } from './support/browser.ts';
import { logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { startLoginStack, type LoginStack } from './support/login-stack.ts';
import { makeStaff } from './support/staff.ts';

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
const proofOf = (browser: Browser) => ({ cookie: `${sessionName()}=${browser.cookie(sessionName()) ?? ''}` });
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** From the portal to the provider's form, or to where a login that it knows leads. */
const open = (browser: Browser, query = '') => browser.follow(`${stack.url}/auth/login${query}`, portal);
const enter = async (browser: Browser, form: { url: string }, who = staff) => browser.follow(form.url, portal, who);

async function loggedIn(who = staff): Promise<Browser> {
  const browser = new Browser();
  await enter(browser, await open(browser), who);
  return browser;
}

/** Makes what the provider remembers of the member of staff older. */
const ageLogins = (minutes: number) =>
  fetch(`${stack.providerUrl}/_test/logins`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: staffAccount, minutes }),
  });

/** Somebody whom the provider has known for twenty minutes, in a session that has just begun. */
async function knownForLong(): Promise<Browser> {
  const browser = await loggedIn();
  await ageLogins(20);
  expect((await open(browser)).url).toBe(`${portal}/login-success`);
  return browser;
}

const typeOf = (response: { body: unknown }) => ProblemBody.parse(response.body).error.type;
const suspend = (proof: { cookie: string }, userId: string, more: object = {}) =>
  stack.api.send('PATCH', `/users/${userId}/suspend`, proof).send({ isSuspended: true, ...more });

describe('a login at the provider', () => {
  it('opens what needs a fresh one', async () => {
    const { id } = await makeUser(stack.api);
    expect((await suspend(proofOf(await loggedIn()), id)).status).toBe(200);
  });

  it('that it knew for long opens nothing of that, although the session is new', async () => {
    const browser = await knownForLong();
    const { id } = await makeUser(stack.api);
    const refused = await suspend(proofOf(browser), id);
    expect([refused.status, typeOf(refused)]).toEqual([403, 'FreshLoginRequired']);
    expect((await stack.api.db.user.findUniqueOrThrow({ where: { id } })).suspensionBeganAt).toBeNull();
  });

  it('is asked for anew, from the person, and opens it then', async () => {
    const browser = await knownForLong();
    const before = proofOf(browser);
    const form = await open(browser, '?fresh=1');
    expect(form.url).toMatch(/\/login$/);
    expect((await enter(browser, form)).url).toBe(`${portal}/login-success`);
    const { id } = await makeUser(stack.api);
    expect((await suspend(proofOf(browser), id)).status).toBe(200);
    expect((await stack.api.send('GET', '/whoami', before)).status).toBe(401);
  });

  it('asks the provider in both ways that it knows', async () => {
    const begun = await new Browser().open(`${stack.url}/auth/login?fresh=1`);
    const query = new URL(begun.headers.get('location') ?? '').searchParams;
    expect([query.get('prompt'), query.get('max_age')]).toEqual(['login', '0']);
  });

  it('that somebody else answers changes nobody’s session', async () => {
    const browser = await loggedIn();
    const before = proofOf(browser);
    const form = await open(browser, '?fresh=1');
    const { response } = await enter(browser, form, member);
    const page = (await response?.text()) ?? '';
    expect([response?.status, page]).toEqual([403, expect.stringContaining('You logged in with another account')]);
    expect(page).toContain(`${stack.url}/auth/login?fresh=1`);
    expect(proofOf(browser)).toEqual(before);
    const { user } = Whoami.parse((await stack.api.send('GET', '/whoami', before)).body);
    expect(user.email).toBe(staff.email);
  });

  it('is of anybody where nobody is logged in any more', async () => {
    const browser = new Browser();
    const { url } = await enter(browser, await open(browser, '?fresh=1'), member);
    expect(url).toBe(`${portal}/login-success`);
    expect((await stack.api.send('GET', '/whoami', proofOf(browser))).status).toBe(200);
  });

  it('that is cancelled leaves the session as it was', async () => {
    const browser = await knownForLong();
    const before = proofOf(browser);
    const form = await open(browser, '?fresh=1');
    expect((await browser.follow(form.url.replace(/login$/, 'cancel'), portal, {})).url).toBe(
      `${portal}/login-success`,
    );
    expect((await stack.api.send('GET', '/whoami', before)).status).toBe(200);
    expect(typeOf(await suspend(before, (await makeUser(stack.api)).id))).toBe('FreshLoginRequired');
  });
});

describe('a session of staff that their limits ended', () => {
  const over = [
    ['for 31 minutes nobody used', 31, { lastSeenAt: ago(31) }],
    ['began 13 hours ago', 13 * 60, { createdAt: ago(13 * 60) }],
  ] as const;

  it.each(over)('since it %s comes back only by the password', async (_why, minutes, times) => {
    const browser = await loggedIn();
    await ageLogins(minutes);
    await stack.api.db.session.updateMany({ data: times });
    const before = proofOf(browser);
    const form = await open(browser);
    expect(form.url).toMatch(/\/login$/);
    expect(proofOf(browser)).toEqual(before);
    expect((await stack.api.send('GET', '/whoami', before)).status).toBe(401);
    expect((await enter(browser, form)).url).toBe(`${portal}/login-success`);
    expect((await stack.api.send('GET', '/whoami', proofOf(browser))).status).toBe(200);
  });

  it('does not come back without the password where it was purged, either', async () => {
    const browser = await loggedIn();
    await ageLogins(31);
    await stack.api.db.session.deleteMany();
    expect((await open(browser)).url).toMatch(/\/login$/);
  });
});

describe('an act that locks out', () => {
  const acts = [
    ['quarantineUser', (id: string) => [`/users/${id}/quarantine`, 'isQuarantined']],
    ['suspendUser', (id: string) => [`/users/${id}/suspend`, 'isSuspended']],
    [
      'quarantineWorkspace',
      (_id: string, workspaceId: string) => [`/workspaces/${workspaceId}/quarantine`, 'isQuarantined'],
    ],
  ] as const;

  describe.each(acts)('%s', (_name, pathOf) => {
    const target = async () => {
      const owner = await makeUser(stack.api);
      const workspace = await makeWorkspace(stack.api, owner);
      const [path = '', flag = ''] = pathOf(owner.id, workspace.id);
      return (proof: { cookie?: string }, isLocked: boolean, more: object = {}) =>
        stack.api.send('PATCH', path, proof).send({ [flag]: isLocked, ...more });
    };

    it.each([
      ['14 minutes', 14, 200],
      ['16 minutes', 16, 403],
    ])('of somebody who logged in %s ago', async (_when, minutes, expected) => {
      const { user } = await makeStaff(stack.api);
      const act = await target();
      expect((await act(await logIn(stack.api, user, ago(minutes)), true)).status).toBe(expected);
    });

    it('of somebody of whom nobody knows when they logged in is refused', async () => {
      const { user } = await makeStaff(stack.api);
      const act = await target();
      expect(typeOf(await act(await logIn(stack.api, user, null), true))).toBe('FreshLoginRequired');
    });

    it('is undone by somebody who logged in long ago', async () => {
      const { user, proof } = await makeStaff(stack.api);
      const act = await target();
      expect((await act(proof, true)).status).toBe(200);
      expect((await act(await logIn(stack.api, user, ago(300)), false)).status).toBe(200);
    });

    it('is done by the same requestUlid after the fresh login, and answered again when that is old', async () => {
      const { user, proof } = await makeStaff(stack.api);
      const act = await target();
      const old = await logIn(stack.api, user, ago(16));
      const requestUlid = ulid();
      expect((await act(old, true, { requestUlid })).status).toBe(403);
      const done = await act(proof, true, { requestUlid });
      expect(done.status).toBe(200);
      const again = await act(old, true, { requestUlid });
      expect([again.status, again.body]).toEqual([200, done.body]);
    });

    it('leaves no line where it was refused', async () => {
      const { user } = await makeStaff(stack.api);
      const act = await target();
      await act(await logIn(stack.api, user, ago(16)), true);
      expect(await stack.api.db.auditEntry.count({ where: { actorUserId: user.id } })).toBe(0);
    });
  });

  it('is refused for what no login would help with before a login is asked for', async () => {
    const { user } = await makeStaff(stack.api);
    const old = (await logIn(stack.api, user, ago(16))) as { cookie: string };
    expect(typeOf(await suspend(old, user.id))).toBe('NotAllowed');
    expect(typeOf(await suspend(old, '01ARZ3NDEKTSV4RRFFQ69G5FAV'))).toBe('UserNotFound');
    const { id } = await makeUser(stack.api);
    expect(typeOf(await suspend(old, id, { until: '2020-01-01T00:00:00.000Z' }))).toBe('InvalidInput');
  });

  it('of two staff at once happens once, with one line each', async () => {
    const [one, other, user] = [await makeStaff(stack.api), await makeStaff(stack.api), await makeUser(stack.api)];
    await logIn(stack.api, user);
    const answers = await Promise.all(
      [one, other].map(({ proof }, index) =>
        fetch(`${stack.url}/users/${user.id}/suspend`, {
          method: 'PATCH',
          headers: { cookie: proof.cookie ?? '', 'content-type': 'application/json', [requestIdHeader]: ulid() },
          body: JSON.stringify({ isSuspended: true, reason: `Reason ${index}` }),
        }),
      ),
    );
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as {
      suspendedAt: string;
      ended: { sessions: number };
    }[];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(bodies.map(({ suspendedAt }) => suspendedAt)).size).toBe(1);
    expect(bodies.map(({ ended }) => ended.sessions).sort()).toEqual([0, 1]);
    expect(await stack.api.db.auditEntry.count({ where: { subjectUserId: user.id } })).toBe(2);
  });
});
