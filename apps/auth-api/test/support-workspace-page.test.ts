import { AuthTokensForStaff, MembersForStaff, ProblemBody, WorkspaceForStaff } from '@portal/contract';
import { startApi, type TestApi } from './support/api.ts';
import { linesOf } from './support/audit-log.ts';
import { addMember, makeApiToken, makeUser, makeWorkspace } from './support/builders.ts';
import { makeStaff } from './support/staff.ts';

const dayMs = 86_400_000;

let api: TestApi;
let staff: Awaited<ReturnType<typeof makeStaff>>;
beforeAll(async () => {
  api = await startApi();
  staff = await makeStaff(api);
});
afterAll(() => api.close());

const ask = (id: string, list = '') => api.send('GET', `/staff/workspaces/${id}${list}`, staff.proof);

describe('the page of a workspace', () => {
  it('tells what it is, whose it is and who made it', async () => {
    const [owner, maker] = [await makeUser(api, { firstName: 'Olga' }), await makeUser(api, { nickname: 'Maker' })];
    const workspace = await makeWorkspace(api, owner, {
      displayName: 'Staging',
      description: 'For trying out',
      approvalsEnabled: true,
      creator: { connect: { id: maker.id } },
    });
    await addMember(api, workspace, maker, 'EDITOR');
    await makeApiToken(api, workspace, owner);
    await makeApiToken(api, workspace, owner, { revokedAt: new Date() });
    expect((await ask(workspace.id)).body).toEqual({
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
      creator: { userId: maker.id, email: maker.email, firstName: null, lastName: null, nickname: 'Maker' },
      createdAt: workspace.createdAt.toISOString(),
      deletedAt: null,
      restorableUntil: null,
      quarantinedAt: null,
      quarantineReason: null,
      quarantinedBy: null,
      counts: { members: 2, authTokens: 2, activeAuthTokens: 1 },
    });
  });

  it.each([
    ['can be restored for 30 days', 29.9, true],
    ['can’t be restored later', 30.1, false],
  ])('tells that a deleted one %s, as restoring judges it', async (_how, days, can) => {
    const deletedAt = new Date(Date.now() - days * dayMs);
    const { id } = await makeWorkspace(api, await makeUser(api), { deletedAt });
    const shown = WorkspaceForStaff.parse((await ask(id)).body);
    const end = new Date(deletedAt.getTime() + 30 * dayMs).toISOString();
    expect([shown.deletedAt, shown.restorableUntil]).toEqual([deletedAt.toISOString(), can ? end : null]);
    const restored = await api.send('POST', `/workspaces/${id}/restore`, staff.proof).send({});
    expect(restored.status).toBe(can ? 200 : 409);
  });

  it('tells why it is quarantined and by whom', async () => {
    const { id } = await makeWorkspace(api, await makeUser(api));
    const body = { isQuarantined: true, reason: 'Mines coins' };
    await api.send('PATCH', `/workspaces/${id}/quarantine`, staff.proof).send(body);
    expect(WorkspaceForStaff.parse((await ask(id)).body)).toMatchObject({
      quarantineReason: 'Mines coins',
      quarantinedBy: { userId: staff.user.id, email: staff.user.email },
    });
  });

  it('has its members with their states, the owner first', async () => {
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const invited = await makeUser(api, { auth0Id: null, quarantineBeganAt: new Date() });
    await addMember(api, workspace, invited, 'APPROVER');
    const { members } = MembersForStaff.parse((await ask(workspace.id, '/members')).body);
    expect(members).toMatchObject([
      { userId: owner.id, role: 'OWNER', pending: false, isQuarantined: false, isSuspended: false },
      { userId: invited.id, role: 'APPROVER', pending: true, isQuarantined: true, isSuspended: false },
    ]);
  });

  it('has its API tokens with who made them, the newest first and without their secrets', async () => {
    const [owner, maker] = [await makeUser(api), await makeUser(api)];
    const workspace = await makeWorkspace(api, owner);
    await addMember(api, workspace, maker, 'EDITOR');
    const first = await makeApiToken(api, workspace, owner);
    const second = await makeApiToken(api, workspace, maker);
    await makeApiToken(api, await makeWorkspace(api, owner), owner);
    const body: unknown = (await ask(workspace.id, '/authTokens')).body;
    const { authTokens } = AuthTokensForStaff.parse(body);
    expect(authTokens.map(({ id, creator }) => [id, creator.userId])).toEqual([
      [second.id, maker.id],
      [first.id, owner.id],
    ]);
    expect(JSON.stringify(body)).not.toContain(first.proof.token);
  });

  it.each(['', '/members', '/authTokens'])(
    'is a line of the audit log whenever %j of it is read, and is none of nothing',
    async (list) => {
      const { id } = await makeWorkspace(api, await makeUser(api));
      const [line, ...more] = await linesOf(api, () => ask(id, list));
      expect(more).toEqual([]);
      expect(line).toMatchObject({ actorUserId: staff.user.id, workspaceId: id });
      const refusal = await ask('01ARZ3NDEKTSV4RRFFQ69G5FAV', list);
      expect([refusal.status, ProblemBody.parse(refusal.body).error]).toMatchObject([
        404,
        { type: 'WorkspaceNotFound', message: 'There is no such workspace.' },
      ]);
    },
  );
});
