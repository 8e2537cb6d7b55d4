import { AuthConnect, AuthReconnect, ProblemBody, Whoami } from '@portal/contract';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { startApi, type TestApi } from './support/api.ts';
import { addMember, logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { openTransaction, waitsForLock } from './support/lock-waits.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function visitor() {
  const owner = await makeUser(api);
  const user = await makeUser(api);
  const workspace = await makeWorkspace(api, owner, {
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://si.example.com/base/',
  });
  await addMember(api, workspace, user, 'EDITOR');
  const proof = await logIn(api, user);
  const go = async (query = '') => {
    const response = await api.send('GET', `/workspaces/${workspace.id}/go${query}`, proof).redirects(0);
    return new URL(response.headers.location ?? 'about:blank');
  };
  return { owner, user, workspace, proof, go };
}

const redeem = (code: string | null) => api.send('POST', '/complete-auth-connect').send({ code });

describe('[7.browser-navigation.1] going to a workspace', () => {
  // @covers 7.browser-navigation.1
  it('leads to the stored instance with a code', async () => {
    const { go, workspace } = await visitor();
    const url = await go('?redirect=%2Fw%2Fhead%3Fa%3D1%26code%3Dx');
    expect(url.origin + url.pathname).toBe('https://si.example.com/base/auth-connect');
    expect(url.searchParams.get('workspaceId')).toBe(workspace.id);
    expect(url.searchParams.getAll('code')).toHaveLength(1);
    expect(url.searchParams.get('redirect')).toBe('/w/head?a=1&code=x');
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/a%0d%0ab', ''])(
    'leaves out a redirect to %j',
    async (redirect) => {
      const { go } = await visitor();
      expect((await go(`?redirect=${redirect}`)).searchParams.has('redirect')).toBe(false);
    },
  );

  it('says on a page why it can’t', async () => {
    const { workspace } = await visitor();
    const outsider = await logIn(api, await makeUser(api));
    const response = await api.send('GET', `/workspaces/${workspace.id}/go`, outsider);
    expect([response.status, response.type]).toEqual([404, 'text/html']);
    expect(response.text).toContain('Workspace not found');
    expect(response.text).toContain('http://localhost:9000/workspaces');
  });
});

describe('redeeming a code', () => {
  it('tells person, workspace and a token that the published keys verify', async () => {
    const { go, user, workspace } = await visitor();
    const response = await redeem((await go()).searchParams.get('code'));
    const connected = AuthConnect.parse(response.body);
    expect(response.status).toBe(200);
    expect(connected.user).toMatchObject({ id: user.id, email: user.email, nickname: 'Ada' });
    expect(connected.workspace).toMatchObject({ id: workspace.id, instanceEnvType: 'PRIVATE' });

    const jwks = (await api.send('GET', '/.well-known/jwks.json')).body as JSONWebKeySet;
    const verified = await jwtVerify(connected.token, createLocalJWKSet(jwks), {
      issuer: 'http://localhost:9001',
      audience: 'instance',
      typ: 'instance+jwt',
    });
    expect(verified.payload).toMatchObject({ sub: user.id, workspaceId: workspace.id });

    const token = connected.token;
    expect(AuthReconnect.parse((await api.send('GET', '/auth-reconnect', { token })).body).user.id).toBe(user.id);
    const whoami = Whoami.parse((await api.send('GET', '/whoami', { token })).body);
    expect(whoami.token?.workspaceId).toBe(workspace.id);
    expect(whoami.user).toMatchObject({
      providerPictureUrl: null,
      auth0Id: null,
      discordUsername: null,
      githubUsername: null,
    });
    expect((await api.send('GET', `/workspace/${workspace.id}/members`, { token })).status).toBe(200);
  });

  it('works for one of a hundred that try at once', async () => {
    const { go } = await visitor();
    const code = (await go()).searchParams.get('code');
    const answers = await Promise.all(Array.from({ length: 100 }, () => redeem(code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(99);
  });

  it('fails after its minute', async () => {
    const { go } = await visitor();
    const code = (await go()).searchParams.get('code');
    await api.db.connectCode.updateMany({ data: { expiresAt: new Date() } });
    expect((await redeem(code)).status).toBe(400);
  });

  it('fails once the person is no member any more, or is locked out', async () => {
    const [removed, suspended] = [await visitor(), await visitor()];
    const codes = [await removed.go(), await suspended.go()].map((url) => url.searchParams.get('code'));
    await api.db.membership.deleteMany({ where: { userId: removed.user.id } });
    await api.db.user.update({ where: { id: suspended.user.id }, data: { suspensionBeganAt: new Date() } });
    for (const code of codes) expect((await redeem(code)).status).toBe(400);
  });

  it('fails once the address of the person is not verified any more', async () => {
    const { go, user } = await visitor();
    const code = (await go()).searchParams.get('code');
    await api.db.user.update({ where: { id: user.id }, data: { emailVerified: false } });
    const response = await redeem(code);
    expect([response.status, ProblemBody.parse(response.body).error.type]).toEqual([400, 'InvalidCode']);
    expect(await api.db.instanceToken.count({ where: { userId: user.id } })).toBe(0);
  });

  it('stores no code that could be used', async () => {
    const { go } = await visitor();
    const code = (await go()).searchParams.get('code');
    expect(JSON.stringify(await api.db.connectCode.findMany())).not.toContain(code);
  });
});

describe('redeeming a code while its workspace is deleted', () => {
  const deletionWaits = () => waitsForLock(api, 'FOR NO KEY UPDATE');
  const redemptionWaits = () => waitsForLock(api, 'quarantined_at IS NULL FOR SHARE');

  async function race() {
    const { go, owner, workspace } = await visitor();
    const code = (await go()).searchParams.get('code');
    const proof = await logIn(api, owner);
    return {
      workspace,
      // They are sent once somebody waits for their answer.
      redemption: async () => (await redeem(code)).status,
      deletion: async () => (await api.send('DELETE', `/workspaces/${workspace.id}`, proof).send({})).status,
    };
  }

  it('fails after the deletion, and keeps the code from nobody while it waits', async () => {
    const { workspace, redemption, deletion } = await race();
    const holder = await openTransaction(api, 'SELECT 1 FROM workspaces WHERE id = $1 FOR UPDATE', [workspace.id]);
    const deleted = deletion();
    await deletionWaits();
    const redeemed = redemption();
    await redemptionWaits();
    const free = await api.db.$queryRaw<unknown[]>`
      SELECT 1 FROM connect_codes WHERE workspace_id = ${workspace.id} FOR UPDATE SKIP LOCKED`;
    await holder.end('COMMIT');
    expect([free.length, await deleted, await redeemed]).toEqual([1, 200, 400]);
  });

  it('is done before the deletion, which ends its token', async () => {
    const { workspace, redemption, deletion } = await race();
    const held = 'SELECT 1 FROM connect_codes WHERE workspace_id = $1 FOR UPDATE';
    const holder = await openTransaction(api, held, [workspace.id]);
    const redeemed = redemption();
    await waitsForLock(api, 'DELETE FROM connect_codes WHERE code_hash');
    const deleted = deletion();
    await deletionWaits();
    await holder.end('COMMIT');
    expect([await redeemed, await deleted]).toEqual([200, 200]);
    expect(await api.db.instanceToken.count({ where: { workspaceId: workspace.id, revokedAt: null } })).toBe(0);
  });
});
