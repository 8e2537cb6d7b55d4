import { jest } from '@jest/globals';
import { ErrorBody, tokenReadLimit } from '@portal/contract';
import { RateLimits } from '../../../src/request/rate-limit/rate-limits.ts';
import { createFixture } from '../../support/actors.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { makeApiToken, makeInstanceToken, makeUser } from '../../support/builders.ts';
import { recordStatements } from '../../support/recorded-statements.ts';
import { tokenActor } from '../../support/token-actor.ts';

// Two processes share one database. A hundredth of the limit: 12 reads a minute.
let api: TestApi;
let replica: TestApi;
beforeAll(async () => {
  api = await startApi({ RATE_LIMIT_MULTIPLIER: '0.01' });
  const { DATABASE_URL, SIGNING_KEYS_DIR } = api.services.settings;
  replica = await startApi({ RATE_LIMIT_MULTIPLIER: '0.01', DATABASE_URL, SIGNING_KEYS_DIR });
});
afterAll(async () => {
  await replica.close();
  await api.close();
});

const whoami = (credentials: Credentials, of: TestApi = api) => of.send('GET', '/whoami', credentials);

async function exhaust(credentials: Credentials): Promise<void> {
  const responses = await Promise.all(Array.from({ length: 12 }, async () => whoami(credentials)));
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
}

async function makeTokens() {
  const { workspace, subject, credentials: session } = await createFixture(api, 'owner');
  const makeToken = async () => (await makeApiToken(api, workspace, subject)).credentials;
  return { workspace, subject, session, token: await makeToken(), other: await makeToken() };
}

it('a token reads 1,200 times a minute', () => {
  expect(tokenReadLimit).toEqual({ times: 1_200, seconds: 60, per: 'credential', store: 'memory' });
});

describe('a program with a token', () => {
  it('may send all reads of a minute at once, and then learns when to try again', async () => {
    const { token } = await makeTokens();
    await exhaust(token);
    const rejected = await whoami(token);
    const { type, message } = ErrorBody.parse(rejected.body).error;
    expect([rejected.status, type]).toEqual([429, 'TooManyRequests']);
    expect(message).toMatch(/^Too many requests\. Try again in (\d+ seconds|1 minute)\.$/);
    const { 'retry-after': retryAfter, ratelimit, 'ratelimit-policy': policy } = rejected.headers;
    expect(Number(retryAfter)).toBeGreaterThan(50);
    expect([ratelimit, policy]).toEqual([`"token-reads";r=0;t=${retryAfter}`, '"token-reads";q=12;w=60']);
  });

  it('sees what is left in every answer to a read, also to one that is refused', async () => {
    const { workspace, token } = await makeTokens();
    const paths: readonly (readonly [path: string, status: number])[] = [
      ['/whoami', 200],
      [`/workspaces/${workspace.id}`, 200],
      [`/workspace/${workspace.id}/members?limit=abc`, 400],
      ['/workspaces', 403],
      [`/workspaces/${workspace.id}/go`, 403],
    ];
    let left = 12;
    for (const [path, status] of paths) {
      const response = await api.send('GET', path, token).redirects(0);
      left -= 1;
      expect([path, response.status, response.headers.ratelimit]).toEqual([
        path,
        status,
        expect.stringMatching(new RegExp(`^"token-reads";r=${left};t=\\d+$`)),
      ]);
    }
    const head = await api.send('HEAD', '/whoami', token);
    expect(head.headers.ratelimit).toMatch(new RegExp(`^"token-reads";r=${left - 1};`));
  });

  it('shares its budget with no other token and no session of the user', async () => {
    const { session, token, other } = await makeTokens();
    await exhaust(token);
    expect((await whoami(token)).status).toBe(429);
    expect((await whoami(other)).headers.ratelimit).toMatch(/^"token-reads";r=11;/);
    const bySession = await whoami(session);
    expect([bySession.status, bySession.headers.ratelimit]).toEqual([200, undefined]);
  });

  it('has a budget in each process', async () => {
    const { token } = await makeTokens();
    await exhaust(token);
    expect((await whoami(token)).status).toBe(429);
    expect((await whoami(token, replica)).headers.ratelimit).toMatch(/^"token-reads";r=11;/);
  });

  it('causes one database statement with each read, below and above the limit', async () => {
    const { token } = await makeTokens();
    // Connects, and prepares the statement.
    await whoami(token);
    const countStatements = async () => (await recordStatements(/./, async () => whoami(token))).length;
    for (let sent = 1; sent < 14; sent++) expect(await countStatements()).toBe(1);
    expect((await whoami(token)).status).toBe(429);
    expect(await api.db.rateLimit.count({ where: { key: { startsWith: 'token-reads' } } })).toBe(0);
  });
});

describe('an instance', () => {
  it('has a budget for each of its tokens', async () => {
    const { workspace, subject } = await makeTokens();
    const [token, other] = [
      await makeInstanceToken(api, workspace, subject),
      await makeInstanceToken(api, workspace, subject),
    ];
    for (let left = 11; left >= 0; left--) {
      const path = left % 2 ? '/auth-reconnect' : `/workspace/${workspace.id}/members`;
      const { status, headers } = await api.send('GET', path, token);
      expect([status, headers.ratelimit]).toEqual([200, expect.stringContaining(`"token-reads";r=${left};`)]);
    }
    expect((await api.send('GET', '/auth-reconnect', token)).status).toBe(429);
    expect((await api.send('GET', '/auth-reconnect', other)).status).toBe(200);
  });
});

describe('the memory of the counts', () => {
  afterEach(() => jest.useRealTimers());

  it('has no entry for a token after its window, and the token may read again', async () => {
    const user = await makeUser(api);
    jest.useFakeTimers();
    const limits = new RateLimits(api.services.pool, { ...api.services.settings, RATE_LIMIT_MULTIPLIER: 1 });
    const actors = Array.from({ length: 100 }, () => tokenActor(user, 'workspace'));
    const read = async () => {
      for (const actor of actors) await limits.countTokenRead({ actor, ip: null }, { set: () => undefined });
    };
    for (let times = 0; times < tokenReadLimit.times; times++) await read();
    await expect(read()).rejects.toMatchObject({ type: 'TooManyRequests' });
    // The library holds one timer for each entry, which deletes it.
    expect(jest.getTimerCount()).toBe(actors.length);
    jest.advanceTimersByTime(tokenReadLimit.seconds * 1_000);
    expect(jest.getTimerCount()).toBe(0);
    await read();
  });
});
