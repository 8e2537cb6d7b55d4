import {
  AuthTokenForStaffResult,
  AuthTokensForStaff,
  ServiceAccountForStaffResult,
  ServiceAccountsForStaff,
  UserForStaff,
  WorkspaceAuditPage,
} from '@portal/contract';
import { auditEntriesOf } from '../../support/audit-log.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeInvitation,
  makeServiceAccount,
  makeServiceAccountToken,
  makeUser,
  makeWorkspace,
} from '../../support/builders.ts';
import { violatedInvariants } from '../../support/invariants.ts';
import { startStaffApi, type StaffApi } from '../../support/staff-api.ts';
import { errorTypeOf } from '../../support/responses.ts';

let api: StaffApi;
beforeAll(async () => {
  api = await startStaffApi();
});
afterEach(async () => {
  expect(await violatedInvariants(api)).toEqual([]);
});
afterAll(() => api.close());

async function makeTeam() {
  const [owner, editor] = [await makeUser(api, { nickname: 'Olga' }), await makeUser(api, { nickname: 'Eve' })];
  const workspace = await makeWorkspace(api, owner, { displayName: 'Staging' });
  await addMember(api, workspace, editor, 'EDITOR');
  return { owner, editor, workspace, path: `/staff/workspaces/${workspace.id}` };
}

const get = (path: string) => api.send('GET', path, api.staff.credentials);
const end = (
  path: string,
  body: object = { reason: 'Found in a public repository' },
  credentials = api.staff.credentials,
) => api.send('POST', path, credentials).send(body);
const emailsTo = (userId: string) => api.db.accountEmail.findMany({ where: { userId } });

describe('staff see', () => {
  it('the API tokens of a workspace with what they act as, their creator and whether they were replaced', async () => {
    const { owner, editor, workspace, path } = await makeTeam();
    const serviceAccount = await makeServiceAccount(api, workspace, { name: 'Deploy' });
    const user = ({ id, email, nickname }: typeof owner) => ({ userId: id, email, nickname });
    const ofUser = await makeApiToken(api, workspace, editor);
    const replacedAt = new Date('2026-03-01T09:30:00Z');
    const ofServiceAccount = await makeServiceAccountToken(api, serviceAccount, { createdById: owner.id, replacedAt });
    const orphan = await makeServiceAccountToken(api, serviceAccount);
    expect(AuthTokensForStaff.parse((await get(`${path}/authTokens`)).body).authTokens).toMatchObject([
      { id: orphan.id, user: null, serviceAccount: { name: 'Deploy' }, creator: null },
      {
        id: ofServiceAccount.id,
        user: null,
        serviceAccount: { serviceAccountId: serviceAccount.id, name: 'Deploy' },
        creator: user(owner),
        replacedAt: replacedAt.toISOString(),
      },
      { id: ofUser.id, user: user(editor), serviceAccount: null, creator: user(editor), replacedAt: null },
    ]);
  });

  it('the tokens of a user, among them those of service accounts that the user created', async () => {
    const { owner, editor, workspace } = await makeTeam();
    const serviceAccount = await makeServiceAccount(api, workspace);
    const own = await makeApiToken(api, workspace, owner);
    const created = await makeServiceAccountToken(api, serviceAccount, { createdById: owner.id });
    await makeServiceAccountToken(api, serviceAccount, { createdById: editor.id });
    await makeApiToken(api, workspace, editor);
    const { authTokens } = AuthTokensForStaff.parse((await get(`/staff/users/${owner.id}/authTokens`)).body);
    expect(authTokens.map(({ id }) => id)).toEqual([created.id, own.id]);
    const page = UserForStaff.parse((await get(`/staff/users/${owner.id}`)).body);
    expect(page).toMatchObject({ counts: { authTokens: 2, activeAuthTokens: 2 } });
  });

  it('the service accounts of a workspace, also deleted ones, in pages', async () => {
    const { owner, workspace, path } = await makeTeam();
    const deletedAt = new Date('2026-03-01T09:30:00Z');
    const deleted = await makeServiceAccount(api, workspace, { name: 'Former', deletedAt });
    const live = await makeServiceAccount(api, workspace, {
      name: 'Deploy',
      description: 'Nightly',
      createdById: owner.id,
    });
    await makeServiceAccount(api, await makeWorkspace(api, owner));
    await makeServiceAccountToken(api, live, { lastUsedAt: deletedAt });
    await makeServiceAccountToken(api, live, { lastUsedAt: null, revokedAt: new Date() });
    const first = ServiceAccountsForStaff.parse((await get(`${path}/serviceAccounts?limit=1`)).body);
    expect(first).toEqual({
      serviceAccounts: [
        {
          id: live.id,
          name: 'Deploy',
          description: 'Nightly',
          role: 'EDITOR',
          creator: { userId: owner.id, email: owner.email, nickname: 'Olga' },
          createdAt: live.createdAt.toISOString(),
          deletedAt: null,
          activeAuthTokens: 1,
          lastUsedAt: deletedAt.toISOString(),
        },
      ],
      next: live.id,
    });
    const second = ServiceAccountsForStaff.parse((await get(`${path}/serviceAccounts?after=${live.id}`)).body);
    expect(second).toMatchObject({
      serviceAccounts: [{ id: deleted.id, deletedAt: deletedAt.toISOString(), creator: null, activeAuthTokens: 0 }],
      next: null,
    });
    expect(errorTypeOf(await get('/staff/workspaces/01ARZ3NDEKTSV4RRFFQ69G5FAV/serviceAccounts'))).toBe(
      'WorkspaceNotFound',
    );
  });
});

describe('staff revoke', () => {
  it('the token of a user, who gets an email', async () => {
    const { owner, editor, workspace, path } = await makeTeam();
    const { id, credentials } = await makeApiToken(api, workspace, editor, { name: 'CI' });
    const [entry] = await auditEntriesOf(api, async () => {
      const response = await end(`${path}/authTokens/${id}/revoke`);
      expect(AuthTokenForStaffResult.parse(response.body).authToken).toMatchObject({
        id,
        revokedAt: expect.any(String) as string,
      });
    });
    expect(entry).toMatchObject({
      action: 'revokeAuthTokenByStaff',
      actorUserId: api.staff.user.id,
      subjectUserId: editor.id,
      workspaceId: workspace.id,
      details: { tokenId: id, name: 'CI', reason: 'Found in a public repository' },
    });
    expect((await api.send('GET', '/whoami', credentials)).status).toBe(401);
    expect(await emailsTo(editor.id)).toMatchObject([{ kind: 'tokenRevokedByStaff', details: { tokenId: id } }]);
    expect(await emailsTo(owner.id)).toEqual([]);
    // A repetition changes nothing.
    const repeated = await auditEntriesOf(api, async () => {
      expect((await end(`${path}/authTokens/${id}/revoke`)).status).toBe(200);
    });
    expect([repeated, (await emailsTo(editor.id)).length]).toEqual([[], 1]);
  });

  it('the token of a service account, and the owner of the workspace gets an email', async () => {
    const { owner, editor, workspace, path } = await makeTeam();
    const serviceAccount = await makeServiceAccount(api, workspace);
    const { id, credentials } = await makeServiceAccountToken(api, serviceAccount, { createdById: editor.id });
    const other = await makeServiceAccountToken(api, serviceAccount);
    const [entry] = await auditEntriesOf(api, async () => {
      expect((await end(`${path}/authTokens/${id}/revoke`)).status).toBe(200);
    });
    expect(entry).toMatchObject({
      subjectUserId: null,
      details: { tokenId: id, serviceAccountId: serviceAccount.id, name: 'CI', reason: 'Found in a public repository' },
    });
    expect((await api.send('GET', '/whoami', credentials)).status).toBe(401);
    expect((await api.send('GET', '/whoami', other.credentials)).status).toBe(200);
    expect(await emailsTo(owner.id)).toMatchObject([{ kind: 'tokenRevokedByStaff', details: { tokenId: id } }]);
    expect(await emailsTo(editor.id)).toEqual([]);
  });

  it('no token of another workspace than the one in the path', async () => {
    const [{ path }, { owner, workspace }] = [await makeTeam(), await makeTeam()];
    const { id, credentials } = await makeApiToken(api, workspace, owner);
    expect(errorTypeOf(await end(`${path}/authTokens/${id}/revoke`))).toBe('AuthTokenNotFound');
    expect((await api.send('GET', '/whoami', credentials)).status).toBe(200);
  });
});

describe('staff delete', () => {
  it('a service account with its tokens and open invitations, and the owner gets an email', async () => {
    const { owner, workspace, path } = await makeTeam();
    const serviceAccount = await makeServiceAccount(api, workspace, { name: 'Deploy', description: 'Nightly' });
    const token = await makeServiceAccountToken(api, serviceAccount);
    const sender = { inviterId: null, inviterServiceAccountId: serviceAccount.id };
    const invitation = await makeInvitation(api, workspace, sender);
    const url = `${path}/serviceAccounts/${serviceAccount.id}/delete`;
    const [entry] = await auditEntriesOf(api, async () => {
      const response = await end(url);
      expect(ServiceAccountForStaffResult.parse(response.body).serviceAccount).toMatchObject({
        id: serviceAccount.id,
        deletedAt: expect.any(String) as string,
        activeAuthTokens: 0,
      });
    });
    expect(entry).toMatchObject({
      action: 'deleteServiceAccountByStaff',
      workspaceId: workspace.id,
      details: {
        serviceAccountId: serviceAccount.id,
        name: 'Deploy',
        revokedTokenIds: [token.id],
        cancelledInvitationIds: [invitation.id],
        reason: 'Found in a public repository',
      },
    });
    expect((await api.send('GET', '/whoami', token.credentials)).status).toBe(401);
    expect(await emailsTo(owner.id)).toMatchObject([{ kind: 'serviceAccountDeletedByStaff' }]);
    expect(errorTypeOf(await end(url))).toBe('ServiceAccountNotFound');
    // The owner sees that support did it, and neither who nor why.
    const activity = await api.send('GET', `/workspaces/${workspace.id}/audit`, await logIn(api, owner));
    const shown = WorkspaceAuditPage.parse(activity.body).entries.find(
      ({ action }) => action === 'deleteServiceAccountByStaff',
    );
    expect(shown).toMatchObject({ bySupport: true, actor: null, details: null });
  });

  it('no service account of another workspace, and none of an unknown one', async () => {
    const [{ path }, { workspace }] = [await makeTeam(), await makeTeam()];
    const { id } = await makeServiceAccount(api, workspace);
    expect(errorTypeOf(await end(`${path}/serviceAccounts/${id}/delete`))).toBe('ServiceAccountNotFound');
    const unknown = '/staff/workspaces/01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expect(errorTypeOf(await end(`${unknown}/serviceAccounts/${id}/delete`))).toBe('WorkspaceNotFound');
    expect((await api.db.serviceAccount.findUniqueOrThrow({ where: { id } })).deletedAt).toBeNull();
  });
});

it.each(['revoke a token', 'delete a service account'])(
  'staff need a recent login and a reason to %s',
  async (what) => {
    const { owner, workspace, path } = await makeTeam();
    const { id: serviceAccountId } = await makeServiceAccount(api, workspace);
    const { id: tokenId } = await makeApiToken(api, workspace, owner);
    const url = what.startsWith('revoke')
      ? `${path}/authTokens/${tokenId}/revoke`
      : `${path}/serviceAccounts/${serviceAccountId}/delete`;
    const stale = await logIn(api, api.staff.user, new Date(Date.now() - 16 * 60_000));
    expect(errorTypeOf(await end(url, undefined, stale))).toBe('FreshLoginRequired');
    for (const body of [{}, { reason: ' ' }, { reason: '<b>' }])
      expect(errorTypeOf(await end(url, body))).toBe('InvalidInput');
    expect(errorTypeOf(await end(url, undefined, await logIn(api, owner)))).toBe('NotAllowed');
  },
);
