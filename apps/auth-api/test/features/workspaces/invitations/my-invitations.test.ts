import { ErrorBody, MyInvitations, OpenedInvitation } from '@portal/contract';
import { ulid } from 'ulid';
import type { Invitation, User } from '../../../../src/generated/prisma/client.ts';
import { createInvitationLink } from '../../../../src/features/workspaces/invitations/invitation-links.ts';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import { auditEntriesOf } from '../../../support/audit-log.ts';
import { addMember, logIn, makeUser, proveMailbox } from '../../../support/builders.ts';
import { makeInvitee, type InvitationOverrides } from '../../../support/invitee.ts';
import { errorTypeOf } from '../../../support/responses.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const errorOf = (response: { body: unknown }) => ErrorBody.parse(response.body).error;
const answer = (how: 'accept' | 'decline', { id }: Pick<Invitation, 'id'>, credentials: Credentials) =>
  api.send('POST', `/invitations/${id}/${how}`, credentials).send(how === 'accept' ? { role: 'APPROVER' } : {});
const listOf = async (credentials: Credentials) =>
  MyInvitations.parse((await api.send('GET', '/invitations', credentials)).body);
const linkTo = async ({ id }: Invitation) =>
  (await createInvitationLink(id, api.services, api.services.settings)).split('/').at(-1) ?? '';
const open = async (token: string, credentials: Credentials) => {
  const response = await api.send('POST', '/invitations/open', credentials).send({ token, requestUlid: ulid() });
  expect(response.status).toBe(200);
  return OpenedInvitation.parse(response.body);
};
const roleOf = async ({ id: userId }: User, { workspaceId }: Invitation) =>
  (await api.db.membership.findUnique({ where: { workspaceId_userId: { workspaceId, userId } } }))?.role;
const past = () => new Date(Date.now() - 60_000);

describe('until an invitation is accepted', () => {
  it('the workspace does not exist for the invitee', async () => {
    const { workspace, asUser } = await makeInvitee(api);
    const requests = [
      ['GET', `/workspaces/${workspace.id}`],
      ['GET', `/workspace/${workspace.id}/members`],
      ['GET', `/workspaces/${workspace.id}/invitations`],
      ['GET', `/workspaces/${workspace.id}/authTokens`],
      ['GET', `/workspaces/${workspace.id}/audit`],
      ['PATCH', `/workspaces/${workspace.id}/setDefault`],
      ['DELETE', `/workspace/${workspace.id}/leave`],
    ] as const;
    for (const [method, path] of requests) {
      expect(errorTypeOf(await api.send(method, path, asUser))).toBe('WorkspaceNotFound');
    }
    expect((await api.send('GET', '/workspaces', asUser)).body).toEqual([]);
  });
});

describe('an invitation of a member who', () => {
  const lockedUntil = (endsAt: Date | null) => ({ suspendedAt: past(), suspendedUntil: endsAt });

  it.each([
    ['is quarantined', { quarantinedAt: past() }],
    ['is suspended', lockedUntil(null)],
    ['is suspended until tomorrow', lockedUntil(new Date(Date.now() + 86_400_000))],
  ])('%s cannot be accepted until the account is unlocked or another member sends it again', async (_, lock) => {
    const { owner, workspace, user, invitation, asUser } = await makeInvitee(api);
    await api.db.user.update({ where: { id: owner.id }, data: lock });
    expect(await listOf(asUser)).toEqual([]);
    expect(await open(await linkTo(invitation), asUser)).toMatchObject({ status: 'unavailable' });
    expect(errorTypeOf(await answer('accept', invitation, asUser))).toBe('WorkspaceNotFound');
    expect(await roleOf(user, invitation)).toBeUndefined();
    const approver = await makeUser(api);
    await addMember(api, workspace, approver, 'APPROVER');
    const path = `/workspaces/${workspace.id}/invitations/${invitation.id}/resend`;
    expect((await api.send('POST', path, await logIn(api, approver))).status).toBe(200);
    expect((await answer('accept', invitation, asUser)).status).toBe(200);
  });

  it('was suspended until yesterday can be accepted', async () => {
    const { owner, invitation, asUser } = await makeInvitee(api);
    await api.db.user.update({ where: { id: owner.id }, data: lockedUntil(past()) });
    expect(await listOf(asUser)).toHaveLength(1);
    expect((await answer('accept', invitation, asUser)).status).toBe(200);
  });

  it.each([
    ['was removed', 'DELETE FROM memberships'],
    ['is an editor now', `UPDATE memberships SET role = 'EDITOR'`],
  ])('%s cannot be accepted until another member sends it again', async (_, change) => {
    const { workspace, invitation, asUser, asOwner } = await makeInvitee(api);
    const approver = await makeUser(api);
    await addMember(api, workspace, approver, 'APPROVER');
    await api.db.invitation.update({ where: { id: invitation.id }, data: { inviterId: approver.id } });
    await api.asOwner(`${change} WHERE user_id = '${approver.id}'`);
    expect((await open(await linkTo(invitation), asUser)).status).toBe('unavailable');
    expect(await listOf(asUser)).toEqual([]);
    expect(errorTypeOf(await answer('accept', invitation, asUser))).toBe('WorkspaceNotFound');
    await api.send('POST', `/workspaces/${workspace.id}/invitations/${invitation.id}/resend`, asOwner);
    expect((await answer('accept', invitation, asUser)).status).toBe(200);
  });
});

describe('the invitations of a user', () => {
  it('are at most 500 without a limit, with a link to the next', async () => {
    const { user, owner, asUser } = await makeInvitee(api);
    const workspaceId = `lpad('${user.id.slice(-10)}' || i, 26, '0')`;
    await api.asOwner(`
      WITH many AS (INSERT INTO workspaces (id, display_name, instance_url, instance_env_type, creator_user_id)
        SELECT ${workspaceId}, 'Many', 'https://app.systeminit.com', 'SI', '${owner.id}' FROM generate_series(1, 500) i RETURNING id)
      INSERT INTO memberships (workspace_id, user_id, role) SELECT id, '${owner.id}', 'OWNER' FROM many`);
    await api.asOwner(`
      INSERT INTO invitations (id, workspace_id, email, role, inviter_id, expires_at)
      SELECT lpad('${user.id.slice(-9)}1' || i, 26, '0'), ${workspaceId}, '${user.email}', 'EDITOR', '${owner.id}', now() + interval '1 day'
      FROM generate_series(1, 500) i`);
    const response = await api.send('GET', '/invitations', asUser);
    expect(MyInvitations.parse(response.body)).toHaveLength(500);
    expect(response.headers['link']).toContain('rel="next"');
  });

  it('appear at once while the user is logged in, with workspace, role and sender', async () => {
    const { invitation, workspace, owner, asUser } = await makeInvitee(api);
    expect(await listOf(asUser)).toEqual([
      {
        id: invitation.id,
        workspaceId: workspace.id,
        workspaceName: 'Staging',
        role: 'APPROVER',
        inviter: { nickname: 'Zoe', email: owner.email },
        inviterServiceAccount: null,
        expiresAt: invitation.expiresAt.toISOString(),
      },
    ]);
  });

  it('are not shown before the email is verified', async () => {
    const { user, asUser } = await makeInvitee(api, { emailVerified: false });
    expect(await listOf(asUser)).toEqual([]);
    await api.db.user.update({ where: { id: user.id }, data: { emailVerified: true } });
    expect(await listOf(asUser)).toHaveLength(1);
  });

  it.each<[string, InvitationOverrides]>([
    ['accepted', { acceptedAt: past() }],
    ['declined', { declinedAt: past() }],
    ['cancelled', { cancelledAt: past() }],
    ['expired', { expiresAt: past() }],
  ])('do not include one that was %s', async (_how, overrides) =>
    expect(await listOf((await makeInvitee(api, {}, overrides)).asUser)).toEqual([]),
  );

  it('do not include one to a workspace that was deleted or quarantined, or that the user joined', async () => {
    const [deleted, quarantined, joined] = [await makeInvitee(api), await makeInvitee(api), await makeInvitee(api)];
    await api.db.workspace.update({ where: { id: deleted.workspace.id }, data: { deletedAt: past() } });
    await api.db.workspace.update({ where: { id: quarantined.workspace.id }, data: { quarantinedAt: past() } });
    await addMember(api, joined.workspace, joined.user, 'EDITOR');
    for (const { asUser } of [deleted, quarantined, joined]) expect(await listOf(asUser)).toEqual([]);
  });
});

describe('accepting an invitation', () => {
  it('makes the user a member with its role, and audits it', async () => {
    const { invitation, workspace, user, asUser, asOwner } = await makeInvitee(api);
    const entries = await auditEntriesOf(api, async () => {
      const response = await answer('accept', invitation, asUser);
      expect([response.status, response.body]).toEqual([200, { workspaceId: workspace.id }]);
    });
    expect(entries).toMatchObject([
      {
        action: 'acceptInvitation',
        actorUserId: user.id,
        workspaceId: workspace.id,
        details: { invitationId: invitation.id, email: user.email, role: 'APPROVER' },
      },
    ]);
    expect(await roleOf(user, invitation)).toBe('APPROVER');
    expect(await listOf(asUser)).toEqual([]);
    expect((await api.send('GET', `/workspaces/${workspace.id}`, asUser)).status).toBe(200);
    const activity = await api.send('GET', `/workspaces/${workspace.id}/audit`, asOwner);
    expect(activity.body).toMatchObject({
      entries: [{ action: 'acceptInvitation', bySupport: false, actor: { email: user.email } }],
    });
  });

  const emailsOf = ({ id: userId }: User) =>
    api.db.accountEmail.findMany({ where: { userId }, select: { kind: true, details: true } });

  it('emails the user who sent the invitation once', async () => {
    const { owner, user, workspace, invitation, asUser } = await makeInvitee(api, {}, { role: 'EDITOR' });
    for (const _ of ['first', 'again'])
      await api.send('POST', `/invitations/${invitation.id}/accept`, asUser).send({ role: 'EDITOR' });
    const details = { workspaceId: workspace.id, memberId: user.id, role: 'EDITOR' };
    expect(await emailsOf(owner)).toEqual([{ kind: 'invitationAccepted', details }]);
  });

  it('emails the owner and the sender about a new approver, also if they turned such emails off', async () => {
    const { owner, user, workspace, invitation, asUser } = await makeInvitee(api);
    const sender = await makeUser(api);
    await addMember(api, workspace, sender, 'APPROVER');
    await api.db.invitation.update({ where: { id: invitation.id }, data: { inviterId: sender.id } });
    for (const { id: userId } of [owner, sender])
      await api.db.mutedEmail.create({ data: { userId, kind: 'invitationAccepted' } });
    await answer('accept', invitation, asUser);
    const details = { workspaceId: workspace.id, memberId: user.id, inviterId: sender.id };
    for (const recipient of [owner, sender])
      expect(await emailsOf(recipient)).toEqual([{ kind: 'approverJoined', details }]);
  });

  it('works once: not for a second time, nor after leaving', async () => {
    const { invitation, workspace, user, asUser } = await makeInvitee(api);
    expect((await answer('accept', invitation, asUser)).status).toBe(200);
    expect(errorOf(await answer('accept', invitation, asUser))).toMatchObject({
      type: 'InvitationEnded',
      message: 'This invitation was already accepted.',
    });
    expect((await api.send('DELETE', `/workspace/${workspace.id}/leave`, asUser)).status).toBe(200);
    expect(errorTypeOf(await answer('accept', invitation, asUser))).toBe('InvitationEnded');
    expect(await roleOf(user, invitation)).toBeUndefined();
  });

  it('needs the invited address: others do not learn that the invitation exists', async () => {
    const { invitation } = await makeInvitee(api);
    const asOther = await logIn(api, await makeUser(api));
    for (const how of ['accept', 'decline'] as const) {
      const foreign = errorOf(await answer(how, invitation, asOther));
      expect(foreign.type).toBe('InvitationNotFound');
      expect(errorOf(await answer(how, { id: ulid() }, asOther))).toEqual(foreign);
    }
  });

  it('needs a verified address', async () => {
    const { invitation, user, asUser } = await makeInvitee(api, { emailVerified: false });
    for (const how of ['accept', 'decline'] as const)
      expect(errorTypeOf(await answer(how, invitation, asUser))).toBe('EmailNotVerified');
    expect(await roleOf(user, invitation)).toBeUndefined();
  });

  it('fails if the owner changed the role after the user saw it, and says which role it has now', async () => {
    const { invitation, workspace, user, asUser, asOwner } = await makeInvitee(api, {}, { role: 'EDITOR' });
    const [shown] = await listOf(asUser);
    expect(shown).toMatchObject({ role: 'EDITOR' });
    const change = { userId: invitation.id, role: 'APPROVER' };
    const changed = await api.send('POST', `/workspace/${workspace.id}/membership`, asOwner).send(change);
    expect(changed.status).toBe(200);
    const accept = (role: string) =>
      api.send('POST', `/invitations/${invitation.id}/accept`, asUser).send({ role, requestUlid: ulid() });
    const response = await accept('EDITOR');
    expect(response.status).toBe(409);
    expect(errorOf(response)).toMatchObject({
      type: 'InvitationChanged',
      details: { changed: [{ field: 'role', value: 'APPROVER' }] },
    });
    expect(await roleOf(user, invitation)).toBeUndefined();
    expect((await accept('APPROVER')).status).toBe(200);
    expect(await roleOf(user, invitation)).toBe('APPROVER');
  });

  it('needs the role that the user saw', async () => {
    const { invitation, user, asUser } = await makeInvitee(api);
    const response = await api.send('POST', `/invitations/${invitation.id}/accept`, asUser).send({});
    expect([response.status, errorTypeOf(response)]).toEqual([400, 'InvalidInput']);
    expect(await roleOf(user, invitation)).toBeUndefined();
  });

  it.each<[string, InvitationOverrides, object]>([
    ['expired', { expiresAt: past() }, { type: 'InvitationExpired' }],
    ['cancelled', { cancelledAt: past() }, { type: 'InvitationEnded', message: 'This invitation was cancelled.' }],
    ['declined', { declinedAt: past() }, { type: 'InvitationEnded', message: 'This invitation was declined.' }],
  ])('fails if it was %s', async (_how, overrides, error) => {
    const { invitation, user, asUser } = await makeInvitee(api, {}, overrides);
    for (const how of ['accept', 'decline'] as const)
      expect(errorOf(await answer(how, invitation, asUser))).toMatchObject(error);
    expect(await roleOf(user, invitation)).toBeUndefined();
  });

  it.each([{ deletedAt: new Date() }, { quarantinedAt: new Date() }])(
    'fails while the workspace is not available, and it can still be declined: %j',
    async (data) => {
      const { invitation, workspace, user, asUser } = await makeInvitee(api);
      await api.db.workspace.update({ where: { id: workspace.id }, data });
      expect(errorOf(await answer('accept', invitation, asUser))).toMatchObject({
        type: 'WorkspaceNotFound',
        message: 'This invitation can’t be used now. Ask for a new one.',
      });
      expect(await roleOf(user, invitation)).toBeUndefined();
      expect((await answer('decline', invitation, asUser)).status).toBe(200);
    },
  );

  it('does not change the role of a user who is a member already', async () => {
    const { invitation, workspace, user, asUser } = await makeInvitee(api);
    await addMember(api, workspace, user, 'EDITOR');
    expect(errorTypeOf(await answer('accept', invitation, asUser))).toBe('AlreadyMember');
    expect(await roleOf(user, invitation)).toBe('EDITOR');
  });

  it('tells a member so, also if the sender can no longer invite or the workspace is quarantined', async () => {
    const { invitation, workspace, user, asUser } = await makeInvitee(api);
    await addMember(api, workspace, user, 'EDITOR');
    await api.db.invitation.update({ where: { id: invitation.id }, data: { inviterId: (await makeUser(api)).id } });
    const token = await linkTo(invitation);
    for (const data of [{}, { quarantinedAt: past() }]) {
      await api.db.workspace.update({ where: { id: workspace.id }, data });
      expect(await open(token, asUser)).toMatchObject({ status: 'alreadyMember', workspaceId: workspace.id });
      expect(errorTypeOf(await answer('accept', invitation, asUser))).toBe('AlreadyMember');
    }
  });

  it('of two accounts with one address works for the first', async () => {
    const { invitation, user, asUser } = await makeInvitee(api);
    const other = await makeUser(api, { email: user.email });
    await proveMailbox(api, invitation, other);
    expect((await answer('accept', invitation, await logIn(api, other))).status).toBe(200);
    expect(errorTypeOf(await answer('accept', invitation, asUser))).toBe('InvitationEnded');
    expect(await roleOf(user, invitation)).toBeUndefined();
  });
});

describe('declining an invitation', () => {
  it('ends it, audits it, and adds no member', async () => {
    const { invitation, workspace, user, asUser } = await makeInvitee(api);
    const entries = await auditEntriesOf(api, async () => {
      expect((await answer('decline', invitation, asUser)).status).toBe(200);
    });
    expect(entries).toMatchObject([
      {
        action: 'declineInvitation',
        actorUserId: user.id,
        workspaceId: workspace.id,
        details: { invitationId: invitation.id, email: user.email, role: 'APPROVER' },
      },
    ]);
    expect(await roleOf(user, invitation)).toBeUndefined();
    expect(errorTypeOf(await answer('accept', invitation, asUser))).toBe('InvitationEnded');
  });
});

describe('an invitation link', () => {
  const nothing = { invitation: null, neededEmail: null, workspaceId: null };

  it('shows the invitation to the user it is for', async () => {
    const { invitation, asUser } = await makeInvitee(api);
    const [shown] = await listOf(asUser);
    expect(await open(await linkTo(invitation), asUser)).toEqual({ ...nothing, status: 'open', invitation: shown });
  });

  it('shows another account only which address is needed', async () => {
    const asOther = await logIn(api, await makeUser(api));
    const { invitation, user } = await makeInvitee(api);
    const opened = await open(await linkTo(invitation), asOther);
    expect(opened).toEqual({ ...nothing, status: 'wrongAccount', neededEmail: user.email });
  });

  it.each<[string, InvitationOverrides]>([
    ['accepted', { acceptedAt: past() }],
    ['declined', { declinedAt: past() }],
    ['cancelled', { cancelledAt: past() }],
    ['expired', { expiresAt: past() }],
  ])(
    'of an invitation that was %s shows another account neither the address nor how it ended',
    async (_, overrides) => {
      const asOther = await logIn(api, await makeUser(api));
      const { invitation } = await makeInvitee(api, {}, overrides);
      expect(await open(await linkTo(invitation), asOther)).toEqual({ ...nothing, status: 'notOpen' });
    },
  );

  it('says to verify the address first, and nothing else', async () => {
    const { invitation, asUser } = await makeInvitee(api, { emailVerified: false });
    expect(await open(await linkTo(invitation), asUser)).toEqual({ ...nothing, status: 'unverified' });
  });

  it('leads a member to the workspace', async () => {
    const { invitation, workspace, asUser } = await makeInvitee(api);
    const token = await linkTo(invitation);
    expect((await answer('accept', invitation, asUser)).status).toBe(200);
    expect(await open(token, asUser)).toEqual({ ...nothing, status: 'alreadyMember', workspaceId: workspace.id });
    await api.send('DELETE', `/workspace/${workspace.id}/leave`, asUser);
    expect(await open(token, asUser)).toEqual({ ...nothing, status: 'accepted' });
  });

  it.each<[OpenedInvitation['status'], InvitationOverrides]>([
    ['expired', { expiresAt: past() }],
    ['cancelled', { cancelledAt: past() }],
    ['declined', { declinedAt: past() }],
  ])('says that the invitation is %s', async (status, overrides) => {
    const { invitation, asUser } = await makeInvitee(api, {}, overrides);
    expect(await open(await linkTo(invitation), asUser)).toEqual({ ...nothing, status });
  });

  it('says that the invitation was declined, also if its sender can no longer invite', async () => {
    const { invitation, asUser } = await makeInvitee(api, {}, { declinedAt: past() });
    await api.db.invitation.update({ where: { id: invitation.id }, data: { inviterId: (await makeUser(api)).id } });
    expect(await open(await linkTo(invitation), asUser)).toEqual({ ...nothing, status: 'declined' });
  });

  it('says that the workspace is unavailable, and that an unknown link is unknown', async () => {
    const { invitation, workspace, asUser } = await makeInvitee(api);
    await api.db.workspace.update({ where: { id: workspace.id }, data: { quarantinedAt: past() } });
    expect(await open(await linkTo(invitation), asUser)).toEqual({ ...nothing, status: 'unavailable' });
    for (const token of [`${await linkTo(invitation)}x`, 'unknown'])
      expect(await open(token, asUser)).toEqual({ ...nothing, status: 'unknown' });
  });
});
