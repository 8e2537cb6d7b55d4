import { jest } from '@jest/globals';
import { Workspaces } from '@portal/contract';
import { recordWorkspaceActivity } from '../../../src/request/account/record-workspace-activity.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeApiToken, makeUser, makeWorkspace } from '../../support/builders.ts';
import { pollUntil } from '../../support/polling.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const fourMinutesMs = 4 * 60_000;
const sixMinutesMs = 6 * 60_000;

async function makeOwnedWorkspace() {
  const owner = await makeUser(api);
  return { owner, workspace: await makeWorkspace(api, owner) };
}

const activityOf = async (id: string) => (await api.db.workspace.findUniqueOrThrow({ where: { id } })).lastActiveAt;
const setActivity = (id: string, ageMs: number) =>
  api.db.workspace.update({ where: { id }, data: { lastActiveAt: new Date(Date.now() - ageMs) } });

const secondsAgo = (time: Date | null) => (time === null ? Infinity : Math.abs(Date.now() - time.getTime()) / 1_000);

describe('the last activity of a workspace', () => {
  it('is unknown until a member opens the workspace, and then listed for every member', async () => {
    const { owner, workspace } = await makeOwnedWorkspace();
    const credentials = await logIn(api, owner);
    const listed = async () => {
      const list = Workspaces.parse((await api.send('GET', '/workspaces', credentials)).body);
      return list.find(({ id }) => id === workspace.id)?.lastActiveAt ?? null;
    };
    expect(await listed()).toBeNull();
    await api.send('GET', `/workspaces/${workspace.id}/go`, credentials);
    const time = await pollUntil(listed, Boolean);
    expect(secondsAgo(new Date(time ?? 0))).toBeLessThan(60);
  });

  it('is the use of an API token', async () => {
    const { owner, workspace } = await makeOwnedWorkspace();
    const { credentials } = await makeApiToken(api, workspace, owner, { lastUsedAt: null });
    await api.send('GET', '/whoami', credentials);
    expect(secondsAgo(await pollUntil(() => activityOf(workspace.id), Boolean))).toBeLessThan(60);
  });

  it.each([
    ['is stored again after five minutes', sixMinutesMs, true],
    ['is not stored again within five minutes', fourMinutesMs, false],
  ])('%s', async (_title, ageMs, isStored) => {
    const { workspace } = await makeOwnedWorkspace();
    await setActivity(workspace.id, ageMs);
    const updates = jest.spyOn(api.db.workspace, 'updateMany');
    recordWorkspaceActivity(workspace.id, new Date(), api.services);
    await Promise.all(updates.mock.results.map(({ value }) => value));
    updates.mockRestore();
    expect(secondsAgo(await activityOf(workspace.id)) < 60).toBe(isStored);
  });
});
