import {
  CredentialSummary,
  ErrorBody,
  MemberCredentialSummary,
  OwnCredentialSummary,
  UserCredentialSummary,
  WorkspaceCredentialSummary,
} from '@portal/contract';
import { ulid } from 'ulid';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeInstanceToken,
  makeInvitation,
  makeServiceAccount,
  makeServiceAccountToken,
  makeStaff,
  makeUser,
  makeWebhook,
  makeWorkspace,
} from '../../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function makeTeam() {
  const owner = await makeUser(api, { nickname: 'Olga' });
  const approver = await makeUser(api, { nickname: 'Anna' });
  const editor = await makeUser(api, { nickname: 'Eve' });
  const workspace = await makeWorkspace(api, owner);
  await addMember(api, workspace, approver, 'APPROVER');
  await addMember(api, workspace, editor, 'EDITOR');
  const path = `/workspaces/${workspace.id}`;
  return {
    owner,
    approver,
    editor,
    workspace,
    path,
    memberPath: (userId: string) => `${path}/members/${userId}/access`,
    asOwner: await logIn(api, owner),
    asApprover: await logIn(api, approver),
    asEditor: await logIn(api, editor),
  };
}

async function summaryOf(path: string, credentials: Credentials): Promise<CredentialSummary> {
  const response = await api.send('GET', path, credentials);
  expect(response.status).toBe(200);
  return CredentialSummary.parse(response.body);
}

async function errorOf(path: string, credentials: Credentials): Promise<string> {
  return ErrorBody.parse((await api.send('GET', path, credentials)).body).error.type;
}

describe('the list of what ends', () => {
  it('has the live tokens and instance sessions of a member, the most recently used first', async () => {
    const { owner, editor, workspace, memberPath, asOwner } = await makeTeam();
    const lastUsedAt = new Date('2026-03-01T09:30:00Z');
    const [rare, never, recent] = [
      await makeApiToken(api, workspace, editor, { name: 'Rare', lastUsedAt }),
      await makeApiToken(api, workspace, editor, { name: 'Never', lastUsedAt: null }),
      await makeApiToken(api, workspace, editor, { name: 'Recent' }),
    ];
    await makeApiToken(api, workspace, editor, { revokedAt: new Date() });
    await makeApiToken(api, workspace, editor, { expiresAt: new Date() });
    await makeApiToken(api, workspace, owner);
    await makeApiToken(api, await makeWorkspace(api, editor), editor);
    await makeInstanceToken(api, workspace, editor);
    await makeInstanceToken(api, workspace, owner);
    const summary = await summaryOf(memberPath(editor.id), asOwner);
    expect(summary.authTokens.map(({ id }) => id)).toEqual([recent.id, rare.id, never.id]);
    expect(summary.authTokens.slice(1)).toEqual([
      { id: rare.id, name: 'Rare', principalName: 'Eve', lastUsedAt: lastUsedAt.toISOString() },
      { id: never.id, name: 'Never', principalName: 'Eve', lastUsedAt: null },
    ]);
    expect(summary.authTokenCount).toBe(3);
    expect(summary.instanceSessions).toEqual([{ nickname: 'Eve', startedAt: expect.any(String) as string }]);
    expect(summary.instanceSessionCount).toBe(1);
  });

  it('has those of all members of a workspace, at most ten of each', async () => {
    const { owner, editor, workspace, path, asOwner } = await makeTeam();
    for (let index = 0; index < 6; index++) {
      await makeApiToken(api, workspace, owner);
      await makeApiToken(api, workspace, editor);
      await makeInstanceToken(api, workspace, editor);
      await makeInstanceToken(api, workspace, owner);
    }
    const summary = await summaryOf(`${path}/access`, asOwner);
    expect([summary.authTokens.length, summary.authTokenCount]).toEqual([10, 12]);
    expect([summary.instanceSessions.length, summary.instanceSessionCount]).toEqual([10, 12]);
    const { credentials } = await makeStaff(api);
    expect(await summaryOf(`/staff${path}/access`, credentials)).toEqual(summary);
    expect(await errorOf('/staff/workspaces/01ARZ3NDEKTSV4RRFFQ69G5FAV/access', credentials)).toBe('WorkspaceNotFound');
  });

  it('has the open invitations that the member sent, the newest first, at most ten', async () => {
    const { approver, editor, workspace, memberPath, asOwner, asApprover } = await makeTeam();
    const sent = { inviterId: approver.id };
    await makeInvitation(api, workspace, { ...sent, email: 'expired@example.com', expiresAt: new Date() });
    await makeInvitation(api, workspace, { ...sent, cancelledAt: new Date() });
    await makeInvitation(api, await makeWorkspace(api, approver), sent);
    await makeInvitation(api, workspace);
    const { id } = await makeInvitation(api, workspace, { ...sent, email: 'new@example.com', role: 'APPROVER' });
    const read = async (userId: string, credentials: Credentials) =>
      MemberCredentialSummary.parse((await api.send('GET', memberPath(userId), credentials)).body);
    const summary = await read(approver.id, asOwner);
    expect(summary.invitations).toMatchObject([
      { id, email: 'new@example.com', role: 'APPROVER' },
      { email: 'expired@example.com', role: 'EDITOR' },
    ]);
    expect(summary.invitationCount).toBe(2);
    expect(await read(approver.id, asApprover)).toEqual(summary);
    expect(await read(editor.id, asOwner)).toMatchObject({ invitations: [], invitationCount: 0 });
    for (let index = 0; index < 9; index++) await makeInvitation(api, workspace, sent);
    const { invitations, invitationCount } = await read(approver.id, asOwner);
    expect([invitations.length, invitationCount]).toEqual([10, 11]);
  });

  it('has the live tokens of service accounts that the member created apart, because they stay', async () => {
    const { owner, editor, workspace, path, memberPath, asOwner, asEditor } = await makeTeam();
    const serviceAccount = await makeServiceAccount(api, workspace, { name: 'Deploy' });
    const lastUsedAt = new Date('2026-03-01T09:30:00Z');
    const byEditor = { createdById: editor.id };
    const kept = await makeServiceAccountToken(api, serviceAccount, { ...byEditor, name: 'Nightly', lastUsedAt });
    await makeServiceAccountToken(api, serviceAccount, { ...byEditor, revokedAt: new Date() });
    await makeServiceAccountToken(api, serviceAccount, { ...byEditor, expiresAt: new Date() });
    await makeServiceAccountToken(api, serviceAccount, { createdById: owner.id });
    const elsewhere = await makeServiceAccount(api, await makeWorkspace(api, editor));
    await makeServiceAccountToken(api, elsewhere, byEditor);
    const own = await makeApiToken(api, workspace, editor);
    const read = async (credentials: Credentials) =>
      MemberCredentialSummary.parse((await api.send('GET', memberPath(editor.id), credentials)).body);
    const summary = await read(asOwner);
    expect(summary.authTokens.map(({ id }) => id)).toEqual([own.id]);
    expect(summary).toMatchObject({
      remainingAuthTokens: [
        { id: kept.id, name: 'Nightly', principalName: 'Deploy', lastUsedAt: lastUsedAt.toISOString() },
      ],
      remainingAuthTokenCount: 1,
    });
    expect(await read(asEditor)).toEqual(summary);
    await api.send('DELETE', `/workspace/${workspace.id}/members`, asOwner).send({ email: editor.email });
    expect((await api.send('GET', '/whoami', own.credentials)).status).toBe(401);
    expect((await api.send('GET', '/whoami', kept.credentials)).status).toBe(200);
    // The deletion of the workspace ends them, too.
    expect(await summaryOf(`${path}/access`, asOwner)).toMatchObject({
      authTokens: [{ principalName: 'Deploy' }, { principalName: 'Deploy' }],
      authTokenCount: 2,
    });
  });

  it('says that the ownership is offered to the member, which ends with the membership', async () => {
    const { owner, approver, editor, workspace, path, memberPath, asOwner, asApprover, asEditor } = await makeTeam();
    const offer = { workspaceId: workspace.id, fromUserId: owner.id, toUserId: editor.id };
    const read = async ({ id }: { id: string }, credentials = asOwner) =>
      MemberCredentialSummary.parse((await api.send('GET', memberPath(id), credentials)).body).hasOwnershipOffer;
    const readWorkspace = async () =>
      WorkspaceCredentialSummary.parse((await api.send('GET', `${path}/access`, asOwner)).body).ownershipOfferedTo;
    await api.db.ownershipOffer.create({ data: { id: ulid(), ...offer, expiresAt: new Date(Date.now() - 1_000) } });
    expect([await read(editor), await readWorkspace()]).toEqual([false, null]);
    await api.db.ownershipOffer.updateMany({ data: { closedAt: new Date(), outcome: 'EXPIRED' } });
    await api.db.ownershipOffer.create({ data: { id: ulid(), ...offer, expiresAt: new Date(Date.now() + 60_000) } });
    expect([await read(editor), await read(approver), await readWorkspace()]).toEqual([true, false, editor.email]);
    // Only the two parties know of the offer.
    expect([await read(editor, asEditor), await read(editor, asApprover)]).toEqual([true, false]);
    await api.send('DELETE', `/workspace/${workspace.id}/members`, asOwner).send({ email: editor.email });
    expect(await readWorkspace()).toBeNull();
  });

  it('has the service accounts of a workspace by name, at most ten', async () => {
    const { workspace, path, asOwner } = await makeTeam();
    for (let index = 0; index < 11; index++)
      await makeServiceAccount(api, workspace, { name: `Service ${String(index).padStart(2, '0')}` });
    await makeServiceAccount(api, workspace, { name: 'Deleted', deletedAt: new Date() });
    const response = await api.send('GET', `${path}/access`, asOwner);
    const { serviceAccounts, serviceAccountCount } = WorkspaceCredentialSummary.parse(response.body);
    expect([serviceAccounts[0]?.name, serviceAccounts.length, serviceAccountCount]).toEqual(['Service 00', 10, 11]);
  });

  it('says how many webhooks a workspace has', async () => {
    const { workspace, path, asOwner } = await makeTeam();
    for (let index = 0; index < 2; index++) await makeWebhook(api, workspace);
    const response = await api.send('GET', `${path}/access`, asOwner);
    expect(WorkspaceCredentialSummary.parse(response.body).webhookCount).toBe(2);
  });

  it('has the tokens of the owner that can do less for an approver', async () => {
    const { owner, editor, workspace, memberPath, asOwner } = await makeTeam();
    const wide = await makeApiToken(api, workspace, owner, { scopes: ['workspace:read', 'workspace:write'] });
    await makeApiToken(api, workspace, owner, { scopes: ['members:write'] });
    await makeApiToken(api, workspace, owner, { scopes: ['workspace:write'], revokedAt: new Date() });
    await makeApiToken(api, workspace, editor, { scopes: ['workspace:write'] });
    const read = async ({ id }: { id: string }) =>
      MemberCredentialSummary.parse((await api.send('GET', memberPath(id), asOwner)).body);
    expect(await read(owner)).toMatchObject({ limitedAuthTokens: [{ id: wide.id }], limitedAuthTokenCount: 1 });
    expect(await read(editor)).toMatchObject({ limitedAuthTokens: [], limitedAuthTokenCount: 0 });
  });

  it('of an account has the open invitations in workspaces of others, and the offers of an ownership', async () => {
    const { owner, approver, workspace } = await makeTeam();
    const { id } = await makeInvitation(api, workspace, { inviterId: approver.id, email: 'new@example.com' });
    await makeInvitation(api, await makeWorkspace(api, approver), { inviterId: approver.id });
    await makeInvitation(api, await makeWorkspace(api, owner), { inviterId: approver.id });
    const offer = { workspaceId: workspace.id, fromUserId: owner.id, toUserId: approver.id };
    await api.db.ownershipOffer.create({ data: { id: ulid(), ...offer, expiresAt: new Date(Date.now() + 60_000) } });
    const response = await api.send('GET', `/users/${approver.id}/access`, await logIn(api, approver));
    expect(OwnCredentialSummary.parse(response.body)).toMatchObject({
      invitations: [{ id, email: 'new@example.com', workspaceName: 'Production' }],
      invitationCount: 1,
      ownershipOfferCount: 1,
    });
  });

  it('is what the removal of the member then ends', async () => {
    const { owner, editor, workspace, path, memberPath, asOwner } = await makeTeam();
    const { id } = await makeApiToken(api, workspace, editor);
    await makeApiToken(api, workspace, owner);
    const before = await summaryOf(memberPath(editor.id), asOwner);
    expect(before.authTokens.map((token) => token.id)).toEqual([id]);
    await api.send('DELETE', `/workspace/${workspace.id}/members`, asOwner).send({ email: editor.email });
    expect((await api.db.authToken.findUniqueOrThrow({ where: { id } })).revokedAt).not.toBeNull();
    expect((await summaryOf(`${path}/access`, asOwner)).authTokenCount).toBe(1);
  });

  it('is shown to the member, and to those who can remove the member', async () => {
    const { owner, approver, editor, memberPath, asOwner, asApprover, asEditor } = await makeTeam();
    for (const credentials of [asOwner, asApprover, asEditor]) await summaryOf(memberPath(editor.id), credentials);
    await summaryOf(memberPath(owner.id), asOwner);
    expect(await errorOf(memberPath(owner.id), asApprover)).toBe('NotAllowed');
    expect(await errorOf(memberPath(approver.id), asEditor)).toBe('NotAllowed');
    expect(await errorOf(memberPath((await makeUser(api)).id), asOwner)).toBe('MemberNotFound');
    expect(await errorOf(memberPath((await makeUser(api)).id), asEditor)).toBe('NotAllowed');
  });

  it('needs a verified address only for the access of others', async () => {
    const { approver, editor, memberPath, asApprover } = await makeTeam();
    await api.db.user.update({ where: { id: approver.id }, data: { emailVerified: false } });
    await summaryOf(memberPath(approver.id), asApprover);
    expect(await errorOf(memberPath(editor.id), asApprover)).toBe('EmailNotVerified');
  });
});

describe('what a lock of an account ends', () => {
  it('is listed apart from the tokens of service accounts, which pause in own workspaces and stay in those of others', async () => {
    const { owner, editor, workspace } = await makeTeam();
    const byOwner = { createdById: owner.id };
    const [here, elsewhere] = [
      await makeServiceAccount(api, workspace, { name: 'Deploy' }),
      await makeServiceAccount(api, await makeWorkspace(api, editor, { displayName: 'Other' }), { name: 'Backup' }),
    ];
    const paused = await makeServiceAccountToken(api, here, byOwner);
    const alsoPaused = await makeServiceAccountToken(api, here, { createdById: editor.id, lastUsedAt: null });
    const remaining = await makeServiceAccountToken(api, elsewhere, byOwner);
    const ended = await makeApiToken(api, workspace, owner);
    const { credentials } = await makeStaff(api);
    const response = await api.send('GET', `/staff/users/${owner.id}/access`, credentials);
    expect(UserCredentialSummary.parse(response.body)).toMatchObject({
      authTokens: [{ id: ended.id }],
      ownedAuthTokens: [
        { id: paused.id, principalName: 'Deploy', workspaceName: 'Production' },
        { id: alsoPaused.id, principalName: 'Deploy' },
      ],
      ownedAuthTokenCount: 2,
      remainingAuthTokens: [{ id: remaining.id, principalName: 'Backup', workspaceName: 'Other' }],
      remainingAuthTokenCount: 1,
    });
    const own = await api.send('GET', `/users/${owner.id}/access`, await logIn(api, owner));
    const { sessionCount, ...summary } = UserCredentialSummary.parse(response.body);
    // Its own list has nothing of a workspace of which the user is no member (anymore).
    const nothing = { remainingAuthTokens: [], remainingAuthTokenCount: 0 };
    expect(UserCredentialSummary.parse(own.body)).toEqual({ ...summary, ...nothing, sessionCount: sessionCount + 1 });
    await addMember(api, { ...workspace, id: elsewhere.workspaceId }, owner, 'EDITOR');
    const asMember = await api.send('GET', `/users/${owner.id}/access`, await logIn(api, owner));
    expect(UserCredentialSummary.parse(asMember.body)).toEqual({ ...summary, sessionCount: sessionCount + 2 });
    const body = { isSuspended: true, reason: 'Unpaid' };
    expect((await api.send('PATCH', `/users/${owner.id}/suspend`, credentials).send(body)).status).toBe(200);
    const statusOf = async (token: { credentials: Credentials }) =>
      (await api.send('GET', '/whoami', token.credentials)).status;
    expect(await statusOf(paused)).not.toBe(200);
    expect(await statusOf(remaining)).toBe(200);
  });

  it('is listed for staff, with the tokens and instance sessions in all workspaces and the sessions', async () => {
    const { owner, editor, workspace } = await makeTeam();
    const other = await makeWorkspace(api, editor, { displayName: 'Other' });
    await makeApiToken(api, workspace, owner, { name: 'Of the owner' });
    await makeApiToken(api, workspace, editor, { name: 'Deploy' });
    await makeApiToken(api, other, editor, { name: 'Revoked', revokedAt: new Date() });
    await makeInstanceToken(api, other, editor);
    const { credentials } = await makeStaff(api);
    const response = await api.send('GET', `/staff/users/${editor.id}/access`, credentials);
    expect(response.status).toBe(200);
    expect(UserCredentialSummary.parse(response.body)).toMatchObject({
      authTokens: [{ name: 'Deploy', workspaceName: 'Production' }],
      authTokenCount: 1,
      instanceSessions: [{ nickname: 'Eve', workspaceName: 'Other' }],
      instanceSessionCount: 1,
      sessionCount: 2,
    });
    expect(await errorOf('/staff/users/01ARZ3NDEKTSV4RRFFQ69G5FAV/access', credentials)).toBe('UserNotFound');
  });
});
