import { AuthConnect, AuthReconnect, ErrorBody, WhoamiUser } from '@portal/contract';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { addMember, logIn, makeUser, makeWorkspace } from '../../support/builders.ts';
import { embeddings, crossOriginReferers, navigationFrom } from '../../support/fetch-metadata.ts';
import { buttonLink } from '../../support/browser.ts';
import { openTransaction, waitForLock, waitForLockOfRights } from '../../support/lock-waits.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function makeMember() {
  const owner = await makeUser(api);
  const user = await makeUser(api);
  const workspace = await makeWorkspace(api, owner, {
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://si.example.com/base/',
  });
  await addMember(api, workspace, user, 'EDITOR');
  const credentials = await logIn(api, user);
  const launch = async (query = '') => {
    const response = await api.send('GET', `/workspaces/${workspace.id}/go${query}`, credentials).redirects(0);
    return new URL(response.headers.location ?? 'about:blank');
  };
  /** The same call with exactly these headers about its origin. */
  const navigate = (headers: Readonly<Record<string, string>>, query: Readonly<Record<string, string>> = {}) =>
    api
      .send('GET', `/workspaces/${workspace.id}/go?${new URLSearchParams(query).toString()}`, credentials)
      .unset('Referer')
      .set(headers)
      .redirects(0);
  return { owner, user, workspace, credentials, launch, navigate };
}

const redeem = (code: string | null, state?: string) =>
  api.send('POST', '/complete-auth-connect').send({ code, state });

describe('[7.browser-navigation.1] launching a workspace', () => {
  // @covers 7.browser-navigation.1
  it('redirects to the stored instance URL with a code', async () => {
    const { launch, workspace } = await makeMember();
    const url = await launch('?redirect=%2Fw%2Fhead%3Fa%3D1%26code%3Dx');
    expect(url.origin + url.pathname).toBe('https://si.example.com/base/auth-connect');
    expect(url.searchParams.get('workspaceId')).toBe(workspace.id);
    expect(url.searchParams.getAll('code')).toHaveLength(1);
    expect(url.searchParams.get('redirect')).toBe('/w/head?a=1&code=x');
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/a%0d%0ab', ''])(
    'drops a redirect to %j',
    async (redirect) => {
      const { launch } = await makeMember();
      expect((await launch(`?redirect=${redirect}`)).searchParams.has('redirect')).toBe(false);
    },
  );

  it('shows an error page if it cannot', async () => {
    const { workspace } = await makeMember();
    const outsider = await logIn(api, await makeUser(api));
    const response = await api.send('GET', `/workspaces/${workspace.id}/go`, outsider);
    expect([response.status, response.type]).toEqual([404, 'text/html']);
    expect(response.text).toContain('Workspace not found');
    expect(response.text).toContain('http://localhost:9000/workspaces');
  });
});

describe('a launch that the user may not have intended', () => {
  const codes = (workspaceId: string) => api.db.connectCode.count({ where: { workspaceId } });

  it('from another site needs confirmation on a page with workspace and host, and creates no code', async () => {
    const { navigate, workspace } = await makeMember();
    await api.db.workspace.update({ where: { id: workspace.id }, data: { displayName: 'A <b>bold</b> plan' } });
    const response = await navigate(navigationFrom('cross-site'), { redirect: '/w/head?a=1', state: 'a state' });
    expect([response.status, response.type]).toEqual([200, 'text/html']);
    expect(response.text).toContain('Open A &lt;b&gt;bold&lt;/b&gt; plan?');
    expect(response.text).toContain('logs you in at si.example.com');
    expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(await codes(workspace.id)).toBe(0);

    const link = new URL(buttonLink(response.text));
    expect(link.origin + link.pathname).toBe(`http://localhost:9001/workspaces/${workspace.id}/go`);
    const next = await navigate(navigationFrom('same-origin'), Object.fromEntries(link.searchParams));
    expect(next.status).toBe(303);
    expect(Object.fromEntries(new URL(next.headers.location ?? '').searchParams)).toMatchObject({
      redirect: '/w/head?a=1',
      state: 'a state',
    });
  });

  it.each(Object.entries(embeddings))('by %s needs confirmation', async (_what, headers) => {
    const { navigate, workspace } = await makeMember();
    expect((await navigate(headers)).status).toBe(200);
    expect(await codes(workspace.id)).toBe(0);
  });

  it.each([...crossOriginReferers, undefined])(
    'without fetch metadata, from %j, needs confirmation',
    async (referer) => {
      const { navigate, workspace } = await makeMember();
      expect((await navigate(referer === undefined ? {} : { Referer: referer })).status).toBe(200);
      expect(await codes(workspace.id)).toBe(0);
    },
  );

  it.each([navigationFrom('same-site'), navigationFrom('none'), { Referer: 'http://localhost:9000/' }])(
    'is not one from the portal, a bookmark or a typed URL: %j',
    async (headers) => {
      const { navigate } = await makeMember();
      expect((await navigate(headers)).status).toBe(303);
    },
  );

  it('needs confirmation if the portal requests it, although the navigation comes from the portal', async () => {
    const { navigate, workspace } = await makeMember();
    const response = await navigate(navigationFrom('same-site'), { redirect: '/w/head', confirm: '1' });
    expect([response.status, await codes(workspace.id)]).toEqual([200, 0]);
    const link = new URL(buttonLink(response.text));
    expect(Object.fromEntries(link.searchParams)).toEqual({ redirect: '/w/head' });
    const next = await navigate(navigationFrom('same-origin'), { redirect: '/w/head' });
    expect(next.status).toBe(303);
  });

  it('reveals nothing about the workspace to another user', async () => {
    const { workspace } = await makeMember();
    const outsider = await logIn(api, await makeUser(api));
    const response = await api
      .send('GET', `/workspaces/${workspace.id}/go`, outsider)
      .set(navigationFrom('cross-site'));
    expect(response.status).toBe(404);
    expect(response.text).not.toContain(workspace.displayName);
  });
});

describe('an instance that sends the browser back to add a state', () => {
  const codeOf = (url: URL) => url.searchParams.get('code') ?? '';
  const crossSite = navigationFrom('cross-site');

  it('gets a code with its state without confirmation', async () => {
    const { launch, navigate } = await makeMember();
    const code = codeOf(await launch());
    const response = await navigate(crossSite, { code, state: 'state of the instance' });
    expect(response.status).toBe(303);
    const url = new URL(response.headers.location ?? '');
    expect(url.searchParams.get('state')).toBe('state of the instance');
    expect((await redeem(code)).status).toBe(400);
    expect((await redeem(codeOf(url), 'state of the instance')).status).toBe(200);
  });

  it('can exchange a code once', async () => {
    const { launch, navigate } = await makeMember();
    const code = codeOf(await launch());
    expect((await navigate(crossSite, { code, state: 'x' })).status).toBe(303);
    expect((await navigate(crossSite, { code, state: 'x' })).status).toBe(200);
  });

  it.each([
    ['of another user', async () => codeOf(await (await makeMember()).launch())],
    ['that was never issued', () => Promise.resolve('no-code')],
    ['that is empty', () => Promise.resolve('')],
    ['that is longer than any code', () => Promise.resolve('A'.repeat(201))],
  ])('with a code %s needs confirmation', async (_what, otherCode) => {
    const { navigate } = await makeMember();
    expect((await navigate(crossSite, { code: await otherCode(), state: 'x' })).status).toBe(200);
  });

  it('with a code that is expired, has a state or belongs to another workspace needs confirmation', async () => {
    const { navigate, user, credentials, launch } = await makeMember();
    const other = await makeWorkspace(api, user);
    const otherLaunch = await api.send('GET', `/workspaces/${other.id}/go`, credentials).redirects(0);
    expect((await navigate(crossSite, { code: codeOf(new URL(otherLaunch.headers.location ?? '')) })).status).toBe(200);
    expect((await navigate(crossSite, { code: codeOf(await launch('?state=x')) })).status).toBe(200);
    const code = codeOf(await launch());
    await api.db.connectCode.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date() } });
    expect((await navigate(crossSite, { code })).status).toBe(200);
  });
});

describe('a code with a state', () => {
  const launchWithState = async (state: string) => {
    const { launch, user } = await makeMember();
    return { code: (await launch(`?state=${encodeURIComponent(state)}`)).searchParams.get('code'), user };
  };

  it('is redeemed with that state', async () => {
    const { code } = await launchWithState('a state & more');
    expect((await redeem(code, 'a state & more')).status).toBe(200);
  });

  it.each(['another', undefined])('is used up by the wrong state %j', async (otherState) => {
    const { code, user } = await launchWithState('the state');
    const response = await redeem(code, otherState);
    expect([response.status, ErrorBody.parse(response.body).error.type]).toEqual([400, 'InvalidCode']);
    expect((await redeem(code, 'the state')).status).toBe(400);
    expect(await api.db.instanceToken.count({ where: { userId: user.id } })).toBe(0);
  });

  it('is different from one without', async () => {
    const { launch } = await makeMember();
    const code = (await launch()).searchParams.get('code');
    expect((await redeem(code, 'a state')).status).toBe(400);
    expect((await redeem(code)).status).toBe(400);
  });

  it('is redeemed at most once, even if others try with another state', async () => {
    const { code } = await launchWithState('right');
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, at) => redeem(code, at % 2 ? 'right' : 'wrong')),
    );
    expect(responses.filter((response) => response.status === 200).length).toBeLessThanOrEqual(1);
    expect(new Set(responses.map((response) => response.status))).not.toContain(500);
    expect((await redeem(code, 'right')).status).toBe(400);
  });

  it.each(['', 'a\nb', 'é', 'x'.repeat(501)])('cannot have the state %j', async (state) => {
    const { navigate } = await makeMember();
    expect((await navigate(navigationFrom('same-site'), { state })).status).toBe(400);
  });

  it('is stored without its state', async () => {
    await launchWithState('a-state-to-look-for');
    expect(JSON.stringify(await api.db.connectCode.findMany())).not.toContain('a-state-to-look-for');
  });
});

describe('redeeming a code', () => {
  it('returns the user, the workspace and a token that the published keys verify', async () => {
    const { launch, user, workspace } = await makeMember();
    const response = await redeem((await launch()).searchParams.get('code'));
    const connected = AuthConnect.parse(response.body);
    expect(response.status).toBe(200);
    expect(connected.user).toMatchObject({ id: user.id, email: user.email, nickname: 'Ada' });
    expect(connected.workspace).toMatchObject({
      id: workspace.id,
      instanceEnvType: 'PRIVATE',
      approvalsEnabled: workspace.approvalsEnabled,
    });
    const { role } = await api.db.membership.findFirstOrThrow({ where: { userId: user.id } });
    expect(connected.role).toBe(role);

    const jwks = (await api.send('GET', '/.well-known/jwks.json')).body as JSONWebKeySet;
    const verified = await jwtVerify(connected.token, createLocalJWKSet(jwks), {
      issuer: 'http://localhost:9001',
      audience: 'instance',
      typ: 'instance+jwt',
    });
    expect(verified.payload).toMatchObject({ sub: user.id, workspaceId: workspace.id, sid: connected.sessionId });

    const { token, ...details } = connected;
    expect(AuthReconnect.parse((await api.send('GET', '/auth-reconnect', { token })).body)).toEqual(details);
    const whoami = WhoamiUser.parse((await api.send('GET', '/whoami', { token })).body);
    expect(whoami.token?.workspaceId).toBe(workspace.id);
    expect(whoami.user).toMatchObject({
      providerPictureUrl: null,
      auth0Id: null,
      discordUsername: null,
      githubUsername: null,
    });
    expect((await api.send('GET', `/workspace/${workspace.id}/members`, { token })).status).toBe(200);
  });

  it('succeeds for one of a hundred concurrent requests', async () => {
    const { launch } = await makeMember();
    const code = (await launch()).searchParams.get('code');
    const responses = await Promise.all(Array.from({ length: 100 }, () => redeem(code)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(responses.filter((response) => response.status === 400)).toHaveLength(99);
  });

  it('fails after one minute', async () => {
    const { launch } = await makeMember();
    const code = (await launch()).searchParams.get('code');
    await api.db.connectCode.updateMany({ data: { expiresAt: new Date() } });
    expect((await redeem(code)).status).toBe(400);
  });

  it('fails if the user is no longer a member or the account is locked', async () => {
    const [removed, suspended] = [await makeMember(), await makeMember()];
    const codes = [await removed.launch(), await suspended.launch()].map((url) => url.searchParams.get('code'));
    await api.db.membership.deleteMany({ where: { userId: removed.user.id } });
    await api.db.user.update({ where: { id: suspended.user.id }, data: { suspendedAt: new Date() } });
    for (const code of codes) expect((await redeem(code)).status).toBe(400);
  });

  it('fails if the email of the user is no longer verified', async () => {
    const { launch, user } = await makeMember();
    const code = (await launch()).searchParams.get('code');
    await api.db.user.update({ where: { id: user.id }, data: { emailVerified: false } });
    const response = await redeem(code);
    expect([response.status, ErrorBody.parse(response.body).error.type]).toEqual([400, 'InvalidCode']);
    expect(await api.db.instanceToken.count({ where: { userId: user.id } })).toBe(0);
  });

  it('stores only a hash of the code', async () => {
    const { launch } = await makeMember();
    const code = (await launch()).searchParams.get('code');
    expect(JSON.stringify(await api.db.connectCode.findMany())).not.toContain(code);
  });
});

describe('a code from before a change of the instance URL', () => {
  const changeUrl = async (workspaceId: string, asOwner: Credentials, instanceUrl: string) =>
    expect((await api.send('PATCH', `/workspaces/${workspaceId}`, asOwner).send({ instanceUrl })).status).toBe(200);

  it.each([
    ['is rejected', ['https://new.example.com']],
    ['is rejected after the URL is changed back', ['https://new.example.com', 'https://si.example.com/base/']],
  ])('%s', async (_title, urls) => {
    const { launch, owner, user, workspace } = await makeMember();
    const code = (await launch()).searchParams.get('code');
    const asOwner = await logIn(api, owner);
    for (const url of urls) await changeUrl(workspace.id, asOwner, url);
    const response = await redeem(code);
    expect([response.status, ErrorBody.parse(response.body).error.type]).toEqual([400, 'InvalidCode']);
    expect(await api.db.instanceToken.count({ where: { userId: user.id } })).toBe(0);
    expect((await redeem((await launch()).searchParams.get('code'))).status).toBe(200);
  });

  it('is rejected if it was stored while the URL changed, and gives no code for the new URL without confirmation', async () => {
    const { launch, navigate, workspace } = await makeMember();
    const codes = [await launch(), await launch()].map((url) => url.searchParams.get('code'));
    // As after a launch that read the workspace before the change and stored its code after it.
    await api.db.workspace.update({ where: { id: workspace.id }, data: { instanceUrl: 'https://new.example.com' } });
    const [toRedeem = null, toContinue] = codes;
    expect((await redeem(toRedeem)).status).toBe(400);
    const continued = await navigate(navigationFrom('cross-site'), { code: toContinue ?? '', state: 'x' });
    expect([continued.status, continued.text.includes('logs you in at new.example.com')]).toEqual([200, true]);
  });

  it('stays valid after other changes of the workspace', async () => {
    const { launch, owner, workspace } = await makeMember();
    const code = (await launch()).searchParams.get('code');
    const change = { displayName: 'Renamed', instanceUrl: 'https://si.example.com/base' };
    const asOwner = await logIn(api, owner);
    expect((await api.send('PATCH', `/workspaces/${workspace.id}`, asOwner).send(change)).status).toBe(200);
    expect((await redeem(code)).status).toBe(200);
  });
});

describe('redeeming a code while its workspace is deleted', () => {
  const waitForDeletion = () => waitForLockOfRights(api);
  const waitForRedemption = () => waitForLock(api, 'lock-membership');

  async function raceDeletion() {
    const { launch, owner, workspace } = await makeMember();
    const code = (await launch()).searchParams.get('code');
    const credentials = await logIn(api, owner);
    return {
      workspace,
      // Requests are sent only when awaited.
      redemption: async () => (await redeem(code)).status,
      deletion: async () => (await api.send('DELETE', `/workspaces/${workspace.id}`, credentials).send({})).status,
    };
  }

  it('fails after the deletion, and does not lock the code while it waits', async () => {
    const { workspace, redemption, deletion } = await raceDeletion();
    const lock = await openTransaction(api, 'SELECT 1 FROM workspaces WHERE id = $1 FOR UPDATE', [workspace.id]);
    const deleted = deletion();
    await waitForDeletion();
    const redeemed = redemption();
    await waitForRedemption();
    const unlockedCodes = await api.db.$queryRaw<unknown[]>`
      SELECT 1 FROM connect_codes WHERE workspace_id = ${workspace.id} FOR UPDATE SKIP LOCKED`;
    await lock.end('COMMIT');
    expect([unlockedCodes.length, await deleted, await redeemed]).toEqual([1, 200, 400]);
  });

  it('succeeds before the deletion, which revokes its token', async () => {
    const { workspace, redemption, deletion } = await raceDeletion();
    const lockStatement = 'SELECT 1 FROM connect_codes WHERE workspace_id = $1 FOR UPDATE';
    const lock = await openTransaction(api, lockStatement, [workspace.id]);
    const redeemed = redemption();
    await waitForLock(api, 'DELETE FROM "public"."connect_codes"');
    const deleted = deletion();
    await waitForDeletion();
    await lock.end('COMMIT');
    expect([await redeemed, await deleted]).toEqual([200, 200]);
    expect(await api.db.instanceToken.count({ where: { workspaceId: workspace.id, revokedAt: null } })).toBe(0);
  });
});
