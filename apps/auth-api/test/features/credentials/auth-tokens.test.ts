/** @waits 10 s */
import { apiTokenPattern, AuthTokenResult, AuthTokens, CreatedAuthToken, ErrorBody, Whoami } from '@portal/contract';
import { decodeProtectedHeader } from 'jose';
import { ulid } from 'ulid';
import {
  addSigningKey,
  listKeyIds,
  loadSigningKeys,
  retireSigningKey,
} from '../../../src/request/auth/signing-keys.ts';
import { Tokens, type StoredTokenClaims } from '../../../src/request/auth/tokens.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { addMember, logIn, makeApiToken, makeInstanceToken, makeUser, makeWorkspace } from '../../support/builders.ts';
import { pollUntil } from '../../support/polling.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function makeTeam() {
  const owner = await makeUser(api);
  const editor = await makeUser(api);
  const workspace = await makeWorkspace(api, owner);
  await addMember(api, workspace, editor, 'EDITOR');
  return {
    owner,
    editor,
    workspace,
    path: `/workspaces/${workspace.id}/authTokens`,
    asOwner: await logIn(api, owner),
    asEditor: await logIn(api, editor),
  };
}

describe('[7.auth-tokens.2] creating a token', () => {
  // @covers 3.12 3.13 7.auth-tokens.1 7.auth-tokens.2
  it('returns the secret once and does not store it', async () => {
    const { asEditor, path, workspace } = await makeTeam();
    const response = await api.send('POST', path, asEditor).send({ name: 'Deploy', expiration: '48h' });
    const { authToken, token } = CreatedAuthToken.parse(response.body);
    expect(Math.abs(Date.parse(authToken.expiresAt ?? '') - Date.now() - 48 * 3_600_000)).toBeLessThan(10_000);
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'api+jwt' });
    expect(token).toMatch(new RegExp(`^${apiTokenPattern}$`));
    const listed = await api.send('GET', path, asEditor);
    expect(listed.text).not.toContain(token);
    const { authTokens, longestDays } = AuthTokens.parse(listed.body);
    expect(authTokens.map((each) => each.id)).toEqual([authToken.id]);
    expect(longestDays).toBe(365);

    const whoami = Whoami.parse((await api.send('GET', '/whoami', { token })).body);
    expect(whoami.token).toEqual({
      id: authToken.id,
      name: 'Deploy',
      workspaceId: workspace.id,
      scopes: ['workspace:read', 'members:read', 'tokens:read', 'platform'],
      expiresAt: authToken.expiresAt,
    });
  });

  // @covers 5.token.1 9.4
  it.each([
    ['5', 'Invalid time string'],
    ['-5m', 'Invalid time string'],
    ['1ms', 'Invalid time string'],
    ['1M', 'Invalid time string'],
    ['9'.repeat(95) + 'd', 'Invalid time string'],
    ['x'.repeat(100), 'Your input cannot be more than 99 characters long.'],
    ['', 'This field is required'],
    ['2y', 'A token can be valid for at most 365 days.'],
    ['999999y', 'A token can be valid for at most 365 days.'],
  ])('rejects the lifetime %j: %s', async (expiration, message) => {
    const { asOwner, path } = await makeTeam();
    const response = await api.send('POST', path, asOwner).send({ name: 'x', expiration });
    const fields = ErrorBody.parse(response.body).error.details?.fields;
    expect([response.status, fields?.map((field) => field.message)]).toEqual([400, expect.arrayContaining([message])]);
  });

  it('while the workspace is deleted leaves no live token', async () => {
    const { asOwner, path, workspace } = await makeTeam();
    await api.send('PATCH', `/workspaces/${workspace.id}/setDefault`, asOwner);
    const create = () => api.send('POST', path, asOwner).send({ name: 'x', expiration: '1d', requestUlid: ulid() });
    const creations = Array.from({ length: 20 }, create);
    const deletion = api.send('DELETE', `/workspaces/${workspace.id}`, asOwner).send({ requestUlid: ulid() });
    for (const { status } of await Promise.all([...creations, deletion])) expect([200, 404]).toContain(status);
    expect(await api.db.authToken.count({ where: { workspaceId: workspace.id, revokedAt: null } })).toBe(0);
  });
});

describe('[7.auth-tokens.5] revoking', () => {
  // @covers 7.auth-tokens.3 7.auth-tokens.5
  it('takes effect at once, and a second revocation keeps the first timestamp', async () => {
    const { asOwner, owner, workspace, path } = await makeTeam();
    const { id, credentials } = await makeApiToken(api, workspace, owner);
    const revoke = async () =>
      AuthTokenResult.parse((await api.send('POST', `${path}/${id}/revoke`, asOwner)).body).authToken;
    const first = await revoke();
    expect(first.revokedAt).not.toBeNull();
    expect((await api.send('GET', '/whoami', credentials)).status).toBe(401);
    expect((await revoke()).revokedAt).toBe(first.revokedAt);
  });

  it('is allowed for the creator and the owner', async () => {
    const { asOwner, asEditor, editor, owner, workspace, path } = await makeTeam();
    const editorToken = await makeApiToken(api, workspace, editor);
    const otherEditorToken = await makeApiToken(api, workspace, editor);
    const ownerToken = await makeApiToken(api, workspace, owner);
    const revoke = (id: string, credentials: typeof asOwner) => api.send('POST', `${path}/${id}/revoke`, credentials);
    expect((await revoke(editorToken.id, asEditor)).status).toBe(200);
    expect((await api.send('GET', '/whoami', editorToken.credentials)).status).toBe(401);
    const rejected = await revoke(ownerToken.id, asEditor);
    expect([rejected.status, ErrorBody.parse(rejected.body).error.type]).toEqual([403, 'NotAllowed']);
    expect((await api.send('GET', '/whoami', ownerToken.credentials)).status).toBe(200);
    expect((await revoke(otherEditorToken.id, asOwner)).status).toBe(200);
  });

  it('notifies the creator by email if the owner revokes a token, once', async () => {
    const { asOwner, asEditor, editor, owner, workspace, path } = await makeTeam();
    const token = await makeApiToken(api, workspace, editor);
    const own = await makeApiToken(api, workspace, editor);
    await api.send('POST', `${path}/${own.id}/revoke`, asEditor);
    for (let times = 0; times < 2; times++) await api.send('POST', `${path}/${token.id}/revoke`, asOwner);
    const emails = await api.db.accountEmail.findMany({ where: { userId: { in: [editor.id, owner.id] } } });
    expect(emails.map(({ kind, userId, details }) => ({ kind, userId, details }))).toEqual([
      { kind: 'tokenRevoked', userId: editor.id, details: { tokenId: token.id, actorId: owner.id } },
    ]);
  });

  it('rejects a token of another workspace', async () => {
    const [one, other] = [await makeTeam(), await makeTeam()];
    const { id, credentials } = await makeApiToken(api, other.workspace, other.owner);
    expect((await api.send('POST', `${one.path}/${id}/revoke`, one.asOwner)).status).toBe(404);
    expect((await api.send('GET', '/whoami', credentials)).status).toBe(200);
  });
});

describe('[7.auth-tokens.4] renaming', () => {
  // @covers 7.auth-tokens.4
  it('is allowed for the creator and the owner', async () => {
    const { asOwner, asEditor, editor, owner, workspace, path } = await makeTeam();
    const editorToken = await makeApiToken(api, workspace, editor);
    const ownerToken = await makeApiToken(api, workspace, owner);
    const rename = (id: string, credentials: typeof asOwner) =>
      api.send('PUT', `${path}/${id}`, credentials).send({ name: 'New' });
    expect(AuthTokenResult.parse((await rename(editorToken.id, asEditor)).body).authToken.name).toBe('New');
    expect((await rename(ownerToken.id, asEditor)).status).toBe(403);
    expect((await rename(editorToken.id, asOwner)).status).toBe(200);
  });
});

describe('a token in use', () => {
  it('records its last use', async () => {
    const { owner, workspace, path, asOwner } = await makeTeam();
    const { id, credentials } = await makeApiToken(api, workspace, owner, { lastUsedAt: null });
    await api.send('GET', '/whoami', credentials);
    const lastUse = async () =>
      AuthTokenResult.parse((await api.send('GET', `${path}/${id}`, asOwner)).body).authToken.lastUsedAt;
    expect(await pollUntil(lastUse, (time) => time !== null)).not.toBeNull();
  });

  it.each([
    ['quarantinedAt', 'quarantine'],
    ['suspendedAt', 'suspension'],
  ])('stops working when its user gets a %s', async (field) => {
    const { owner, workspace } = await makeTeam();
    const { credentials } = await makeApiToken(api, workspace, owner);
    await api.db.user.update({ where: { id: owner.id }, data: { [field]: new Date() } });
    expect((await api.send('GET', '/whoami', credentials)).status).toBe(401);
  });
});

describe('a token signed with our key', () => {
  const claimsOf = (): StoredTokenClaims => ({
    kind: 'api',
    id: ulid(),
    principalId: ulid(),
    isServiceAccount: false,
    workspaceId: ulid(),
    isForApi: true,
  });
  const sign = (tokens: Tokens, claims: StoredTokenClaims, expiresAt = inOneHour()) =>
    tokens.signApiToken({ ...claims, scopes: ['members:read'] }, expiresAt);
  const inOneHour = () => new Date(Date.now() + 3_600_000);

  async function tokensOf(url: string): Promise<Tokens> {
    const { settings, log } = api.services;
    const keys = await loadSigningKeys(settings.SIGNING_KEYS_DIR, log, { createsMissing: false });
    keys.close();
    return new Tokens(keys, { ...settings, TOKEN_ISSUER: url }, log);
  }

  it('is rejected if its issuer is another API', async () => {
    const [ours, other] = [await tokensOf('https://auth.example.com'), await tokensOf('https://auth.example.org')];
    expect(await ours.verify(await sign(other, claimsOf()))).toBeNull();
  });

  // Within that hour the row of the token decides, by the clock of the database.
  it('is rejected once it has expired for more than an hour', async () => {
    const tokens = await tokensOf('https://auth.example.com');
    const signExpired = (seconds: number) => sign(tokens, claimsOf(), new Date(Date.now() - seconds * 1_000));
    expect(await tokens.verify(await signExpired(3_500))).not.toBeNull();
    expect(await tokens.verify(await signExpired(3_602))).toBeNull();
  });
});

describe('after a move of the API to another URL', () => {
  const moveTo = (settings: Readonly<Record<string, string>>) => {
    const { DATABASE_URL, SIGNING_KEYS_DIR } = api.services.settings;
    return startApi({ DATABASE_URL, SIGNING_KEYS_DIR, AUTH_API_URL: 'http://localhost:9101', ...settings });
  };

  it.each([
    ['of the former URL, which is a former issuer', { FORMER_TOKEN_ISSUERS: 'http://localhost:9001' }, 200],
    ['of the former URL, which stays the issuer', { TOKEN_ISSUER: 'http://localhost:9001' }, 200],
    ['of an unknown issuer', {}, 401],
  ])('tokens %s: %j, %i', async (_title, settings, status) => {
    const { owner, workspace } = await makeTeam();
    const { credentials } = await makeApiToken(api, workspace, owner);
    const instanceToken = await makeInstanceToken(api, workspace, owner);
    const moved = await moveTo(settings);
    expect((await moved.send('GET', '/whoami', credentials)).status).toBe(status);
    expect((await moved.send('GET', '/auth-reconnect', instanceToken)).status).toBe(status);
    await moved.close();
  });
});

describe('signing keys', () => {
  it('of one purpose can be rotated; both keys are valid until the old one is retired, and those of other purposes stay', async () => {
    const { owner, workspace } = await makeTeam();
    const folder = api.services.settings.SIGNING_KEYS_DIR;
    const [oldKid = ''] = await listKeyIds(folder);
    const before = await makeApiToken(api, workspace, owner);
    const instanceToken = await makeInstanceToken(api, workspace, owner);
    const link = await api.services.unsubscribeLinks.sign('hash');
    const signingKid = async () =>
      decodeProtectedHeader((await makeApiToken(api, workspace, owner)).credentials.token ?? '').kid;
    const status = async ({ credentials }: typeof before) => (await api.send('GET', '/whoami', credentials)).status;

    // A new key signs only after a delay, in which the other replicas read it.
    const laterKid = await addSigningKey(folder, 'api', 3_600_000);
    await expect(retireSigningKey(folder, oldKid)).rejects.toThrow(/Rotate first/);
    await expectPublishedKeys([oldKid, laterKid]);
    expect(await signingKid()).toBe(oldKid);

    const newKid = await addSigningKey(folder, 'api');
    await expectPublishedKeys([oldKid, newKid, laterKid]);
    await pollUntil(signingKid, (kid) => kid === newKid);
    const after = await makeApiToken(api, workspace, owner);
    expect(decodeProtectedHeader(after.credentials.token ?? '').kid).toBe(newKid);
    expect([await status(before), await status(after)]).toEqual([200, 200]);

    await retireSigningKey(folder, oldKid);
    await expectPublishedKeys([newKid, laterKid]);
    expect([await status(before), await status(after)]).toEqual([401, 200]);
    expect((await api.send('GET', '/auth-reconnect', instanceToken)).status).toBe(200);
    expect(await api.services.unsubscribeLinks.verify(link)).toBe('hash');
  });

  it('are published without their private part, and only those that others need', async () => {
    const response = await api.send('GET', '/.well-known/jwks.json');
    expect(response.text).not.toContain('"d"');
    const { keys } = response.body as { keys: { kid: string }[] };
    const purposes = keys.map(({ kid }) => kid.split('-')[0]);
    expect([...new Set(purposes)]).toEqual(['api', 'instance', 'logout', 'event']);
  });
});

async function expectPublishedKeys(kids: string[]): Promise<void> {
  const published = async () => {
    const { keys } = (await api.send('GET', '/.well-known/jwks.json')).body as { keys: { kid: string }[] };
    return keys.flatMap(({ kid }) => (kid.startsWith('api-') ? [kid] : []));
  };
  expect(await pollUntil(published, (read) => read.join() === kids.join())).toEqual(kids);
}
