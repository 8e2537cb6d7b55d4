import { dayMs, type Invitation, InvitationLink, Invitations, InviteOutcomes, Members } from '@portal/contract';
import { ulid } from 'ulid';
import { createInvitationLink } from '../../../../src/features/workspaces/invitations/invitation-links.ts';
import { hashSecret } from '../../../../src/request/auth/secrets.ts';
import { startApi, type TestApi } from '../../../support/api.ts';
import { auditEntriesOf } from '../../../support/audit-log.ts';
import { addMember, logIn, makeInvitation, makeUser, makeWorkspace } from '../../../support/builders.ts';
import { errorTypeOf } from '../../../support/responses.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function makeTeam() {
  const owner = await makeUser(api, { nickname: 'Zoe' });
  const approver = await makeUser(api);
  const workspace = await makeWorkspace(api, owner);
  await addMember(api, workspace, approver, 'APPROVER');
  const [asOwner, asApprover] = [await logIn(api, owner), await logIn(api, approver)];
  const path = `/workspaces/${workspace.id}/invitations`;
  const members = `/workspace/${workspace.id}/members`;
  return {
    owner,
    approver,
    workspace,
    path,
    members,
    asOwner,
    asApprover,
    invite: (emails: string[], rest: object = {}) => api.send('POST', path, asOwner).send({ emails, ...rest }),
    inviteOne: (email: string, rest: object = {}) => api.send('POST', members, asOwner).send({ email, ...rest }),
    list: async () => Invitations.parse((await api.send('GET', path, asOwner)).body),
    listMembers: async () => Members.parse((await api.send('GET', members, asOwner)).body),
    change: (id: string, action: 'resend' | 'link' | '') =>
      api.send(action === '' ? 'DELETE' : 'POST', `${path}/${id}${action && `/${action}`}`, asOwner),
  };
}

const countEmailJobs = async (invitationId: string) => {
  const { rowCount } = await api.services.pool.query(
    `SELECT 1 FROM graphile_worker._private_jobs WHERE payload->>'invitationId' = $1`,
    [invitationId],
  );
  return rowCount;
};

const expire = (id: string) =>
  api.asOwner(`UPDATE invitations SET sent_at = now() - interval '8 days', expires_at = now() WHERE id = '${id}'`);

describe('inviting several addresses', () => {
  it('returns an outcome for each one, in order, and invites the good ones', async () => {
    const { invite, inviteOne, approver, list, listMembers } = await makeTeam();
    await inviteOne('pending@example.com');
    await inviteOne('other-role@example.com', { role: 'APPROVER' });
    const response = await invite(
      [
        'New@Example.com',
        'not an address',
        'pending@example.com',
        ' new@example.com ',
        approver.email,
        '',
        'other-role@example.com',
      ],
      { role: 'editor' },
    );
    expect(InviteOutcomes.parse(response.body).outcomes).toEqual([
      { email: 'new@example.com', outcome: 'invited', emailed: 'queued' },
      { email: 'not an address', outcome: 'invalid', message: 'Invalid email' },
      { email: 'pending@example.com', outcome: 'resent', emailed: 'queued' },
      { email: 'new@example.com', outcome: 'duplicate', message: 'Listed more than once' },
      { email: approver.email, outcome: 'alreadyMember', message: 'Already a member of the workspace' },
      { email: '', outcome: 'invalid', message: 'Invalid email' },
      { email: 'other-role@example.com', outcome: 'alreadyMember', message: 'Already invited with a different role' },
    ]);
    expect((await list()).map(({ email, role, status }) => [email, role, status])).toEqual([
      ['new@example.com', 'EDITOR', 'pending'],
      ['other-role@example.com', 'APPROVER', 'pending'],
      ['pending@example.com', 'EDITOR', 'pending'],
    ]);
    expect((await listMembers()).filter(({ pending }) => pending)).toHaveLength(3);
  });

  it('takes fifty at once in one request with an email and an audit entry for each, and not fifty-one', async () => {
    const { invite, list } = await makeTeam();
    const emails = Array.from({ length: 50 }, (_, index) => `guest-${index}-${ulid().toLowerCase()}@example.com`);
    const entries = await auditEntriesOf(api, () => invite(emails, { role: 'APPROVER' }));
    const invitations = await list();
    expect(invitations.map(({ email }) => email).sort()).toEqual([...emails].sort());
    expect(entries).toHaveLength(50);
    for (const { action, details } of entries) {
      expect([action, details]).toMatchObject(['inviteMembers', { role: 'APPROVER', again: false }]);
    }
    for (const { id } of invitations) expect(await countEmailJobs(id)).toBe(1);
    expect(errorTypeOf(await invite([...emails, 'one-more@example.com']))).toBe('InvalidInput');
    expect(errorTypeOf(await invite([]))).toBe('InvalidInput');
  });

  it('does nothing twice if the request is repeated', async () => {
    const { invite, list } = await makeTeam();
    const requestUlid = ulid();
    const emails = ['one@example.com', 'two@example.com', 'bad'];
    const first = await invite(emails, { requestUlid });
    const entries = await auditEntriesOf(api, async () => {
      expect((await invite(emails, { requestUlid })).body).toEqual(first.body);
    });
    expect(entries).toEqual([]);
    for (const { id } of await list()) expect(await countEmailJobs(id)).toBe(1);
  });

  it('shortens what is no address', async () => {
    const { invite } = await makeTeam();
    const response = await invite(['x'.repeat(1_000), `${'x'.repeat(253)}😀`], { requestUlid: ulid() });
    const { outcomes } = InviteOutcomes.parse(response.body);
    expect(outcomes.map(({ email, outcome }) => [email, outcome])).toEqual([
      ['x'.repeat(254), 'invalid'],
      ['x'.repeat(253), 'invalid'],
    ]);
  });

  it('leaves no audit entry if no address was good', async () => {
    const { invite, approver } = await makeTeam();
    expect(await auditEntriesOf(api, () => invite(['bad', approver.email]))).toEqual([]);
  });
});

describe('the list of invitations', () => {
  it('shows pending, expired and declined ones, newest first, with who sent them', async () => {
    const { workspace, approver, list, listMembers } = await makeTeam();
    const day = (days: number) => new Date(Date.now() + days * dayMs);
    const make = (email: string, rest: object = {}) =>
      makeInvitation(api, workspace, { email, inviterId: approver.id, ...rest });
    await make('expired@example.com', { expiresAt: day(-1) });
    await make('declined@example.com', { role: 'APPROVER', declinedAt: day(-1) });
    await make('accepted@example.com', { acceptedAt: day(-1) });
    await make('cancelled@example.com', { cancelledAt: day(-1) });
    const pending = await make('pending@example.com', { emailFailedAt: day(-1) });
    await make('orphan@example.com', { inviterId: null });
    const invitations = await list();
    expect(invitations.map(({ email, status }) => [email, status])).toEqual([
      ['orphan@example.com', 'pending'],
      ['pending@example.com', 'pending'],
      ['declined@example.com', 'declined'],
      ['expired@example.com', 'expired'],
    ]);
    expect(invitations[0]?.inviter).toBeNull();
    expect(invitations[1]).toEqual({
      id: pending.id,
      email: 'pending@example.com',
      role: 'EDITOR',
      status: 'pending',
      inviter: { userId: approver.id, nickname: approver.nickname, email: approver.email },
      inviterServiceAccount: null,
      sentAt: pending.sentAt.toISOString(),
      expiresAt: pending.expiresAt.toISOString(),
      emailed: 'queued',
      emailSent: false,
      emailFailed: true,
    });
    const listed = (await listMembers()).filter(({ pending: isPending }) => isPending);
    expect(listed.map(({ email }) => email)).toEqual(['orphan@example.com', 'pending@example.com']);
  });

  it('does not show a declined one whose address was invited again', async () => {
    const { workspace, inviteOne, list } = await makeTeam();
    const minuteAgo = new Date(Date.now() - 60_000);
    await makeInvitation(api, workspace, { email: 'twice@example.com', createdAt: minuteAgo, declinedAt: minuteAgo });
    expect((await list()).map(({ status }) => status)).toEqual(['declined']);
    await inviteOne('twice@example.com');
    expect((await list()).map(({ status }) => status)).toEqual(['pending']);
    await api.db.invitation.updateMany({
      where: { workspaceId: workspace.id, declinedAt: null },
      data: { acceptedAt: new Date() },
    });
    expect(await list()).toEqual([]);
  });

  it('is paginated', async () => {
    const { workspace, path, asOwner } = await makeTeam();
    for (let index = 0; index < 5; index++) await makeInvitation(api, workspace);
    const ids: string[] = [];
    for (let next: string | undefined = `${path}?limit=2`; next !== undefined;) {
      const response: Awaited<ReturnType<TestApi['send']>> = await api.send('GET', next, asOwner);
      ids.push(...Invitations.parse(response.body).map(({ id }) => id));
      const [, url] = /^<(.+)>; rel="next"$/.exec(response.get('Link') ?? '') ?? [];
      next = url?.replace('http://localhost:9001', '');
    }
    expect(ids).toHaveLength(5);
    expect(ids).toEqual([...ids].sort().reverse());
  });
});

describe('the list of members', () => {
  it('has members and pending invitations in one order, also page by page', async () => {
    const { workspace, owner, approver, members, asOwner } = await makeTeam();
    await api.db.user.update({ where: { id: approver.id }, data: { email: `m-${approver.email}` } });
    const [before, after] = [`a-${ulid().toLowerCase()}@example.com`, `z-${ulid().toLowerCase()}@example.com`];
    for (const email of [after, before]) await makeInvitation(api, workspace, { email });
    const expected = [owner.email, before, `m-${approver.email}`, after];
    const emails: string[] = [];
    for (let next: string | undefined = `${members}?limit=1`; next !== undefined;) {
      const response: Awaited<ReturnType<TestApi['send']>> = await api.send('GET', next, asOwner);
      emails.push(...Members.parse(response.body).map(({ email }) => email));
      next = /^<http:\/\/localhost:9001(.+)>; rel="next"$/.exec(response.get('Link') ?? '')?.[1];
    }
    expect(emails).toEqual(expected);
  });
});

describe('sending an invitation again', () => {
  it('renews an expired one with its role, by its id or by its address', async () => {
    const { workspace, list, change, inviteOne } = await makeTeam();
    for (const renew of [(id: string) => change(id, 'resend'), () => inviteOne('late@example.com')]) {
      const { id } =
        (await list())[0] ??
        (await makeInvitation(api, workspace, {
          email: 'late@example.com',
          role: 'APPROVER',
          emailFailedAt: new Date(),
        }));
      await expire(id);
      expect(await list()).toMatchObject([{ id, status: 'expired' }]);
      expect((await renew(id)).status).toBe(200);
      const [renewed] = await list();
      expect(renewed).toMatchObject({ id, status: 'pending', role: 'APPROVER', emailFailed: false });
      expect(Date.parse(renewed?.expiresAt ?? '') - Date.parse(renewed?.sentAt ?? '')).toBe(7 * dayMs);
    }
  });

  it('returns the invitation, names its new sender, and sends the email', async () => {
    const { workspace, owner, approver, change } = await makeTeam();
    const { id } = await makeInvitation(api, workspace, { inviterId: approver.id });
    const response = await change(id, 'resend');
    const { invitation } = response.body as { invitation: Invitation };
    expect(invitation).toMatchObject({ id, status: 'pending', inviter: { userId: owner.id, nickname: 'Zoe' } });
    expect(await countEmailJobs(id)).toBe(1);
  });

  it('keeps the role of a pending one, and an expired one takes the role that is given', async () => {
    const { workspace, inviteOne } = await makeTeam();
    const { id } = await makeInvitation(api, workspace, { email: 'role@example.com', role: 'EDITOR' });
    expect(errorTypeOf(await inviteOne('role@example.com', { role: 'APPROVER' }))).toBe('AlreadyMember');
    await expire(id);
    expect((await inviteOne('role@example.com', { role: 'APPROVER' })).status).toBe(200);
    expect(await api.db.invitation.findUnique({ where: { id } })).toMatchObject({ role: 'APPROVER' });
  });

  it('creates a new one after it was declined, and the declined one stays', async () => {
    const { workspace, change, list } = await makeTeam();
    const minuteAgo = new Date(Date.now() - 60_000);
    const declined = await makeInvitation(api, workspace, {
      role: 'APPROVER',
      createdAt: minuteAgo,
      declinedAt: minuteAgo,
    });
    let again = '';
    const entries = await auditEntriesOf(api, async () => {
      again = ((await change(declined.id, 'resend')).body as { invitation: Invitation }).invitation.id;
    });
    expect(again).not.toBe(declined.id);
    expect(await list()).toMatchObject([{ id: again, email: declined.email, role: 'APPROVER', status: 'pending' }]);
    expect(await api.db.invitation.findUnique({ where: { id: declined.id } })).toMatchObject({ declinedAt: minuteAgo });
    expect(entries).toMatchObject([
      { action: 'resendInvitation', details: { invitationId: again, previousInvitationId: declined.id } },
    ]);
  });

  it('does not revive one that was accepted or cancelled, and does not invite a member', async () => {
    const { workspace, approver, change } = await makeTeam();
    for (const end of ['acceptedAt', 'cancelledAt']) {
      const { id } = await makeInvitation(api, workspace, { [end]: new Date() });
      expect(errorTypeOf(await change(id, 'resend'))).toBe('InvitationEnded');
    }
    const { id } = await makeInvitation(api, workspace, { email: approver.email });
    expect(errorTypeOf(await change(id, 'resend'))).toBe('AlreadyMember');
  });
});

describe('cancelling an invitation', () => {
  it('ends a pending or expired one, once', async () => {
    const { workspace, change, list, listMembers } = await makeTeam();
    const { id, email } = await makeInvitation(api, workspace);
    const expired = await makeInvitation(api, workspace);
    await expire(expired.id);
    const entries = await auditEntriesOf(api, async () => {
      for (const each of [id, expired.id, id]) expect((await change(each, '')).status).toBe(200);
    });
    expect(entries).toMatchObject([
      { action: 'cancelInvitation', workspaceId: workspace.id, details: { invitationId: id, email, role: 'EDITOR' } },
      { action: 'cancelInvitation', details: { invitationId: expired.id } },
    ]);
    expect(await list()).toEqual([]);
    expect((await listMembers()).filter(({ pending }) => pending)).toEqual([]);
  });

  it('fails for one that was accepted or declined', async () => {
    const { workspace, change } = await makeTeam();
    for (const end of ['acceptedAt', 'declinedAt']) {
      const { id } = await makeInvitation(api, workspace, { [end]: new Date() });
      expect(errorTypeOf(await change(id, ''))).toBe('InvitationEnded');
    }
  });

  it('also works by removing the address from the members', async () => {
    const { workspace, members, asOwner, list } = await makeTeam();
    const { id, email } = await makeInvitation(api, workspace);
    const remove = () => api.send('DELETE', members, asOwner).send({ email: email.toUpperCase() });
    const entries = await auditEntriesOf(api, remove);
    expect(entries).toMatchObject([{ action: 'removeMember', details: { invitationId: id, email, role: 'EDITOR' } }]);
    expect(await api.db.invitation.findUnique({ where: { id } })).toMatchObject({
      cancelledAt: expect.any(Date) as unknown,
    });
    expect(await list()).toEqual([]);
    expect(errorTypeOf(await remove())).toBe('MemberNotFound');
  });
});

describe('the role of an invitation', () => {
  it('is changed like that of a member, by the invitation’s id', async () => {
    const { workspace, asOwner, asApprover } = await makeTeam();
    const { id, email } = await makeInvitation(api, workspace);
    const change = (role: string, credentials = asOwner) =>
      api.send('POST', `/workspace/${workspace.id}/membership`, credentials).send({ userId: id, role });
    expect(errorTypeOf(await change('APPROVER', asApprover))).toBe('NotAllowed');
    const entries = await auditEntriesOf(api, async () => {
      for (let index = 0; index < 2; index++) {
        const members = Members.parse((await change('APPROVER')).body);
        expect(members.find(({ userId }) => userId === id)).toMatchObject({ email, role: 'APPROVER', pending: true });
      }
    });
    expect(entries).toMatchObject([
      {
        action: 'changeMemberRole',
        subjectUserId: null,
        details: { invitationId: id, email, role: { from: 'EDITOR', to: 'APPROVER' } },
      },
    ]);
    await api.db.invitation.update({ where: { id }, data: { cancelledAt: new Date() } });
    expect(errorTypeOf(await change('EDITOR'))).toBe('MemberNotFound');
  });
});

describe('a link to an invitation', () => {
  it('is stored as a hash only, and a retry gets another one', async () => {
    const { workspace, path, asOwner } = await makeTeam();
    const { id, expiresAt } = await makeInvitation(api, workspace);
    const requestUlid = ulid();
    const create = () => api.send('POST', `${path}/${id}/link`, asOwner).send({ requestUlid });
    const links = [InvitationLink.parse((await create()).body), InvitationLink.parse((await create()).body)];
    expect(links.map((link) => link.expiresAt)).toEqual([expiresAt.toISOString(), expiresAt.toISOString()]);
    const tokens = links.map(({ url }) => /^http:\/\/localhost:9000\/invitations\/([\w-]{43})$/.exec(url)?.[1] ?? '');
    expect(new Set(tokens).size).toBe(2);
    const stored = await api.db.invitationLink.findMany({ where: { invitationId: id } });
    expect(stored.map(({ tokenHash }) => tokenHash).sort()).toEqual(tokens.map(hashSecret).sort());
    const everything = JSON.stringify([
      stored,
      await api.db.idempotencyKey.findMany(),
      await api.db.auditEntry.findMany({ omit: { sequence: true } }),
    ]);
    for (const token of tokens) expect(everything).not.toContain(token);
  });

  it('cannot be created for an invitation that has expired or ended', async () => {
    const { workspace, change } = await makeTeam();
    const { id } = await makeInvitation(api, workspace);
    await expire(id);
    expect(errorTypeOf(await change(id, 'link'))).toBe('InvitationExpired');
    await api.db.invitation.update({ where: { id }, data: { cancelledAt: new Date() } });
    expect(errorTypeOf(await change(id, 'link'))).toBe('InvitationEnded');
  });
});

it.each(['resend', 'link', ''] as const)('the invitations of another workspace are unknown: %s', async (action) => {
  const [team, other] = [await makeTeam(), await makeTeam()];
  const { id } = await makeInvitation(api, other.workspace);
  await createInvitationLink(id, api.services, api.services.settings);
  expect(errorTypeOf(await team.change(id, action))).toBe('InvitationNotFound');
  expect(errorTypeOf(await team.change('01ARZ3NDEKTSV4RRFFQ69G5FAV', action))).toBe('InvitationNotFound');
});

it('a list without a limit has at most 500 invitations, and a link to the next', async () => {
  const { workspace, path, asOwner } = await makeTeam();
  await api.asOwner(`
    INSERT INTO invitations (id, workspace_id, email, role, expires_at)
    SELECT lpad('${workspace.id.slice(-10)}' || i, 26, '0'), '${workspace.id}', i || '@example.com', 'EDITOR', now() + interval '1 day'
    FROM generate_series(1, 501) i`);
  const response = await api.send('GET', path, asOwner);
  expect(Invitations.parse(response.body)).toHaveLength(500);
  expect(response.headers['link']).toContain('rel="next"');
});
