/** @takes 30 s */
import { stringifyCookie } from 'cookie';
import { setTimeout } from 'node:timers/promises';
import { ulid } from 'ulid';
import { decryptEntries } from '../../src/request/audit/decrypt-entries.ts';
import { Browser } from '../support/browser.ts';
import { logIn, makeStaff } from '../support/builders.ts';
import { violatedInvariants } from '../support/invariants.ts';
import { openTransaction, waitForLock } from '../support/lock-waits.ts';
import { startLocalIdentityProvider, type LocalIdentityProvider } from '../support/local-identity-provider.ts';
import {
  repeatRounds,
  outcomesOf,
  shuffled,
  startReplicas,
  repeated,
  type RaceRequest,
  type Replicas,
  raceSize,
} from '../support/replicas.ts';

const authApiUrl = 'http://localhost:9001';
const callback = `${authApiUrl}/auth/login-callback`;

let provider: LocalIdentityProvider;
let replicas: Replicas;
beforeAll(async () => {
  provider = await startLocalIdentityProvider(authApiUrl);
  // The provider runs in this process, and on a busy machine many concurrent requests wait long for it.
  replicas = await startReplicas({
    AUTH_API_URL: authApiUrl,
    AUTH0_URL: provider.url,
    AUTH0_TIMEOUT_MS: '10000',
    MAILBOX_CONNECTIONS: 'github|@example.com',
  });
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
/** The users with an email. A pre-provisioned user is never deleted, so it counts only while it has memberships. */
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
  const cookie = stringifyCookie(browser.cookiesOf('portal-login-9001-'));
  return { method: 'GET', path: url.slice(authApiUrl.length), credentials: { cookie } };
}

/** Requests of staff that create a workspace for an address. */
async function preparations(email: string, count: number): Promise<RaceRequest[]> {
  const { credentials } = await makeStaff(replicas.api);
  return repeated(count, () => ({
    method: 'POST',
    path: '/workspaces/setup-production-workspace',
    credentials,
    body: { userEmail: email },
  }));
}

/** The users who own the workspaces that staff created for an address. */
async function ownersOfPrepared(email: string) {
  const stored = await replicas.api.db.auditEntry.findMany({ where: { action: 'setUpProductionWorkspace' } });
  const entries = await decryptEntries(stored, replicas.api);
  const ids = entries.flatMap(({ workspaceId, details }) =>
    (details as { userEmail?: string } | null)?.userEmail === email && workspaceId !== null ? [workspaceId] : [],
  );
  const owned = await replicas.api.db.membership.findMany({ where: { workspaceId: { in: ids }, role: 'OWNER' } });
  return owned.map(({ userId }) => userId);
}

/** A login proves the mailbox for what was prepared before, and the identity provider reports its time in whole seconds. */
const waitForNewSecond = () => setTimeout(1_100);

/** Takes over what staff prepared after the last login of a race. */
async function logInOnceMore(email: string): Promise<void> {
  await waitForNewSecond();
  expect(outcomesOf(await replicas.race(await preparedLogins(email, 1)))).toEqual(['ok']);
}

describe('many first logins of one user', () => {
  it('create one user with one default workspace', async () => {
    const email = newAddress();
    const responses = await replicas.race(await preparedLogins(email, raceSize));
    expect(responses.map(({ location }) => location)).toEqual(
      responses.map(() => 'http://localhost:9000/login-success'),
    );
    const [user, ...others] = await usersWith(email);
    expect(others).toEqual([]);
    expect(user?.memberships).toMatchObject([{ role: 'OWNER', isDefault: true }]);
    expect(await replicas.api.db.session.count({ where: { userId: user?.id ?? '' } })).toBe(raceSize);
  }, 60_000);
});

describe('many logins that prove the mailbox', () => {
  it('take over a prepared workspace once', async () => {
    const email = newAddress();
    expect(outcomesOf(await replicas.race(await preparations(email, 1)))).toEqual(['ok']);
    await waitForNewSecond();
    expect(outcomesOf(await replicas.race(await preparedLogins(email, raceSize)))).toEqual(['ok']);
    const [user, ...others] = await usersWith(email);
    expect(others).toEqual([]);
    expect(user?.memberships).toMatchObject([{ role: 'OWNER', isDefault: true }]);
    expect(await ownersOfPrepared(email)).toEqual([user?.id]);
  }, 60_000);
});

describe('a login', () => {
  it('completed many times starts one session', async () => {
    const email = newAddress();
    const [login] = await preparedLogins(email, 1);
    const responses = await replicas.race(repeated(raceSize, login as RaceRequest));
    expect(outcomesOf(responses)).toEqual(['ok', 'page 400']);
    expect(responses.filter(({ cookies }) => cookies.some((each) => each.startsWith('portal-session')))).toHaveLength(
      1,
    );
    expect(await replicas.api.db.session.count({ where: { user: { email } } })).toBe(1);
  });
});

describe('workspaces that staff create for a user during their first login', () => {
  it('all belong to the account', () =>
    repeatRounds(2, async () => {
      const email = newAddress();
      const responses = await replicas.race(
        shuffled(await preparedLogins(email, 4), await preparations(email.toUpperCase(), 10)),
      );
      expect(outcomesOf(responses)).toEqual(['ok']);
      await logInOnceMore(email);
      const [user, ...others] = await usersWith(email);
      expect(others).toEqual([]);
      expect(await ownersOfPrepared(email)).toEqual(repeatedId(10, user?.id));
    }));
});

describe('a prepared workspace that is not committed yet when its address logs in', () => {
  it('belongs to the account as well', async () => {
    const { api } = replicas;
    const email = newAddress();
    const [[login], [prepare]] = await Promise.all([preparedLogins(email, 1), preparations(email, 1)]);
    const pause = await openTransaction(api, 'LOCK TABLE graphile_worker._private_jobs IN EXCLUSIVE MODE');
    const prepared = replicas.race([prepare as RaceRequest]);
    await waitForLock(api, 'add_job');
    const loggedIn = replicas.race([login as RaceRequest]);
    await Promise.race([loggedIn, waitForLock(api, 'pg_advisory_xact_lock')]);
    await pause.end('ROLLBACK');
    expect(outcomesOf([...(await prepared), ...(await loggedIn)])).toEqual(['ok']);
    await logInOnceMore(email);
    expect((await usersWith(email)).map(({ memberships }) => memberships.length)).toEqual([1]);
  });
});

describe('profile refreshes during logins and preparations', () => {
  it('lose no workspace', () =>
    repeatRounds(1, async () => {
      const { api } = replicas;
      const email = newAddress();
      const [first, ...remaining] = await preparedLogins(email, 21);
      expect(outcomesOf(await replicas.race([first as RaceRequest]))).toEqual(['ok']);
      const { id } = await api.db.user.findFirstOrThrow({ where: { email } });
      // The address is not verified yet, so what staff prepare stays with the pre-provisioned user.
      await api.db.user.update({ where: { id }, data: { emailVerified: false } });
      expect(outcomesOf(await replicas.race(await preparations(email, 10)))).toEqual(['ok']);
      const credentials = await logIn(api, { id });
      const responses = await replicas.race(
        shuffled(
          // Fewer than the provider's rate limit of fifty per second.
          repeated(40, () => ({ method: 'POST', path: `/users/${id}/refresh-auth0-profile`, credentials })),
          await preparations(email, 20),
          remaining,
        ),
      );
      expect(outcomesOf(responses)).toEqual(['ok']);
      await logInOnceMore(email);
      const [user, ...others] = await usersWith(email);
      expect(others).toEqual([]);
      expect(await ownersOfPrepared(email)).toEqual(repeatedId(30, user?.id));
    }));
});

const repeatedId = (count: number, id: string | undefined) => Array.from({ length: count }, () => id);
