import { ErrorBody, OwnershipOfferResult, OwnershipOffers, type ErrorType } from '@portal/contract';
import * as z from 'zod/mini';
import type { Response } from 'supertest';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import { composeAccountEmail } from '../../../../src/features/emails/send-account-email.ts';
import { auditEntriesOf } from '../../../support/audit-log.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeInstanceToken,
  makeServiceAccount,
  makeServiceAccountToken,
  makeStaff,
  makeUser,
  makeWorkspace,
} from '../../../support/builders.ts';
import { violatedInvariants } from '../../../support/invariants.ts';
import { openTransaction, waitForLock, waitForLockOfRights } from '../../../support/lock-waits.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterEach(async () => {
  expect(await violatedInvariants(api)).toEqual([]);
});
afterAll(() => api.close());

async function makeTeam() {
  const [owner, editor, other] = [await makeUser(api), await makeUser(api, { nickname: 'Eve' }), await makeUser(api)];
  const workspace = await makeWorkspace(api, owner);
  await addMember(api, workspace, editor, 'EDITOR');
  await addMember(api, workspace, other, 'APPROVER');
  const [asOwner, asEditor] = [await logIn(api, owner), await logIn(api, editor)];
  const path = `/workspaces/${workspace.id}/ownership-offer`;
  return {
    owner,
    editor,
    other,
    workspace,
    asOwner,
    asEditor,
    asOther: await logIn(api, other),
    path,
    offer: (userId = editor.id, credentials = asOwner) => api.send('POST', path, credentials).send({ userId }),
    accept: (credentials = asEditor) => api.send('POST', `${path}/accept`, credentials),
    decline: (credentials = asEditor) => api.send('POST', `${path}/decline`, credentials),
    withdraw: (credentials = asOwner) => api.send('DELETE', path, credentials),
    ownerId: async () => {
      const where = { workspaceId: workspace.id, role: 'OWNER' } as const;
      return (await api.db.membership.findFirst({ where }))?.userId;
    },
  };
}

const expectError = (response: Response, type: ErrorType) => {
  expect(ErrorBody.parse(response.body).error.type).toBe(type);
};
const offerIn = (response: Response) => z.pick(OwnershipOfferResult, { offer: true }).parse(response.body).offer;
const longAgo = () => new Date(Date.now() - 16 * 60_000);

describe('an ownership offer', () => {
  it('makes the member the owner and the owner an approver when it is accepted', async () => {
    const { owner, editor, workspace, offer, accept } = await makeTeam();
    expect(offerIn(await offer())).toMatchObject({
      from: { userId: owner.id, email: owner.email, nickname: 'Ada' },
      to: { userId: editor.id, email: editor.email, nickname: 'Eve' },
    });
    expect((await accept()).status).toBe(200);
    const roles = await api.db.membership.findMany({ where: { workspaceId: workspace.id } });
    expect(Object.fromEntries(roles.map(({ userId, role }) => [userId, role]))).toMatchObject({
      [owner.id]: 'APPROVER',
      [editor.id]: 'OWNER',
    });
  });

  it('keeps tokens, instance sessions, defaults and favourites', async () => {
    const { owner, editor, workspace, offer, accept } = await makeTeam();
    await api.db.membership.updateMany({
      where: { workspaceId: workspace.id, userId: { in: [owner.id, editor.id] } },
      data: { isDefault: true, isFavourite: true },
    });
    const tokens = [
      (await makeApiToken(api, workspace, owner)).credentials,
      (await makeApiToken(api, workspace, editor)).credentials,
      await makeInstanceToken(api, workspace, owner),
    ];
    await offer();
    expect((await accept()).status).toBe(200);
    for (const token of tokens) expect((await api.send('GET', '/whoami', token)).status).toBe(200);
    const flags = await api.db.membership.count({
      where: { workspaceId: workspace.id, isDefault: true, isFavourite: true },
    });
    expect(flags).toBe(2);
  });

  it('shows both parties which tokens of service accounts keep working, and emails them to the new owner', async () => {
    const { owner, editor, other, workspace, path, asOwner, asEditor, asOther, offer, accept } = await makeTeam();
    const serviceAccount = await makeServiceAccount(api, workspace, { name: 'Deploy' });
    const lastUsedAt = new Date('2026-03-01T09:30:00Z');
    const tokens = [
      await makeServiceAccountToken(api, serviceAccount, { name: 'Nightly', createdById: owner.id, lastUsedAt }),
      await makeServiceAccountToken(api, serviceAccount, { name: 'Former', lastUsedAt: null }),
    ];
    await makeServiceAccountToken(api, serviceAccount, { name: 'Revoked', revokedAt: new Date() });
    await makeApiToken(api, workspace, owner);
    const read = async (credentials: Credentials) =>
      OwnershipOfferResult.parse((await api.send('GET', path, credentials)).body).remaining;
    expect(await read(asOwner)).toBeUndefined();
    await offer();
    const remaining = {
      authTokens: [
        { id: tokens[0]?.id, name: 'Nightly', principalName: 'Deploy', lastUsedAt: lastUsedAt.toISOString() },
        { id: tokens[1]?.id, name: 'Former', principalName: 'Deploy', lastUsedAt: null },
      ],
      authTokenCount: 2,
    };
    expect([await read(asOwner), await read(asEditor), await read(asOther)]).toEqual([remaining, remaining, undefined]);
    expect((await accept()).status).toBe(200);
    const emailTo = async ({ id: userId }: { id: string }) => {
      const row = await api.db.accountEmail.findFirstOrThrow({ where: { userId, kind: 'ownershipMoved' } });
      return (await composeAccountEmail(row, { ...api.services, committedDb: api.db }))?.text.replaceAll(/\s+/g, ' ');
    };
    const toEditor = await emailTo(editor);
    expect(toEditor).toContain(
      'These API tokens of service accounts keep working, too. “Ada” may still have their secrets',
    );
    expect(toEditor).toContain(`“Nightly” of “Deploy”: created by “Ada” (${owner.email}), last used March 1, 2026`);
    expect(toEditor).toContain('“Former” of “Deploy”: created by a deleted account, never used.');
    expect(toEditor).not.toContain('Revoked');
    expect(await emailTo(owner)).not.toContain('Nightly');
    for (const { credentials } of tokens) expect((await api.send('GET', '/whoami', credentials)).status).toBe(200);
    expect(await api.db.accountEmail.count({ where: { userId: other.id } })).toBe(0);
  });

  it('is open for seven days', async () => {
    const { offer, accept, ownerId, owner, path, asEditor, asOwner } = await makeTeam();
    const made = offerIn(await offer());
    expect(Date.parse(made?.expiresAt ?? '') - Date.parse(made?.createdAt ?? '')).toBe(7 * 86_400_000);
    await api.db.ownershipOffer.update({ where: { id: made?.id ?? '' }, data: { expiresAt: new Date() } });
    expect(offerIn(await api.send('GET', path, asEditor))).toBeNull();
    expectError(await accept(), 'OwnershipOfferNotFound');
    expect(await ownerId()).toBe(owner.id);
    // A new offer replaces it.
    expect((await offer()).status).toBe(200);
    expect(offerIn(await api.send('GET', path, asOwner))?.id).not.toBe(made?.id);
  });

  it('is seen by its two parties only', async () => {
    const { offer, path, asOwner, asEditor, asOther, workspace, owner } = await makeTeam();
    await offer();
    expect(offerIn(await api.send('GET', path, asOwner))).not.toBeNull();
    expect(offerIn(await api.send('GET', path, asEditor))).not.toBeNull();
    expect(offerIn(await api.send('GET', path, asOther))).toBeNull();
    const listFor = async (credentials: typeof asOwner) =>
      OwnershipOffers.parse((await api.send('GET', '/ownership-offers', credentials)).body).offers;
    expect(await listFor(asEditor)).toMatchObject([
      { workspaceId: workspace.id, workspaceName: 'Production', from: { userId: owner.id } },
    ]);
    expect(await listFor(asOwner)).toEqual([]);
    expect(await listFor(asOther)).toEqual([]);
  });

  it('can be withdrawn by the owner, and declined by the member, only', async () => {
    const { offer, decline, withdraw, accept, asOther, asOwner, asEditor } = await makeTeam();
    await offer();
    expectError(await decline(asOther), 'OwnershipOfferNotFound');
    expectError(await decline(asOwner), 'OwnershipOfferNotFound');
    expectError(await accept(asOther), 'OwnershipOfferNotFound');
    expectError(await accept(asOwner), 'OwnershipOfferNotFound');
    expectError(await withdraw(asEditor), 'NotAllowed');
    expect((await withdraw()).status).toBe(200);
    expectError(await accept(), 'OwnershipOfferNotFound');
    await offer();
    expect((await decline()).status).toBe(200);
    expectError(await accept(), 'OwnershipOfferNotFound');
    expectError(await withdraw(), 'OwnershipOfferNotFound');
  });

  it('that is declined is reported to the owner by email, one that is withdrawn is not', async () => {
    const { owner, editor, workspace, offer, decline, withdraw } = await makeTeam();
    const emails = () => api.db.accountEmail.findMany({ where: { userId: owner.id } });
    await offer();
    await withdraw();
    expect(await emails()).toEqual([]);
    await offer();
    await decline();
    await decline();
    expect(await emails()).toMatchObject([
      {
        kind: 'ownershipDeclined',
        recipient: owner.email,
        details: { workspaceId: workspace.id, memberId: editor.id },
      },
    ]);
  });

  it('needs a recent login on both sides', async () => {
    const { owner, editor, offer, accept, ownerId } = await makeTeam();
    expectError(await offer(editor.id, await logIn(api, owner, longAgo())), 'FreshLoginRequired');
    expect((await offer()).status).toBe(200);
    expectError(await accept(await logIn(api, editor, longAgo())), 'FreshLoginRequired');
    expect(await ownerId()).toBe(owner.id);
  });

  it('is made to one member at a time', async () => {
    const { other, offer } = await makeTeam();
    await offer();
    expectError(await offer(other.id), 'OwnershipOfferPending');
  });

  it('is made to members with a verified address and no lock only', async () => {
    const { workspace, owner, offer } = await makeTeam();
    expectError(await offer(owner.id), 'MemberCannotOwn');
    expectError(await offer((await makeUser(api)).id), 'MemberNotFound');
    const states = [{ emailVerified: false }, { suspendedAt: new Date() }, { quarantinedAt: new Date() }];
    for (const state of states) {
      const user = await makeUser(api, state);
      await addMember(api, workspace, user, 'EDITOR');
      expectError(await offer(user.id), 'MemberCannotOwn');
    }
  });

  it('cannot be accepted by a member whose address is no longer verified', async () => {
    const { editor, offer, accept } = await makeTeam();
    await offer();
    await api.db.user.update({ where: { id: editor.id }, data: { emailVerified: false } });
    expectError(await accept(), 'EmailNotVerified');
  });

  it('survives a change of the role of the member', async () => {
    const { editor, workspace, asOwner, offer, accept, ownerId } = await makeTeam();
    await offer();
    const membership = `/workspace/${workspace.id}/membership`;
    expect((await api.send('POST', membership, asOwner).send({ userId: editor.id, role: 'APPROVER' })).status).toBe(
      200,
    );
    expect((await accept()).status).toBe(200);
    expect(await ownerId()).toBe(editor.id);
    // The new owner cannot be demoted by the old one.
    expectError(await api.send('POST', membership, asOwner).send({ userId: editor.id, role: 'EDITOR' }), 'NotAllowed');
  });

  type Team = Awaited<ReturnType<typeof makeTeam>>;
  const staffChange = async (path: string, body: object) =>
    api.send('PATCH', path, (await makeStaff(api)).credentials).send(body);
  const events: Record<string, (team: Team) => Promise<Response>> = {
    'the member leaves': async ({ workspace, asEditor }) =>
      api.send('DELETE', `/workspace/${workspace.id}/leave`, asEditor),
    'the member is removed': async ({ workspace, asOwner, editor }) =>
      api.send('DELETE', `/workspace/${workspace.id}/members`, asOwner).send({ email: editor.email }),
    'the member is suspended': ({ editor }) => staffChange(`/users/${editor.id}/suspend`, { isSuspended: true }),
    'the owner is quarantined': ({ owner }) => staffChange(`/users/${owner.id}/quarantine`, { isQuarantined: true }),
    'the workspace is quarantined': ({ workspace }) =>
      staffChange(`/workspaces/${workspace.id}/quarantine`, { isQuarantined: true }),
    'the workspace is deleted': async ({ workspace, asOwner }) =>
      api.send('DELETE', `/workspaces/${workspace.id}`, asOwner),
  };
  it.each(Object.entries(events))('ends when %s, for good', async (_name, event) => {
    const team = await makeTeam();
    const id = offerIn(await team.offer())?.id ?? '';
    expect((await event(team)).status).toBe(200);
    expect(await api.db.ownershipOffer.findUnique({ where: { id } })).toMatchObject({
      outcome: 'ENDED',
      closedAt: expect.any(Date) as Date,
    });
  });

  it('of another workspace or another member stays open', async () => {
    const [team, otherTeam] = [await makeTeam(), await makeTeam()];
    const ids = [offerIn(await team.offer())?.id ?? '', offerIn(await otherTeam.offer())?.id ?? ''];
    await api.send('DELETE', `/workspace/${team.workspace.id}/leave`, team.asOther);
    await api.send('DELETE', `/workspaces/${otherTeam.workspace.id}`, otherTeam.asOwner);
    expect(await api.db.ownershipOffer.count({ where: { id: { in: ids }, closedAt: null } })).toBe(1);
  });

  it('lets the previous owner leave, and not delete the workspace', async () => {
    const { workspace, asOwner, offer, accept } = await makeTeam();
    await offer();
    await accept();
    expectError(await api.send('DELETE', `/workspaces/${workspace.id}`, asOwner), 'NotAllowed');
    expect((await api.send('DELETE', `/workspace/${workspace.id}/leave`, asOwner)).status).toBe(200);
  });

  it('does not let the member leave who accepts at the same time', async () => {
    const { owner, editor, workspace, asEditor } = await makeTeam();
    const ofWorkspace = `workspace_id = '${workspace.id}' AND user_id`;
    const transfer = await openTransaction(
      api,
      `DO $$ BEGIN
        UPDATE memberships SET role = 'APPROVER' WHERE ${ofWorkspace} = '${owner.id}';
        UPDATE memberships SET role = 'OWNER' WHERE ${ofWorkspace} = '${editor.id}';
      END $$`,
    );
    const leaving = api.send('DELETE', `/workspace/${workspace.id}/leave`, asEditor).then((response) => response);
    await waitForLockOfRights(api);
    await transfer.end('COMMIT');
    expectError(await leaving, 'OwnerMustStay');
  });

  // A user who changes the default workspace locks their account first, then the workspace.
  it.each(['offer', 'accept'] as const)(
    'does not wait for a user while it keeps the workspace from them: %s',
    async (step) => {
      const { owner, editor, workspace, offer, accept } = await makeTeam();
      if (step === 'accept') await offer();
      const other = step === 'accept' ? owner : editor;
      const change = await openTransaction(api, 'SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [other.id]);
      const sent = (step === 'accept' ? accept() : offer()).then((response) => response);
      await waitForLock(api, 'FROM users WHERE id =');
      await change.query('SELECT 1 FROM workspaces WHERE id = $1 FOR SHARE NOWAIT', [workspace.id]);
      await change.end('COMMIT');
      expect((await sent).status).toBe(200);
    },
  );

  it('writes one audit entry for each outcome', async () => {
    const { owner, editor, offer, accept, decline, withdraw } = await makeTeam();
    const entries = [
      ...(await auditEntriesOf(api, () => offer())),
      ...(await auditEntriesOf(api, () => withdraw())),
      ...(await auditEntriesOf(api, () => offer())),
      ...(await auditEntriesOf(api, () => decline())),
      ...(await auditEntriesOf(api, () => offer())),
      ...(await auditEntriesOf(api, () => accept())),
      ...(await auditEntriesOf(api, () => accept())),
    ];
    const offered = { action: 'offerOwnership', actorUserId: owner.id, subjectUserId: editor.id };
    expect(entries).toMatchObject([
      { ...offered, details: { email: editor.email } },
      { action: 'withdrawOwnershipOffer', actorUserId: owner.id, subjectUserId: editor.id },
      offered,
      { action: 'declineOwnership', actorUserId: editor.id, subjectUserId: owner.id },
      offered,
      {
        action: 'acceptOwnership',
        actorUserId: editor.id,
        subjectUserId: owner.id,
        details: { owner: { from: owner.email, to: editor.email } },
      },
    ]);
    expect(entries).toHaveLength(6);
  });
});

describe('the database', () => {
  const insert = (workspaceId: string, fromUserId: string, toUserId: string, closed = 'NULL, NULL') =>
    api.asOwner(`INSERT INTO ownership_offers (id, workspace_id, from_user_id, to_user_id, expires_at, closed_at, outcome)
      SELECT left(upper(md5(random()::text)), 26), '${workspaceId}', '${fromUserId}', '${toUserId}', now(), ${closed}`);

  it('allows a workspace one open offer', async () => {
    const { workspace, owner, editor, other } = await makeTeam();
    await insert(workspace.id, owner.id, editor.id);
    await expect(insert(workspace.id, owner.id, other.id)).rejects.toMatchObject({
      constraint: 'ownership_offers_one_open_key',
    });
    await insert(workspace.id, owner.id, other.id, `now(), 'DECLINED'`);
  });

  it('rejects an offer to oneself, and an end without an outcome', async () => {
    const { workspace, owner, editor } = await makeTeam();
    await expect(insert(workspace.id, owner.id, owner.id)).rejects.toMatchObject({
      constraint: 'ownership_offers_users_check',
    });
    await expect(insert(workspace.id, owner.id, editor.id, 'now(), NULL')).rejects.toMatchObject({
      constraint: 'ownership_offers_outcome_check',
    });
  });
});
