import { CreatedWorkspace, dayMs, ErrorBody, restoreWindowDays, Workspace, Workspaces } from '@portal/contract';
import { ulid } from 'ulid';
import { composeAccountEmail } from '../../../src/features/emails/send-account-email.ts';
import { createDeletion } from '../../../src/request/account/deletions.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { addMember, logIn, makeApiToken, makeUser, makeWorkspace } from '../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const list = async (credentials: Credentials) =>
  Workspaces.parse((await api.send('GET', '/workspaces', credentials)).body);

async function makeLoggedInUser() {
  const user = await makeUser(api, { firstName: 'Ada', lastName: 'Lovelace' });
  return { user, credentials: await logIn(api, user) };
}

describe('[7.workspaces.4] creating', () => {
  // @covers 3.5 5.workspace.2 7.workspaces.4
  it('makes the creator the owner and returns the whole list', async () => {
    const { user, credentials } = await makeLoggedInUser();
    const response = await api
      .send('POST', '/workspaces/new', credentials)
      .send({ displayName: ' Café_1 ', description: '', instanceEnvType: 'LOCAL' });
    const { workspaces, newWorkspaceId } = CreatedWorkspace.parse(response.body);
    expect(workspaces).toMatchObject([
      {
        id: newWorkspaceId,
        displayName: 'Café_1',
        description: null,
        instanceUrl: 'http://localhost:8080',
        instanceEnvType: 'LOCAL',
        isDefault: false,
        isFavourite: false,
        isHidden: false,
        approvalsEnabled: false,
        creatorUserId: user.id,
        creatorUser: { firstName: 'Ada', lastName: 'Lovelace', nickname: 'Ada' },
        role: 'OWNER',
      },
    ]);
  });

  // @covers 7.workspaces.4
  it('returns the list in the same order as a later read', async () => {
    const { user, credentials } = await makeLoggedInUser();
    const defaultWorkspace = await makeWorkspace(api, user, { displayName: 'Mitte' });
    expect((await api.send('PATCH', `/workspaces/${defaultWorkspace.id}/setDefault`, credentials)).status).toBe(200);
    const other = await makeWorkspace(api, await makeUser(api), { displayName: 'mitte 2' });
    await addMember(api, other, user, 'EDITOR');
    const remote = { instanceEnvType: 'PRIVATE', instanceUrl: 'https://si.example.com' };
    const drafts = [
      { displayName: 'Zebra', instanceEnvType: 'LOCAL' },
      { displayName: 'Ärger', ...remote, description: 'Of all sorts' },
      { displayName: 'alpha', ...remote },
      { displayName: 'mitte 1', instanceEnvType: 'SI' },
      { displayName: `${'m'.repeat(80)}ü`, instanceEnvType: 'SI' },
      { displayName: 'MITTE 3', instanceEnvType: 'SI' },
    ];
    for (const draft of drafts) {
      const response = await api.send('POST', '/workspaces/new', credentials).send(draft);
      expect(CreatedWorkspace.parse(response.body).workspaces).toEqual(await list(credentials));
    }
  });

  it.each([
    [{}, 'body.displayName', 'This field is required'],
    [{ displayName: 'a'.repeat(501) }, 'body.displayName', 'Your input cannot be more than 500 characters long.'],
    [{ displayName: 'x', instanceEnvType: 'PRIVATE' }, 'body.instanceUrl', 'This field is required'],
    [{ displayName: 'x', instanceUrl: 'javascript:alert(1)' }, 'body.instanceUrl', 'Invalid URL'],
    [{ displayName: 'x', instanceUrl: 'https://app.systeminit.com' }, null, null],
    [
      { displayName: 'x', instanceEnvType: 'PRIVATE', instanceUrl: 'https://app.systeminit.com' },
      'body.instanceUrl',
      'You cannot use an "app.systeminit" URL for a Remote URL Workspace. Use "Managed By System Initiative" instead.',
    ],
  ])('with %j: %s, %s', async (body, path, message) => {
    const { credentials } = await makeLoggedInUser();
    const response = await api.send('POST', '/workspaces/new', credentials).send(body);
    if (path === null) expect(response.status).toBe(200);
    else
      expect(ErrorBody.parse(response.body).error).toMatchObject({
        message: `${path.split('.')[1]}: ${message.replace(/\.?$/, '.')}`,
        details: { fields: [{ path, message }] },
      });
  });
});

describe('creating with all fields', () => {
  it('stores every field, and leaves one default', async () => {
    const { user, credentials } = await makeLoggedInUser();
    const earlier = await makeWorkspace(api, user, {});
    await api.send('PATCH', `/workspaces/${earlier.id}/setDefault`, credentials);
    const flags = { isDefault: true, isFavourite: true, isHidden: true, approvalsEnabled: true };
    const body = { displayName: 'Flags', description: 'All of them', ...flags };
    const { newWorkspaceId } = CreatedWorkspace.parse(
      (await api.send('POST', '/workspaces/new', credentials).send(body)).body,
    );
    const listed = await list(credentials);
    expect(listed.find(({ id }) => id === newWorkspaceId)).toMatchObject(body);
    expect(listed.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it('leaves one default, even for concurrent requests', async () => {
    const { credentials } = await makeLoggedInUser();
    const create = () => api.send('POST', '/workspaces/new', credentials).send({ displayName: 'x', isDefault: true });
    const responses = await Promise.all(Array.from({ length: 10 }, create));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await list(credentials)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });
});

describe('[7.workspaces.8] editing', () => {
  // @covers 7.workspaces.8
  it('changes only the given fields', async () => {
    const { user, credentials } = await makeLoggedInUser();
    const workspace = await makeWorkspace(api, user, { description: 'kept' });
    await api.send('PATCH', `/workspaces/${workspace.id}/favourite`, credentials).send({ isFavourite: true });
    const response = await api
      .send('PATCH', `/workspaces/${workspace.id}`, credentials)
      .send({ displayName: 'New', quarantinedAt: null, isFavourite: false, creatorUserId: 'x' });
    expect(Workspace.parse(response.body)).toMatchObject({
      displayName: 'New',
      description: 'kept',
      isFavourite: true,
    });
  });

  // @covers 5.workspace.1
  it('keeps an existing name that is no longer allowed, and rejects it as a new name', async () => {
    const { user, credentials } = await makeLoggedInUser();
    const displayName = "Ada's Production Workspace";
    const workspace = await makeWorkspace(api, user, { displayName });
    const patch = (body: object) => api.send('PATCH', `/workspaces/${workspace.id}`, credentials).send(body);
    const unchangedName = await patch({ displayName: ` ${displayName} `, description: 'Ours' });
    expect(Workspace.parse(unchangedName.body)).toMatchObject({ displayName, description: 'Ours' });
    const messages: Record<string, string> = {
      '': 'This field is required',
      'a\u2028b': 'Remove invisible characters',
    };
    for (const name of ["Ada's <b>", 'a\0b', 'a\r\nb', 'a\tb', 'a\u2028b', "E'\u0301", '<b>', '\ud800', '']) {
      const rejected = await patch({ displayName: name, description: 'Not ours' });
      const message = messages[name] ?? 'This field is invalid';
      expect(ErrorBody.parse(rejected.body).error.details?.fields).toEqual([{ path: 'body.displayName', message }]);
    }
    expect((await list(credentials))[0]).toMatchObject({ displayName, description: 'Ours' });
    expect(Workspace.parse((await patch({ displayName: "Ada's Place" })).body)).toMatchObject({
      displayName: "Ada's Place",
    });
    expect(Workspace.parse((await patch({ displayName: 'My Cafe\u0301' })).body)).toMatchObject({
      displayName: 'My Caf\u00e9',
    });
    expect((await patch({ displayName: 'My\nPlace' })).status).toBe(400);
    expect((await patch({ displayName: "Ada's Place" })).status).toBe(400);
  });

  it('validates the URL of a remote workspace', async () => {
    const { user, credentials } = await makeLoggedInUser();
    const workspace = await makeWorkspace(api, user, {
      instanceEnvType: 'PRIVATE',
      instanceUrl: 'https://si.example.com',
    });
    const patch = (instanceUrl: string) =>
      api.send('PATCH', `/workspaces/${workspace.id}`, credentials).send({ instanceUrl });
    for (const url of ['javascript:alert(1)', 'http://127.1', 'https://app.systeminit.com/x', '']) {
      expect((await patch(url)).status).toBe(400);
    }
    expect(Workspace.parse((await patch('https://new.example.com/si')).body).instanceUrl).toBe(
      'https://new.example.com/si',
    );
  });

  it('never changes the URL of a managed workspace', async () => {
    const { user, credentials } = await makeLoggedInUser();
    const workspace = await makeWorkspace(api, user);
    const response = await api
      .send('PATCH', `/workspaces/${workspace.id}`, credentials)
      .send({ instanceUrl: 'https://evil.example.com' });
    expect(ErrorBody.parse(response.body).error.message).toBe(
      'instanceUrl: A "Managed By System Initiative" workspace cannot have a URL of its own.',
    );
  });

  it.each([
    ['SI', 'https://app.systeminit.com'],
    ['LOCAL', 'http://localhost:8080'],
    ['PRIVATE', 'https://si.example.com'],
  ] as const)(
    'accepts the current URL of a workspace of type %s, with all other fields of the response',
    async (type, url) => {
      const { user, credentials } = await makeLoggedInUser();
      const { id } = await makeWorkspace(api, user, { instanceEnvType: type, instanceUrl: url });
      const before = Workspace.parse((await api.send('GET', `/workspaces/${id}`, credentials)).body);
      for (const instanceUrl of [url, `${url}/`]) {
        const body = { ...before, instanceUrl, description: 'Ours', colour: 'red' };
        const response = await api.send('PATCH', `/workspaces/${id}`, credentials).send(body);
        expect([response.status, response.body]).toEqual([200, { ...before, description: 'Ours' }]);
      }
    },
  );

  it.each([{}, { isFavourite: true }, { expected: { displayName: 'x' } }])(
    'rejects %j, which changes nothing',
    async (body) => {
      const { user, credentials } = await makeLoggedInUser();
      const { id } = await makeWorkspace(api, user);
      const response = await api.send('PATCH', `/workspaces/${id}`, credentials).send(body);
      expect([response.status, ErrorBody.parse(response.body).error.message]).toEqual([
        400,
        'Nothing to change: send displayName, description or instanceUrl.',
      ]);
    },
  );
});

describe('editing with a comparison to the values that were read', () => {
  async function makeEditedWorkspace() {
    const { user, credentials } = await makeLoggedInUser();
    const workspace = await makeWorkspace(api, user, { displayName: 'First', description: null });
    const patch = (body: object) => api.send('PATCH', `/workspaces/${workspace.id}`, credentials).send(body);
    const { displayName, instanceUrl } = workspace;
    return {
      patch,
      read: { displayName, description: null, instanceUrl },
      stored: async () => (await list(credentials))[0],
    };
  }

  it('saves the edit if nothing has changed', async () => {
    const { patch, read } = await makeEditedWorkspace();
    const response = await patch({ displayName: 'Second', expected: read });
    expect(response.status).toBe(200);
    expect(Workspace.parse(response.body).displayName).toBe('Second');
  });

  it('rejects the edit if something has changed, returns the current values and writes nothing', async () => {
    const { patch, read, stored } = await makeEditedWorkspace();
    await patch({ displayName: 'Theirs', description: 'Theirs, too' });
    const rejected = await patch({ displayName: 'Mine', expected: read });
    expect(rejected.status).toBe(409);
    expect(ErrorBody.parse(rejected.body).error).toEqual({
      type: 'WorkspaceChanged',
      message: 'This workspace changed after you opened it. Nothing was saved.',
      details: {
        changed: [
          { field: 'displayName', value: 'Theirs' },
          { field: 'description', value: 'Theirs, too' },
        ],
      },
    });
    expect(await stored()).toMatchObject({ displayName: 'Theirs', description: 'Theirs, too' });
  });

  it('saves the edit if the URL that was read differs in a trailing slash only', async () => {
    const { patch, read } = await makeEditedWorkspace();
    const expected = { ...read, instanceUrl: `${read.instanceUrl}/` };
    expect((await patch({ displayName: 'Second', expected })).status).toBe(200);
  });

  it('saves the edit after a new read, or without a comparison', async () => {
    const { patch, read } = await makeEditedWorkspace();
    await patch({ displayName: 'Theirs' });
    const resent = await patch({ displayName: 'Mine', expected: { ...read, displayName: 'Theirs' } });
    expect(Workspace.parse(resent.body).displayName).toBe('Mine');
    expect((await patch({ description: 'Ours', expected: { description: '' } })).status).toBe(200);
    expect((await patch({ displayName: 'Unconditional' })).status).toBe(200);
  });

  it('saves one of several concurrent edits after the same read', async () => {
    const { patch, read, stored } = await makeEditedWorkspace();
    const names = ['One', 'Other', 'Third', 'Fourth'];
    const responses = await Promise.all(names.map((displayName) => patch({ displayName, expected: read })));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    const winner = names[responses.findIndex(({ status }) => status === 200)];
    expect((await stored())?.displayName).toBe(winner);
  });

  it('rejects a comparison with a value that is not a string', async () => {
    const { patch } = await makeEditedWorkspace();
    expect((await patch({ displayName: 'Mine', expected: { displayName: 7 } })).status).toBe(400);
    expect((await patch({ displayName: 'Mine', expected: 'First' })).status).toBe(400);
  });
});

describe('favourite, hidden and default', () => {
  // @covers 7.workspaces.10 7.workspaces.11 7.workspaces.12
  it('are separate for each member', async () => {
    const [owner, editor] = [await makeLoggedInUser(), await makeLoggedInUser()];
    const workspace = await makeWorkspace(api, owner.user);
    await addMember(api, workspace, editor.user, 'EDITOR');
    const path = `/workspaces/${workspace.id}`;
    await api.send('PATCH', `${path}/favourite`, editor.credentials).send({ isFavourite: true });
    await api.send('PATCH', `${path}/setHidden`, editor.credentials).send({ isHidden: true });
    await api.send('PATCH', `${path}/setDefault`, editor.credentials);
    expect((await list(editor.credentials))[0]).toMatchObject({ isFavourite: true, isHidden: true, isDefault: true });
    expect((await list(owner.credentials))[0]).toMatchObject({ isFavourite: false, isHidden: false, isDefault: false });
  });

  it('leave one default after concurrent changes', async () => {
    const { user, credentials } = await makeLoggedInUser();
    const workspaces = await Promise.all(Array.from({ length: 5 }, () => makeWorkspace(api, user)));
    const calls = Array.from({ length: 40 }, (_, index) =>
      api
        .send('PATCH', `/workspaces/${workspaces[index % 5]?.id ?? ''}/setDefault`, credentials)
        .send({ requestUlid: ulid() }),
    );
    for (const response of await Promise.all(calls)) expect(response.status).toBe(200);
    expect((await list(credentials)).filter((workspace) => workspace.isDefault)).toHaveLength(1);
  });
});

describe('[4.workspace-ordering.1] the list', () => {
  // @covers 4.workspace-ordering.1 7.workspaces.1
  it('is sorted by default, favourites, type and name', async () => {
    const { user, credentials } = await makeLoggedInUser();
    const add = (displayName: string, instanceEnvType: 'SI' | 'PRIVATE' | 'LOCAL' = 'SI') =>
      makeWorkspace(api, user, { displayName, instanceEnvType });
    await add('local', 'LOCAL');
    await add('private', 'PRIVATE');
    await add('b');
    await add('A');
    const favourite = await add('favourite', 'LOCAL');
    const chosen = await add('default', 'LOCAL');
    await api.send('PATCH', `/workspaces/${favourite.id}/favourite`, credentials).send({ isFavourite: true });
    await api.send('PATCH', `/workspaces/${chosen.id}/setDefault`, credentials);
    const names = (await list(credentials)).map((workspace) => workspace.displayName);
    expect(names).toEqual(['default', 'favourite', 'A', 'b', 'private', 'local']);
  });
});

describe('[7.workspaces.7] deleting', () => {
  // @covers 7.workspaces.7
  it('removes the workspace from all members and revokes its tokens', async () => {
    const [owner, editor] = [await makeLoggedInUser(), await makeLoggedInUser()];
    const workspace = await makeWorkspace(api, owner.user);
    await addMember(api, workspace, editor.user, 'EDITOR');
    const { credentials: token } = await makeApiToken(api, workspace, editor.user);
    expect((await api.send('GET', '/whoami', token)).status).toBe(200);
    await api.send('PATCH', `/workspaces/${workspace.id}/setDefault`, editor.credentials);

    expect((await api.send('DELETE', `/workspaces/${workspace.id}`, owner.credentials)).status).toBe(200);
    expect(await list(editor.credentials)).toEqual([]);
    expect((await api.send('GET', '/whoami', token)).status).toBe(401);
    expect((await api.send('GET', `/workspaces/${workspace.id}/go`, owner.credentials)).status).toBe(404);
    const stored = await api.db.authToken.findMany({ where: { workspaceId: workspace.id } });
    expect(stored.every((each) => each.revokedAt !== null)).toBe(true);
  });

  it('emails each member, and what it says depends on who deleted it and whether it can be restored', async () => {
    const [owner, editor] = [await makeLoggedInUser(), await makeLoggedInUser()];
    const workspace = await makeWorkspace(api, owner.user, { displayName: 'Staging' });
    await addMember(api, workspace, editor.user, 'EDITOR');
    await api.send('DELETE', `/workspaces/${workspace.id}`, owner.credentials);
    const compose = async () => {
      const rows = await api.db.accountEmail.findMany({
        where: { userId: { in: [owner.user.id, editor.user.id] } },
      });
      const { settings } = api.services;
      const emails = await Promise.all(
        rows.map(async (row) => {
          const email = await composeAccountEmail(row, { db: api.db, committedDb: api.db, settings });
          return [row.userId, email?.text.replaceAll(/\s+/gu, ' ') ?? null] as const;
        }),
      );
      return Object.fromEntries(emails);
    };
    const [byOwner, canBeRestored] = [owner.user.email, /Until .+, the owner can ask support to restore it\./u];
    const emails = await compose();
    expect(Object.keys(emails).toSorted()).toEqual([owner.user.id, editor.user.id].toSorted());
    expect(emails[owner.user.id]).toMatch(
      /You and one other member can no longer open this workspace\..+To get it back, write to/u,
    );
    expect(emails[editor.user.id]).toMatch(canBeRestored);
    expect(emails[editor.user.id]).toContain(byOwner);

    const deletedAt = new Date(Date.now() - (restoreWindowDays + 1) * dayMs);
    await api.db.workspace.update({ where: { id: workspace.id }, data: { deletedAt } });
    expect((await compose())[editor.user.id]).not.toMatch(canBeRestored);
    await api.db.workspace.update({ where: { id: workspace.id }, data: { deletedAt: new Date() } });
    await createDeletion(owner.user.id, 14, api.db);
    expect((await compose())[editor.user.id]).not.toMatch(canBeRestored);
    await api.db.workspace.update({ where: { id: workspace.id }, data: { deletedAt: null } });
    expect(await compose()).toEqual({ [owner.user.id]: null, [editor.user.id]: null });
  });
});
