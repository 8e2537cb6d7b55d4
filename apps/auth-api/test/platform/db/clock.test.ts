import { jest } from '@jest/globals';
import { dayMs } from '@portal/contract';
import { upsertUserFromClaims } from '../../../src/features/login/upsert-user-from-claims.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { purgeExpired } from '../../../src/jobs/purge-expired.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeApiToken, makeUser, makeWorkspace } from '../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ RATE_LIMIT_MULTIPLIER: '1' });
});
afterAll(() => api.close());
afterEach(() => jest.useRealTimers());

/** Shifts only the clock of this process. Timers keep running. */
const shiftClock = (ms: number) =>
  jest.useFakeTimers({
    now: Date.now() + ms,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });

const secondsUntil = async (table: string, where: string) => {
  const [row] = (await api.asOwner(
    `SELECT extract(epoch FROM expires_at - now())::float8 AS seconds FROM ${table} WHERE ${where}`,
  )) as { seconds: number }[];
  return Math.round(row?.seconds ?? 0);
};

describe.each([
  ['ahead', 30 * dayMs],
  ['behind', -30 * dayMs],
])('while the clock of this machine is a month %s', (_how, ms) => {
  it('a session expires by the clock of the database', async () => {
    const user = await makeUser(api);
    const before = await logIn(api, user);
    shiftClock(ms);
    expect((await api.send('GET', '/whoami', before)).status).toBe(200);
    const newSession = await logIn(api, user);
    expect((await api.send('GET', '/whoami', newSession)).status).toBe(200);
    const seconds = await secondsUntil('sessions', `user_id = '${user.id}' ORDER BY created_at DESC LIMIT 1`);
    expect(seconds / 3_600).toBeCloseTo(api.services.settings.SESSION_MAX_HOURS, 1);
    await api.asOwner(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = '${user.id}'`);
    expect((await api.send('GET', '/whoami', newSession)).status).toBe(401);
  });

  it('a login has the time of the database', async () => {
    shiftClock(ms);
    const sub = `auth0|${ms}`;
    const claims = { sub, email: `${ms}@example.com`, email_verified: true, amr: [], sid: undefined };
    await inTransaction(api.services, (transaction) => upsertUserFromClaims(claims, transaction, api.services));
    const rows = await api.asOwner(
      `SELECT abs(extract(epoch FROM now() - signed_up_at)) < 600 AND abs(extract(epoch FROM now() - last_login_at)) < 600 AS "isNow"
       FROM users WHERE auth0_id = '${sub}'`,
    );
    expect(rows).toEqual([{ isNow: true }]);
  });

  it('an idle session expires by the clock of the database', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    shiftClock(ms);
    await api.asOwner(
      `UPDATE sessions SET created_at = now() - interval '73 hours', last_seen_at = now() - interval '71 hours'
       WHERE user_id = '${user.id}'`,
    );
    expect((await api.send('GET', '/whoami', credentials)).status).toBe(200);
    await api.asOwner(`UPDATE sessions SET last_seen_at = now() - interval '73 hours' WHERE user_id = '${user.id}'`);
    expect((await api.send('GET', '/whoami', credentials)).status).toBe(401);
  });

  it('an instance code lasts a minute, and its token the configured number of days', async () => {
    const owner = await makeUser(api);
    const credentials = await logIn(api, owner);
    const workspace = await makeWorkspace(api, owner);
    shiftClock(ms);
    const go = await api.send('GET', `/workspaces/${workspace.id}/go`, credentials);
    const code = new URL(go.headers['location'] ?? '').searchParams.get('code');
    expect(await secondsUntil('connect_codes', `user_id = '${owner.id}'`)).toBeGreaterThan(50);
    expect(await secondsUntil('connect_codes', `user_id = '${owner.id}'`)).toBeLessThanOrEqual(60);
    const connected = await api.send('POST', '/complete-auth-connect').send({ code });
    expect(connected.status).toBe(200);
    const seconds = await secondsUntil('instance_tokens', `user_id = '${owner.id}'`);
    expect(seconds / 86_400).toBeCloseTo(api.services.settings.INSTANCE_TOKEN_TTL_DAYS, 1);
  });

  it('an account lock ends by the clock of the database', async () => {
    const [lockedUser, unlockedUser] = await Promise.all([
      makeUser(api, { suspendedAt: new Date(), suspendedUntil: new Date(Date.now() + dayMs) }),
      makeUser(api, { suspendedAt: new Date(0), suspendedUntil: new Date(Date.now() - dayMs) }),
    ]);
    const [lockedCredentials, unlockedCredentials] = await Promise.all([
      logIn(api, lockedUser),
      logIn(api, unlockedUser),
    ]);
    shiftClock(ms);
    expect((await api.send('GET', '/workspaces', lockedCredentials)).status).toBe(403);
    expect((await api.send('GET', '/workspaces', unlockedCredentials)).status).toBe(200);
  });

  it('the purge deletes exactly what has expired by the clock of the database', async () => {
    const [liveUser, expiredUser] = await Promise.all([makeUser(api), makeUser(api)]);
    const [liveCredentials] = await Promise.all([logIn(api, liveUser), logIn(api, expiredUser)]);
    await api.asOwner(
      `UPDATE sessions SET expires_at = now() - interval '1 minute' WHERE user_id = '${expiredUser.id}'`,
    );
    await api.asOwner(`INSERT INTO idempotency_keys (principal_id, call, key, payload_hash, created_at)
      VALUES ('${liveUser.id}', 'x', 'old', '', now() - interval '25 hours'), ('${liveUser.id}', 'x', 'new', '', now())`);
    shiftClock(ms);
    await purgeExpired(api.services);
    expect((await api.send('GET', '/whoami', liveCredentials)).status).toBe(200);
    expect(await api.db.session.count({ where: { userId: expiredUser.id } })).toBe(0);
    const keys = await api.db.idempotencyKey.findMany({ where: { principalId: liveUser.id } });
    expect(keys.map(({ key }) => key)).toEqual(['new']);
  });
});

it('a rate limit keeps counting while the clock of this machine is a few seconds ahead', async () => {
  const owner = await makeUser(api);
  const credentials = await logIn(api, owner);
  const workspace = await makeWorkspace(api, owner);
  const create = () =>
    api.send('POST', `/workspaces/${workspace.id}/authTokens`, credentials).send({ name: 'x', expiration: '1d' });
  const remainingOf = ({ headers }: { headers: Record<string, string> }) =>
    /;r=(\d+);/.exec(headers['ratelimit'] ?? '')?.[1];
  const before = Number(remainingOf(await create()));
  shiftClock(5_000);
  expect(Number(remainingOf(await create()))).toBe(before - 1);
});

it('an API token expires by the clock of the database, even if the clock of this machine is past its expiry', async () => {
  const owner = await makeUser(api);
  const { credentials, id } = await makeApiToken(api, await makeWorkspace(api, owner), owner);
  shiftClock(dayMs + 30 * 60_000);
  expect((await api.send('GET', '/whoami', credentials)).status).toBe(200);
  await api.asOwner(`UPDATE auth_tokens SET expires_at = now() - interval '1 second' WHERE id = '${id}'`);
  expect((await api.send('GET', '/whoami', credentials)).status).toBe(401);
});
