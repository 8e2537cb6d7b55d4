import { jest } from '@jest/globals';
import { ErrorBody, LoginSecurity, PasswordChangeRequest, SecondFactorPage } from '@portal/contract';
import { ulid } from 'ulid';
import type { User } from '../../../../src/generated/prisma/client.ts';
import { renewSession } from '../../../../src/request/stages/sessions.ts';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import { auditEntriesOf } from '../../../support/audit-log.ts';
import { logIn, makeUser, makeWorkspace, sessionOf } from '../../../support/builders.ts';
import { startFakeIdentityProvider, type FakeIdentityProvider } from '../../../support/fake-identity-provider.ts';

let provider: FakeIdentityProvider;
let api: TestApi;
beforeAll(async () => {
  provider = await startFakeIdentityProvider();
  api = await startApi({ AUTH0_URL: provider.url });
});
beforeEach(() => {
  provider.failure = null;
  provider.requests.length = 0;
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const noAmr: string[] = [];
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function makeLoggedInUser(overrides: Partial<User> = {}, amr = noAmr) {
  const user = await makeUser(api, overrides);
  return { user, auth0Id: user.auth0Id ?? '', credentials: await logIn(api, user, minutesAgo(1), amr) };
}

async function read(user: User, credentials: Credentials, of = api) {
  const response = await of.send('GET', `/users/${user.id}/login-security`, credentials);
  expect(response.status).toBe(200);
  return LoginSecurity.parse(response.body);
}

const post = (user: User, path: string, credentials: Credentials, of = api) =>
  of.send('POST', `/users/${user.id}/${path}`, credentials);

const managementRequests = () => provider.requests.filter(({ path }) => path.startsWith('/api/v2/')).length;

describe('the second factor of a user with a password', () => {
  it('is on after a login that had it, also if Auth0 says nothing', async () => {
    const separate = await startApi({ AUTH0_URL: provider.url });
    const user = await makeUser(separate);
    const credentials = await logIn(separate, user, minutesAgo(1), ['mfa']);
    provider.failure = { status: 503, body: '' };
    expect((await read(user, credentials, separate)).secondFactor).toEqual({ state: 'on', canTurnOn: false });
    await separate.close();
  });

  it.each([
    ['set-up', 'enrolled, and the last login had none', true, false],
    ['off', 'not enrolled', false, true],
  ])('is %s if it is %s', async (state, _what, isEnrolled, canTurnOn) => {
    const { user, auth0Id, credentials } = await makeLoggedInUser();
    if (isEnrolled) provider.withSecondFactor.add(auth0Id);
    expect((await read(user, credentials)).secondFactor).toEqual({ state, canTurnOn });
  });

  it('follows the last login, not an earlier one that had it', async () => {
    const { user, auth0Id } = await makeLoggedInUser();
    await logIn(api, user, minutesAgo(30), ['mfa']);
    provider.withSecondFactor.add(auth0Id);
    const credentials = await logIn(api, user, minutesAgo(0), ['pwd']);
    expect((await read(user, credentials)).secondFactor.state).toBe('set-up');
  });

  it('stays on in a browser that Auth0 logged in again without asking', async () => {
    const loginTime = minutesAgo(20);
    const { user } = await makeLoggedInUser({}, ['mfa']);
    await api.db.session.deleteMany({ where: { userId: user.id } });
    await logIn(api, user, loginTime, ['mfa']);
    const credentials = await logIn(api, user, loginTime, noAmr);
    expect((await read(user, credentials)).secondFactor.state).toBe('on');
  });

  it.each([
    ['stays on after another login in a browser that has the time of the one before', minutesAgo(5), 'on'],
    ['is not known to be on after another login in a browser if Auth0 does not say when', null, 'off'],
  ])('%s', async (_what, loggedInAt, state) => {
    const user = await makeUser(api);
    const { cookie = '' } = await logIn(api, user, loggedInAt, ['mfa']);
    const [name, secret = ''] = cookie.split('=');
    const client = { ip: null, userAgent: null };
    const rest = { isStaff: false, verifiedEmail: user.email, providerSessionId: null, client };
    const session = { userId: user.id, loggedInAt, withSecondFactor: null, ...rest };
    const renewed = await renewSession(secret, session, api.services);
    const credentials = { cookie: `${name}=${renewed}` };
    expect((await read(user, credentials)).secondFactor.state).toBe(state);
  });

  it('is unknown without the permission to read users, and unreachable during an outage, while sessions are listed', async () => {
    for (const [status, state] of [
      [403, 'unknown'],
      [503, 'unreachable'],
    ] as const) {
      const separate = await startApi({ AUTH0_URL: provider.url });
      const user = await makeUser(separate);
      const credentials = await logIn(separate, user, minutesAgo(1), noAmr);
      provider.failure = { status, body: '{}' };
      expect(await read(user, credentials, separate)).toMatchObject({
        passwordChange: null,
        canChangePassword: state !== 'unknown',
        secondFactor: { state, canTurnOn: false },
      });
      expect((await separate.send('GET', `/users/${user.id}/sessions`, credentials)).status).toBe(200);
      await separate.close();
    }
  });

  it('cannot be turned on without the permission for tickets', async () => {
    provider.scope = 'read:users update:users delete:users';
    const separate = await startApi({ AUTH0_URL: provider.url });
    const user = await makeUser(separate);
    const credentials = await logIn(separate, user, minutesAgo(1), noAmr);
    expect((await read(user, credentials, separate)).secondFactor).toEqual({ state: 'off', canTurnOn: false });
    await separate.close();
  });

  it.each([
    ['google-oauth2', 'social', 'Google'],
    ['waad', 'company', 'Microsoft Entra ID'],
    ['email', 'passwordless', 'Emailed code'],
  ])('is elsewhere for %s, and Auth0 is not asked', async (connection, kind, method) => {
    const { user, credentials } = await makeLoggedInUser({ auth0Id: `${connection}|${ulid()}` });
    expect(await read(user, credentials)).toMatchObject({ kind, method, secondFactor: { state: 'elsewhere' } });
    for (const path of ['password-change', 'second-factor']) {
      const response = await post(user, path, credentials);
      expect(ErrorBody.parse(response.body).error.type).toBe('LoginManagedElsewhere');
    }
    expect(provider.requests).toEqual([]);
  });
});

describe('Auth0', () => {
  it('is asked about a user once a minute', async () => {
    const { user, credentials } = await makeLoggedInUser();
    await Promise.all([read(user, credentials), read(user, credentials)]);
    await read(user, credentials);
    expect(managementRequests()).toBe(2);
    const other = await makeLoggedInUser();
    await read(other.user, other.credentials);
    expect(managementRequests()).toBe(4);
  });

  it('is asked about no one until the time that its limit names', async () => {
    const separate = await startApi({ AUTH0_URL: provider.url });
    const [ada, grace] = [await makeUser(separate), await makeUser(separate)];
    const stateOf = async (user: User) =>
      (await read(user, await logIn(separate, user, minutesAgo(1), noAmr), separate)).secondFactor.state;
    provider.failure = { status: 429, body: '{}', headers: { 'retry-after': '20' } };
    const now = jest.spyOn(Date, 'now');
    try {
      expect(await stateOf(ada)).toBe('unreachable');
      provider.failure = null;
      provider.requests.length = 0;
      expect([await stateOf(ada), await stateOf(grace), provider.requests]).toEqual(['unreachable', 'unreachable', []]);
      const later = Date.now() + 21_000;
      now.mockImplementation(() => later);
      expect([await stateOf(ada), await stateOf(grace)]).toEqual(['off', 'off']);
    } finally {
      now.mockRestore();
      await separate.close();
    }
  });
});

describe('a change of the password', () => {
  it('is asked of Auth0 for the address that it has, and is audited', async () => {
    const { user, auth0Id, credentials } = await makeLoggedInUser();
    provider.passwordChanges.length = 0;
    const bodies: unknown[] = [];
    const entries = await auditEntriesOf(api, async () => {
      bodies.push((await post(user, 'password-change', credentials)).body);
    });
    const email = `${auth0Id.slice('auth0|'.length).toLowerCase()}@example.com`;
    expect(bodies.map((body) => PasswordChangeRequest.parse(body))).toEqual([{ email }]);
    expect(provider.passwordChanges).toEqual([{ client_id: 'client', email, connection: 'Users' }]);
    expect(entries).toMatchObject([{ action: 'requestPasswordChange', actorUserId: user.id }]);
  });

  it('can be asked for three times an hour, not counting what failed before Auth0 was asked', async () => {
    const limited = await startApi({ AUTH0_URL: provider.url, RATE_LIMIT_MULTIPLIER: '1' });
    const user = await makeUser(limited);
    const credentials = await logIn(limited, user);
    provider.failure = { status: 403, body: '{}' };
    expect((await post(user, 'password-change', credentials, limited)).status).toBe(500);
    provider.failure = null;
    const statuses: number[] = [];
    for (let count = 0; count < 4; count++)
      statuses.push((await post(user, 'password-change', credentials, limited)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    await limited.close();
  });

  it('is followed by the offer to end sessions from before it', async () => {
    const { user, auth0Id, credentials } = await makeLoggedInUser();
    const other = await logIn(api, user);
    const changedAt = new Date();
    provider.passwordsChangedAt.set(auth0Id, changedAt);
    const expected = (hasEarlierSessions: boolean) => ({ changedAt: changedAt.toISOString(), hasEarlierSessions });
    expect((await read(user, credentials)).passwordChange).toEqual(expected(true));
    await api.db.session.deleteMany({ where: { id: (await sessionOf(api, other)).id } });
    expect((await read(user, credentials)).passwordChange).toEqual(expected(false));
    await logIn(api, user);
    expect((await read(user, credentials)).passwordChange).toEqual(expected(false));
  });
});

describe('turning on a second factor', () => {
  it('leads to a page of Auth0, is audited without it, and is emailed', async () => {
    const { user, credentials } = await makeLoggedInUser();
    const bodies: unknown[] = [];
    const [entry] = await auditEntriesOf(api, async () => {
      bodies.push((await post(user, 'second-factor', credentials)).body);
    });
    expect(bodies.map((body) => SecondFactorPage.parse(body))).toEqual([{ url: provider.ticketUrl }]);
    expect(entry).toMatchObject({ action: 'startSecondFactor', actorUserId: user.id });
    expect(JSON.stringify(entry)).not.toContain('ticket');
    const emails = await api.db.accountEmail.findMany({ where: { userId: user.id } });
    expect(emails).toMatchObject([{ kind: 'secondFactorStarted', recipient: user.email }]);
    const keys = await api.db.idempotencyKey.findMany({ where: { principalId: user.id } });
    expect(JSON.stringify(keys)).not.toContain('gten_');
  });

  it('is not repeated by a retry, which does not get the page', async () => {
    const { user, credentials } = await makeLoggedInUser();
    const requestUlid = ulid();
    const statuses: number[] = [];
    for (let count = 0; count < 2; count++)
      statuses.push((await post(user, 'second-factor', credentials).send({ requestUlid })).status);
    expect(statuses).toEqual([200, 409]);
    expect(provider.requests.filter(({ path }) => path.endsWith('/ticket'))).toHaveLength(1);
  });

  it('requires a recent login', async () => {
    const { user } = await makeLoggedInUser();
    const response = await post(user, 'second-factor', await logIn(api, user, minutesAgo(600)));
    expect(ErrorBody.parse(response.body).error.type).toBe('FreshLoginRequired');
  });

  it.each(['https://evil.example/guardian/enroll?ticket=1', 'javascript:alert(1)', 'no url'])(
    'never leads to %s',
    async (ticketUrl) => {
      const { user, credentials } = await makeLoggedInUser();
      const own = provider.ticketUrl;
      provider.ticketUrl = ticketUrl;
      const response = await post(user, 'second-factor', credentials);
      provider.ticketUrl = own;
      expect(ErrorBody.parse(response.body).error.type).toBe('IdentityProviderMisconfigured');
      expect(response.text).not.toContain(ticketUrl);
    },
  );

  it('shows the result at once when the user comes back', async () => {
    const { user, auth0Id, credentials } = await makeLoggedInUser();
    expect((await read(user, credentials)).secondFactor.state).toBe('off');
    await post(user, 'second-factor', credentials);
    provider.withSecondFactor.add(auth0Id);
    expect((await read(user, credentials)).secondFactor.state).toBe('set-up');
  });
});

it.each([
  ['password-change', 'requestPasswordChange'],
  ['second-factor', 'startSecondFactor'],
])(
  '%s of an identity that is gone ends all sessions of the user, and the audit log names that call',
  async (path, action) => {
    const { user, credentials } = await makeLoggedInUser();
    const elsewhere = await logIn(api, user);
    provider.failure = { status: 404, body: JSON.stringify({ statusCode: 404, errorCode: 'inexistent_user' }) };
    const response = await post(user, path, credentials);
    provider.failure = null;
    expect(ErrorBody.parse(response.body).error.type).toBe('IdentityDeleted');
    for (const ended of [credentials, elsewhere]) expect((await api.send('GET', '/whoami', ended)).status).toBe(401);
    const entries = await api.db.auditEntry.findMany({ where: { actorUserId: user.id } });
    expect(entries).toMatchObject([{ action, details: { identityDeleted: true } }]);
    expect(await api.db.accountEmail.count({ where: { userId: user.id } })).toBe(0);
  },
);

describe('other accounts with the same address', () => {
  it('are named by how they log in, older and newer ones, if they have workspaces', async () => {
    const email = `${ulid().toLowerCase()}@example.com`;
    const { user, credentials } = await makeLoggedInUser({ email, signedUpAt: new Date('2026-02-01T00:00:00Z') });
    const add = (connection: string, signedUpAt: string) =>
      makeUser(api, { email, auth0Id: `${connection}|${ulid()}`, signedUpAt: new Date(signedUpAt) });
    await makeWorkspace(api, await add('google-oauth2', '2026-01-01T00:00:00Z'));
    await makeWorkspace(api, await add('github', '2026-03-01T00:00:00Z'));
    await add('gitlab', '2026-01-01T00:00:00Z');
    expect((await read(user, credentials)).otherLogins).toEqual(['Google', 'GitHub']);
  });

  it('are not named to a login that did not prove the address', async () => {
    const email = `${ulid().toLowerCase()}@example.com`;
    await makeWorkspace(api, await makeUser(api, { email, auth0Id: `google-oauth2|${ulid()}` }));
    const { user, credentials } = await makeLoggedInUser({ email, emailVerified: false });
    expect((await read(user, credentials)).otherLogins).toEqual([]);
  });
});
