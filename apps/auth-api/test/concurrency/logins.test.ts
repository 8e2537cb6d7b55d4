/** @takes 20 s */
import { ulid } from 'ulid';
import { Browser } from '../support/browser.ts';
import { logIn, makeUser, makeWorkspace } from '../support/builders.ts';
import { violatedInvariants } from '../support/invariants.ts';
import { openTransaction, waitForLock } from '../support/lock-waits.ts';
import { startLocalIdentityProvider, type LocalIdentityProvider } from '../support/local-identity-provider.ts';
import {
  repeatRounds,
  outcomeOf,
  outcomesOf,
  shuffled,
  startReplicas,
  repeated,
  type RaceRequest,
  type Replicas,
} from '../support/replicas.ts';

const authApiUrl = 'http://localhost:9001';
const callback = `${authApiUrl}/auth/login-callback`;

let provider: LocalIdentityProvider;
let replicas: Replicas;
beforeAll(async () => {
  provider = await startLocalIdentityProvider(authApiUrl);
  // The provider runs in this process, and on a busy machine a hundred concurrent requests wait long for it.
  replicas = await startReplicas({ AUTH_API_URL: authApiUrl, AUTH0_URL: provider.url, AUTH0_TIMEOUT_MS: '10000' });
  // Each replica fetches the provider's keys at its first login, which happens before the races.
  const first = await Promise.all(replicas.urls.map(() => preparedLogins(newAddress(), 1)));
  expect(outcomesOf(await replicas.race(first.flat()))).toEqual(['ok']);
});
afterEach(async () => {
  expect(await violatedInvariants(replicas.api)).toEqual([]);
  expect(replicas.errors()).toEqual([]);
});
afterAll(async () => {
  try {
    expect(await replicas.close()).toBe(0);
  } finally {
    await provider.stop();
  }
});

const newAddress = () => `racer-${ulid().toLowerCase()}@example.com`;
/** The users with an email. A placeholder is never deleted, so it counts only while it has memberships. */
const usersWith = (email: string) =>
  replicas.api.db.user.findMany({
    where: { email, OR: [{ auth0Id: { not: null } }, { memberships: { some: {} } }] },
    include: { memberships: true },
  });

/** Logins of one user in one browser that the provider has completed, and whose callbacks are still to be sent. */
async function preparedLogins(email: string, count: number): Promise<RaceRequest[]> {
  const browser = new Browser();
  const startLogin = () => browser.follow(`${replicas.urls[0] ?? ''}/auth/login`, callback);
  const { url: form } = await startLogin();
  const requests: RaceRequest[] = [];
  let { url } = await browser.follow(form.replace(/login$/, 'github'), callback, { email, name: 'Rae Racer' });
  while (requests.push(callbackRequest(url, browser)) < count) ({ url } = await startLogin());
  return requests;
}

function callbackRequest(url: string, browser: Browser): RaceRequest {
  expect(url.startsWith(callback)).toBe(true);
  const cookie = `portal-login-9001=${browser.cookie('portal-login-9001') ?? ''}`;
  return { method: 'GET', path: url.slice(authApiUrl.length), credentials: { cookie } };
}

async function makeInviters(count: number) {
  const owners = await Promise.all(Array.from({ length: count }, () => makeUser(replicas.api)));
  return Promise.all(
    owners.map(async (owner) => {
      const { id } = await makeWorkspace(replicas.api, owner);
      const credentials = await logIn(replicas.api, owner);
      return (email: string): RaceRequest => ({
        method: 'POST',
        path: `/workspace/${id}/members`,
        credentials,
        body: { email },
      });
    }),
  );
}

/** Accepts the invitations that came after the last login of a race. */
async function logInOnceMore(email: string): Promise<void> {
  expect(outcomesOf(await replicas.race(await preparedLogins(email, 1)))).toEqual(['ok']);
}

describe('a hundred first logins of one user', () => {
  it('create one user with one default workspace', async () => {
    const email = newAddress();
    const responses = await replicas.race(await preparedLogins(email, 100));
    expect(responses.map(({ location }) => location)).toEqual(
      responses.map(() => 'http://localhost:9000/login-success'),
    );
    const [user, ...others] = await usersWith(email);
    expect(others).toEqual([]);
    expect(user?.memberships).toMatchObject([{ role: 'OWNER', isDefault: true }]);
    expect(await replicas.api.db.session.count({ where: { userId: user?.id ?? '' } })).toBe(100);
  }, 60_000);
});

describe('a login', () => {
  it('completed a hundred times starts one session', async () => {
    const email = newAddress();
    const [login] = await preparedLogins(email, 1);
    const responses = await replicas.race(repeated(100, login as RaceRequest));
    expect(outcomesOf(responses)).toEqual(['ok', 'page 400']);
    expect(responses.filter(({ cookies }) => cookies.some((each) => each.startsWith('portal-session')))).toHaveLength(
      1,
    );
    expect(await replicas.api.db.session.count({ where: { user: { email } } })).toBe(1);
  });
});

describe('invitations of a user during their first login', () => {
  it('all become memberships of the account', () =>
    repeatRounds(3, async () => {
      const email = newAddress();
      const workspaces = await makeInviters(10);
      const responses = await replicas.race(
        shuffled(
          await preparedLogins(email, 4),
          workspaces.map((invite) => invite(email.toUpperCase())),
        ),
      );
      expect(outcomesOf(responses)).toEqual(['ok']);
      await logInOnceMore(email);
      const [user, ...others] = await usersWith(email);
      expect(others).toEqual([]);
      expect(user?.memberships).toHaveLength(11);
    }));
});

describe('an invitation that is not committed yet when its address logs in', () => {
  it('becomes a membership as well', async () => {
    const { api } = replicas;
    const email = newAddress();
    const [[login], [invite]] = await Promise.all([preparedLogins(email, 1), makeInviters(1)]);
    const pause = await openTransaction(api, 'LOCK TABLE graphile_worker._private_jobs IN EXCLUSIVE MODE');
    const invited = replicas.race([invite?.(email) as RaceRequest]);
    await waitForLock(api, 'add_job');
    const loggedIn = replicas.race([login as RaceRequest]);
    await Promise.race([loggedIn, waitForLock(api, 'pg_advisory_xact_lock')]);
    await pause.end('ROLLBACK');
    expect(outcomesOf([...(await invited), ...(await loggedIn)])).toEqual(['ok']);
    expect((await usersWith(email)).map(({ memberships }) => memberships.length)).toEqual([2]);
  });
});

describe('profile refreshes during logins and invitations', () => {
  it('accept every invitation once', () =>
    repeatRounds(1, async () => {
      const { api } = replicas;
      const email = newAddress();
      const [first, ...remaining] = await preparedLogins(email, 21);
      expect(outcomesOf(await replicas.race([first as RaceRequest]))).toEqual(['ok']);
      const { id } = await api.db.user.findFirstOrThrow({ where: { email } });
      // The address is not verified yet, so its invitations stay pending.
      await api.db.user.update({ where: { id }, data: { emailVerified: false } });
      const early = await makeInviters(10);
      expect(outcomesOf(await replicas.race(early.map((invite) => invite(email))))).toEqual(['ok']);
      const late = await makeInviters(20);
      const credentials = await logIn(api, { id });
      const responses = await replicas.race(
        shuffled(
          // Fewer than the provider's rate limit of fifty per second.
          repeated(40, () => ({ method: 'POST', path: `/users/${id}/refresh-auth0-profile`, credentials })),
          [...early, ...late].map((invite) => invite(email)),
          remaining,
        ),
      );
      // An early invitation may be accepted by now.
      expect(['ok', 'AlreadyMember']).toEqual(expect.arrayContaining(outcomesOf(responses)));
      expect(responses.filter((response) => outcomeOf(response) === 'AlreadyMember').length).toBeLessThanOrEqual(10);
      await logInOnceMore(email);
      const [user, ...others] = await usersWith(email);
      expect(others).toEqual([]);
      expect(user?.memberships).toHaveLength(31);
    }));
});
