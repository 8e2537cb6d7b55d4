/** @takes 20 s */
import { ulid } from 'ulid';
import { Browser } from './support/browser.ts';
import { logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { brokenRules } from './support/invariants.ts';
import { openTransaction, waitsForLock } from './support/lock-waits.ts';
import { startLocalIdentityProvider, type LocalIdentityProvider } from './support/local-identity-provider.ts';
import {
  inRounds,
  outcomeOf,
  outcomesOf,
  shuffled,
  startReplicas,
  times,
  type Racer,
  type Replicas,
} from './support/replicas.ts';

const authApiUrl = 'http://localhost:9001';
const callback = `${authApiUrl}/auth/login-callback`;

let provider: LocalIdentityProvider;
let replicas: Replicas;
beforeAll(async () => {
  provider = await startLocalIdentityProvider(authApiUrl);
  // The provider answers from this process, and on a busy machine a hundred at once wait long for it.
  replicas = await startReplicas({ AUTH_API_URL: authApiUrl, AUTH0_URL: provider.url, AUTH0_WAIT_MS: '10000' });
  // Each process asks for the provider's keys once, at its first login: before the races.
  const first = await Promise.all(replicas.urls.map(() => logins(newAddress(), 1)));
  expect(outcomesOf(await replicas.race(first.flat()))).toEqual(['ok']);
});
afterEach(async () => {
  expect(await brokenRules(replicas.api)).toEqual([]);
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
/** The accounts with an address; its placeholder, which stays, only counts while it has memberships. */
const usersWith = (email: string) =>
  replicas.api.db.user.findMany({
    where: { email, OR: [{ auth0Id: { not: null } }, { memberships: { some: {} } }] },
    include: { memberships: true },
  });

/** Logins of one person in one browser that the provider has let through, and that only the API has to finish. */
async function logins(email: string, count: number): Promise<Racer[]> {
  const browser = new Browser();
  const begin = () => browser.follow(`${replicas.urls[0] ?? ''}/auth/login`, callback);
  const { url: form } = await begin();
  const racers: Racer[] = [];
  let { url } = await browser.follow(form.replace(/login$/, 'github'), callback, { email, name: 'Rae Racer' });
  while (racers.push(finishing(url, browser)) < count) ({ url } = await begin());
  return racers;
}

function finishing(url: string, browser: Browser): Racer {
  expect(url.startsWith(callback)).toBe(true);
  const cookie = `portal-login-9001=${browser.cookie('portal-login-9001') ?? ''}`;
  return { method: 'GET', path: url.slice(authApiUrl.length), proof: { cookie } };
}

async function inviters(count: number) {
  const owners = await Promise.all(Array.from({ length: count }, () => makeUser(replicas.api)));
  return Promise.all(
    owners.map(async (owner) => {
      const { id } = await makeWorkspace(replicas.api, owner);
      const proof = await logIn(replicas.api, owner);
      return (email: string): Racer => ({ method: 'POST', path: `/workspace/${id}/members`, proof, body: { email } });
    }),
  );
}

/** Takes over what was invited after the last login of a race. */
async function logInOnceMore(email: string): Promise<void> {
  expect(outcomesOf(await replicas.race(await logins(email, 1)))).toEqual(['ok']);
}

describe('a hundred first logins of one person', () => {
  it('make one user with one default workspace', async () => {
    const email = newAddress();
    const finishes = await replicas.race(await logins(email, 100));
    expect(finishes.map(({ location }) => location)).toEqual(finishes.map(() => 'http://localhost:9000/login-success'));
    const [user, ...others] = await usersWith(email);
    expect(others).toEqual([]);
    expect(user?.memberships).toMatchObject([{ role: 'OWNER', isDefault: true }]);
    expect(await replicas.api.db.session.count({ where: { userId: user?.id ?? '' } })).toBe(100);
  }, 60_000);
});

describe('one login', () => {
  it('finished a hundred times begins one session', async () => {
    const email = newAddress();
    const [login] = await logins(email, 1);
    const finishes = await replicas.race(times(100, login as Racer));
    expect(outcomesOf(finishes)).toEqual(['ok', 'page 400']);
    expect(finishes.filter(({ cookies }) => cookies.some((each) => each.startsWith('portal-session')))).toHaveLength(1);
    expect(await replicas.api.db.session.count({ where: { user: { email } } })).toBe(1);
  });
});

describe('invitations of somebody who logs in for the first time meanwhile', () => {
  it('all end as memberships of the account', () =>
    inRounds(3, async () => {
      const email = newAddress();
      const workspaces = await inviters(10);
      const finishes = await replicas.race(
        shuffled(
          await logins(email, 4),
          workspaces.map((invite) => invite(email.toUpperCase())),
        ),
      );
      expect(outcomesOf(finishes)).toEqual(['ok']);
      await logInOnceMore(email);
      const [user, ...others] = await usersWith(email);
      expect(others).toEqual([]);
      expect(user?.memberships).toHaveLength(11);
    }));
});

describe('an invitation that is not stored yet when its address logs in', () => {
  it('ends as a membership all the same', async () => {
    const { api } = replicas;
    const email = newAddress();
    const [[login], [invite]] = await Promise.all([logins(email, 1), inviters(1)]);
    const pause = await openTransaction(api, 'LOCK TABLE graphile_worker._private_jobs IN EXCLUSIVE MODE');
    const invited = replicas.race([invite?.(email) as Racer]);
    await waitsForLock(api, 'add_job');
    const loggedIn = replicas.race([login as Racer]);
    await Promise.race([loggedIn, waitsForLock(api, 'pg_advisory_xact_lock')]);
    await pause.end('ROLLBACK');
    expect(outcomesOf([...(await invited), ...(await loggedIn)])).toEqual(['ok']);
    expect((await usersWith(email)).map(({ memberships }) => memberships.length)).toEqual([2]);
  });
});

describe('profile refreshes beside logins and invitations', () => {
  it('hand over every invitation once', () =>
    inRounds(1, async () => {
      const { api } = replicas;
      const email = newAddress();
      const [first, ...more] = await logins(email, 21);
      expect(outcomesOf(await replicas.race([first as Racer]))).toEqual(['ok']);
      const { id } = await api.db.user.findFirstOrThrow({ where: { email } });
      // As it was before the provider had verified the address: invitations of it wait.
      await api.db.user.update({ where: { id }, data: { emailVerified: false } });
      const early = await inviters(10);
      expect(outcomesOf(await replicas.race(early.map((invite) => invite(email))))).toEqual(['ok']);
      const late = await inviters(20);
      const proof = await logIn(api, { id });
      const finishes = await replicas.race(
        shuffled(
          // Fewer than the fifty a second that the provider lets through.
          times(40, () => ({ method: 'POST', path: `/users/${id}/refresh-auth0-profile`, proof })),
          [...early, ...late].map((invite) => invite(email)),
          more,
        ),
      );
      // Who was invited before may be a member by now.
      expect(['ok', 'AlreadyMember']).toEqual(expect.arrayContaining(outcomesOf(finishes)));
      expect(finishes.filter((finish) => outcomeOf(finish) === 'AlreadyMember').length).toBeLessThanOrEqual(10);
      await logInOnceMore(email);
      const [user, ...others] = await usersWith(email);
      expect(others).toEqual([]);
      expect(user?.memberships).toHaveLength(31);
    }));
});
