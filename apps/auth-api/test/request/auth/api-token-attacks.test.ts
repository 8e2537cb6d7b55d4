import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiScopeNames, dayMs, ErrorBody } from '@portal/contract';
import { ulid } from 'ulid';
import type { Prisma } from '../../../src/generated/prisma/client.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeServiceAccount,
  makeServiceAccountToken,
  makeStaff,
  makeUser,
  makeWorkspace,
} from '../../support/builders.ts';
import { outcomeOf } from '../../support/responses.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type TokenFields = Partial<Prisma.AuthTokenUncheckedCreateInput>;

async function makeTeam(of: TestApi = api) {
  const [owner, editor] = [await makeUser(of), await makeUser(of)];
  const workspace = await makeWorkspace(of, owner, {
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://one.example.com',
  });
  await addMember(of, workspace, editor, 'EDITOR');
  const serviceAccount = await makeServiceAccount(of, workspace);
  const scopes = [...apiScopeNames];
  return {
    owner,
    editor,
    workspace,
    serviceAccount,
    asOwner: await logIn(of, owner),
    ofOwner: (fields: TokenFields = {}) => makeApiToken(of, workspace, owner, { scopes, ...fields }),
    ofEditor: (fields: TokenFields = {}) => makeApiToken(of, workspace, editor, { scopes, ...fields }),
    ofAccount: (fields: TokenFields = {}) => makeServiceAccountToken(of, serviceAccount, { scopes, ...fields }),
    tokens: `/workspaces/${workspace.id}/authTokens`,
    members: `/workspace/${workspace.id}/members`,
    changeRole: (credentials: Credentials, body: object) =>
      of.send('POST', `/workspace/${workspace.id}/membership`, credentials).send(body),
    roleOf: async ({ id: userId }: { id: string }) =>
      (await of.db.membership.findUnique({ where: { workspaceId_userId: { workspaceId: workspace.id, userId } } }))
        ?.role,
  };
}

describe('a token with all scopes', () => {
  it.each(['OWNER', 'owner', 'Owner', ' OWNER ', 'ＯＷＮＥＲ', 'OWNER\u0000', ['OWNER'], { role: 'OWNER' }])(
    'makes no one an owner: %j',
    async (role) => {
      const team = await makeTeam();
      for (const { credentials } of [await team.ofOwner(), await team.ofAccount()]) {
        expect(outcomeOf(await team.changeRole(credentials, { userId: team.editor.id, role }))).toBe('InvalidInput');
        for (const [path, body] of [
          [team.members, { email: 'new@example.com', role }],
          [`/workspaces/${team.workspace.id}/invitations`, { emails: ['new@example.com'], role }],
        ] as const)
          expect(outcomeOf(await api.send('POST', path, credentials).send(body))).toBe('InvalidInput');
      }
      expect(await team.roleOf(team.editor)).toBe('EDITOR');
    },
  );

  it('never touches the owner: not by id, not by email in any spelling', async () => {
    const team = await makeTeam();
    const { owner } = team;
    for (const { credentials } of [await team.ofOwner(), await team.ofAccount({ createdById: owner.id })]) {
      for (const userId of [owner.id, owner.id.toLowerCase()])
        expect(outcomeOf(await team.changeRole(credentials, { userId, role: 'EDITOR' }))).toBe('OwnerMustStay');
      for (const email of [owner.email, owner.email.toUpperCase(), ` ${owner.email} `])
        expect(outcomeOf(await api.send('DELETE', team.members, credentials).send({ email }))).toBe('OwnerMustStay');
    }
    expect(await team.roleOf(owner)).toBe('OWNER');
  });

  it('does not change the instance URL, to which members are sent with a login code', async () => {
    const team = await makeTeam();
    const edit = (credentials: Credentials, body: object) =>
      api.send('PATCH', `/workspaces/${team.workspace.id}`, credentials).send(body);
    for (const { credentials } of [await team.ofOwner(), await team.ofAccount()]) {
      const instanceUrl = 'https://two.example.com';
      expect(outcomeOf(await edit(credentials, { instanceUrl }))).toBe('TokenNotAllowed');
      expect(outcomeOf(await edit(credentials, { displayName: 'Renamed', instanceUrl }))).toBe('TokenNotAllowed');
      expect(
        outcomeOf(await edit(credentials, { displayName: 'Renamed', instanceUrl: 'https://one.example.com' })),
      ).toBe('ok');
    }
    const { instanceUrl } = await api.db.workspace.findUniqueOrThrow({ where: { id: team.workspace.id } });
    expect(instanceUrl).toBe('https://one.example.com');
  });

  it('loses what the role of its person loses, at once', async () => {
    const team = await makeTeam();
    const { editor, workspace } = team;
    const { credentials } = await team.ofEditor();
    const invite = () => api.send('POST', team.members, credentials).send({ email: `${ulid()}@example.com` });
    const setRole = (role: 'EDITOR' | 'APPROVER') =>
      api.db.membership.update({
        where: { workspaceId_userId: { workspaceId: workspace.id, userId: editor.id } },
        data: { role },
      });
    expect(outcomeOf(await invite())).toBe('NotAllowed');
    await setRole('APPROVER');
    expect(outcomeOf(await invite())).toBe('ok');
    await setRole('EDITOR');
    expect(outcomeOf(await invite())).toBe('NotAllowed');
    // It does not raise its own person, either.
    expect(outcomeOf(await team.changeRole(credentials, { userId: editor.id, role: 'APPROVER' }))).toBe('NotAllowed');
  });

  it('of a service account changes the role of its maker, if that one is no owner, who learns of it', async () => {
    const team = await makeTeam();
    const { editor, serviceAccount } = team;
    const { credentials } = await team.ofAccount({ createdById: editor.id });
    expect(outcomeOf(await team.changeRole(credentials, { userId: editor.id, role: 'APPROVER' }))).toBe('ok');
    expect(await team.roleOf(editor)).toBe('APPROVER');
    const [email] = await api.db.accountEmail.findMany({ where: { userId: editor.id, kind: 'roleChanged' } });
    expect(email?.details).toMatchObject({ actorId: serviceAccount.id });
  });

  it('of a service account that revokes the token of a person tells that person', async () => {
    const team = await makeTeam();
    const { credentials } = await team.ofAccount();
    const { id } = await team.ofEditor();
    expect(outcomeOf(await api.send('POST', `${team.tokens}/${id}/revoke`, credentials))).toBe('ok');
    const emails = await api.db.accountEmail.findMany({ where: { userId: team.editor.id } });
    expect(emails.map(({ kind, details }) => ({ kind, details }))).toEqual([
      { kind: 'tokenRevoked', details: { tokenId: id, actorId: team.serviceAccount.id } },
    ]);
  });
});

describe('a token whose claims disagree with what is stored', () => {
  it.each<[string, object]>([
    ['another person', { principalId: ulid() }],
    ['another workspace', { workspaceId: ulid() }],
    ['a service account instead of a person', { isServiceAccount: true }],
    ['instances instead of this API', { scopes: ['platform'] }],
  ])('is invalid: %s', async (_what, claims) => {
    const { ofOwner, owner, workspace, tokens } = await makeTeam();
    const { id } = await ofOwner();
    const genuine = {
      id,
      principalId: owner.id,
      isServiceAccount: false,
      workspaceId: workspace.id,
      scopes: [...apiScopeNames],
    };
    const sign = async (other: object) => ({
      token: await api.services.tokens.signApiToken({ ...genuine, ...other }, new Date(Date.now() + dayMs)),
    });
    expect(outcomeOf(await api.send('GET', tokens, await sign({})))).toBe('ok');
    for (const path of ['/whoami', tokens, `${tokens}/${id}`])
      expect(outcomeOf(await api.send('GET', path, await sign(claims)))).toBe('InvalidToken');
  });

  it('is invalid: a person instead of a service account', async () => {
    const { ofAccount, serviceAccount, workspace } = await makeTeam();
    const { id } = await ofAccount();
    const claims = { id, principalId: serviceAccount.id, isServiceAccount: false, workspaceId: workspace.id };
    const token = await api.services.tokens.signApiToken(
      { ...claims, scopes: [...apiScopeNames] },
      new Date(Date.now() + dayMs),
    );
    expect(outcomeOf(await api.send('GET', '/whoami', { token }))).toBe('InvalidToken');
  });

  it('has the rights of the row, whatever its scope claim says', async () => {
    const { ofOwner, owner, workspace, members } = await makeTeam();
    const { id } = await ofOwner({ scopes: ['members:read'] });
    const claims = { id, principalId: owner.id, isServiceAccount: false, workspaceId: workspace.id };
    const token = await api.services.tokens.signApiToken(
      { ...claims, scopes: [...apiScopeNames] },
      new Date(Date.now() + dayMs),
    );
    expect(outcomeOf(await api.send('GET', members, { token }))).toBe('ok');
    expect(outcomeOf(await api.send('POST', members, { token }).send({ email: 'a@example.com' }))).toBe(
      'InsufficientScope',
    );
  });
});

it('an instance that got a token for the platform can only ask who it is, read it and end it', async () => {
  const team = await makeTeam();
  for (const make of [team.ofOwner, team.ofAccount]) {
    const { id, credentials } = await make({ scopes: ['platform'], rotatesUntil: null });
    expect(outcomeOf(await api.send('GET', '/whoami', credentials))).toBe('ok');
    expect(outcomeOf(await api.send('GET', `${team.tokens}/${id}`, credentials))).toBe('ok');
    for (const path of [`/workspaces/${team.workspace.id}`, team.members, team.tokens])
      expect(outcomeOf(await api.send('GET', path, credentials))).toBe('InsufficientScope');
    expect(outcomeOf(await api.send('POST', `${team.tokens}/${id}/rotate`, credentials))).toBe('TokenNotAllowed');
    expect(outcomeOf(await api.send('POST', `${team.tokens}/${id}/revoke`, credentials))).toBe('ok');
  }
});

describe('a token of a service account', () => {
  it.each([
    ['quarantine', { isQuarantined: true, reason: 'Spam' }, { isQuarantined: false, reason: 'Cleared' }],
    ['suspend', { isSuspended: true, reason: 'Unpaid' }, { isSuspended: false, reason: 'Paid' }],
  ])('is paused while its owner is locked (%s), and works again after that', async (call, lock, unlock) => {
    const team = await makeTeam();
    const { id, credentials } = await team.ofAccount();
    const staff = await makeStaff(api);
    const set = async (body: object) =>
      expect(outcomeOf(await api.send('PATCH', `/users/${team.owner.id}/${call}`, staff.credentials).send(body))).toBe(
        'ok',
      );
    await set(lock);
    for (const [method, path] of [
      ['GET', '/whoami'],
      ['GET', team.tokens],
      ['POST', team.members],
      ['POST', `${team.tokens}/${id}/rotate`],
    ] as const) {
      const response = await api.send(method, path, credentials).send(method === 'POST' ? {} : undefined);
      expect([response.status, outcomeOf(response)]).toEqual([403, 'WorkspacePaused']);
    }
    await set(unlock);
    expect(outcomeOf(await api.send('GET', '/whoami', credentials))).toBe('ok');
  });

  it('ends with its service account, and the name gives no other one its tokens', async () => {
    const team = await makeTeam();
    const { credentials } = await team.ofAccount();
    const accounts = `/workspaces/${team.workspace.id}/serviceAccounts`;
    const { id, name } = team.serviceAccount;
    expect(outcomeOf(await api.send('DELETE', `${accounts}/${id}`, team.asOwner))).toBe('ok');
    expect(outcomeOf(await api.send('GET', '/whoami', credentials))).toBe('InvalidToken');
    for (const same of [name, name.toUpperCase(), ` ${name} `])
      expect(outcomeOf(await api.send('POST', accounts, team.asOwner).send({ name: same, role: 'EDITOR' }))).toBe(
        'ServiceAccountNameTaken',
      );
    const body = { name: 'CI', expiration: '1d', serviceAccountId: id };
    expect(outcomeOf(await api.send('POST', team.tokens, team.asOwner).send(body))).toBe('ServiceAccountNotFound');
  });
});

describe('the policy of a workspace', () => {
  it('limits what can be created: who, how long, and whether it changes something', async () => {
    const team = await makeTeam();
    const asEditor = await logIn(api, team.editor);
    const setPolicy = (data: Prisma.WorkspaceUpdateInput) =>
      api.db.workspace.update({ where: { id: team.workspace.id }, data });
    const create = (credentials: Credentials, body: object = {}) =>
      api.send('POST', team.tokens, credentials).send({ name: 'CI', expiration: '1d', ...body });
    await setPolicy({ tokenMakers: 'APPROVERS', tokenMaxDays: 7, tokenWritesAllowed: false });
    expect(outcomeOf(await create(asEditor))).toBe('NotAllowed');
    expect(outcomeOf(await create(team.asOwner))).toBe('ok');
    expect(outcomeOf(await create(team.asOwner, { expiration: '8d' }))).toBe('InvalidInput');
    expect(outcomeOf(await create(team.asOwner, { scopes: ['members:write'] }))).toBe('InvalidInput');
    const forAccount = { serviceAccountId: team.serviceAccount.id };
    expect(outcomeOf(await create(team.asOwner, { ...forAccount, scopes: ['members:write'] }))).toBe('InvalidInput');
    expect(outcomeOf(await create(asEditor, forAccount))).toBe('NotAllowed');
  });

  it('gives no scope that the role of the creator lacks', async () => {
    const team = await makeTeam();
    const asEditor = await logIn(api, team.editor);
    for (const scope of ['workspace:write', 'members:write', 'audit:read', 'billing:write', 'unknown']) {
      const body = { name: 'CI', expiration: '1d', scopes: [scope] };
      expect(outcomeOf(await api.send('POST', team.tokens, asEditor).send(body))).toBe('InvalidInput');
    }
  });
});

describe('a token for some networks', () => {
  const inNetworks = ['203.0.113.0/24', '2001:db8::/32'];
  const whoami = async (of: TestApi, credentials: Credentials, forwardedFor?: string) => {
    const request = of.send('GET', '/whoami', credentials);
    return outcomeOf(await (forwardedFor === undefined ? request : request.set('X-Forwarded-For', forwardedFor)));
  };

  it('does not believe X-Forwarded-For without a proxy', async () => {
    const { ofOwner } = await makeTeam();
    const { credentials } = await ofOwner({ networks: inNetworks });
    for (const forged of [undefined, '203.0.113.7', '203.0.113.7, 203.0.113.8', '2001:db8::1', '::ffff:203.0.113.7'])
      expect(await whoami(api, credentials, forged)).toBe('NetworkNotAllowed');
    const local = await ofOwner({ networks: ['127.0.0.0/8'] });
    expect(await whoami(api, local.credentials, '198.51.100.1')).toBe('ok');
  });

  it('behind a proxy believes only the address that the proxy added', async () => {
    const proxied = await startApi({ TRUSTED_PROXIES: '1' });
    const { ofOwner, ofAccount } = await makeTeam(proxied);
    for (const make of [ofOwner, ofAccount]) {
      const { credentials } = await make({ networks: inNetworks });
      for (const [forwardedFor, expected] of [
        ['203.0.113.7', 'ok'],
        ['::ffff:203.0.113.7', 'ok'],
        ['203.0.113.7:4711', 'ok'],
        ['2001:db8:ffff::1', 'ok'],
        ['[2001:DB8::1]:4711', 'ok'],
        ['203.0.114.7', 'NetworkNotAllowed'],
        ['2001:db9::1', 'NetworkNotAllowed'],
        // What the client claims is before what the proxy adds.
        ['203.0.113.7, 198.51.100.1', 'NetworkNotAllowed'],
        ['198.51.100.1, 203.0.113.7', 'ok'],
        ['unknown', 'NetworkNotAllowed'],
        // An address in IPv6 that only looks like one in IPv4 (NAT64, 6to4).
        ['64:ff9b::203.0.113.7', 'NetworkNotAllowed'],
        ['2002:cb00:7107::1', 'NetworkNotAllowed'],
      ] as const)
        expect([forwardedFor, await whoami(proxied, credentials, forwardedFor)]).toEqual([forwardedFor, expected]);
    }
    await proxied.close();
  });

  it('is limited in changes, too', async () => {
    const { ofAccount, members } = await makeTeam();
    const { credentials } = await ofAccount({ networks: ['203.0.113.0/24'] });
    const response = await api.send('POST', members, credentials).send({ email: 'a@example.com' });
    expect(outcomeOf(response)).toBe('NetworkNotAllowed');
    expect(ErrorBody.parse(response.body).error.message).toContain('127.0.0.1');
  });
});

describe('new terms', () => {
  const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

  it.each([
    ['within the days of grace', 29, 'ok'],
    ['after them', 31, 'TermsNotAccepted'],
  ])('stop the tokens of those who have not accepted them: %s', async (_when, days, expected) => {
    const legal = await mkdtemp(join(tmpdir(), 'legal-'));
    for (const version of ['2024-01-01', dateOf(Date.now() - days * dayMs)]) {
      await mkdir(join(legal, version));
      await writeFile(join(legal, version, '01-terms.md'), '# Terms\nText');
    }
    const other = await startApi({ LEGAL_DIR: legal, TERMS_GRACE_DAYS: '30' });
    const { owner, editor, ofEditor, ofAccount, tokens } = await makeTeam(other);
    const [ofUser, account] = [await ofEditor(), await ofAccount()];
    const outcome = async ({ credentials }: typeof account) => outcomeOf(await other.send('GET', tokens, credentials));
    expect([await outcome(ofUser), await outcome(account)]).toEqual(['ok', 'ok']);
    await other.db.user.update({ where: { id: editor.id }, data: { tosVersionId: '2024-01-01' } });
    expect([await outcome(ofUser), await outcome(account)]).toEqual([expected, 'ok']);
    await other.db.user.update({ where: { id: owner.id }, data: { tosVersionId: '2024-01-01' } });
    expect(await outcome(account)).toBe(expected);
    // A session of the person has to accept them at once.
    expect(outcomeOf(await other.send('GET', tokens, await logIn(other, editor)))).toBe('TermsNotAccepted');
    await other.close();
    await rm(legal, { recursive: true });
  });
});
