import { CreatedAuthToken, ErrorBody } from '@portal/contract';
import { ulid } from 'ulid';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { logIn, makeUser, makeWorkspace } from '../../support/builders.ts';
import { openTransaction } from '../../support/lock-waits.ts';
import { pollUntil } from '../../support/polling.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ RATE_LIMIT_MULTIPLIER: '1' });
});
afterAll(() => api.close());

async function userWithWorkspace() {
  const user = await makeUser(api);
  const workspace = await makeWorkspace(api, user);
  return { user, workspace, credentials: await logIn(api, user), key: `createAuthToken:${user.id}:${workspace.id}` };
}

const create = (workspaceId: string, credentials: Credentials, extra: object = {}) =>
  api
    .send('POST', `/workspaces/${workspaceId}/authTokens`, credentials)
    .send({ name: 'CI', expiration: '1d', ...extra });

/** Sets the rate-limit counter for a key. */
const setCounter = (key: string, points: number, ms = 60_000) =>
  api.db.rateLimit.create({ data: { key, points, expire: Date.now() + ms } });

/** Everything that the call has stored for the user. */
async function countStoredRows({ user, workspace, key }: Awaited<ReturnType<typeof userWithWorkspace>>) {
  const [tokens, auditEntries, idempotencyKeys, counter] = await Promise.all([
    api.db.authToken.count({ where: { workspaceId: workspace.id } }),
    api.db.auditEntry.count({ where: { actorUserId: user.id, action: 'createAuthToken' } }),
    api.db.idempotencyKey.count({ where: { principalId: user.id } }),
    api.db.rateLimit.findUnique({ where: { key } }),
  ]);
  return { tokens, auditEntries, idempotencyKeys, rateLimitPoints: counter?.points ?? 0 };
}

/** Resolves once this many statements wait for a lock. */
async function waitForLocks(count: number): Promise<void> {
  const waiting = async () => {
    const { rowCount } = await api.services.pool.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rowCount;
  };
  expect(await pollUntil(waiting, (found) => found === count)).toBe(count);
}

describe('creating an API token', () => {
  it('stores the token, its audit entry and its response, and an audit entry for a retry that shows the secret again', async () => {
    const owner = await userWithWorkspace();
    const requestUlid = ulid();
    const body = { requestUlid };
    const [first, again] = [
      await create(owner.workspace.id, owner.credentials, body),
      await create(owner.workspace.id, owner.credentials, body),
    ];
    expect(first.headers.ratelimit).toMatch(/^"createAuthToken";r=19;/);
    expect(CreatedAuthToken.parse(again.body).authToken).toEqual(CreatedAuthToken.parse(first.body).authToken);
    expect(await countStoredRows(owner)).toEqual({
      tokens: 1,
      auditEntries: 2,
      idempotencyKeys: 1,
      rateLimitPoints: 2,
    });
    const reused = await create(owner.workspace.id, owner.credentials, { requestUlid, name: 'Another' });
    expect([reused.status, ErrorBody.parse(reused.body).error.type]).toEqual([422, 'IdempotencyKeyReused']);
  });

  it('stores no response without a requestUlid', async () => {
    const owner = await userWithWorkspace();
    expect((await create(owner.workspace.id, owner.credentials)).status).toBe(200);
    expect(await countStoredRows(owner)).toEqual({
      tokens: 1,
      auditEntries: 1,
      idempotencyKeys: 0,
      rateLimitPoints: 1,
    });
  });

  it('is rejected above the rate limit, and counted', async () => {
    const owner = await userWithWorkspace();
    await setCounter(owner.key, 20);
    const response = await create(owner.workspace.id, owner.credentials, { requestUlid: ulid() });
    expect([response.status, response.headers.ratelimit]).toEqual([429, expect.stringMatching(/r=0;t=\d+$/)]);
    expect(await countStoredRows(owner)).toEqual({
      tokens: 0,
      auditEntries: 0,
      idempotencyKeys: 0,
      rateLimitPoints: 21,
    });
  });

  it('is counted from zero once the window has ended', async () => {
    const owner = await userWithWorkspace();
    await setCounter(owner.key, 20, -1);
    expect((await create(owner.workspace.id, owner.credentials)).headers.ratelimit).toMatch(/r=19;t=3[56]\d\d$/);
    expect(await countStoredRows(owner)).toMatchObject({ tokens: 1, rateLimitPoints: 1 });
  });

  it('creates the last allowed token once, and rejects its concurrent duplicate by the rate limit', async () => {
    const owner = await userWithWorkspace();
    await setCounter(owner.key, 19);
    const counterLock = await openTransaction(api, 'SELECT 1 FROM rate_limits WHERE key = $1 FOR UPDATE', [owner.key]);
    const body = { requestUlid: ulid() };
    const duplicates = Promise.all([1, 2].map(() => create(owner.workspace.id, owner.credentials, body)));
    await waitForLocks(2);
    await counterLock.end('COMMIT');
    expect((await duplicates).map(({ status }) => status).toSorted()).toEqual([200, 429]);
    expect(await countStoredRows(owner)).toMatchObject({ tokens: 1, auditEntries: 1, idempotencyKeys: 1 });
  });

  it('creates no token for a user whose account is locked meanwhile', async () => {
    const owner = await userWithWorkspace();
    const { user, workspace, credentials } = owner;
    const accountLock = await openTransaction(api, 'UPDATE users SET suspended_at = now() WHERE id = $1', [user.id]);
    const response = create(workspace.id, credentials, { requestUlid: ulid() }).then((settled) => settled);
    await waitForLocks(1);
    await accountLock.end('COMMIT');
    expect(ErrorBody.parse((await response).body).error.type).toBe('AccountSuspended');
    expect(await countStoredRows(owner)).toEqual({
      tokens: 0,
      auditEntries: 0,
      idempotencyKeys: 0,
      rateLimitPoints: 1,
    });
  });
});
