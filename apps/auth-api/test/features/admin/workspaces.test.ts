import { dayMs, ErrorBody, QuarantinedWorkspaces, Workspaces } from '@portal/contract';
import { ulid } from 'ulid';
import type { Workspace } from '../../../src/generated/prisma/client.ts';
import type { Credentials } from '../../support/api.ts';
import { startReplica, type ApiProcess } from '../../support/api-process.ts';
import { auditEntriesOf } from '../../support/audit-log.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeInstanceToken,
  makeUser,
  makeWorkspace,
  sessionOf,
} from '../../support/builders.ts';
import { closeForDeletion } from '../../support/erase.ts';
import { waitForLock } from '../../support/lock-waits.ts';
import { startStaffApi, type StaffApi } from '../../support/staff-api.ts';

let api: StaffApi;
let replica: ApiProcess;
beforeAll(async () => {
  api = await startStaffApi();
  replica = await startReplica(api);
});
afterAll(async () => {
  await replica.stop('SIGKILL');
  await api.close();
});

const anyTimestamp = expect.stringMatching(/^\d{4}-.*Z$/) as string;
const unknownId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const send = (method: string, path: string, body?: object) => api.send(method, path, api.staff.credentials).send(body);
const lookUp = (id: string) => send('GET', `/workspaces/admin-lookup/${id}`);
const errorOf = (response: { body: unknown }) => ErrorBody.parse(response.body).error;

async function makeShop() {
  const owner = await makeUser(api, { firstName: 'Olga', lastName: 'Owner' });
  const workspace = await makeWorkspace(api, owner, { displayName: 'Shop' });
  return { owner, workspace, asOwner: await logIn(api, owner), path: `/workspaces/${workspace.id}` };
}

describe('[7.workspaces.3] the owner of a workspace', () => {
  it('[3.9] is shown with the details that staff need', async () => {
    const { owner, workspace } = await makeShop();
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

  it('is also shown for deleted and quarantined workspaces, and not for unknown ones', async () => {
    const { workspace, asOwner, path } = await makeShop();
    await api.send('DELETE', path, asOwner);
    expect((await lookUp(workspace.id)).body).toMatchObject({ displayName: 'Shop', deletedAt: anyTimestamp });
    const other = await makeShop();
    await send('PATCH', `${other.path}/quarantine`, { isQuarantined: true });
    expect((await lookUp(other.workspace.id)).body).toMatchObject({ quarantinedAt: anyTimestamp });
    expect([(await lookUp(unknownId)).status, errorOf(await lookUp(unknownId)).message]).toEqual([
      404,
      'Workspace not found.',
    ]);
  });

  it('is recorded in the audit log when it is read', async () => {
    const { owner, workspace } = await makeShop();
    const [entry] = await auditEntriesOf(api, () => lookUp(workspace.id));
    expect(entry).toMatchObject({
      action: 'lookUpWorkspaceOwner',
      actorUserId: api.staff.user.id,
      workspaceId: workspace.id,
      subjectUserId: owner.id,
    });
  });
});

describe('[7.workspaces.9] quarantine of a workspace', () => {
  const quarantine = (workspace: Workspace, isQuarantined: boolean, overrides: object = {}) =>
    send('PATCH', `/workspaces/${workspace.id}/quarantine`, { isQuarantined, ...overrides });
  const statusOnReplica = async (path: string, headers: Record<string, string>) =>
    (await fetch(replica.url + path, { headers })).status;

  it('blocks its members and tokens at once and on every replica, until it is lifted', async () => {
    const { owner, workspace, asOwner, path } = await makeShop();
    const apiToken = (await makeApiToken(api, workspace, owner)).credentials.token ?? '';
    const instanceToken = (await makeInstanceToken(api, workspace, owner)).token ?? '';
    const go = await api.send('GET', `${path}/go`, asOwner).redirects(0);
    const code = new URL(String(go.headers['location'])).searchParams.get('code');
    const statuses = async () => [
      await statusOnReplica(path, { cookie: asOwner.cookie ?? '' }),
      await statusOnReplica('/whoami', { authorization: `Bearer ${apiToken}` }),
      await statusOnReplica('/auth-reconnect', { authorization: `Bearer ${instanceToken}` }),
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    const response = await quarantine(workspace, true, { reason: 'Mines coins' });
    expect(response.body).toMatchObject({
      quarantineReason: 'Mines coins',
      quarantinedBy: { userId: api.staff.user.id, email: api.staff.user.email },
    });
    expect(await statuses()).toEqual([404, 401, 401]);
    expect(Workspaces.parse((await api.send('GET', '/workspaces', asOwner)).body)).toEqual([]);
    expect((await quarantine(workspace, false)).body).toMatchObject({
      quarantinedAt: null,
      quarantineReason: null,
      quarantinedBy: null,
    });
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await api.send('POST', '/complete-auth-connect').send({ code })).status).toBe(400);
  });

  it('keeps the workspace as the user’s default', async () => {
    const { workspace, asOwner, path } = await makeShop();
    await api.send('PATCH', `${path}/setDefault`, asOwner);
    await quarantine(workspace, true);
    await quarantine(workspace, false);
    expect((await api.send('GET', path, asOwner)).body).toMatchObject({ isDefault: true });
  });

  it('keeps its start when it is repeated, and takes a new reason', async () => {
    const { workspace } = await makeShop();
    const first = (await quarantine(workspace, true, { reason: 'First' })).body as object;
    expect((await quarantine(workspace, true)).body).toEqual(first);
    expect((await quarantine(workspace, true, { reason: 'Second' })).body).toEqual({
      ...first,
      quarantineReason: 'Second',
    });
    expect(errorOf(await send('PATCH', `/workspaces/${unknownId}/quarantine`, { isQuarantined: true })).type).toBe(
      'WorkspaceNotFound',
    );
  });

  it('is in the audit log, and so is its end', async () => {
    const { workspace } = await makeShop();
    const entries = await auditEntriesOf(api, async () => {
      await quarantine(workspace, true, { reason: 'Spam' });
      await quarantine(workspace, false, { reason: 'Not spam' });
    });
    expect(entries.map(({ action, workspaceId, details }) => ({ action, workspaceId, details }))).toEqual([
      {
        action: 'quarantineWorkspace',
        workspaceId: workspace.id,
        details: { quarantine: { from: null, to: { at: anyTimestamp, reason: 'Spam' } } },
      },
      {
        action: 'quarantineWorkspace',
        workspaceId: workspace.id,
        details: { quarantine: { from: { at: anyTimestamp, reason: 'Spam' }, to: null }, reason: 'Not spam' },
      },
    ]);
  });
});

describe('the quarantined workspaces', () => {
  const list = async () => {
    const response = await send('GET', '/staff/quarantinedWorkspaces?limit=200');
    return QuarantinedWorkspaces.parse(response.body).workspaces;
  };

  it('are listed with the owner, the start, the reason and the author of the quarantine, until it is lifted', async () => {
    const { workspace, owner, path } = await makeShop();
    await send('PATCH', `${path}/quarantine`, { isQuarantined: true, reason: 'Mines coins' });
    expect((await list())[0]).toEqual({
      ...((await lookUp(workspace.id)).body as object),
      workspaceId: workspace.id,
      email: owner.email,
      quarantinedAt: anyTimestamp,
      quarantineReason: 'Mines coins',
      quarantinedBy: { userId: api.staff.user.id, email: api.staff.user.email },
    });
    await send('PATCH', `${path}/quarantine`, { isQuarantined: false });
    expect((await list()).map(({ workspaceId }) => workspaceId)).not.toContain(workspace.id);
  });

  it('do not include deleted ones', async () => {
    const { workspace, asOwner, path } = await makeShop();
    await api.send('DELETE', path, asOwner);
    await send('PATCH', `${path}/quarantine`, { isQuarantined: true });
    expect((await list()).map(({ workspaceId }) => workspaceId)).not.toContain(workspace.id);
  });

  it('are recorded in the audit log when they are read', async () => {
    const [entry] = await auditEntriesOf(api, list);
    expect(entry).toMatchObject({
      action: 'listQuarantinedWorkspaces',
      actorUserId: api.staff.user.id,
      details: { after: null, limit: 200, found: expect.any(Number) as number },
    });
  });
});

describe('restoring a deleted workspace', () => {
  const restore = (workspace: Workspace) => send('POST', `/workspaces/${workspace.id}/restore`);
  const deletedAgo = (workspace: Workspace, ms: number) =>
    api.db.workspace.update({ where: { id: workspace.id }, data: { deletedAt: new Date(Date.now() - ms) } });

  it('restores its owner and its members, without its tokens', async () => {
    const { owner, workspace, asOwner, path } = await makeShop();
    const editor = await makeUser(api);
    await addMember(api, workspace, editor, 'EDITOR');
    const { credentials: token } = await makeApiToken(api, workspace, owner);
    await api.send('DELETE', path, asOwner);
    const [entry] = await auditEntriesOf(api, () => restore(workspace));
    expect(entry).toMatchObject({ action: 'restoreWorkspace', workspaceId: workspace.id });
    expect((await lookUp(workspace.id)).body).toMatchObject({ ownerId: owner.id, deletedAt: null });
    expect((await api.send('GET', path, asOwner)).body).toMatchObject({ role: 'OWNER', isDefault: false });
    expect((await api.send('GET', path, await logIn(api, editor))).body).toMatchObject({ role: 'EDITOR' });
    expect((await api.send('GET', '/whoami', token)).status).toBe(401);
    expect(await api.db.membership.count({ where: { workspaceId: workspace.id, role: 'OWNER' } })).toBe(1);
  });

  it('makes it the default again for its users, unless they chose another one', async () => {
    const { workspace, asOwner, path } = await makeShop();
    const [loyal, moved] = [await makeUser(api), await makeUser(api)];
    const proofs = [await logIn(api, loyal), await logIn(api, moved)] as const;
    await addMember(api, workspace, loyal, 'EDITOR');
    await addMember(api, workspace, moved, 'EDITOR');
    for (const credentials of proofs) await api.send('PATCH', `${path}/setDefault`, credentials);
    const other = await makeWorkspace(api, moved);
    await api.send('DELETE', path, asOwner);
    await api.send('PATCH', `/workspaces/${other.id}/setDefault`, proofs[1]);
    await restore(workspace);
    const defaultsOf = async (credentials: Credentials) =>
      Workspaces.parse((await api.send('GET', '/workspaces', credentials)).body)
        .filter(({ isDefault }) => isDefault)
        .map(({ id }) => id);
    expect(await defaultsOf(proofs[0])).toEqual([workspace.id]);
    expect(await defaultsOf(proofs[1])).toEqual([other.id]);
    expect(await defaultsOf(asOwner)).toEqual([]);
  });

  it('is possible for 30 days', async () => {
    const { workspace } = await makeShop();
    await deletedAgo(workspace, 30 * dayMs + 1000);
    const late = errorOf(await restore(workspace));
    expect([late.type, late.message]).toEqual([
      'WorkspaceNotRestorable',
      'This workspace was deleted more than 30 days ago.',
    ]);
    await deletedAgo(workspace, 30 * dayMs - 60_000);
    expect((await restore(workspace)).status).toBe(200);
    expect(errorOf(await restore(workspace)).message).toBe('This workspace is not deleted.');
  });

  it('is not possible for staff whose own workspace it is, by any account with their mailbox', async () => {
    const { workspace, owner } = await makeShop();
    await deletedAgo(workspace, 60_000);
    await api.db.user.update({ where: { id: owner.id }, data: { email: api.staff.user.email } });
    const error = errorOf(await restore(workspace));
    expect([error.type, error.message]).toEqual([
      'NotAllowed',
      'You cannot restore your own workspace. Ask a colleague.',
    ]);
    expect(await api.db.workspace.findUnique({ where: { id: workspace.id } })).toMatchObject({
      deletedAt: expect.any(Date) as Date,
    });
  });

  it('is not possible while the account of its owner is being deleted', async () => {
    const { owner, workspace } = await makeShop();
    await closeForDeletion(api, owner);
    const error = errorOf(await restore(workspace));
    expect([error.type, error.message]).toEqual([
      'WorkspaceNotRestorable',
      'The owner has asked us to delete the account, and the workspace with it.',
    ]);
  });

  it('is not possible if its owner is the pre-provisioned user of an account that is being deleted', async () => {
    const account = await makeUser(api);
    const preProvisionedUser = await makeUser(api, { email: account.email, auth0Id: null });
    const workspace = await makeWorkspace(api, preProvisionedUser);
    await closeForDeletion(api, account);
    await deletedAgo(workspace, 1000);
    expect(errorOf(await restore(workspace)).type).toBe('WorkspaceNotRestorable');
  });

  it('keeps a quarantine', async () => {
    const { workspace, asOwner, path } = await makeShop();
    await send('PATCH', `${path}/quarantine`, { isQuarantined: true });
    await deletedAgo(workspace, 1000);
    expect((await restore(workspace)).body).toMatchObject({ deletedAt: null, quarantinedAt: anyTimestamp });
    expect((await api.send('GET', path, asOwner)).status).toBe(404);
  });

  it('is 404 for an unknown workspace, and replays the response to a retry', async () => {
    const { workspace } = await makeShop();
    expect((await send('POST', `/workspaces/${unknownId}/restore`)).status).toBe(404);
    await deletedAgo(workspace, 1000);
    const requestUlid = ulid();
    const restoreOnce = () => send('POST', `/workspaces/${workspace.id}/restore`, { requestUlid });
    const [first, second] = [await restoreOnce(), await restoreOnce()];
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
  });
});

describe('a workspace that is closed', () => {
  it.each<[string, (shop: Awaited<ReturnType<typeof makeShop>>) => PromiseLike<{ status: number }>]>([
    ['quarantined', ({ path }) => send('PATCH', `${path}/quarantine`, { isQuarantined: true })],
    ['deleted', ({ path, asOwner }) => api.send('DELETE', path, asOwner)],
  ])('(%s) ends offers before codes, as the lock of an account does, so they do not deadlock', async (_how, close) => {
    const shop = await makeShop();
    const member = await makeUser(api);
    await addMember(api, shop.workspace, member, 'EDITOR');
    const [workspaceId, expiresAt] = [shop.workspace.id, new Date(Date.now() + dayMs)];
    const parties = { fromUserId: shop.owner.id, toUserId: member.id };
    await api.db.ownershipOffer.create({ data: { id: ulid(), workspaceId, expiresAt, ...parties } });
    const { id: sessionId } = await sessionOf(api, await logIn(api, member));
    const code = { workspaceId, userId: member.id, sessionId, instanceUrl: shop.workspace.instanceUrl, expiresAt };
    await api.db.connectCode.create({ data: { ...code, codeHash: ulid() } });
    const client = await api.services.pool.connect();
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = '500ms'`);
      await client.query('SELECT 1 FROM ownership_offers WHERE workspace_id = $1 FOR UPDATE', [workspaceId]);
      const closing = close(shop).then(({ status }) => status);
      await waitForLock(api, 'ownership_offers');
      expect((await client.query('DELETE FROM connect_codes WHERE workspace_id = $1', [workspaceId])).rowCount).toBe(1);
      await client.query('COMMIT');
      expect(await closing).toBe(200);
    } finally {
      client.release(true);
    }
  });
});
