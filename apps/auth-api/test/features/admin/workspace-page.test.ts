import { dayMs, AuthTokensForStaff, MembersForStaff, ErrorBody, WorkspaceForStaff } from '@portal/contract';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { addMember, makeApiToken, makeServiceAccount, makeUser, makeWorkspace } from '../../support/builders.ts';
import { startStaffApi, type StaffApi } from '../../support/staff-api.ts';

let api: StaffApi;
beforeAll(async () => {
  api = await startStaffApi();
});
afterAll(() => api.close());

const get = (id: string, list = '') => api.send('GET', `/staff/workspaces/${id}${list}`, api.staff.credentials);

describe('the page of a workspace', () => {
  it('shows its details, its owner and its creator', async () => {
    const [owner, creator] = [await makeUser(api, { firstName: 'Olga' }), await makeUser(api, { nickname: 'Creator' })];
    const workspace = await makeWorkspace(api, owner, {
      displayName: 'Staging',
      description: 'For trying out',
      approvalsEnabled: true,
      creator: { connect: { id: creator.id } },
    });
    await addMember(api, workspace, creator, 'EDITOR');
    await makeApiToken(api, workspace, owner);
    await makeApiToken(api, workspace, owner, { revokedAt: new Date() });
    await makeServiceAccount(api, workspace);
    await makeServiceAccount(api, workspace, { deletedAt: new Date() });
    expect((await get(workspace.id)).body).toEqual({
      workspaceId: workspace.id,
      displayName: 'Staging',
      description: 'For trying out',
      instanceUrl: 'https://app.systeminit.com',
      instanceEnvType: 'SI',
      approvalsEnabled: true,
      ownerId: owner.id,
      firstName: 'Olga',
      lastName: null,
      nickname: 'Ada',
      email: owner.email,
      creator: { userId: creator.id, email: creator.email, firstName: null, lastName: null, nickname: 'Creator' },
      createdAt: workspace.createdAt.toISOString(),
      deletedAt: null,
      restorableUntil: null,
      isPaused: false,
      quarantinedAt: null,
      quarantineReason: null,
      quarantinedBy: null,
      reassignment: null,
      lastReassignment: null,
      counts: { members: 2, authTokens: 2, activeAuthTokens: 1, serviceAccounts: 1 },
    });
  });

  it('says whether its service accounts are paused, because the account of the owner is locked', async () => {
    const workspace = await makeWorkspace(api, await makeUser(api, { suspendedAt: new Date() }));
    expect(WorkspaceForStaff.parse((await get(workspace.id)).body).isPaused).toBe(true);
  });

  it.each([
    ['can be restored within 30 days', 29.9, true],
    ['cannot be restored later', 30.1, false],
  ])('shows that a deleted workspace %s, and restoring agrees', async (_title, days, isRestorable) => {
    const deletedAt = new Date(Date.now() - days * dayMs);
    const { id } = await makeWorkspace(api, await makeUser(api), { deletedAt });
    const shown = WorkspaceForStaff.parse((await get(id)).body);
    const end = new Date(deletedAt.getTime() + 30 * dayMs).toISOString();
    expect([shown.deletedAt, shown.restorableUntil]).toEqual([deletedAt.toISOString(), isRestorable ? end : null]);
    const restored = await api.send('POST', `/workspaces/${id}/restore`, api.staff.credentials).send({});
    expect(restored.status).toBe(isRestorable ? 200 : 409);
  });

  it('shows why it is quarantined and by whom', async () => {
    const { id } = await makeWorkspace(api, await makeUser(api));
    const body = { isQuarantined: true, reason: 'Mines coins' };
    await api.send('PATCH', `/workspaces/${id}/quarantine`, api.staff.credentials).send(body);
    expect(WorkspaceForStaff.parse((await get(id)).body)).toMatchObject({
      quarantineReason: 'Mines coins',
      quarantinedBy: { userId: api.staff.user.id, email: api.staff.user.email },
    });
  });

  it('lists its members with their states, the owner first', async () => {
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const invited = await makeUser(api, { auth0Id: null, quarantinedAt: new Date() });
    await addMember(api, workspace, invited, 'APPROVER');
    const { members } = MembersForStaff.parse((await get(workspace.id, '/members')).body);
    expect(members).toMatchObject([
      { userId: owner.id, role: 'OWNER', pending: false, isQuarantined: false, isSuspended: false },
      { userId: invited.id, role: 'APPROVER', pending: true, isQuarantined: true, isSuspended: false },
    ]);
  });

  it('lists its API tokens with their creators, newest first, without secrets', async () => {
    const [owner, creator] = [await makeUser(api), await makeUser(api)];
    const workspace = await makeWorkspace(api, owner);
    await addMember(api, workspace, creator, 'EDITOR');
    const first = await makeApiToken(api, workspace, owner);
    const second = await makeApiToken(api, workspace, creator);
    await makeApiToken(api, await makeWorkspace(api, owner), owner);
    const body: unknown = (await get(workspace.id, '/authTokens')).body;
    const { authTokens } = AuthTokensForStaff.parse(body);
    expect(authTokens.map(({ id, user }) => [id, user?.userId])).toEqual([
      [second.id, creator.id],
      [first.id, owner.id],
    ]);
    expect(JSON.stringify(body)).not.toContain(first.credentials.token);
  });

  it.each(['', '/members', '/authTokens'])(
    'is recorded in the audit log when %j is read, and not for an unknown workspace',
    async (list) => {
      const { id } = await makeWorkspace(api, await makeUser(api));
      const [entry, ...others] = await auditEntriesOf(api, () => get(id, list));
      expect(others).toEqual([]);
      expect(entry).toMatchObject({ actorUserId: api.staff.user.id, workspaceId: id });
      const rejection = await get('01ARZ3NDEKTSV4RRFFQ69G5FAV', list);
      expect([rejection.status, ErrorBody.parse(rejection.body).error]).toMatchObject([
        404,
        { type: 'WorkspaceNotFound', message: 'Workspace not found.' },
      ]);
    },
  );
});
