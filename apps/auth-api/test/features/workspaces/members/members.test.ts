import { Members, ErrorBody } from '@portal/contract';
import type { User } from '../../../../src/generated/prisma/client.ts';
import { startApi, type TestApi } from '../../../support/api.ts';
import { openTransaction, waitForLockOfRights } from '../../../support/lock-waits.ts';
import { recordStatements } from '../../../support/recorded-statements.ts';
import {
  addMember,
  logIn,
  logInWithClaims,
  makeApiToken,
  makeInstanceToken,
  makeUser,
  proveMailbox,
  makeWorkspace,
} from '../../../support/builders.ts';
import { errorTypeOf } from '../../../support/responses.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function makeTeam() {
  const owner = await makeUser(api, { email: 'zoe@example.com' });
  const approver = await makeUser(api);
  const editor = await makeUser(api);
  const workspace = await makeWorkspace(api, owner);
  await addMember(api, workspace, approver, 'APPROVER');
  await addMember(api, workspace, editor, 'EDITOR');
  return {
    owner,
    approver,
    editor,
    workspace,
    path: `/workspace/${workspace.id}`,
    asOwner: await logIn(api, owner),
    asApprover: await logIn(api, approver),
    asEditor: await logIn(api, editor),
  };
}

const logInAgain = ({ auth0Id, email }: User) =>
  logInWithClaims({ sub: auth0Id ?? '', email, email_verified: true, nickname: 'Eve' }, api.services);
const roleOf = (body: unknown, email: string) => Members.parse(body).find((member) => member.email === email)?.role;
const countQueuedEmails = async () => {
  const { rows } = await api.services.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE task_identifier = 'sendMemberInvitationEmail'`,
  );
  return rows[0]?.count ?? 0;
};

describe('[7.workspaces.2] the member list', () => {
  // @covers 3.6 7.workspaces.2
  it('is sorted by owner first, then by email', async () => {
    const owner = await makeUser(api, { email: 'zoe@example.com' });
    const workspace = await makeWorkspace(api, owner);
    // Neither in the order of joining nor by role.
    const joined = [
      ['mia@example.com', 'EDITOR'],
      ['ann@example.com', 'EDITOR'],
      ['bob@example.com', 'APPROVER'],
    ] as const;
    for (const [email, role] of joined) await addMember(api, workspace, await makeUser(api, { email }), role);
    const response = await api.send('GET', `/workspace/${workspace.id}/members`, await logIn(api, owner));
    expect(Members.parse(response.body).map(({ email, role }) => [email, role])).toEqual([
      ['zoe@example.com', 'OWNER'],
      ['ann@example.com', 'EDITOR'],
      ['bob@example.com', 'APPROVER'],
      ['mia@example.com', 'EDITOR'],
    ]);
  });
});

describe('[7.workspaces.14] inviting', () => {
  // @covers 3.7 7.workspaces.14 9.9
  it('invites a collaborator by default, and accepts roles and emails in any letter case', async () => {
    const { asApprover, path } = await makeTeam();
    const invite = (body: object) => api.send('POST', `${path}/members`, asApprover).send(body);
    expect(roleOf((await invite({ email: 'One@Example.com' })).body, 'one@example.com')).toBe('EDITOR');
    expect(roleOf((await invite({ email: 'two@example.com', role: 'approver' })).body, 'two@example.com')).toBe(
      'APPROVER',
    );
    expect((await invite({ email: 'three@example.com', role: 'OWNER' })).status).toBe(400);
  });

  it('makes an existing user a member when they accept, and not at a login', async () => {
    const { asOwner, path } = await makeTeam();
    const known = await makeUser(api, { email: 'known@example.com' });
    const asKnown = await logIn(api, known);
    const response = await api.send('POST', `${path}/members`, asOwner).send({ email: 'Known@example.com' });
    const pending = Members.parse(response.body).find(({ email }) => email === known.email);
    expect(pending).toMatchObject({ nickname: 'known', role: 'EDITOR', pending: true });
    expect(pending?.userId).not.toBe(known.id);
    await logInAgain(known);
    expect((await api.send('GET', `${path}/members`, asKnown)).status).toBe(404);
    await proveMailbox(api, { id: pending?.userId ?? '' }, known);
    const accept = api.send('POST', `/invitations/${pending?.userId}/accept`, asKnown);
    expect((await accept.send({ role: 'EDITOR' })).status).toBe(200);
    const members = Members.parse((await api.send('GET', `${path}/members`, asKnown)).body);
    expect(members.find(({ userId }) => userId === known.id)).toMatchObject({ nickname: 'Ada', pending: false });
    expect(members).toHaveLength(4);
  });

  describe('does not reveal whether the address has an account:', () => {
    /** Runs the same steps for an address with an account and for one without, and makes the results comparable. */
    const forBothAddresses = async (
      observe: (email: string, team: Awaited<ReturnType<typeof makeTeam>>) => Promise<unknown>,
    ) => {
      const addresses = ['has-one@example.com', 'has-none@example.com'];
      await makeUser(api, { email: addresses[0] ?? '', nickname: 'Grace' });
      const observations = [];
      for (const email of addresses) observations.push(await observe(email, await makeTeam()));
      await api.asOwner(`DELETE FROM users WHERE email = ANY ('{${addresses.join()}}')`);
      return observations.map((each) => JSON.stringify(each).replaceAll(/has-(one|none)/g, 'has'));
    };
    const rowOf = (body: unknown, address: string) => {
      const { userId: _id, ...row } = Members.parse(body).find(({ email }) => email === address) ?? { userId: '' };
      return row;
    };

    it('in the response and the member list', async () => {
      const [known, unknown] = await forBothAddresses(async (email, { asOwner, path }) => {
        const response = await api.send('POST', `${path}/members`, asOwner).send({ email });
        const listed = await api.send('GET', `${path}/members?limit=10`, asOwner);
        return [response.status, rowOf(response.body, email), rowOf(listed.body, email)];
      });
      expect(known).toBe(unknown);
      expect(known).toContain('"nickname":"has","role":"EDITOR","pending":true');
    });

    it('when inviting again, inviting to another role, changing the role, and removing', async () => {
      const [known, unknown] = await forBothAddresses(async (email, { asOwner, path }) => {
        const invite = (body: object) => api.send('POST', `${path}/members`, asOwner).send({ email, ...body });
        const userId = Members.parse((await invite({})).body).find((member) => member.email === email)?.userId;
        const responses = [
          await invite({}),
          await invite({ role: 'APPROVER' }),
          await api.send('POST', `${path}/membership`, asOwner).send({ userId, role: 'APPROVER' }),
          await api.send('DELETE', `${path}/members`, asOwner).send({ email }),
          await api.send('DELETE', `${path}/members`, asOwner).send({ email }),
        ];
        const statuses = responses.map((response) => response.status);
        expect(statuses).toEqual([200, 409, 200, 200, 404]);
        return responses.map((response) =>
          response.status === 200 ? rowOf(response.body, email) : errorTypeOf(response),
        );
      });
      expect(known).toBe(unknown);
    });

    it('in the activity that the owner sees', async () => {
      const [known, unknown] = await forBothAddresses(async (email, { asOwner, path, workspace }) => {
        await api.send('POST', `${path}/members`, asOwner).send({ email });
        const read = () => api.send('GET', `/workspaces/${workspace.id}/audit`, asOwner);
        const invited = (await read()).text;
        await api.send('DELETE', `${path}/members`, asOwner).send({ email });
        const removed = (await read()).text;
        const idsAndTimes = /"(occurredAt|id|userId|invitationId)":"[^"]*"/g;
        return [invited, removed].map((text) => text.replaceAll(idsAndTimes, ''));
      });
      expect(known).toBe(unknown);
      expect(known).toContain('has@example.com');
    });

    it('in the SQL statements that it runs', async () => {
      const [known, unknown] = await forBothAddresses(async (email, { asOwner, path }) => {
        const statements = await recordStatements(/./, async () => {
          expect((await api.send('POST', `${path}/members`, asOwner).send({ email })).status).toBe(200);
        });
        return statements.map(({ text }) => text);
      });
      expect(known).toBe(unknown);
    });
  });

  it('gives no membership to an account whose email is not verified', async () => {
    const { asOwner, path } = await makeTeam();
    const unverified = await makeUser(api, { email: 'ceo@example.com', emailVerified: false });
    const response = await api.send('POST', `${path}/members`, asOwner).send({ email: 'ceo@example.com' });
    expect(Members.parse(response.body).map((member) => member.userId)).not.toContain(unverified.id);
  });

  it('rejects an existing member, and sends the email again to a pending one', async () => {
    const { asOwner, editor, path } = await makeTeam();
    const invite = (email: string) => api.send('POST', `${path}/members`, asOwner).send({ email });
    expect(errorTypeOf(await invite(editor.email))).toBe('AlreadyMember');
    const before = await countQueuedEmails();
    expect((await invite('late@example.com')).status).toBe(200);
    expect((await invite('LATE@example.com')).status).toBe(200);
    expect(await countQueuedEmails()).toBe(before + 2);
  });

  it('again keeps the role of a pending member, and rejects another role', async () => {
    const { asOwner, path } = await makeTeam();
    const invite = (body: object) => api.send('POST', `${path}/members`, asOwner).send(body);
    const late = { email: 'late@example.com' };
    expect((await invite({ ...late, role: 'APPROVER' })).status).toBe(200);
    const before = await countQueuedEmails();
    for (const body of [late, { ...late, role: 'approver' }])
      expect(roleOf((await invite(body)).body, late.email)).toBe('APPROVER');
    expect(await countQueuedEmails()).toBe(before + 2);
    expect(ErrorBody.parse((await invite({ ...late, role: 'EDITOR' })).body).error).toEqual({
      type: 'AlreadyMember',
      message: 'This email address is already invited with a different role. Change the role in the list of members.',
    });
    expect(await countQueuedEmails()).toBe(before + 2);
  });

  it('rejects the owner, even if the owner is pending', async () => {
    const late = await makeUser(api, { email: 'owner-to-be@example.com', auth0Id: null, emailVerified: false });
    const workspace = await makeWorkspace(api, late);
    const approver = await makeUser(api);
    await addMember(api, workspace, approver, 'APPROVER');
    const credentials = await logIn(api, approver);
    const again = await api.send('POST', `/workspace/${workspace.id}/members`, credentials).send({ email: late.email });
    expect(errorTypeOf(again)).toBe('AlreadyMember');
  });

  it.each([
    [
      'the workspace is deleted',
      'UPDATE workspaces SET deleted_at = now() WHERE id = $1',
      'workspace',
      'WorkspaceNotFound',
    ],
    [
      'the inviter is quarantined',
      'UPDATE users SET quarantined_at = now() WHERE id = $1',
      'owner',
      'AccountQuarantined',
    ],
  ] as const)('fails if %s meanwhile, and creates no invitation', async (_event, statement, changed, errorType) => {
    const team = await makeTeam();
    const change = await openTransaction(api, statement, [team[changed].id]);
    const email = 'too-late@example.com';
    const invitation = Promise.resolve(api.send('POST', `${team.path}/members`, team.asOwner).send({ email }));
    try {
      await waitForLockOfRights(api);
    } finally {
      await change.end('COMMIT');
    }
    const response = await invitation;
    expect(errorTypeOf(response)).toBe(errorType);
    expect(await api.db.membership.count({ where: { workspaceId: team.workspace.id } })).toBe(3);
    expect(await api.db.invitation.count({ where: { email } })).toBe(0);
  });

  it('one address forty times at once creates one invitation, and no user', async () => {
    const { asOwner, path, workspace } = await makeTeam();
    const requests = Array.from({ length: 40 }, (_, index) =>
      api.send('POST', `${path}/members`, asOwner).send({ email: index % 2 ? 'Race@Example.com' : 'race@example.com' }),
    );
    for (const response of await Promise.all(requests)) expect(response.status).toBe(200);
    expect(await api.db.invitation.count({ where: { workspaceId: workspace.id } })).toBe(1);
    expect(await api.db.user.count({ where: { email: 'race@example.com' } })).toBe(0);
  });
});

describe('[7.workspaces.15] roles', () => {
  // @covers 5.workspace.9 6.4 7.workspaces.15
  it('can be changed for members, but not for the owner', async () => {
    const { asOwner, owner, editor, path } = await makeTeam();
    const change = (userId: string, role: string) =>
      api.send('POST', `${path}/membership`, asOwner).send({ userId, role });
    expect(roleOf((await change(editor.id, 'Approver')).body, editor.email)).toBe('APPROVER');
    expect(errorTypeOf(await change(owner.id, 'EDITOR'))).toBe('OwnerMustStay');
    expect(errorTypeOf(await change('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'EDITOR'))).toBe('MemberNotFound');
    expect(errorTypeOf(await change(editor.id, 'OWNER'))).toBe('InvalidInput');
  });

  it('take effect on the next request', async () => {
    const { asOwner, asEditor, editor, path } = await makeTeam();
    const invite = () => api.send('POST', `${path}/members`, asEditor).send({ email: 'next@example.com' });
    expect((await invite()).status).toBe(403);
    await api.send('POST', `${path}/membership`, asOwner).send({ userId: editor.id, role: 'APPROVER' });
    expect((await invite()).status).toBe(200);
  });
});

describe('[7.workspaces.16] removing', () => {
  it('works for an address that the portal’s forms reject', async () => {
    const { asOwner, workspace, path } = await makeTeam();
    const jose = await makeUser(api, { email: 'josé@example.com' });
    await addMember(api, workspace, jose, 'EDITOR');
    expect(roleOf((await api.send('GET', `${path}/members`, asOwner)).body, 'josé@example.com')).toBe('EDITOR');
    const response = await api.send('DELETE', `${path}/members`, asOwner).send({ email: 'José@example.com' });
    expect([response.status, roleOf(response.body, 'josé@example.com')]).toEqual([200, undefined]);
  });

  // @covers 6.3 7.workspaces.16
  it('ends the membership and revokes all tokens of the member', async () => {
    const { asApprover, asEditor, editor, workspace, path } = await makeTeam();
    const { credentials: token } = await makeApiToken(api, workspace, editor);
    const instance = await makeInstanceToken(api, workspace, editor);
    const response = await api
      .send('DELETE', `${path}/members`, asApprover)
      .send({ email: editor.email.toUpperCase() });
    expect(roleOf(response.body, editor.email)).toBeUndefined();
    expect((await api.send('GET', `${path}/members`, asEditor)).status).toBe(404);
    expect((await api.send('GET', '/whoami', token)).status).toBe(401);
    expect((await api.send('GET', '/auth-reconnect', instance)).status).toBe(401);
    await addMember(api, workspace, editor, 'EDITOR');
    expect((await api.send('GET', '/whoami', token)).status).toBe(401);
  });

  it('keeps the tokens of all other members', async () => {
    const { asOwner, owner, approver, editor, workspace, path } = await makeTeam();
    const remaining = [
      await makeApiToken(api, workspace, owner),
      await makeApiToken(api, workspace, approver),
      // A token of the removed member for another workspace.
      await makeApiToken(api, await makeWorkspace(api, editor), editor),
    ];
    const remainingInstance = await makeInstanceToken(api, workspace, approver);
    await makeApiToken(api, workspace, editor);
    expect((await api.send('DELETE', `${path}/members`, asOwner).send({ email: editor.email })).status).toBe(200);
    for (const { credentials } of remaining) expect((await api.send('GET', '/whoami', credentials)).status).toBe(200);
    expect((await api.send('GET', '/auth-reconnect', remainingInstance)).status).toBe(200);
    expect(await api.db.authToken.count({ where: { workspaceId: workspace.id, revokedAt: { not: null } } })).toBe(1);
  });

  // @covers 5.workspace.9 6.4
  it('never removes the owner', async () => {
    const { asApprover, asOwner, owner, path } = await makeTeam();
    expect(errorTypeOf(await api.send('DELETE', `${path}/members`, asApprover).send({ email: owner.email }))).toBe(
      'OwnerMustStay',
    );
    expect(errorTypeOf(await api.send('DELETE', `${path}/leave`, asOwner))).toBe('OwnerMustStay');
  });

  it('is also possible for members themselves, by leaving', async () => {
    const { asEditor, path } = await makeTeam();
    expect((await api.send('DELETE', `${path}/leave`, asEditor)).status).toBe(200);
    expect((await api.send('GET', `${path}/members`, asEditor)).status).toBe(404);
  });

  it('is emailed to the owner if the member left, also by removing themselves', async () => {
    const { approver, asApprover, asEditor, editor, owner, path, workspace } = await makeTeam();
    await api.send('DELETE', `${path}/leave`, asEditor);
    await api.send('DELETE', `${path}/members`, asApprover).send({ email: approver.email });
    const emails = await api.db.accountEmail.findMany({ orderBy: { id: 'asc' }, where: { userId: owner.id } });
    const ofMember = (memberId: string, role: string) => ({
      userId: owner.id,
      details: { workspaceId: workspace.id, memberId, role },
    });
    expect(emails).toMatchObject([ofMember(editor.id, 'EDITOR'), ofMember(approver.id, 'APPROVER')]);
  });
});
