import { ulid } from 'ulid';
import { personalTo, personalToAddress } from '../../../../src/request/audit/personal-values.ts';
import { writeAuditEntries } from '../../../../src/request/audit/write-entries.ts';
import type { User } from '../../../../src/generated/prisma/client.ts';
import { completeReassignment } from '../../../../src/features/workspaces/ownership/reassignment.tasks.ts';
import { downloadExport } from '../../../support/account-export.ts';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
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
  proveMailbox,
} from '../../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const download = (user: { id: string }, credentials: Credentials) => downloadExport(api, user, credentials);

const request = { id: 'a-request', ip: '203.0.113.9', userAgent: 'Firefox' };

describe('the export of an account has nothing that the user may not see now:', () => {
  /** A user who made a workspace of which a colleague is the owner now. */
  async function makeFormerOwner() {
    const [user, owner] = [await makeUser(api), await makeUser(api, { nickname: 'Bob' })];
    const workspace = await makeWorkspace(api, owner, {
      displayName: 'Project Nightfall',
      description: 'vault.corp.internal',
      instanceUrl: 'https://nightfall.example.com',
      creator: { connect: { id: user.id } },
    });
    return { user, owner, workspace };
  }

  it('of a workspace that the user made and lost, only its id and when it was made', async () => {
    const { user, workspace } = await makeFormerOwner();
    const created = async () => (await download(user, await logIn(api, user))).data['created-workspaces'];
    const hidden = { displayName: null, description: null, instanceUrl: null, approvalsEnabled: null };
    const ids = { id: workspace.id, createdAt: workspace.createdAt.toISOString() };
    const policy = { tokenMakers: null, tokenMaxDays: null, tokenWritesAllowed: null };
    const times = { lastActiveAt: null, instanceSeenAt: null };
    expect(await created()).toEqual([{ ...hidden, ...policy, ...ids, ...times, instanceEnvType: null }]);
    await addMember(api, workspace, user, 'EDITOR');
    expect(await created()).toMatchObject([{ ...ids, displayName: 'Project Nightfall' }]);
    for (const state of [{ quarantinedAt: new Date(), quarantineReason: 'Mines coins' }, { deletedAt: new Date() }]) {
      const active = { quarantinedAt: null, quarantineReason: null, deletedAt: null };
      await api.db.workspace.update({ where: { id: workspace.id }, data: { ...active, ...state } });
      expect(await created()).toMatchObject([{ ...ids, ...hidden }]);
    }
  });

  it('of service accounts that the user created, and of their tokens, only ids and times where the user cannot list them', async () => {
    const { user, workspace } = await makeFormerOwner();
    const createdById = user.id;
    const serviceAccount = await makeServiceAccount(api, workspace, {
      createdById,
      name: 'Deploy',
      description: 'Now',
    });
    const lastUsed = { lastUsedNetwork: '203.0.113.0/24', lastUsedClient: 'curl' };
    const token = await makeServiceAccountToken(api, serviceAccount, { createdById, name: 'Nightly', ...lastUsed });
    await makeServiceAccountToken(api, await makeServiceAccount(api, workspace));
    const exported = async () => {
      const { data } = await download(user, await logIn(api, user));
      return [data['service-accounts'], data['api-tokens']];
    };
    const ids = { id: serviceAccount.id, workspaceId: workspace.id };
    const hidden = [{ ...ids, name: null, description: null, role: null, deletedAt: null }];
    const tokenIds = { id: token.id, workspaceId: workspace.id, serviceAccountId: serviceAccount.id };
    const visibleToken = { ...tokenIds, name: 'Nightly', ...lastUsed };
    expect(await exported()).toMatchObject([
      hidden,
      [{ ...tokenIds, name: null, scopes: null, networks: null, lastUsedNetwork: null, lastUsedClient: null }],
    ]);
    // An editor lists the tokens, and no service accounts.
    await addMember(api, workspace, user, 'EDITOR');
    expect(await exported()).toMatchObject([hidden, [visibleToken]]);
    const member = { workspaceId: workspace.id, userId: user.id };
    await api.db.membership.updateMany({ where: member, data: { role: 'APPROVER' } });
    expect(await exported()).toMatchObject([[{ ...ids, name: 'Deploy', description: 'Now' }], [visibleToken]]);
  });

  it('no reason of a suspension that has ended, and none for an unverified address', async () => {
    const suspended = { suspendedAt: new Date('2026-01-02'), suspensionReason: 'Unpaid' };
    const former = await makeUser(api, { ...suspended, suspendedUntil: new Date('2026-01-03') });
    const unverified = await makeUser(api, { ...suspended, emailVerified: false });
    const profileOf = async (user: User) => (await download(user, await logIn(api, user))).data['profile'];
    expect(await profileOf(former)).toMatchObject([
      { suspendedAt: null, suspendedUntil: null, suspensionReason: null },
    ]);
    expect(await profileOf(unverified)).toMatchObject([
      { suspendedAt: suspended.suspendedAt.toISOString(), suspensionReason: null },
    ]);
  });

  it('of invitations that the user sent, what became of them only while the user can list them', async () => {
    const { user, workspace } = await makeFormerOwner();
    const invitation = await makeInvitation(api, workspace, { inviterId: user.id, emailFailedAt: new Date() });
    const sent = async () => (await download(user, await logIn(api, user))).data['sent-invitations'];
    const { id, workspaceId } = invitation;
    const hidden = { email: null, role: null, emailFailedAt: null, cancelledAt: null, expiresAt: null };
    expect(await sent()).toMatchObject([{ id, workspaceId, ...hidden }]);
    await addMember(api, workspace, user, 'EDITOR');
    expect(await sent()).toMatchObject([{ id, workspaceId, ...hidden }]);
    await api.db.membership.updateMany({ where: { workspaceId, userId: user.id }, data: { role: 'APPROVER' } });
    expect(await sent()).toMatchObject([
      { id, email: invitation.email, role: 'EDITOR', emailFailedAt: invitation.emailFailedAt?.toISOString() },
    ]);
  });

  it('of invitations to the address, only those that the user can accept', async () => {
    const user = await makeUser(api, { emailVerified: false });
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const ofUser = { email: user.email, inviterId: owner.id, emailFailedAt: new Date() };
    const invitation = await makeInvitation(api, workspace, ofUser);
    await makeInvitation(api, workspace, { ...ofUser, acceptedAt: new Date() });
    await makeInvitation(api, workspace);
    await makeInvitation(api, await makeWorkspace(api, await makeUser(api), { quarantinedAt: new Date() }), ofUser);
    const received = async () => (await download(user, await logIn(api, user))).data['received-invitations'];
    expect(await received()).toEqual([]);
    await api.db.user.update({ where: { id: user.id }, data: { emailVerified: true } });
    expect(await received()).toEqual([]);
    await proveMailbox(api, invitation, user);
    const { id, email, expiresAt } = invitation;
    expect(await received()).toEqual([
      { id, workspaceId: workspace.id, email, role: 'EDITOR', expiresAt: expiresAt.toISOString() },
    ]);
  });

  it('not the other party of an ownership offer, or when a later offer replaced an expired one', async () => {
    const { user, owner, workspace } = await makeFormerOwner();
    const offer = { workspaceId: workspace.id, fromUserId: owner.id, toUserId: user.id };
    const expiresAt = new Date('2026-01-02');
    await api.db.ownershipOffer.create({
      data: { ...offer, id: ulid(), expiresAt, closedAt: new Date('2026-03-03'), outcome: 'EXPIRED' },
    });
    const { data, texts } = await download(user, await logIn(api, user));
    expect(data['ownership-offers']).toMatchObject([
      { fromUserId: null, toUserId: user.id, outcome: 'EXPIRED', closedAt: expiresAt.toISOString() },
    ]);
    expect(Object.values(texts).join('')).not.toContain(owner.id);
  });

  it('a change of the owner by staff for the new owner only when it is completed, and never the reason', async () => {
    const staff = await makeStaff(api);
    const { user: successor, owner, workspace } = await makeFormerOwner();
    await addMember(api, workspace, successor, 'EDITOR');
    const request = { userId: successor.id, reason: 'On sick leave for burnout' };
    const path = `/staff/workspaces/${workspace.id}/owner`;
    expect((await api.send('POST', path, staff.credentials).send(request)).status).toBe(200);
    const before = await download(successor, await logIn(api, successor));
    expect([before.data['ownership-reassignments'], before.data['actions-by-others']]).toEqual([[], []]);
    const ofOwner = await download(owner, await logIn(api, owner));
    expect(ofOwner.data['ownership-reassignments']).toMatchObject([
      { reason: request.reason, fromUserId: owner.id, toUserId: null, outcome: null },
    ]);

    const { id } = await api.db.ownershipReassignment.update({
      where: { id: (await api.db.ownershipReassignment.findFirstOrThrow({ where: { workspaceId: workspace.id } })).id },
      data: { notifiedAt: new Date(), effectiveAt: new Date() },
    });
    await completeReassignment({ reassignmentId: id }, api.services);
    const after = await download(successor, await logIn(api, successor));
    expect(after.data['ownership-reassignments']).toMatchObject([
      { id, toUserId: successor.id, fromUserId: null, reason: null, notifiedAt: null, outcome: 'COMPLETED' },
    ]);
    expect(after.data['actions-by-others']).toMatchObject([{ action: 'completeReassignment' }]);
    expect(Object.values(after.texts).join('')).not.toContain('burnout');
  });

  it('no sign of a change of the owner that staff cancelled, or to which the owner objected', async () => {
    const { user, workspace } = await makeFormerOwner();
    const byOthers = { actor: { userId: ulid() }, credential: 'session', subjectUserId: user.id, request } as const;
    const { id: workspaceId } = workspace;
    await writeAuditEntries(
      ['reassignOwnership', 'cancelReassignment', 'objectToReassignment', 'getUserForStaff', 'removeMember'].map(
        (action) => ({ ...byOthers, action, workspaceId }),
      ),
      api.services,
    );
    const { data } = await download(user, await logIn(api, user));
    expect(data['actions-by-others']).toMatchObject([{ action: 'removeMember', workspaceId }]);
  });

  it('of what the user did in a workspace that they lost, no names of others', async () => {
    const { user, owner, workspace } = await makeFormerOwner();
    const own = { actor: { userId: user.id }, credential: 'session', workspaceId: workspace.id, request } as const;
    const nameChange = personalTo(user.id, { from: 'Our old name', to: 'Our name' });
    await writeAuditEntries(
      [
        {
          ...own,
          action: 'removeMember',
          subjectUserId: owner.id,
          details: { email: personalTo(owner.id, owner.email) },
        },
        {
          ...own,
          action: 'inviteMember',
          details: { email: personalToAddress('guest@example.com', api.services), role: 'EDITOR' },
        },
        { ...own, action: 'updateWorkspace', details: { displayName: nameChange } },
      ],
      api.services,
    );
    const actions = async () => (await download(user, await logIn(api, user))).data['actions']?.slice(0, 3);
    const update = { action: 'updateWorkspace', details: { displayName: { from: 'Our old name', to: 'Our name' } } };
    expect(await actions()).toMatchObject([
      { action: 'removeMember', subjectUserId: null, details: { email: null }, ip: request.ip },
      { action: 'inviteMember', details: { email: null, role: 'EDITOR' } },
      update,
    ]);
    await addMember(api, workspace, user, 'EDITOR');
    expect(await actions()).toMatchObject([
      { action: 'removeMember', subjectUserId: owner.id, details: { email: owner.email } },
      { action: 'inviteMember', details: { email: 'guest@example.com' } },
      update,
    ]);
  });

  it('no present name of a token in a workspace that the user lost, where the owner can rename it', async () => {
    const { user, workspace } = await makeFormerOwner();
    const { id } = await makeApiToken(api, workspace, user, { name: 'Renamed by the owner', revokedAt: new Date() });
    const { data } = await download(user, await logIn(api, user));
    expect(data['api-tokens']).toMatchObject([{ id, name: null, revokedAt: expect.any(String) as string }]);
  });

  it('no details of emails that are not sent yet, and no messages from Stripe to the operator', async () => {
    const user = await makeUser(api);
    const actorId = ulid();
    const details = { workspaceId: ulid(), actorId };
    await api.db.accountEmail.create({
      data: { id: ulid(), userId: user.id, kind: 'memberRemoved', recipient: user.email, details },
    });
    const customerId = `cus_${user.id}`;
    await api.db.billingAccount.create({ data: { userId: user.id, email: user.email, customerId } });
    await api.db.stripeEvent.create({
      data: {
        id: `evt_${user.id}`,
        type: 'customer.updated',
        customerId,
        payload: '{"description":"a note of staff"}',
      },
    });
    const { data, texts } = await download(user, await logIn(api, user));
    expect(data['pending-emails']).toMatchObject([{ kind: 'memberRemoved', recipient: user.email }]);
    expect(data['stripe-events']).toMatchObject([{ type: 'customer.updated' }]);
    expect(Object.values(texts).join('')).not.toMatch(`${actorId}|a note of staff`);
  });
});
