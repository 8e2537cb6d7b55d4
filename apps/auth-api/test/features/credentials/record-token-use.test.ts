import { jest } from '@jest/globals';
import { pino } from 'pino';
import { recordTokenUse } from '../../../src/request/stages/authenticate-token.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { makeApiToken, makeUser, makeWorkspace } from '../../support/builders.ts';
import { pollUntil } from '../../support/polling.ts';

const fiveMinutesMs = 5 * 60_000;

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
afterEach(() => jest.restoreAllMocks());

/** Two tokens of one workspace. */
async function makeTokens(lastUsedAt: Date | null = null) {
  const owner = await makeUser(api);
  const workspace = await makeWorkspace(api, owner);
  const { id } = await makeApiToken(api, workspace, owner, { lastUsedAt });
  const { id: otherId } = await makeApiToken(api, workspace, owner, { lastUsedAt: null });
  return { id, otherId, workspaceId: workspace.id };
}

const client = { ip: '203.0.113.9', userAgent: 'curl/8.5.0' };

const lastUseOf = async (id: string) => (await api.db.authToken.findUniqueOrThrow({ where: { id } })).lastUsedAt;

/** Resolves once the statements that were sent before have ended. */
async function settle(updates: jest.SpiedFunction<typeof api.db.authToken.updateMany>): Promise<void> {
  await Promise.allSettled(updates.mock.results.map(({ value }) => value));
}

describe('the last use of an API token', () => {
  it('is stored at the first use, for this token alone', async () => {
    const { id, otherId, workspaceId } = await makeTokens();
    const now = new Date();
    recordTokenUse({ id, workspaceId, lastUsedAt: null }, now, client, api.services);
    expect(await pollUntil(() => lastUseOf(id), Boolean)).toEqual(now);
    expect(await lastUseOf(otherId)).toBeNull();
    expect(await api.db.authToken.findUnique({ where: { id } })).toMatchObject({
      lastUsedNetwork: '203.0.113.0/24',
      lastUsedClient: 'curl',
    });
  });

  it.each([
    ['is stored again five minutes later', fiveMinutesMs, 1],
    ['costs no statement within five minutes', fiveMinutesMs - 1, 0],
  ])('%s', async (_title, ageMs, statements) => {
    const now = new Date();
    const before = new Date(now.getTime() - ageMs);
    const { id, workspaceId } = await makeTokens(before);
    const updates = jest.spyOn(api.db.authToken, 'updateMany');
    recordTokenUse({ id, workspaceId, lastUsedAt: before }, now, client, api.services);
    expect(updates).toHaveBeenCalledTimes(statements);
    await settle(updates);
    expect(await lastUseOf(id)).toEqual(statements === 1 ? now : before);
  });

  it('is not stored when another replica has just stored it', async () => {
    const now = new Date();
    const justNow = new Date(now.getTime() - 1_000);
    const { id, workspaceId } = await makeTokens(justNow);
    const updates = jest.spyOn(api.db.authToken, 'updateMany');
    const lastUsedAt = new Date(now.getTime() - 2 * fiveMinutesMs);
    recordTokenUse({ id, workspaceId, lastUsedAt }, now, client, api.services);
    expect(updates).toHaveBeenCalledTimes(1);
    await settle(updates);
    expect(await lastUseOf(id)).toEqual(justNow);
  });

  it('is logged as not stored when the database is unreachable', async () => {
    const { id, workspaceId } = await makeTokens();
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const failure = new Error('connection refused');
    jest.spyOn(api.db.authToken, 'updateMany').mockRejectedValueOnce(failure);
    recordTokenUse({ id, workspaceId, lastUsedAt: null }, new Date(), client, { ...api.services, log });
    await pollUntil(() => Promise.resolve(lines.length), Boolean);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: 40,
        msg: 'could not record the use of an API token',
        err: expect.objectContaining({ message: 'connection refused' }) as object,
      }),
    ]);
  });
});
