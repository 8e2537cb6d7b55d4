import { CreatedWorkspace, ProblemBody, Workspace, Workspaces } from '@portal/contract';
import { ulid } from 'ulid';
import { startApi, type Proof, type TestApi } from './support/api.ts';
import { addMember, logIn, makeApiToken, makeUser, makeWorkspace } from './support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const list = async (proof: Proof) => Workspaces.parse((await api.send('GET', '/workspaces', proof)).body);

async function person() {
  const user = await makeUser(api, { firstName: 'Ada', lastName: 'Lovelace' });
  return { user, proof: await logIn(api, user) };
}

describe('[7.workspaces.4] creating', () => {
  // @covers 3.5 5.workspace.2 7.workspaces.4
  it('makes the creator the owner and answers the whole list', async () => {
    const { user, proof } = await person();
    const response = await api
      .send('POST', '/workspaces/new', proof)
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
  it('answers the list just as it is read afterwards, wherever the new one stands', async () => {
    const { user, proof } = await person();
    const usual = await makeWorkspace(api, user, { displayName: 'Mitte' });
    expect((await api.send('PATCH', `/workspaces/${usual.id}/setDefault`, proof)).status).toBe(200);
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
      const answer = await api.send('POST', '/workspaces/new', proof).send(draft);
      expect(CreatedWorkspace.parse(answer.body).workspaces).toEqual(await list(proof));
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
  ])('of %j: %s, %s', async (body, path, message) => {
    const { proof } = await person();
    const response = await api.send('POST', '/workspaces/new', proof).send(body);
    if (path === null) expect(response.status).toBe(200);
    else
      expect(ProblemBody.parse(response.body).error).toMatchObject({
        message: `${path.split('.')[1]}: ${message.replace(/\.?$/, '.')}`,
        details: { fields: [{ path, message }] },
      });
  });
});

describe('creating with all that a workspace has', () => {
  it('takes every field over, and leaves one default', async () => {
    const { user, proof } = await person();
    const earlier = await makeWorkspace(api, user, {});
    await api.send('PATCH', `/workspaces/${earlier.id}/setDefault`, proof);
    const flags = { isDefault: true, isFavourite: true, isHidden: true, approvalsEnabled: true };
    const body = { displayName: 'Flags', description: 'All of them', ...flags };
    const { newWorkspaceId } = CreatedWorkspace.parse(
      (await api.send('POST', '/workspaces/new', proof).send(body)).body,
    );
    const listed = await list(proof);
    expect(listed.find(({ id }) => id === newWorkspaceId)).toMatchObject(body);
    expect(listed.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it('leaves one default, however many of them race', async () => {
    const { proof } = await person();
    const create = () => api.send('POST', '/workspaces/new', proof).send({ displayName: 'x', isDefault: true });
    const answers = await Promise.all(Array.from({ length: 10 }, create));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await list(proof)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });
});

describe('[7.workspaces.8] editing', () => {
  // @covers 7.workspaces.8
  it('changes what is named and nothing else', async () => {
    const { user, proof } = await person();
    const workspace = await makeWorkspace(api, user, { description: 'kept' });
    await api.send('PATCH', `/workspaces/${workspace.id}/favourite`, proof).send({ isFavourite: true });
    const response = await api
      .send('PATCH', `/workspaces/${workspace.id}`, proof)
      .send({ displayName: 'New', quarantinedAt: null, isFavourite: false, creatorUserId: 'x' });
    expect(Workspace.parse(response.body)).toMatchObject({
      displayName: 'New',
      description: 'kept',
      isFavourite: true,
    });
  });

  // @covers 5.workspace.1
  it('lets a name keep what it holds, and takes nothing new like it', async () => {
    const { user, proof } = await person();
    const displayName = "Ada's Production Workspace";
    const workspace = await makeWorkspace(api, user, { displayName });
    const patch = (body: object) => api.send('PATCH', `/workspaces/${workspace.id}`, proof).send(body);
    const kept = await patch({ displayName: ` ${displayName} `, description: 'Ours' });
    expect(Workspace.parse(kept.body)).toMatchObject({ displayName, description: 'Ours' });
    for (const name of ["Ada's <b>", 'a\0b', 'a\r\nb', 'a\tb', 'a\u2028b', "E'\u0301", '<b>', '\ud800', '']) {
      const refused = await patch({ displayName: name, description: 'Not ours' });
      const message = name === '' ? 'This field is required' : 'This field is invalid';
      expect(ProblemBody.parse(refused.body).error.details?.fields).toEqual([{ path: 'body.displayName', message }]);
    }
    expect((await list(proof))[0]).toMatchObject({ displayName, description: 'Ours' });
    expect(Workspace.parse((await patch({ displayName: "Ada's Place" })).body)).toMatchObject({
      displayName: "Ada's Place",
    });
    expect(Workspace.parse((await patch({ displayName: 'My Cafe\u0301' })).body)).toMatchObject({
      displayName: 'My Caf\u00e9',
    });
    expect((await patch({ displayName: 'My\nPlace' })).status).toBe(400);
    expect((await patch({ displayName: "Ada's Place" })).status).toBe(400);
  });

  it('holds the address of a remote workspace to the rules', async () => {
    const { user, proof } = await person();
    const workspace = await makeWorkspace(api, user, {
      instanceEnvType: 'PRIVATE',
      instanceUrl: 'https://si.example.com',
    });
    const patch = (instanceUrl: string) =>
      api.send('PATCH', `/workspaces/${workspace.id}`, proof).send({ instanceUrl });
    for (const url of ['javascript:alert(1)', 'http://127.1', 'https://app.systeminit.com/x', '']) {
      expect((await patch(url)).status).toBe(400);
    }
    expect(Workspace.parse((await patch('https://new.example.com/si')).body).instanceUrl).toBe(
      'https://new.example.com/si',
    );
  });

  it('never moves a workspace that we manage', async () => {
    const { user, proof } = await person();
    const workspace = await makeWorkspace(api, user);
    const response = await api
      .send('PATCH', `/workspaces/${workspace.id}`, proof)
      .send({ instanceUrl: 'https://evil.example.com' });
    expect(ProblemBody.parse(response.body).error.message).toBe(
      'instanceUrl: A "Managed By System Initiative" workspace cannot have a URL of its own.',
    );
  });

  it.each([
    ['SI', 'https://app.systeminit.com'],
    ['LOCAL', 'http://localhost:8080'],
    ['PRIVATE', 'https://si.example.com'],
  ] as const)('accepts the present URL of a workspace of type %s, with what else is sent back', async (type, url) => {
    const { user, proof } = await person();
    const { id } = await makeWorkspace(api, user, { instanceEnvType: type, instanceUrl: url });
    const before = Workspace.parse((await api.send('GET', `/workspaces/${id}`, proof)).body);
    for (const instanceUrl of [url, `${url}/`]) {
      const body = { ...before, instanceUrl, description: 'Ours', colour: 'red' };
      const response = await api.send('PATCH', `/workspaces/${id}`, proof).send(body);
      expect([response.status, response.body]).toEqual([200, { ...before, description: 'Ours' }]);
    }
  });

  it.each([{}, { isFavourite: true }, { expected: { displayName: 'x' } }])(
    'says that %j has nothing to change',
    async (body) => {
      const { user, proof } = await person();
      const { id } = await makeWorkspace(api, user);
      const response = await api.send('PATCH', `/workspaces/${id}`, proof).send(body);
      expect([response.status, ProblemBody.parse(response.body).error.message]).toEqual([
        400,
        'Nothing to change: send displayName, description or instanceUrl.',
      ]);
    },
  );
});

describe('editing what somebody else may have edited meanwhile', () => {
  async function edited() {
    const { user, proof } = await person();
    const workspace = await makeWorkspace(api, user, { displayName: 'First', description: null });
    const patch = (body: object) => api.send('PATCH', `/workspaces/${workspace.id}`, proof).send(body);
    const { displayName, instanceUrl } = workspace;
    return { patch, read: { displayName, description: null, instanceUrl }, stored: async () => (await list(proof))[0] };
  }

  it('saves an edit of what has not changed since it was read', async () => {
    const { patch, read } = await edited();
    const response = await patch({ displayName: 'Second', expected: read });
    expect(response.status).toBe(200);
    expect(Workspace.parse(response.body).displayName).toBe('Second');
  });

  it('refuses an edit of what has changed since, saying what it is now, and writes nothing', async () => {
    const { patch, read, stored } = await edited();
    await patch({ displayName: 'Theirs', description: 'Theirs, too' });
    const refused = await patch({ displayName: 'Mine', expected: read });
    expect(refused.status).toBe(409);
    expect(ProblemBody.parse(refused.body).error).toEqual({
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

  it('saves it after all once the caller has read what changed, or does not compare', async () => {
    const { patch, read } = await edited();
    await patch({ displayName: 'Theirs' });
    const resent = await patch({ displayName: 'Mine', expected: { ...read, displayName: 'Theirs' } });
    expect(Workspace.parse(resent.body).displayName).toBe('Mine');
    expect((await patch({ description: 'Ours', expected: { description: '' } })).status).toBe(200);
    expect((await patch({ displayName: 'Unconditional' })).status).toBe(200);
  });

  it('lets one of two edits through that were made from the same reading at once', async () => {
    const { patch, read, stored } = await edited();
    const names = ['One', 'Other', 'Third', 'Fourth'];
    const responses = await Promise.all(names.map((displayName) => patch({ displayName, expected: read })));
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409]);
    const winner = names[responses.findIndex(({ status }) => status === 200)];
    expect((await stored())?.displayName).toBe(winner);
  });

  it('refuses a comparison with what is no text', async () => {
    const { patch } = await edited();
    expect((await patch({ displayName: 'Mine', expected: { displayName: 7 } })).status).toBe(400);
    expect((await patch({ displayName: 'Mine', expected: 'First' })).status).toBe(400);
  });
});

describe('favourite, hidden and default', () => {
  // @covers 7.workspaces.10 7.workspaces.11 7.workspaces.12
  it('are each member’s own', async () => {
    const [owner, editor] = [await person(), await person()];
    const workspace = await makeWorkspace(api, owner.user);
    await addMember(api, workspace, editor.user, 'EDITOR');
    const path = `/workspaces/${workspace.id}`;
    await api.send('PATCH', `${path}/favourite`, editor.proof).send({ isFavourite: true });
    await api.send('PATCH', `${path}/setHidden`, editor.proof).send({ isHidden: true });
    await api.send('PATCH', `${path}/setDefault`, editor.proof);
    expect((await list(editor.proof))[0]).toMatchObject({ isFavourite: true, isHidden: true, isDefault: true });
    expect((await list(owner.proof))[0]).toMatchObject({ isFavourite: false, isHidden: false, isDefault: false });
  });

  it('there is one default, whichever of many calls at once comes last', async () => {
    const { user, proof } = await person();
    const workspaces = await Promise.all(Array.from({ length: 5 }, () => makeWorkspace(api, user)));
    const calls = Array.from({ length: 40 }, (_, at) =>
      api.send('PATCH', `/workspaces/${workspaces[at % 5]?.id ?? ''}/setDefault`, proof).send({ requestUlid: ulid() }),
    );
    for (const response of await Promise.all(calls)) expect(response.status).toBe(200);
    expect((await list(proof)).filter((workspace) => workspace.isDefault)).toHaveLength(1);
  });
});

describe('[4.workspace-ordering.1] the list', () => {
  // @covers 4.workspace-ordering.1 7.workspaces.1
  it('has the default first, then favourites, then by type, then by name', async () => {
    const { user, proof } = await person();
    const add = (displayName: string, instanceEnvType: 'SI' | 'PRIVATE' | 'LOCAL' = 'SI') =>
      makeWorkspace(api, user, { displayName, instanceEnvType });
    await add('local', 'LOCAL');
    await add('private', 'PRIVATE');
    await add('b');
    await add('A');
    const favourite = await add('favourite', 'LOCAL');
    const chosen = await add('default', 'LOCAL');
    await api.send('PATCH', `/workspaces/${favourite.id}/favourite`, proof).send({ isFavourite: true });
    await api.send('PATCH', `/workspaces/${chosen.id}/setDefault`, proof);
    const names = (await list(proof)).map((workspace) => workspace.displayName);
    expect(names).toEqual(['default', 'favourite', 'A', 'b', 'private', 'local']);
  });
});

describe('[7.workspaces.7] deleting', () => {
  // @covers 7.workspaces.7
  it('takes the workspace from everybody, with its tokens', async () => {
    const [owner, editor] = [await person(), await person()];
    const workspace = await makeWorkspace(api, owner.user);
    await addMember(api, workspace, editor.user, 'EDITOR');
    const { proof: token } = await makeApiToken(api, workspace, editor.user);
    expect((await api.send('GET', '/whoami', token)).status).toBe(200);
    await api.send('PATCH', `/workspaces/${workspace.id}/setDefault`, editor.proof);

    expect((await api.send('DELETE', `/workspaces/${workspace.id}`, owner.proof)).status).toBe(200);
    expect(await list(editor.proof)).toEqual([]);
    expect((await api.send('GET', '/whoami', token)).status).toBe(401);
    expect((await api.send('GET', `/workspaces/${workspace.id}/go`, owner.proof)).status).toBe(404);
    const stored = await api.db.authToken.findMany({ where: { workspaceId: workspace.id } });
    expect(stored.every((each) => each.revokedAt !== null)).toBe(true);
  });
});
