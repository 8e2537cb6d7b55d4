import { startApi, type TestApi } from '../../../support/api.ts';
import { readAuditEntries } from '../../../support/audit-log.ts';
import { addMember, logIn, makeInvitation, makeUser, makeWorkspace, proveMailbox } from '../../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** An approver who has invited a second account of hers, and an invitation of the owner. */
async function makeTeam() {
  const [owner, mallory, secondAccount] = [await makeUser(api), await makeUser(api), await makeUser(api)];
  const workspace = await makeWorkspace(api, owner);
  await addMember(api, workspace, mallory, 'APPROVER');
  const sent = await makeInvitation(api, workspace, { inviterId: mallory.id, email: secondAccount.email });
  await proveMailbox(api, sent, secondAccount);
  await makeInvitation(api, workspace);
  const asOwner = await logIn(api, owner);
  const asSecondAccount = await logIn(api, secondAccount);
  const membersPath = `/workspace/${workspace.id}/members`;
  return {
    owner,
    mallory,
    workspace,
    sent,
    remove: (rest: object = {}) => api.send('DELETE', membersPath, asOwner).send({ email: mallory.email, ...rest }),
    demote: (rest: object = {}) =>
      api
        .send('POST', `/workspace/${workspace.id}/membership`, asOwner)
        .send({ userId: mallory.id, role: 'editor', ...rest }),
    leave: async () => api.send('DELETE', `/workspace/${workspace.id}/leave`, await logIn(api, mallory)).send({}),
    accept: () => api.send('POST', `/invitations/${sent.id}/accept`, asSecondAccount).send({ role: 'EDITOR' }),
    async states() {
      const rows = await api.db.invitation.findMany({ where: { workspaceId: workspace.id }, orderBy: { id: 'asc' } });
      return rows.map(({ cancelledAt, inviterId }) => (cancelledAt ? 'cancelled' : inviterId));
    },
    async lastDetails() {
      return (await readAuditEntries(api, { workspaceId: workspace.id })).at(-1)?.details;
    },
  };
}

describe('the open invitations of an approver', () => {
  it.each(['remove', 'demote', 'leave'] as const)('are cancelled with the right to invite: %s', async (how) => {
    const team = await makeTeam();
    expect((await team[how]()).status).toBe(200);
    expect((await team.accept()).body).toMatchObject({ error: { type: 'InvitationEnded' } });
    expect(await team.states()).toEqual(['cancelled', team.owner.id]);
    expect(await team.lastDetails()).toMatchObject({ cancelledInvitationIds: [team.sent.id] });
  });

  it.each(['remove', 'demote'] as const)('become those of the owner who keeps them: %s', async (how) => {
    const team = await makeTeam();
    expect((await team[how]({ cancelInvitations: false })).status).toBe(200);
    expect(await team.states()).toEqual([team.owner.id, team.owner.id]);
    expect(await team.lastDetails()).toMatchObject({ takenOverInvitationIds: [team.sent.id] });
    expect((await team.accept()).status).toBe(200);
  });

  it('are cancelled, not kept, if an approver removes their own membership', async () => {
    const team = await makeTeam();
    const asMallory = await logIn(api, team.mallory);
    const body = { email: team.mallory.email, cancelInvitations: false };
    await api.send('DELETE', `/workspace/${team.workspace.id}/members`, asMallory).send(body);
    expect(await team.states()).toEqual(['cancelled', team.owner.id]);
  });

  it('stay with an approver who gets the same role, and in other workspaces', async () => {
    const team = await makeTeam();
    const elsewhere = await makeWorkspace(api, team.owner);
    await addMember(api, elsewhere, team.mallory, 'APPROVER');
    const { id } = await makeInvitation(api, elsewhere, { inviterId: team.mallory.id });
    await team.demote({ role: 'approver' });
    expect(await team.states()).toEqual([team.mallory.id, team.owner.id]);
    await team.remove();
    expect(await api.db.invitation.findUnique({ where: { id } })).toMatchObject({ cancelledAt: null });
  });

  it('end once if acceptance and removal meet: the account joins, or the invitation is cancelled', async () => {
    for (let round = 0; round < 10; round++) {
      const team = await makeTeam();
      const [accept] = await Promise.all([team.accept(), team.remove()]);
      expect(await team.states()).toEqual([accept.status === 200 ? team.mallory.id : 'cancelled', team.owner.id]);
    }
  });
});
