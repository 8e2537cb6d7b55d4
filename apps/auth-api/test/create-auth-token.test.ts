import { CreatedAuthToken, ProblemBody } from '@portal/contract';
import { ulid } from 'ulid';
import { startApi, type Proof, type TestApi } from './support/api.ts';
import { logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { openTransaction } from './support/lock-waits.ts';
import { until } from './support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ RATE_LIMIT_SCALE: '1' });
});
afterAll(() => api.close());

async function person() {
  const user = await makeUser(api);
  const workspace = await makeWorkspace(api, user);
  return { user, workspace, proof: await logIn(api, user), key: `createAuthToken:${user.id}` };
}

const create = (workspaceId: string, proof: Proof, more: object = {}) =>
  api.send('POST', `/workspaces/${workspaceId}/authTokens`, proof).send({ name: 'CI', expiration: '1d', ...more });

/** So many were counted, for as long as that from now. */
const counted = (key: string, points: number, ms = 60_000) =>
  api.db.rateLimit.create({ data: { key, points, expire: Date.now() + ms } });

/** What of the change is there. */
async function written({ user, workspace, key }: Awaited<ReturnType<typeof person>>) {
  const [tokens, lines, keys, count] = await Promise.all([
    api.db.authToken.count({ where: { workspaceId: workspace.id } }),
    api.db.auditEntry.count({ where: { actorUserId: user.id, action: 'createAuthToken' } }),
    api.db.idempotencyKey.count({ where: { userId: user.id } }),
    api.db.rateLimit.findUnique({ where: { key } }),
  ]);
  return { tokens, lines, keys, counted: count?.points ?? 0 };
}

/** Resolves once so many statements wait for a lock. */
async function wait(count: number): Promise<void> {
  const waiting = async () => {
    const { rowCount } = await api.services.pool.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rowCount;
  };
  expect(await until(waiting, (found) => found === count)).toBe(count);
}

describe('creating an API token', () => {
  it('stores the token, its audit entry and its answer, and for a repeat that the secret was shown again', async () => {
    const everything = await person();
    const requestUlid = ulid();
    const body = { requestUlid };
    const [first, again] = [
      await create(everything.workspace.id, everything.proof, body),
      await create(everything.workspace.id, everything.proof, body),
    ];
    expect(first.headers.ratelimit).toMatch(/^"createAuthToken";r=19;/);
    expect(CreatedAuthToken.parse(again.body).authToken).toEqual(CreatedAuthToken.parse(first.body).authToken);
    expect(await written(everything)).toEqual({ tokens: 1, lines: 2, keys: 1, counted: 2 });
    const reused = await create(everything.workspace.id, everything.proof, { requestUlid, name: 'Another' });
    expect([reused.status, ProblemBody.parse(reused.body).error.type]).toEqual([422, 'RequestUlidReused']);
  });

  it('stores no answer without a requestUlid', async () => {
    const everything = await person();
    expect((await create(everything.workspace.id, everything.proof)).status).toBe(200);
    expect(await written(everything)).toEqual({ tokens: 1, lines: 1, keys: 0, counted: 1 });
  });

  it('is refused once there are too many, and counted', async () => {
    const everything = await person();
    await counted(everything.key, 20);
    const answer = await create(everything.workspace.id, everything.proof, { requestUlid: ulid() });
    expect([answer.status, answer.headers.ratelimit]).toEqual([429, expect.stringMatching(/r=0;t=\d+$/)]);
    expect(await written(everything)).toEqual({ tokens: 0, lines: 0, keys: 0, counted: 21 });
  });

  it('counts anew once the window has ended', async () => {
    const everything = await person();
    await counted(everything.key, 20, -1);
    expect((await create(everything.workspace.id, everything.proof)).headers.ratelimit).toMatch(/r=19;t=3[56]\d\d$/);
    expect(await written(everything)).toMatchObject({ tokens: 1, counted: 1 });
  });

  it('makes the last one that is allowed once, and refuses its repeat that raced the secret', async () => {
    const everything = await person();
    await counted(everything.key, 19);
    const held = await openTransaction(api, 'SELECT 1 FROM rate_limits WHERE key = $1 FOR UPDATE', [everything.key]);
    const body = { requestUlid: ulid() };
    const twins = Promise.all([1, 2].map(() => create(everything.workspace.id, everything.proof, body)));
    await wait(2);
    await held.end('COMMIT');
    expect((await twins).map(({ status }) => status).toSorted()).toEqual([200, 429]);
    expect(await written(everything)).toMatchObject({ tokens: 1, lines: 1, keys: 1 });
  });

  it('makes no token for a user who is locked meanwhile', async () => {
    const everything = await person();
    const { user, workspace, proof } = everything;
    const lockOut = await openTransaction(api, 'UPDATE users SET suspended_at = now() WHERE id = $1', [user.id]);
    const answer = create(workspace.id, proof, { requestUlid: ulid() }).then((came) => came);
    await wait(1);
    await lockOut.end('COMMIT');
    expect(ProblemBody.parse((await answer).body).error.type).toBe('WorkspaceNotFound');
    expect(await written(everything)).toEqual({ tokens: 0, lines: 0, keys: 0, counted: 1 });
  });
});
