import { AuthConnect, AuthReconnect, ProblemBody, Whoami } from '@portal/contract';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { startApi, type TestApi } from './support/api.ts';
import { addMember, logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { embeddings, foreignReferers, navigationFrom } from './support/fetch-metadata.ts';
import { linkOn } from './support/link-on.ts';
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
  /** The same as a browser sends it: with these headers and no others that tell where it comes from. */
  const navigate = (headers: Readonly<Record<string, string>>, query: Readonly<Record<string, string>> = {}) =>
    api
      .send('GET', `/workspaces/${workspace.id}/go?${new URLSearchParams(query).toString()}`, proof)
      .unset('Referer')
      .set(headers)
      .redirects(0);
  return { owner, user, workspace, proof, go, navigate };
}

const redeem = (code: string | null, state?: string) =>
  api.send('POST', '/complete-auth-connect').send({ code, state });

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

describe('a launch that the user may not want', () => {
  const codes = (workspaceId: string) => api.db.connectCode.count({ where: { workspaceId } });

  it('from another site is confirmed on a page that names workspace and host, and gives no code', async () => {
    const { navigate, workspace } = await visitor();
    await api.db.workspace.update({ where: { id: workspace.id }, data: { displayName: 'A <b>bold</b> plan' } });
    const response = await navigate(navigationFrom('cross-site'), { redirect: '/w/head?a=1', state: 'a state' });
    expect([response.status, response.type]).toEqual([200, 'text/html']);
    expect(response.text).toContain('Open A &lt;b&gt;bold&lt;/b&gt; plan?');
    expect(response.text).toContain('logs you in at si.example.com');
    expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(await codes(workspace.id)).toBe(0);

    const link = new URL(linkOn(response.text));
    expect(link.origin + link.pathname).toBe(`http://localhost:9001/workspaces/${workspace.id}/go`);
    const next = await navigate(navigationFrom('same-origin'), Object.fromEntries(link.searchParams));
    expect(next.status).toBe(303);
    expect(Object.fromEntries(new URL(next.headers.location ?? '').searchParams)).toMatchObject({
      redirect: '/w/head?a=1',
      state: 'a state',
    });
  });

  it.each(Object.entries(embeddings))('by %s is confirmed', async (_what, headers) => {
    const { navigate, workspace } = await visitor();
    expect((await navigate(headers)).status).toBe(200);
    expect(await codes(workspace.id)).toBe(0);
  });

  it.each([...foreignReferers, undefined])('without fetch metadata, from %j, is confirmed', async (referer) => {
    const { navigate, workspace } = await visitor();
    expect((await navigate(referer === undefined ? {} : { Referer: referer })).status).toBe(200);
    expect(await codes(workspace.id)).toBe(0);
  });

  it.each([navigationFrom('same-site'), navigationFrom('none'), { Referer: 'http://localhost:9000/' }])(
    'is not one of the portal, a bookmark or a typed address: %j',
    async (headers) => {
      const { navigate } = await visitor();
      expect((await navigate(headers)).status).toBe(303);
    },
  );

  it('is confirmed where the portal asks for it, although the navigation comes from the portal', async () => {
    const { navigate, workspace } = await visitor();
    const response = await navigate(navigationFrom('same-site'), { redirect: '/w/head', confirm: '1' });
    expect([response.status, await codes(workspace.id)]).toEqual([200, 0]);
    const link = new URL(linkOn(response.text));
    expect(Object.fromEntries(link.searchParams)).toEqual({ redirect: '/w/head' });
    const next = await navigate(navigationFrom('same-origin'), { redirect: '/w/head' });
    expect(next.status).toBe(303);
  });

  it('tells a stranger nothing of the workspace', async () => {
    const { workspace } = await visitor();
    const outsider = await logIn(api, await makeUser(api));
    const response = await api
      .send('GET', `/workspaces/${workspace.id}/go`, outsider)
      .set(navigationFrom('cross-site'));
    expect(response.status).toBe(404);
    expect(response.text).not.toContain(workspace.displayName);
  });
});

describe('an instance that sends the browser back for a state', () => {
  const codeOf = (url: URL) => url.searchParams.get('code') ?? '';
  const crossSite = navigationFrom('cross-site');

  it('gets a code with its state, and the user is not asked', async () => {
    const { go, navigate } = await visitor();
    const code = codeOf(await go());
    const response = await navigate(crossSite, { code, state: 'of the instance' });
    expect(response.status).toBe(303);
    const url = new URL(response.headers.location ?? '');
    expect(url.searchParams.get('state')).toBe('of the instance');
    expect((await redeem(code)).status).toBe(400);
    expect((await redeem(codeOf(url), 'of the instance')).status).toBe(200);
  });

  it('can show a code once', async () => {
    const { go, navigate } = await visitor();
    const code = codeOf(await go());
    expect((await navigate(crossSite, { code, state: 'x' })).status).toBe(303);
    expect((await navigate(crossSite, { code, state: 'x' })).status).toBe(200);
  });

  it.each([
    ['of another user', async () => codeOf(await (await visitor()).go())],
    ['that was never given', () => Promise.resolve('no-code')],
  ])('with a code %s has the user asked', async (_what, otherCode) => {
    const { navigate } = await visitor();
    expect((await navigate(crossSite, { code: await otherCode(), state: 'x' })).status).toBe(200);
  });

  it('with a code of another workspace, an old one, or one that has a state has the user asked', async () => {
    const { navigate, user, proof, go } = await visitor();
    const other = await makeWorkspace(api, user);
    const foreign = await api.send('GET', `/workspaces/${other.id}/go`, proof).redirects(0);
    expect((await navigate(crossSite, { code: codeOf(new URL(foreign.headers.location ?? '')) })).status).toBe(200);
    expect((await navigate(crossSite, { code: codeOf(await go('?state=x')) })).status).toBe(200);
    const code = codeOf(await go());
    await api.db.connectCode.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date() } });
    expect((await navigate(crossSite, { code })).status).toBe(200);
  });
});

describe('a code with a state', () => {
  const launch = async (state: string) => {
    const { go, user } = await visitor();
    return { code: (await go(`?state=${encodeURIComponent(state)}`)).searchParams.get('code'), user };
  };

  it('is redeemed with that state', async () => {
    const { code } = await launch('a state & more');
    expect((await redeem(code, 'a state & more')).status).toBe(200);
  });

  it.each(['another', undefined])('is used up by %j', async (wrong) => {
    const { code, user } = await launch('the state');
    const response = await redeem(code, wrong);
    expect([response.status, ProblemBody.parse(response.body).error.type]).toEqual([400, 'InvalidCode']);
    expect((await redeem(code, 'the state')).status).toBe(400);
    expect(await api.db.instanceToken.count({ where: { userId: user.id } })).toBe(0);
  });

  it('and one without are not mistaken for each other', async () => {
    const { go } = await visitor();
    const code = (await go()).searchParams.get('code');
    expect((await redeem(code, 'a state')).status).toBe(400);
    expect((await redeem(code)).status).toBe(400);
  });

  it('has one redeemer at most, whoever else tries it with another state', async () => {
    const { code } = await launch('right');
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => redeem(code, at % 2 ? 'right' : 'wrong')));
    expect(answers.filter((answer) => answer.status === 200).length).toBeLessThanOrEqual(1);
    expect(new Set(answers.map((answer) => answer.status))).not.toContain(500);
    expect((await redeem(code, 'right')).status).toBe(400);
  });

  it.each(['', 'a\nb', 'é', 'x'.repeat(501)])('can’t have the state %j', async (state) => {
    const { navigate } = await visitor();
    expect((await navigate(navigationFrom('same-site'), { state })).status).toBe(400);
  });

  it('is stored without its state', async () => {
    await launch('a-state-to-look-for');
    expect(JSON.stringify(await api.db.connectCode.findMany())).not.toContain('a-state-to-look-for');
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
  const redemptionWaits = () => waitsForLock(api, 'hold-membership');

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
