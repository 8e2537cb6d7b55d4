import { ProblemBody, Workspaces } from '@portal/contract';
import { ulid } from 'ulid';
import type { Workspace } from '../src/generated/prisma/client.ts';
import { startApi, type Proof, type TestApi } from './support/api.ts';
import { startReplica, type ApiProcess } from './support/api-process.ts';
import { linesOf } from './support/audit-log.ts';
import { addMember, logIn, makeApiToken, makeInstanceToken, makeUser, makeWorkspace } from './support/builders.ts';
import { makeStaff } from './support/staff.ts';

let api: TestApi;
let replica: ApiProcess;
let staff: Awaited<ReturnType<typeof makeStaff>>;
beforeAll(async () => {
  api = await startApi();
  replica = await startReplica(api);
  staff = await makeStaff(api);
});
afterAll(async () => {
  await replica.stop('SIGKILL');
  await api.close();
});

const dayMs = 86_400_000;
const moment = expect.stringMatching(/^\d{4}-.*Z$/) as string;
const nowhere = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const send = (method: string, path: string, body?: object) => api.send(method, path, staff.proof).send(body);
const lookUp = (id: string) => send('GET', `/workspaces/admin-lookup/${id}`);
const problemOf = (response: { body: unknown }) => ProblemBody.parse(response.body).error;

async function shop() {
  const owner = await makeUser(api, { firstName: 'Olga', lastName: 'Owner' });
  const workspace = await makeWorkspace(api, owner, { displayName: 'Shop' });
  return { owner, workspace, asOwner: await logIn(api, owner), path: `/workspaces/${workspace.id}` };
}

describe('[7.workspaces.3] who owns a workspace', () => {
  it('[3.9] is told with what staff need to know of it', async () => {
    const { owner, workspace } = await shop();
    expect((await lookUp(workspace.id)).body).toEqual({
      workspaceId: workspace.id,
      displayName: 'Shop',
      instanceUrl: 'https://app.systeminit.com',
      instanceEnvType: 'SI',
      ownerId: owner.id,
      firstName: 'Olga',
      lastName: 'Owner',
      nickname: 'Ada',
      email: owner.email,
      createdAt: workspace.createdAt.toISOString(),
      deletedAt: null,
      quarantinedAt: null,
      quarantineReason: null,
      quarantinedBy: null,
    });
  });

  it('is told of deleted and quarantined ones, too, and of none that never was', async () => {
    const { workspace, asOwner, path } = await shop();
    await api.send('DELETE', path, asOwner);
    expect((await lookUp(workspace.id)).body).toMatchObject({ displayName: 'Shop', deletedAt: moment });
    const other = await shop();
    await send('PATCH', `${other.path}/quarantine`, { isQuarantined: true });
    expect((await lookUp(other.workspace.id)).body).toMatchObject({ quarantinedAt: moment });
    expect([(await lookUp(nowhere)).status, problemOf(await lookUp(nowhere)).message]).toEqual([
      404,
      'There is no such workspace.',
    ]);
  });

  it('is a line of the audit log', async () => {
    const { owner, workspace } = await shop();
    const [line] = await linesOf(api, () => lookUp(workspace.id));
    expect(line).toMatchObject({
      action: 'lookUpWorkspaceOwner',
      actorUserId: staff.user.id,
      workspaceId: workspace.id,
      subjectUserId: owner.id,
    });
  });
});

describe('[7.workspaces.9] quarantine of a workspace', () => {
  const quarantine = (workspace: Workspace, isQuarantined: boolean, more: object = {}) =>
    send('PATCH', `/workspaces/${workspace.id}/quarantine`, { isQuarantined, ...more });
  const elsewhere = async (path: string, headers: Record<string, string>) =>
    (await fetch(replica.url + path, { headers })).status;

  it('closes it to its members and its tokens at once and on every replica, until it is opened again', async () => {
    const { owner, workspace, asOwner, path } = await shop();
    const api1 = (await makeApiToken(api, workspace, owner)).proof.token ?? '';
    const instance1 = (await makeInstanceToken(api, workspace, owner)).token ?? '';
    const go = await api.send('GET', `${path}/go`, asOwner).redirects(0);
    const code = new URL(String(go.headers['location'])).searchParams.get('code');
    const reach = async () => [
      await elsewhere(path, { cookie: asOwner.cookie ?? '' }),
      await elsewhere('/whoami', { authorization: `Bearer ${api1}` }),
      await elsewhere('/auth-reconnect', { authorization: `Bearer ${instance1}` }),
    ];
    expect(await reach()).toEqual([200, 200, 200]);
    const response = await quarantine(workspace, true, { reason: 'Mines coins' });
    expect(response.body).toMatchObject({
      quarantineReason: 'Mines coins',
      quarantinedBy: { userId: staff.user.id, email: staff.user.email },
    });
    expect(await reach()).toEqual([404, 401, 401]);
    expect(Workspaces.parse((await api.send('GET', '/workspaces', asOwner)).body)).toEqual([]);
    expect((await quarantine(workspace, false)).body).toMatchObject({
      quarantinedAt: null,
      quarantineReason: null,
      quarantinedBy: null,
    });
    expect(await reach()).toEqual([200, 200, 200]);
    expect((await api.send('POST', '/complete-auth-connect').send({ code })).status).toBe(400);
  });

  it('leaves the person’s default as it is', async () => {
    const { workspace, asOwner, path } = await shop();
    await api.send('PATCH', `${path}/setDefault`, asOwner);
    await quarantine(workspace, true);
    await quarantine(workspace, false);
    expect((await api.send('GET', path, asOwner)).body).toMatchObject({ isDefault: true });
  });

  it('keeps its time when it is repeated, and takes a new reason', async () => {
    const { workspace } = await shop();
    const first = (await quarantine(workspace, true, { reason: 'First' })).body as object;
    expect((await quarantine(workspace, true)).body).toEqual(first);
    expect((await quarantine(workspace, true, { reason: 'Second' })).body).toEqual({
      ...first,
      quarantineReason: 'Second',
    });
    expect(problemOf(await send('PATCH', `/workspaces/${nowhere}/quarantine`, { isQuarantined: true })).type).toBe(
      'WorkspaceNotFound',
    );
  });

  it('is in the audit log, done and undone', async () => {
    const { workspace } = await shop();
    const lines = await linesOf(api, async () => {
      await quarantine(workspace, true, { reason: 'Spam' });
      await quarantine(workspace, false, { reason: 'Was none' });
    });
    expect(lines.map(({ action, workspaceId, details }) => ({ action, workspaceId, details }))).toEqual([
      {
        action: 'quarantineWorkspace',
        workspaceId: workspace.id,
        details: { quarantine: { from: null, to: { at: moment, reason: 'Spam' } } },
      },
      {
        action: 'quarantineWorkspace',
        workspaceId: workspace.id,
        details: { quarantine: { from: { at: moment, reason: 'Spam' }, to: null }, reason: 'Was none' },
      },
    ]);
  });
});

describe('restoring a deleted workspace', () => {
  const restore = (workspace: Workspace) => send('POST', `/workspaces/${workspace.id}/restore`);
  const deletedAgo = (workspace: Workspace, ms: number) =>
    api.db.workspace.update({ where: { id: workspace.id }, data: { deletedAt: new Date(Date.now() - ms) } });

  it('gives it back to its one owner and its members, without its tokens', async () => {
    const { owner, workspace, asOwner, path } = await shop();
    const editor = await makeUser(api);
    await addMember(api, workspace, editor, 'EDITOR');
    const { proof: token } = await makeApiToken(api, workspace, owner);
    await api.send('DELETE', path, asOwner);
    const [line] = await linesOf(api, () => restore(workspace));
    expect(line).toMatchObject({ action: 'restoreWorkspace', workspaceId: workspace.id });
    expect((await lookUp(workspace.id)).body).toMatchObject({ ownerId: owner.id, deletedAt: null });
    expect((await api.send('GET', path, asOwner)).body).toMatchObject({ role: 'OWNER', isDefault: false });
    expect((await api.send('GET', path, await logIn(api, editor))).body).toMatchObject({ role: 'EDITOR' });
    expect((await api.send('GET', '/whoami', token)).status).toBe(401);
    expect(await api.db.membership.count({ where: { workspaceId: workspace.id, role: 'OWNER' } })).toBe(1);
  });

  it('makes it the default again of whom it was, unless they chose another meanwhile', async () => {
    const { workspace, asOwner, path } = await shop();
    const [loyal, moved] = [await makeUser(api), await makeUser(api)];
    const proofs = [await logIn(api, loyal), await logIn(api, moved)] as const;
    await addMember(api, workspace, loyal, 'EDITOR');
    await addMember(api, workspace, moved, 'EDITOR');
    for (const proof of proofs) await api.send('PATCH', `${path}/setDefault`, proof);
    const other = await makeWorkspace(api, moved);
    await api.send('DELETE', path, asOwner);
    await api.send('PATCH', `/workspaces/${other.id}/setDefault`, proofs[1]);
    await restore(workspace);
    const defaultsOf = async (proof: Proof) =>
      Workspaces.parse((await api.send('GET', '/workspaces', proof)).body)
        .filter(({ isDefault }) => isDefault)
        .map(({ id }) => id);
    expect(await defaultsOf(proofs[0])).toEqual([workspace.id]);
    expect(await defaultsOf(proofs[1])).toEqual([other.id]);
    expect(await defaultsOf(asOwner)).toEqual([]);
  });

  it('works for thirty days', async () => {
    const { workspace } = await shop();
    await deletedAgo(workspace, 30 * dayMs + 1000);
    const late = problemOf(await restore(workspace));
    expect([late.type, late.message]).toEqual([
      'WorkspaceNotRestorable',
      'This workspace was deleted more than 30 days ago.',
    ]);
    await deletedAgo(workspace, 30 * dayMs - 60_000);
    expect((await restore(workspace)).status).toBe(200);
    expect(problemOf(await restore(workspace)).message).toBe('This workspace is not deleted.');
  });

  it('leaves a quarantine as it is', async () => {
    const { workspace, asOwner, path } = await shop();
    await send('PATCH', `${path}/quarantine`, { isQuarantined: true });
    await deletedAgo(workspace, 1000);
    expect((await restore(workspace)).body).toMatchObject({ deletedAt: null, quarantinedAt: moment });
    expect((await api.send('GET', path, asOwner)).status).toBe(404);
  });

  it('of none that never was is 404, and a repeat gets the first answer', async () => {
    const { workspace } = await shop();
    expect((await send('POST', `/workspaces/${nowhere}/restore`)).status).toBe(404);
    await deletedAgo(workspace, 1000);
    const requestUlid = ulid();
    const twice = () => send('POST', `/workspaces/${workspace.id}/restore`, { requestUlid });
    const [first, second] = [await twice(), await twice()];
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
  });
});
