import {
  CreatedAuthToken,
  maxServiceAccounts,
  ServiceAccountResult,
  ServiceAccounts,
  WorkspaceAuditPage,
} from '@portal/contract';
import { ulid } from 'ulid';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { auditEntriesOf } from '../../support/audit-log.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeInvitation,
  makeServiceAccount,
  makeServiceAccountToken,
  makeStaff,
  makeUser,
  makeWorkspace,
} from '../../support/builders.ts';
import { violatedInvariants } from '../../support/invariants.ts';
import { errorTypeOf } from '../../support/responses.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterEach(async () => {
  expect(await violatedInvariants(api)).toEqual([]);
});
afterAll(() => api.close());

async function makeTeam() {
  const [owner, approver, editor] = [await makeUser(api), await makeUser(api), await makeUser(api)];
  const workspace = await makeWorkspace(api, owner);
  await addMember(api, workspace, approver, 'APPROVER');
  await addMember(api, workspace, editor, 'EDITOR');
  const path = `/workspaces/${workspace.id}/serviceAccounts`;
  const asOwner = await logIn(api, owner);
  return {
    owner,
    workspace,
    path,
    asOwner,
    asApprover: await logIn(api, approver),
    asEditor: await logIn(api, editor),
    create: (body: object, credentials: Credentials = asOwner) => api.send('POST', path, credentials).send(body),
    change: (id: string, body: object) => api.send('PATCH', `${path}/${id}`, asOwner).send(body),
    remove: (id: string) => api.send('DELETE', `${path}/${id}`, asOwner).send({}),
    list: async (credentials: Credentials = asOwner) =>
      ServiceAccounts.parse((await api.send('GET', path, credentials)).body),
  };
}

const accountIn = ({ body }: { body: unknown }) => ServiceAccountResult.parse(body).serviceAccount;

describe('the owner', () => {
  it('creates a service account, which is listed by name with the use of its tokens', async () => {
    const { owner, path, workspace, create, list } = await makeTeam();
    const response = await create({ name: 'Zebra', role: 'approver', description: 'Cleans up' });
    const zebra = accountIn(response);
    expect(zebra).toEqual({
      id: expect.any(String) as string,
      name: 'Zebra',
      description: 'Cleans up',
      role: 'APPROVER',
      createdAt: expect.any(String) as string,
      createdById: owner.id,
      activeTokens: 0,
      lastUsedAt: null,
    });
    const element = accountIn(await create({ name: 'Élan', role: 'EDITOR' }));
    const other = accountIn(await create({ name: 'factory', role: 'EDITOR' }));
    const lastUsedAt = new Date('2026-03-01T09:30:00Z');
    const stored = await api.db.serviceAccount.findUniqueOrThrow({ where: { id: zebra.id } });
    await makeServiceAccountToken(api, stored, { lastUsedAt });
    await makeServiceAccountToken(api, stored, { lastUsedAt: null });
    await makeServiceAccountToken(api, stored, { lastUsedAt: null, revokedAt: new Date() });
    await makeServiceAccountToken(api, stored, { lastUsedAt: null, expiresAt: new Date() });
    expect(await list()).toEqual({
      serviceAccounts: [
        element,
        { ...other, description: null },
        { ...zebra, activeTokens: 2, lastUsedAt: lastUsedAt.toISOString() },
      ],
      isPaused: false,
    });
    const otherOwner = await makeUser(api);
    const elsewhere = await makeWorkspace(api, otherOwner);
    await makeServiceAccount(api, elsewhere);
    const asOther = await logIn(api, otherOwner);
    expect((await api.send('GET', path, asOther)).status).toBe(404);
    const foreign = await api.send('PATCH', `/workspaces/${elsewhere.id}/serviceAccounts/${zebra.id}`, asOther);
    expect([foreign.status, workspace.id === elsewhere.id]).toEqual([404, false]);
  });

  it('changes the role, the name and the description', async () => {
    const { create, change, list } = await makeTeam();
    const { id } = accountIn(await create({ name: 'Deploy', role: 'EDITOR' }));
    const [entry] = await auditEntriesOf(api, async () => {
      const changed = accountIn(await change(id, { name: 'Deploy twice', role: 'APPROVER', description: 'Nightly' }));
      expect(changed).toMatchObject({ name: 'Deploy twice', role: 'APPROVER', description: 'Nightly' });
    });
    expect(entry).toMatchObject({
      action: 'updateServiceAccount',
      details: {
        serviceAccountId: id,
        name: { from: 'Deploy', to: 'Deploy twice' },
        role: { from: 'EDITOR', to: 'APPROVER' },
        description: 'changed',
      },
    });
    expect(accountIn(await change(id, { description: '' })).description).toBeNull();
    expect(
      await auditEntriesOf(api, async () => expect((await change(id, { role: 'APPROVER' })).status).toBe(200)),
    ).toEqual([]);
    expect((await list()).serviceAccounts).toMatchObject([
      { name: 'Deploy twice', role: 'APPROVER', description: null },
    ]);
  });

  it('cannot give a service account the role of owner, or no name', async () => {
    const { create, change } = await makeTeam();
    const { id } = accountIn(await create({ name: 'Deploy', role: 'EDITOR' }));
    for (const body of [
      { name: 'A', role: 'OWNER' },
      { name: ' ', role: 'EDITOR' },
      { name: 'A' },
      { name: 'a'.repeat(101), role: 'EDITOR' },
    ])
      expect([body, errorTypeOf(await create(body))]).toEqual([body, 'InvalidInput']);
    for (const body of [{ role: 'OWNER' }, { name: '' }])
      expect(errorTypeOf(await change(id, body))).toBe('InvalidInput');
  });

  it('needs a recent login to create or change one, and none to delete one', async () => {
    const { owner, path, create } = await makeTeam();
    const { id } = accountIn(await create({ name: 'Deploy', role: 'EDITOR' }));
    const stale = await logIn(api, owner, new Date(Date.now() - 121 * 60_000));
    expect(errorTypeOf(await create({ name: 'Other', role: 'EDITOR' }, stale))).toBe('FreshLoginRequired');
    const change = await api.send('PATCH', `${path}/${id}`, stale).send({ role: 'APPROVER' });
    expect(errorTypeOf(change)).toBe('FreshLoginRequired');
    expect((await api.send('DELETE', `${path}/${id}`, stale).send({})).status).toBe(200);
  });

  it('gets the same service account for a retry', async () => {
    const { create, list } = await makeTeam();
    const body = { name: 'Deploy', role: 'EDITOR', requestUlid: ulid() };
    expect(accountIn(await create(body))).toEqual(accountIn(await create(body)));
    expect((await list()).serviceAccounts).toHaveLength(1);
  });
});

describe('the name of a service account', () => {
  it.each(['deploy', 'DEPLOY', 'Dèploy', ' Deploy '])('is taken for %j if the workspace has Deploy', async (name) => {
    const { create, change } = await makeTeam();
    const first = accountIn(await create({ name: 'Deploy', role: 'EDITOR' }));
    const other = accountIn(await create({ name: 'Other', role: 'EDITOR' }));
    expect(errorTypeOf(await create({ name, role: 'EDITOR' }))).toBe('ServiceAccountNameTaken');
    expect(errorTypeOf(await change(other.id, { name }))).toBe('ServiceAccountNameTaken');
    expect(accountIn(await change(first.id, { name })).name).toBe(name.trim());
  });

  it('stays reserved after the deletion, but only in its workspace', async () => {
    const { create, remove } = await makeTeam();
    const { id } = accountIn(await create({ name: 'Deploy', role: 'EDITOR' }));
    expect((await remove(id)).status).toBe(200);
    expect(errorTypeOf(await create({ name: 'deploy', role: 'EDITOR' }))).toBe('ServiceAccountNameTaken');
    const elsewhere = await makeTeam();
    expect((await elsewhere.create({ name: 'Deploy', role: 'EDITOR' })).status).toBe(200);
  });

  it('is given once, also to two requests at the same time', async () => {
    const { create, list } = await makeTeam();
    const responses = await Promise.all(['Deploy', 'deploy', 'DEPLOY'].map((name) => create({ name, role: 'EDITOR' })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await list()).serviceAccounts).toHaveLength(1);
  });
});

describe('a workspace', () => {
  it(`has at most ${maxServiceAccounts} service accounts, also after requests at the same time, without deleted ones`, async () => {
    const { workspace, create, remove } = await makeTeam();
    for (let index = 2; index < maxServiceAccounts; index++) await makeServiceAccount(api, workspace);
    await makeServiceAccount(api, workspace, { deletedAt: new Date() });
    const responses = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => create({ name, role: 'EDITOR' })));
    const created = responses.filter(({ status }) => status === 200);
    expect(created).toHaveLength(2);
    for (const response of responses.filter(({ status }) => status !== 200))
      expect(errorTypeOf(response)).toBe('TooManyServiceAccounts');
    expect(await api.db.serviceAccount.count({ where: { workspaceId: workspace.id, deletedAt: null } })).toBe(
      maxServiceAccounts,
    );
    const [first] = created;
    expect(first && (await remove(accountIn(first).id)).status).toBe(200);
    expect((await create({ name: 'F', role: 'EDITOR' })).status).toBe(200);
  });

  it('shows its service accounts to the owner and approvers, and to tokens that may read tokens', async () => {
    const { owner, workspace, path, asApprover, asEditor, create, list } = await makeTeam();
    await create({ name: 'Deploy', role: 'EDITOR' });
    expect(await list(asApprover)).toEqual(await list());
    expect(errorTypeOf(await api.send('GET', path, asEditor))).toBe('NotAllowed');
    const { credentials } = await makeApiToken(api, workspace, owner, { scopes: ['tokens:read'] });
    expect(await list(credentials)).toEqual(await list());
    const membersOnly = await makeApiToken(api, workspace, owner, { scopes: ['members:read'] });
    expect(errorTypeOf(await api.send('GET', path, membersOnly.credentials))).toBe('InsufficientScope');
    for (const credentials of [asApprover, asEditor])
      expect(errorTypeOf(await create({ name: 'Other', role: 'EDITOR' }, credentials))).toBe('NotAllowed');
  });

  it('says that its service accounts are paused while the account of its owner is locked', async () => {
    const { owner, workspace, asApprover, create, list } = await makeTeam();
    const { id } = accountIn(await create({ name: 'Deploy', role: 'EDITOR' }));
    const stored = await api.db.serviceAccount.findUniqueOrThrow({ where: { id } });
    const { credentials } = await makeServiceAccountToken(api, stored);
    const read = () => api.send('GET', `/workspaces/${workspace.id}/authTokens`, credentials);
    expect((await read()).status).toBe(200);
    const { credentials: asStaff } = await makeStaff(api);
    const lock = (isSuspended: boolean) =>
      api.send('PATCH', `/users/${owner.id}/suspend`, asStaff).send({ isSuspended, reason: 'Unpaid' });
    expect((await lock(true)).status).toBe(200);
    expect((await list(asApprover)).isPaused).toBe(true);
    expect((await read()).status).not.toBe(200);
    expect((await lock(false)).status).toBe(200);
    expect((await list(asApprover)).isPaused).toBe(false);
    expect((await read()).status).toBe(200);
  });

  it('that is deleted and restored has its service accounts, without tokens', async () => {
    const { workspace, asOwner, create, list } = await makeTeam();
    const { id } = accountIn(await create({ name: 'Deploy', role: 'EDITOR', description: 'Nightly' }));
    const stored = await api.db.serviceAccount.findUniqueOrThrow({ where: { id } });
    const { credentials } = await makeServiceAccountToken(api, stored);
    expect((await api.send('DELETE', `/workspaces/${workspace.id}`, asOwner).send({})).status).toBe(200);
    const { credentials: asStaff } = await makeStaff(api);
    expect((await api.send('POST', `/workspaces/${workspace.id}/restore`, asStaff).send({})).status).toBe(200);
    expect((await list()).serviceAccounts).toMatchObject([{ id, description: 'Nightly', activeTokens: 0 }]);
    expect((await api.send('GET', '/whoami', credentials)).status).toBe(401);
  });
});

describe('the deletion of a service account', () => {
  it('revokes its tokens and cancels its open invitations, and leaves those of others', async () => {
    const { owner, workspace, create, remove, list } = await makeTeam();
    const [first, second] = [
      accountIn(await create({ name: 'First', role: 'EDITOR', description: 'Call Ada' })),
      accountIn(await create({ name: 'Second', role: 'EDITOR' })),
    ];
    const stored = await api.db.serviceAccount.findUniqueOrThrow({ where: { id: first.id } });
    const token = await makeServiceAccountToken(api, stored);
    const expired = await makeServiceAccountToken(api, stored, { expiresAt: new Date() });
    const other = await makeServiceAccountToken(
      api,
      await api.db.serviceAccount.findUniqueOrThrow({ where: { id: second.id } }),
    );
    const own = await makeApiToken(api, workspace, owner);
    const sentBy = (id: string) => ({ inviterId: null, inviterServiceAccountId: id });
    const open = await makeInvitation(api, workspace, sentBy(first.id));
    const accepted = await makeInvitation(api, workspace, { ...sentBy(first.id), acceptedAt: new Date() });
    const ofOther = await makeInvitation(api, workspace, sentBy(second.id));
    const ofOwner = await makeInvitation(api, workspace);
    const [entry] = await auditEntriesOf(api, async () => {
      const response = await remove(first.id);
      expect([response.status, response.body]).toEqual([200, {}]);
    });
    expect(entry).toMatchObject({
      action: 'deleteServiceAccount',
      actorUserId: owner.id,
      workspaceId: workspace.id,
      details: {
        serviceAccountId: first.id,
        name: 'First',
        revokedTokenIds: [token.id],
        cancelledInvitationIds: [open.id],
      },
    });
    expect((await list()).serviceAccounts.map(({ id }) => id)).toEqual([second.id]);
    expect((await api.send('GET', '/whoami', token.credentials)).status).toBe(401);
    for (const credentials of [other.credentials, own.credentials])
      expect((await api.send('GET', '/whoami', credentials)).status).toBe(200);
    expect((await api.db.authToken.findUniqueOrThrow({ where: { id: expired.id } })).revokedAt).not.toBeNull();
    const cancelled = await api.db.invitation.findMany({
      where: { id: { in: [open.id, accepted.id, ofOther.id, ofOwner.id] }, cancelledAt: { not: null } },
    });
    expect(cancelled.map(({ id }) => id)).toEqual([open.id]);
    // Only the name is kept for the activity.
    expect(await api.db.serviceAccount.findUniqueOrThrow({ where: { id: first.id } })).toMatchObject({
      name: 'First',
      description: null,
      deletedAt: expect.any(Date) as Date,
    });
  });

  it('is final: it cannot be changed or deleted, and gets no token', async () => {
    const { workspace, asOwner, create, change, remove } = await makeTeam();
    const { id } = accountIn(await create({ name: 'Deploy', role: 'EDITOR' }));
    await remove(id);
    expect(errorTypeOf(await remove(id))).toBe('ServiceAccountNotFound');
    expect(errorTypeOf(await change(id, { role: 'APPROVER' }))).toBe('ServiceAccountNotFound');
    const body = { name: 'CI', expiration: '1d', serviceAccountId: id };
    const created = await api.send('POST', `/workspaces/${workspace.id}/authTokens`, asOwner).send(body);
    expect(errorTypeOf(created)).toBe('ServiceAccountNotFound');
  });

  it('at the same time as the creation of a token leaves no live token', async () => {
    const { workspace, asOwner, create, remove } = await makeTeam();
    const { id } = accountIn(await create({ name: 'Deploy', role: 'EDITOR' }));
    const body = { name: 'CI', expiration: '1d', serviceAccountId: id };
    const makeToken = () => api.send('POST', `/workspaces/${workspace.id}/authTokens`, asOwner).send(body);
    const [deletion, ...creations] = await Promise.all([remove(id), makeToken(), makeToken(), makeToken()]);
    expect(deletion.status).toBe(200);
    expect(creations.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    expect(await api.db.authToken.count({ where: { serviceAccountId: id, revokedAt: null } })).toBe(0);
  });

  it('leaves the activity readable, with the name of the service account and of its token', async () => {
    const { workspace, asOwner, create, remove } = await makeTeam();
    const { id } = accountIn(await create({ name: 'Deploy', role: 'EDITOR' }));
    const body = { name: 'CI', expiration: '1d', serviceAccountId: id, scopes: ['members:write'] };
    const created = await api.send('POST', `/workspaces/${workspace.id}/authTokens`, asOwner).send(body);
    const { authToken, token } = CreatedAuthToken.parse(created.body);
    const email = `${ulid().toLowerCase()}@example.com`;
    const invited = await api.send('POST', `/workspace/${workspace.id}/members`, { token }).send({ email });
    expect(invited.status).toBe(200);
    await remove(id);
    const response = await api.send('GET', `/workspaces/${workspace.id}/audit`, asOwner);
    const { entries } = WorkspaceAuditPage.parse(response.body);
    expect(entries.find(({ action }) => action === 'inviteMember')).toMatchObject({
      actor: { serviceAccountId: id, name: 'Deploy' },
      token: { tokenId: authToken.id, name: 'CI' },
      details: { email },
    });
    expect(entries.find(({ action }) => action === 'deleteServiceAccount')).toMatchObject({
      details: { serviceAccountId: id, name: 'Deploy' },
    });
  });
});
