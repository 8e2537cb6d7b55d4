import { CreatedAuthToken, CreatedWorkspace, Members } from '@portal/contract';
import { ulid } from 'ulid';
import { startApi, type TestApi } from './support/api.ts';
import { linesOf } from './support/audit-log.ts';
import { addMember, logIn, makeApiToken, makeUser, makeWorkspace } from './support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ TRUSTED_PROXIES: '1' });
});
afterAll(() => api.close());

async function team() {
  const [owner, approver, editor] = [await makeUser(api), await makeUser(api), await makeUser(api)];
  const workspace = await makeWorkspace(api, owner, {
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://one.example.com',
  });
  await addMember(api, workspace, approver, 'APPROVER');
  await addMember(api, workspace, editor, 'EDITOR');
  const asOwner = await logIn(api, owner);
  return {
    owner,
    approver,
    editor,
    workspace,
    asOwner,
    asApprover: await logIn(api, approver),
    asEditor: await logIn(api, editor),
    members: `/workspace/${workspace.id}/members`,
    membership: `/workspace/${workspace.id}/membership`,
    path: `/workspaces/${workspace.id}`,
    /** What the owner's request leaves. */
    leaves: (method: string, path: string, body: object = {}) =>
      linesOf(api, () => api.send(method, path, asOwner).send(body)),
  };
}

describe('a line of the audit log', () => {
  it('tells who, what, on what, from where and when', async () => {
    const { asOwner, owner, editor, workspace, membership } = await team();
    const before = new Date();
    let requestId: string | undefined;
    const lines = await linesOf(api, async () => {
      const response = await api
        .send('POST', membership, asOwner)
        .set('X-Forwarded-For', '2001:db8:1:2::7')
        .set('User-Agent', 'x'.repeat(2_000))
        .send({ userId: editor.id, role: 'approver' });
      requestId = response.get('X-Request-Id');
    });
    expect(lines).toEqual([
      {
        id: expect.stringMatching(/^[0-9A-Z]{26}$/) as string,
        occurredAt: expect.any(Date) as Date,
        action: 'changeMemberRole',
        actorUserId: owner.id,
        credential: 'session',
        workspaceId: workspace.id,
        subjectUserId: editor.id,
        details: { email: editor.email, role: { from: 'EDITOR', to: 'APPROVER' } },
        ip: '2001:db8:1:2::7',
        userAgent: 'x'.repeat(500),
        requestId,
      },
    ]);
    const occurredAt = lines[0]?.occurredAt.getTime() ?? 0;
    expect(occurredAt).toBeGreaterThanOrEqual(before.getTime());
    expect(occurredAt).toBeLessThanOrEqual(Date.now());
  });

  it('stands for each change of a workspace', async () => {
    const { leaves, path, workspace, owner } = await team();
    const { id: tokenId } = await makeApiToken(api, workspace, owner);
    const edit = { displayName: 'Two', description: 'Long', instanceUrl: 'https://two.example.com' };
    const lines = [
      ...(await leaves('PATCH', path, edit)),
      ...(await leaves('PATCH', path, { displayName: 'Two', description: '' })),
      ...(await leaves('PATCH', `${path}/approvalsEnabled`, { approvalsEnabled: true })),
      ...(await leaves('DELETE', path)),
    ];
    expect(lines).toMatchObject([
      {
        action: 'updateWorkspace',
        details: {
          displayName: { from: 'Production', to: 'Two' },
          description: 'changed',
          instanceUrl: { from: 'https://one.example.com', to: 'https://two.example.com' },
        },
      },
      { action: 'updateWorkspace', details: { description: 'changed' } },
      { action: 'setApprovals', details: { approvalsEnabled: { from: false, to: true } } },
      { action: 'deleteWorkspace', details: { displayName: 'Two', revokedTokenIds: [tokenId] } },
    ]);
    for (const line of lines) {
      expect(line).toMatchObject({ actorUserId: owner.id, workspaceId: workspace.id, subjectUserId: null });
    }
  });

  it('names the workspace that was made', async () => {
    const user = await makeUser(api);
    const proof = await logIn(api, user);
    let made = '';
    const lines = await linesOf(api, async () => {
      const response = await api.send('POST', '/workspaces/new', proof).send({ displayName: 'New' });
      made = CreatedWorkspace.parse(response.body).newWorkspaceId;
    });
    const details = { displayName: 'New', instanceEnvType: 'SI' };
    expect(lines).toMatchObject([{ action: 'createWorkspace', workspaceId: made, details }]);
  });

  it('tells whom an invitation is to, in which role, and whether it is the first', async () => {
    const { leaves, members, asOwner } = await team();
    const first = await leaves('POST', members, { email: 'New@example.com', role: 'APPROVER' });
    const second = await leaves('POST', members, { email: 'new@example.com' });
    const listed = Members.parse((await api.send('GET', members, asOwner)).body);
    const subjectUserId = listed.find(({ email }) => email === 'new@example.com')?.userId;
    const details = { email: 'new@example.com', role: 'APPROVER' };
    expect(first).toMatchObject([{ action: 'inviteMember', subjectUserId, details: { ...details, again: false } }]);
    expect(second).toMatchObject([{ action: 'inviteMember', subjectUserId, details: { ...details, again: true } }]);
  });

  it('stands for each person whom one address removes, with the tokens that went too', async () => {
    const { asApprover, approver, editor, workspace, members } = await team();
    const twin = await makeUser(api, { email: editor.email });
    await addMember(api, workspace, twin, 'APPROVER');
    const { id: tokenId } = await makeApiToken(api, workspace, editor);
    const { email } = editor;
    const lines = await linesOf(api, () => api.send('DELETE', members, asApprover).send({ email }));
    const line = { action: 'removeMember', actorUserId: approver.id, workspaceId: workspace.id };
    expect(lines).toMatchObject([
      { ...line, subjectUserId: editor.id, details: { email, role: 'EDITOR', revokedTokenIds: [tokenId] } },
      { ...line, subjectUserId: twin.id, details: { email, role: 'APPROVER', revokedTokenIds: [] } },
    ]);
  });

  it('stands for a member who left', async () => {
    const { asEditor, editor, workspace } = await team();
    const lines = await linesOf(api, () => api.send('DELETE', `/workspace/${workspace.id}/leave`, asEditor));
    const details = { email: editor.email, role: 'EDITOR', revokedTokenIds: [] };
    expect(lines).toMatchObject([{ action: 'leaveWorkspace', actorUserId: editor.id, subjectUserId: null, details }]);
  });

  it('tells which token was made, renamed and revoked, and never its secret', async () => {
    const { asEditor, editor, path, leaves } = await team();
    const tokens = `${path}/authTokens`;
    let made: CreatedAuthToken | undefined;
    const [creation] = await linesOf(api, async () => {
      const response = await api.send('POST', tokens, asEditor).send({ name: 'Deploy', expiration: '1h' });
      made = CreatedAuthToken.parse(response.body);
    });
    const { id: tokenId, expiresAt } = made?.authToken ?? {};
    const [renaming] = await leaves('PUT', `${tokens}/${tokenId}`, { name: 'Release' });
    const [revocation] = await leaves('POST', `${tokens}/${tokenId}/revoke`);
    expect(creation).toMatchObject({
      action: 'createAuthToken',
      subjectUserId: null,
      details: { tokenId, name: 'Deploy', expiresAt },
    });
    expect(renaming).toMatchObject({
      action: 'renameAuthToken',
      subjectUserId: editor.id,
      details: { tokenId, name: { from: 'Deploy', to: 'Release' } },
    });
    expect(revocation).toMatchObject({
      action: 'revokeAuthToken',
      subjectUserId: editor.id,
      details: { tokenId, name: 'Release' },
    });
    expect(JSON.stringify(await api.db.auditEntry.findMany())).not.toContain(made?.token);
  });
});

describe('no line is left', () => {
  it('by what changes nothing', async () => {
    const { leaves, path, membership, editor, workspace, owner } = await team();
    const revoked = await makeApiToken(api, workspace, owner, { revokedAt: new Date() });
    const live = await makeApiToken(api, workspace, owner);
    const lines = [
      ...(await leaves('PATCH', path, { displayName: workspace.displayName, description: null })),
      ...(await leaves('PATCH', path, {})),
      ...(await leaves('PATCH', `${path}/approvalsEnabled`, { approvalsEnabled: false })),
      ...(await leaves('POST', membership, { userId: editor.id, role: 'EDITOR' })),
      ...(await leaves('POST', `${path}/authTokens/${revoked.id}/revoke`)),
      ...(await leaves('PUT', `${path}/authTokens/${live.id}`, { name: 'CI' })),
    ];
    expect(lines).toEqual([]);
  });

  it('by a repeat of the same request', async () => {
    const { leaves, path, membership, members, editor } = await team();
    const requestUlid = ulid();
    const bodies = [
      ['POST', membership, { userId: editor.id, role: 'APPROVER' }],
      ['POST', members, { email: `${requestUlid}@example.com` }],
      ['DELETE', path, {}],
    ] as const;
    for (const [method, address, body] of bodies) {
      expect(await leaves(method, address, { ...body, requestUlid })).toHaveLength(1);
      expect(await leaves(method, address, { ...body, requestUlid })).toEqual([]);
    }
  });

  it('by a refusal', async () => {
    const { leaves, membership, members, owner, asEditor, path } = await team();
    expect(await leaves('POST', membership, { userId: owner.id, role: 'EDITOR' })).toEqual([]);
    expect(await leaves('DELETE', members, { email: 'nobody@example.com' })).toEqual([]);
    expect(await leaves('PATCH', path, { instanceUrl: 'http://localhost:1' })).toEqual([]);
    expect(await linesOf(api, () => api.send('DELETE', path, asEditor))).toEqual([]);
  });
});

describe('act and line are one', () => {
  const failing = (table: string, event: string) => `
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'on purpose'; END $$;
    CREATE TRIGGER fail BEFORE ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION fail()`;
  afterEach(() => api.asOwner('DROP FUNCTION fail CASCADE'));

  it('so a failure after the act leaves neither', async () => {
    const { asOwner, membership, editor, workspace } = await team();
    await api.asOwner(failing('idempotency_keys', 'UPDATE'));
    const body = { userId: editor.id, role: 'APPROVER', requestUlid: ulid() };
    const lines = await linesOf(api, async () => {
      expect((await api.send('POST', membership, asOwner).send(body)).status).toBe(500);
    });
    expect(lines).toEqual([]);
    const member = { workspaceId_userId: { workspaceId: workspace.id, userId: editor.id } };
    expect(await api.db.membership.findUnique({ where: member })).toMatchObject({ role: 'EDITOR' });
  });

  it('so an act whose line can’t be written does not happen', async () => {
    const { asOwner, path, workspace } = await team();
    await api.asOwner(failing('audit_entries', 'INSERT'));
    expect((await api.send('DELETE', path, asOwner)).status).toBe(500);
    expect(await api.db.workspace.findUnique({ where: { id: workspace.id } })).toMatchObject({ deletedAt: null });
  });
});

describe('racing changes', () => {
  it('leave a chain in which each begins where the one before it ended', async () => {
    const { asOwner, path, workspace } = await team();
    const names = Array.from({ length: 12 }, (_, at) => `Name ${at}`);
    const lines = await linesOf(api, () =>
      Promise.all(names.map((displayName) => api.send('PATCH', path, asOwner).send({ displayName }))),
    );
    const steps = new Map(
      lines.map(({ details }) => {
        const { from, to } = (details as { displayName: { from: string; to: string } }).displayName;
        return [from, to];
      }),
    );
    const chain = [workspace.displayName];
    for (let next = steps.get('Production'); next !== undefined; next = steps.get(next)) chain.push(next);
    expect(chain).toHaveLength(names.length + 1);
    const now = await api.db.workspace.findUniqueOrThrow({ where: { id: workspace.id } });
    expect(chain.at(-1)).toBe(now.displayName);
  });
});
