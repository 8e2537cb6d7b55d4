import { CreatedAuthToken, CreatedWorkspace } from '@portal/contract';
import { ulid } from 'ulid';
import { startApi, type TestApi } from '../../support/api.ts';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { addMember, logIn, makeApiToken, makeUser, makeWorkspace, sessionOf } from '../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ TRUSTED_PROXIES: '1' });
});
afterAll(() => api.close());

async function makeTeam() {
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
    /** The audit entries of a request by the owner. */
    entriesOfOwner: (method: string, path: string, body: object = {}) =>
      auditEntriesOf(api, () => api.send(method, path, asOwner).send(body)),
  };
}

describe('an audit entry', () => {
  it('records who did what to whom, from where and when', async () => {
    const { asOwner, owner, editor, workspace, membership } = await makeTeam();
    const before = new Date();
    let requestId: string | undefined;
    const entries = await auditEntriesOf(api, async () => {
      const response = await api
        .send('POST', membership, asOwner)
        .set('X-Forwarded-For', '2001:db8:1:2::7')
        .set('User-Agent', 'x'.repeat(2_000))
        .send({ userId: editor.id, role: 'approver' });
      requestId = response.get('X-Request-Id');
    });
    expect(entries).toEqual([
      {
        id: expect.stringMatching(/^[0-9A-Z]{26}$/) as string,
        occurredAt: expect.any(Date) as Date,
        action: 'changeMemberRole',
        actorUserId: owner.id,
        actorServiceAccountId: null,
        credential: 'session',
        credentialId: (await sessionOf(api, asOwner)).id,
        workspaceId: workspace.id,
        subjectUserId: editor.id,
        details: { email: editor.email, role: { from: 'EDITOR', to: 'APPROVER' } },
        ip: '2001:db8:1:2::7',
        userAgent: 'x'.repeat(500),
        requestId,
        sequence: 1n,
      },
    ]);
    const occurredAt = entries[0]?.occurredAt.getTime() ?? 0;
    expect(occurredAt).toBeGreaterThanOrEqual(before.getTime());
    expect(occurredAt).toBeLessThanOrEqual(Date.now());
  });

  it('is written for each change of a workspace', async () => {
    const { entriesOfOwner, path, workspace, owner } = await makeTeam();
    const { id: tokenId } = await makeApiToken(api, workspace, owner);
    const edit = { displayName: 'Two', description: 'Long', instanceUrl: 'https://two.example.com' };
    const entries = [
      ...(await entriesOfOwner('PATCH', path, edit)),
      ...(await entriesOfOwner('PATCH', path, { displayName: 'Two', description: '' })),
      ...(await entriesOfOwner('PATCH', `${path}/approvalsEnabled`, { approvalsEnabled: true })),
      ...(await entriesOfOwner('DELETE', path)),
    ];
    expect(entries).toMatchObject([
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
    for (const entry of entries) {
      expect(entry).toMatchObject({ actorUserId: owner.id, workspaceId: workspace.id, subjectUserId: null });
    }
  });

  it('names the new workspace', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    let created = '';
    const entries = await auditEntriesOf(api, async () => {
      const response = await api.send('POST', '/workspaces/new', credentials).send({ displayName: 'New' });
      created = CreatedWorkspace.parse(response.body).newWorkspaceId;
    });
    const details = { displayName: 'New', instanceEnvType: 'SI' };
    expect(entries).toMatchObject([{ action: 'createWorkspace', workspaceId: created, details }]);
  });

  it('records who was invited, in which role, and whether it was a repeated invitation', async () => {
    const { entriesOfOwner, members } = await makeTeam();
    const first = await entriesOfOwner('POST', members, { email: 'New@example.com', role: 'APPROVER' });
    const second = await entriesOfOwner('POST', members, { email: 'new@example.com' });
    const { id: invitationId } = await api.db.invitation.findFirstOrThrow({ where: { email: 'new@example.com' } });
    const details = { invitationId, email: 'new@example.com', role: 'APPROVER' };
    const entry = { action: 'inviteMember', subjectUserId: null };
    expect(first).toMatchObject([{ ...entry, details: { ...details, again: false } }]);
    expect(second).toMatchObject([{ ...entry, details: { ...details, again: true } }]);
  });

  it('is written for each user that the removal of one address removes, with the revoked tokens', async () => {
    const { asApprover, approver, editor, workspace, members } = await makeTeam();
    const sameEmailUser = await makeUser(api, { email: editor.email });
    await addMember(api, workspace, sameEmailUser, 'APPROVER');
    const { id: tokenId } = await makeApiToken(api, workspace, editor);
    const { email } = editor;
    const entries = await auditEntriesOf(api, () => api.send('DELETE', members, asApprover).send({ email }));
    const entry = { action: 'removeMember', actorUserId: approver.id, workspaceId: workspace.id };
    expect(entries).toMatchObject([
      { ...entry, subjectUserId: editor.id, details: { email, role: 'EDITOR', revokedTokenIds: [tokenId] } },
      { ...entry, subjectUserId: sameEmailUser.id, details: { email, role: 'APPROVER', revokedTokenIds: [] } },
    ]);
  });

  it('is written for a member who leaves', async () => {
    const { asEditor, editor, workspace } = await makeTeam();
    const entries = await auditEntriesOf(api, () => api.send('DELETE', `/workspace/${workspace.id}/leave`, asEditor));
    const details = { email: editor.email, role: 'EDITOR', revokedTokenIds: [] };
    expect(entries).toMatchObject([{ action: 'leaveWorkspace', actorUserId: editor.id, subjectUserId: null, details }]);
  });

  it('records which token was created, renamed or revoked, and never its secret', async () => {
    const { asEditor, editor, path, entriesOfOwner } = await makeTeam();
    const tokens = `${path}/authTokens`;
    let created: CreatedAuthToken | undefined;
    const [creation] = await auditEntriesOf(api, async () => {
      const response = await api.send('POST', tokens, asEditor).send({ name: 'Deploy', expiration: '1h' });
      created = CreatedAuthToken.parse(response.body);
    });
    const { id: tokenId, expiresAt } = created?.authToken ?? {};
    const [renaming] = await entriesOfOwner('PUT', `${tokens}/${tokenId}`, { name: 'Release' });
    const [revocation] = await entriesOfOwner('POST', `${tokens}/${tokenId}/revoke`);
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
    expect(JSON.stringify(await api.db.auditEntry.findMany({ omit: { sequence: true } }))).not.toContain(
      created?.token,
    );
  });
});

describe('no audit entry is written', () => {
  it('for a request that changes nothing', async () => {
    const { entriesOfOwner, path, membership, editor, workspace, owner } = await makeTeam();
    const revoked = await makeApiToken(api, workspace, owner, { revokedAt: new Date() });
    const live = await makeApiToken(api, workspace, owner);
    const entries = [
      ...(await entriesOfOwner('PATCH', path, { displayName: workspace.displayName, description: null })),
      ...(await entriesOfOwner('PATCH', path, {})),
      ...(await entriesOfOwner('PATCH', `${path}/approvalsEnabled`, { approvalsEnabled: false })),
      ...(await entriesOfOwner('POST', membership, { userId: editor.id, role: 'EDITOR' })),
      ...(await entriesOfOwner('POST', `${path}/authTokens/${revoked.id}/revoke`)),
      ...(await entriesOfOwner('PUT', `${path}/authTokens/${live.id}`, { name: 'CI' })),
    ];
    expect(entries).toEqual([]);
  });

  it('for a retry of the same request', async () => {
    const { entriesOfOwner, path, membership, members, editor } = await makeTeam();
    const requestUlid = ulid();
    const bodies = [
      ['POST', membership, { userId: editor.id, role: 'APPROVER' }],
      ['POST', members, { email: `${requestUlid}@example.com` }],
      ['DELETE', path, {}],
    ] as const;
    for (const [method, address, body] of bodies) {
      expect(await entriesOfOwner(method, address, { ...body, requestUlid })).toHaveLength(1);
      expect(await entriesOfOwner(method, address, { ...body, requestUlid })).toEqual([]);
    }
  });

  it('for a rejected request', async () => {
    const { entriesOfOwner, membership, members, owner, asEditor, path } = await makeTeam();
    expect(await entriesOfOwner('POST', membership, { userId: owner.id, role: 'EDITOR' })).toEqual([]);
    expect(await entriesOfOwner('DELETE', members, { email: 'unknown@example.com' })).toEqual([]);
    expect(await entriesOfOwner('PATCH', path, { instanceUrl: 'http://localhost:1' })).toEqual([]);
    expect(await auditEntriesOf(api, () => api.send('DELETE', path, asEditor))).toEqual([]);
  });
});

describe('a change and its audit entry are atomic', () => {
  const failingTrigger = (table: string, event: string) => `
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'on purpose'; END $$;
    CREATE TRIGGER fail BEFORE ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION fail()`;
  afterEach(() => api.asOwner('DROP FUNCTION fail CASCADE'));

  it('an error after the change rolls back both', async () => {
    const { asOwner, membership, editor, workspace } = await makeTeam();
    await api.asOwner(failingTrigger('idempotency_keys', 'UPDATE'));
    const body = { userId: editor.id, role: 'APPROVER', requestUlid: ulid() };
    const entries = await auditEntriesOf(api, async () => {
      expect((await api.send('POST', membership, asOwner).send(body)).status).toBe(500);
    });
    expect(entries).toEqual([]);
    const member = { workspaceId_userId: { workspaceId: workspace.id, userId: editor.id } };
    expect(await api.db.membership.findUnique({ where: member })).toMatchObject({ role: 'EDITOR' });
  });

  it('a change is rolled back if its entry cannot be written', async () => {
    const { asOwner, path, workspace } = await makeTeam();
    await api.asOwner(failingTrigger('audit_entries', 'INSERT'));
    expect((await api.send('DELETE', path, asOwner)).status).toBe(500);
    expect(await api.db.workspace.findUnique({ where: { id: workspace.id } })).toMatchObject({ deletedAt: null });
  });
});

describe('concurrent changes', () => {
  it('write entries whose old value is the new value of the entry before', async () => {
    const { asOwner, path, workspace } = await makeTeam();
    const names = Array.from({ length: 12 }, (_, index) => `Name ${index}`);
    const entries = await auditEntriesOf(api, () =>
      Promise.all(names.map((displayName) => api.send('PATCH', path, asOwner).send({ displayName }))),
    );
    const nextName = new Map(
      entries.map(({ details }) => {
        const { from, to } = (details as { displayName: { from: string; to: string } }).displayName;
        return [from, to];
      }),
    );
    const chain = [workspace.displayName];
    for (let next = nextName.get('Production'); next !== undefined; next = nextName.get(next)) chain.push(next);
    expect(chain).toHaveLength(names.length + 1);
    const now = await api.db.workspace.findUniqueOrThrow({ where: { id: workspace.id } });
    expect(chain.at(-1)).toBe(now.displayName);
  });
});
