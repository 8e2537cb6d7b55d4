import { jest } from '@jest/globals';
import { purgeExpired } from '../src/jobs/purge-expired.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeApiToken, makeUser, makeWorkspace } from './support/builders.ts';

const dayMs = 86_400_000;

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ RATE_LIMIT_SCALE: '1' });
});
afterAll(() => api.close());
afterEach(() => jest.useRealTimers());

/** Sets this process's clock alone; timers go on as they are. */
const setClockOff = (ms: number) =>
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
  it('a session lasts as long as the database says', async () => {
    const user = await makeUser(api);
    const before = await logIn(api, user);
    setClockOff(ms);
    expect((await api.send('GET', '/whoami', before)).status).toBe(200);
    const begun = await logIn(api, user);
    expect((await api.send('GET', '/whoami', begun)).status).toBe(200);
    const seconds = await secondsUntil('sessions', `user_id = '${user.id}' ORDER BY created_at DESC LIMIT 1`);
    expect(seconds / 3_600).toBeCloseTo(api.services.settings.SESSION_MAX_HOURS, 1);
    await api.asOwner(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = '${user.id}'`);
    expect((await api.send('GET', '/whoami', begun)).status).toBe(401);
  });

  it('an idle session ends as the database says', async () => {
    const user = await makeUser(api);
    const proof = await logIn(api, user);
    setClockOff(ms);
    await api.asOwner(
      `UPDATE sessions SET created_at = now() - interval '73 hours', last_seen_at = now() - interval '71 hours'
       WHERE user_id = '${user.id}'`,
    );
    expect((await api.send('GET', '/whoami', proof)).status).toBe(200);
    await api.asOwner(`UPDATE sessions SET last_seen_at = now() - interval '73 hours' WHERE user_id = '${user.id}'`);
    expect((await api.send('GET', '/whoami', proof)).status).toBe(401);
  });

  it('a code for an instance lasts a minute, and the token for it as many days as are set', async () => {
    const owner = await makeUser(api);
    const proof = await logIn(api, owner);
    const workspace = await makeWorkspace(api, owner);
    setClockOff(ms);
    const go = await api.send('GET', `/workspaces/${workspace.id}/go`, proof);
    const code = new URL(go.headers['location'] ?? '').searchParams.get('code');
    expect(await secondsUntil('connect_codes', `user_id = '${owner.id}'`)).toBeGreaterThan(50);
    expect(await secondsUntil('connect_codes', `user_id = '${owner.id}'`)).toBeLessThanOrEqual(60);
    const connected = await api.send('POST', '/complete-auth-connect').send({ code });
    expect(connected.status).toBe(200);
    const seconds = await secondsUntil('instance_tokens', `user_id = '${owner.id}'`);
    expect(seconds / 86_400).toBeCloseTo(api.services.settings.INSTANCE_TOKEN_DAYS, 1);
  });

  it('a lock ends when the database says', async () => {
    const [locked, free] = await Promise.all([
      makeUser(api, { suspensionBeganAt: new Date(), suspensionEndsAt: new Date(Date.now() + dayMs) }),
      makeUser(api, { suspensionBeganAt: new Date(0), suspensionEndsAt: new Date(Date.now() - dayMs) }),
    ]);
    const [proofOfLocked, proofOfFree] = await Promise.all([logIn(api, locked), logIn(api, free)]);
    setClockOff(ms);
    expect((await api.send('GET', '/workspaces', proofOfLocked)).status).toBe(403);
    expect((await api.send('GET', '/workspaces', proofOfFree)).status).toBe(200);
  });

  it('the purge deletes what has expired by the database’s clock, and nothing else', async () => {
    const [alive, gone] = await Promise.all([makeUser(api), makeUser(api)]);
    const [proofOfAlive] = await Promise.all([logIn(api, alive), logIn(api, gone)]);
    await api.asOwner(`UPDATE sessions SET expires_at = now() - interval '1 minute' WHERE user_id = '${gone.id}'`);
    await api.asOwner(`INSERT INTO idempotency_keys (user_id, call, request_ulid, payload_hash, created_at)
      VALUES ('${alive.id}', 'x', 'old', '', now() - interval '25 hours'), ('${alive.id}', 'x', 'new', '', now())`);
    setClockOff(ms);
    await purgeExpired(api.services);
    expect((await api.send('GET', '/whoami', proofOfAlive)).status).toBe(200);
    expect(await api.db.session.count({ where: { userId: gone.id } })).toBe(0);
    const keys = await api.db.idempotencyKey.findMany({ where: { userId: alive.id } });
    expect(keys.map(({ requestUlid }) => requestUlid)).toEqual(['new']);
  });
});

it('a rate limit counts on while the clock of this machine is a few seconds ahead', async () => {
  const owner = await makeUser(api);
  const proof = await logIn(api, owner);
  const workspace = await makeWorkspace(api, owner);
  const create = () =>
    api.send('POST', `/workspaces/${workspace.id}/authTokens`, proof).send({ name: 'x', expiration: '1d' });
  const left = ({ headers }: { headers: Record<string, string> }) => /;r=(\d+);/.exec(headers['ratelimit'] ?? '')?.[1];
  const before = Number(left(await create()));
  setClockOff(5_000);
  expect(Number(left(await create()))).toBe(before - 1);
});

it('an API token works while the clock of this machine is ahead of its end, until it ends by the database’s', async () => {
  const owner = await makeUser(api);
  const { proof, id } = await makeApiToken(api, await makeWorkspace(api, owner), owner);
  setClockOff(dayMs + 30 * 60_000);
  expect((await api.send('GET', '/whoami', proof)).status).toBe(200);
  await api.asOwner(`UPDATE auth_tokens SET expires_at = now() - interval '1 second' WHERE id = '${id}'`);
  expect((await api.send('GET', '/whoami', proof)).status).toBe(401);
});
