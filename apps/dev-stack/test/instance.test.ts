import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInstance } from '../src/instance/instance.ts';
import { Browser } from '../src/demo/browser.ts';
import { ids, startFakeAuthApi } from './fake-auth-api.ts';

const portalUrl = 'http://portal.test';
let dataDir: string;
let api: Awaited<ReturnType<typeof startFakeAuthApi>>;
let instance: Awaited<ReturnType<typeof startInstance>>;

const start = (port = 0, tokenIssuer = api.url) =>
  startInstance({
    name: 'local-instance',
    port,
    dataDir,
    authApiUrl: api.url,
    tokenIssuer,
    portalUrl,
    log: () => undefined,
  });

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'instance-'));
  api = await startFakeAuthApi();
  instance = await start();
});
afterEach(async () => {
  await instance.stop();
  await api.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function logIn(userId: string, more: Record<string, string> = {}, browser = new Browser(), at = instance) {
  const code = `code of ${userId}`;
  api.state.codes.set(code, { userId });
  api.state.instanceUrl = at.url;
  const query = new URLSearchParams({ code, workspaceId: ids.workspace, ...more });
  const first = await browser.get(`${at.url}/auth-connect?${query.toString()}`);
  const { url, response } = await browser.follow(first);
  return { browser, url, status: response.status, text: await response.text() };
}

const connect = (browser: Browser, query: Record<string, string>) =>
  browser.get(
    `${instance.url}/auth-connect?${new URLSearchParams({ workspaceId: ids.workspace, ...query }).toString()}`,
  );

/** Starts a handshake in a browser, up to the code from `/go`. */
async function startHandshake(browser: Browser, userId: string): Promise<{ code: string; state: string }> {
  const code = `launch by ${userId}`;
  api.state.codes.set(code, { userId });
  api.state.instanceUrl = instance.url;
  const go = (await connect(browser, { code })).headers.get('location') ?? '';
  const back = new URL((await browser.get(go)).headers.get('location') ?? '');
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
}

const home = async (browser: Browser) => (await browser.get(`${instance.url}/`)).text();
const refresh = (browser = new Browser()) => browser.get(`${instance.url}/refresh-auth?workspaceId=${ids.workspace}`);

test('shows the user, the workspace, the role and the redirect', async () => {
  const { text, url } = await logIn(ids.editor, { redirect: '/w/head?tab=1#x' });
  expect(url).toBe(`${instance.url}/`);
  expect(text).toContain('A &lt;i&gt;local&lt;/i&gt; workspace');
  for (const [id, value] of Object.entries({
    'user-name': 'Olive (editor)',
    'user-email': 'editor@example.com',
    'user-id': ids.editor,
    role: 'EDITOR',
    'workspace-id': ids.workspace,
    'workspace-url': 'http://localhost:8080',
    approvals: 'Disabled',
    redirect: '/w/head?tab=1#x',
  }))
    expect(text).toMatch(new RegExp(`id="${id}"[^>]*>\\s*${value.replace(/[().?]/g, '\\$&')}\\s*<`));
});

test('links to the portal lead to the list of workspaces, because the root would lead back here', async () => {
  const link = `href="${portalUrl}/workspaces"`;
  const { browser, text } = await logIn(ids.owner);
  expect(text).toContain(link);
  expect(await (await browser.get(`${instance.url}/auth-connect`)).text()).toContain(link);
  expect(await home(new Browser())).toContain(link);
});

test.each(['https://elsewhere.test/', '//elsewhere.test', '/\\elsewhere.test', 'javascript:alert(1)'])(
  'ignores the redirect %s',
  async (redirect) => {
    const { text } = await logIn(ids.owner, { redirect });
    expect(text).toMatch(/id="redirect"[^>]*>\s*none\s*</);
    expect(text).not.toContain('elsewhere');
  },
);

test('a used code and a missing code show a page that links to the portal', async () => {
  const browser = new Browser();
  const { code, state } = await startHandshake(browser, ids.owner);
  expect((await connect(browser, { code, state })).status).toBe(303);
  const again = await connect(browser, { code: 'gone', state: (await startHandshake(browser, ids.owner)).state });
  expect(again.status).toBe(400);
  expect(await again.text()).toContain(`href="${portalUrl}/workspace/${ids.workspace}/go"`);
  expect((await browser.get(`${instance.url}/auth-connect`)).status).toBe(400);
});

it.each(['/', '/auth-connect', '/anything'])(
  'a request with an API token to %s is refused, and told why',
  async (path) => {
    const response = await fetch(instance.url + path, { headers: { authorization: 'Bearer a.b.c' } });
    expect([response.status, await response.text()]).toEqual([
      401,
      'This instance accepts no API tokens, of users or of service accounts: it knows only users, who log in from the portal.\n',
    ]);
  },
);

describe('the state of a handshake', () => {
  test('is created for a browser without one, which then logs in without a confirmation', async () => {
    const browser = new Browser();
    api.state.codes.set('launched', { userId: ids.owner });
    const response = await connect(browser, { code: 'launched', redirect: '/w/head' });
    const go = new URL(response.headers.get('location') ?? '');
    expect(go.origin + go.pathname).toBe(`${api.url}/workspaces/${ids.workspace}/go`);
    expect(go.searchParams.get('state')).toMatch(/^[\w-]{43}$/);
    expect(go.searchParams.get('code')).toBe('launched');
    expect(go.searchParams.get('redirect')).toBe('/w/head');
    expect((await logIn(ids.owner)).text).toContain('owner@example.com');
  });

  test('of a different browser logs no one in, and leaves the code to its browser', async () => {
    const [victim, attacker] = [new Browser(), new Browser()];
    const { code, state } = await startHandshake(attacker, ids.editor);
    const planted = await connect(victim, { code, state });
    expect([planted.status, await planted.text()]).toEqual([
      400,
      expect.stringContaining('was started in a different browser'),
    ]);
    expect(await home(victim)).toContain('You are not logged in');
    expect((await connect(attacker, { code, state })).status).toBe(303);
    expect(await home(attacker)).toContain('editor@example.com');
  });

  test('works once', async () => {
    const browser = new Browser();
    const { code, state } = await startHandshake(browser, ids.owner);
    expect((await connect(browser, { code, state })).status).toBe(303);
    api.state.codes.set('planted', { userId: ids.editor, state });
    expect((await connect(browser, { code: 'planted', state })).status).toBe(400);
    expect(await home(browser)).toContain('owner@example.com');
  });

  test('of a different workspace is rejected', async () => {
    const browser = new Browser();
    const { code, state } = await startHandshake(browser, ids.owner);
    const workspaceId = '01JA0000000000000000000009';
    expect((await connect(browser, { code, state, workspaceId })).status).toBe(400);
  });

  test('lets two tabs log in at the same time', async () => {
    const browser = new Browser();
    const [one, other] = [await startHandshake(browser, ids.owner), await startHandshake(browser, ids.owner)];
    expect((await connect(browser, one)).status).toBe(303);
    expect((await connect(browser, other)).status).toBe(303);
  });

  test('that is lost shows an error page instead of a redirect loop', async () => {
    api.state.dropsState = true;
    const { status, text } = await logIn(ids.owner);
    expect([status, text]).toEqual([502, expect.stringContaining('Unexpected response')]);
  });
});

test.each([
  ['signed with a different key', { isForeign: true }],
  ['signed with the key of logout tokens', { kid: 'logout-1' }],
  ['of a different type', { typ: 'JWT' }],
  ['for a different audience', { audience: 'api' }],
  ['that has expired', { expires: '-1m' }],
  ['of a different workspace', { workspaceId: '01JA0000000000000000000009' }],
])('rejects a token %s', async (_name, change) => {
  Object.assign(api.state.token, change);
  const { browser, status, text } = await logIn(ids.owner);
  expect([status, text]).toEqual([502, expect.stringContaining('Invalid token')]);
  expect(await home(browser)).toContain('You are not logged in');
});

test('requires status 200 and the requested workspace', async () => {
  api.state.okStatus = 201;
  expect((await logIn(ids.owner)).status).toBe(502);
  api.state.okStatus = 200;
  expect((await logIn(ids.owner, { workspaceId: '01JA0000000000000000000009' })).status).toBe(502);
});

test('shows that the portal is unreachable when the API is down', async () => {
  const browser = new Browser();
  const started = await startHandshake(browser, ids.owner);
  api.state.isDown = true;
  const response = await connect(browser, started);
  expect([response.status, await response.text()]).toEqual([
    502,
    expect.stringContaining('The portal can’t be reached'),
  ]);
});

describe('refresh-auth', () => {
  test('logs removed members out, updates roles and redirects to the portal', async () => {
    const [owner, editor] = [await logIn(ids.owner), await logIn(ids.editor)];
    api.state.members = api.state.members
      .filter(({ userId }) => userId === ids.editor)
      .map((member) => ({ ...member, role: 'APPROVER' }));
    api.state.workspace.approvalsEnabled = true;
    const response = await refresh();
    expect(response.headers.get('location')).toBe(`${portalUrl}/workspace/${ids.workspace}`);
    expect(await home(owner.browser)).toContain('You are not logged in');
    const page = await home(editor.browser);
    expect(page).toMatch(/id="role"[^>]*>\s*APPROVER/);
    expect(page).toMatch(/id="approvals"[^>]*>\s*Enabled/);
  });

  test('removes a revoked token and continues with another one', async () => {
    const [owner, editor] = [await logIn(ids.owner), await logIn(ids.editor)];
    api.state.revoked.add(ids.owner);
    expect((await refresh()).status).toBe(303);
    expect(await home(owner.browser)).toContain('You are not logged in');
    expect(await home(editor.browser)).toContain('editor@example.com');
  });

  test('keeps all sessions while the API is down', async () => {
    const { browser } = await logIn(ids.owner);
    api.state.isDown = true;
    expect((await refresh()).status).toBe(303);
    expect(await home(browser)).toContain('owner@example.com');
  });

  test('never redirects to another site', async () => {
    const response = await new Browser().get(`${instance.url}/refresh-auth?workspaceId=//elsewhere.test`);
    expect(response.headers.get('location')).toBe(`${portalUrl}/workspaces`);
  });
});

test('reconnect refreshes the user and permissions; a revoked token ends the session', async () => {
  const { browser } = await logIn(ids.owner);
  api.state.workspace.displayName = 'Renamed';
  await browser.get(`${instance.url}/reconnect`);
  expect(await home(browser)).toContain('Renamed');
  api.state.revoked.add(ids.owner);
  const response = await browser.get(`${instance.url}/reconnect`);
  expect([response.status, await response.text()]).toEqual([401, expect.stringContaining('Your access has ended')]);
  expect(await home(browser)).toContain('You are not logged in');
});

describe('a back-channel logout', () => {
  const post = async (token: string | undefined, at = instance) => {
    const body = new URLSearchParams(token === undefined ? {} : { logout_token: token });
    return (await fetch(`${at.url}/backchannel-logout`, { method: 'POST', body })).status;
  };

  test('logs out the browsers that were entered from that portal session, and shows it', async () => {
    const ended = await logIn(ids.editor);
    api.state.portalSessionId = ids.otherPortalSession;
    const [sameUser, other] = [await logIn(ids.editor), await logIn(ids.owner)];
    expect(await post(await api.logoutTokenFor(ids.editor))).toBe(200);
    expect(await home(ended.browser)).toContain('You were logged out');
    expect(await home(ended.browser)).toContain('Your session in the portal ended.');
    for (const { browser } of [sameUser, other]) expect(await home(browser)).toContain('You are logged in as');
    api.state.portalSessionId = ids.portalSession;
    await logIn(ids.editor, {}, ended.browser);
    expect(await home(ended.browser)).toContain('You are logged in as');
  });

  test('of an unknown session succeeds, because it is logged out already', async () => {
    const { browser } = await logIn(ids.owner);
    expect(await post(await api.logoutTokenFor(ids.owner, { sid: ids.otherPortalSession }))).toBe(200);
    expect(await home(browser)).toContain('You are logged in as');
  });

  test('leaves a browser that was entered after the end', async () => {
    const { browser } = await logIn(ids.owner);
    const endedAt = Date.now() / 1000 - 60;
    expect(await post(await api.logoutTokenFor(ids.owner, { claims: { toe: endedAt } }))).toBe(200);
    expect(await home(browser)).toContain('You are logged in as');
  });

  test.each([
    ['of another type', { typ: 'instance+jwt' }],
    ['of another issuer', { issuer: 'https://elsewhere.test' }],
    ['that has expired', { expires: '-1s' }],
    ['signed by someone else', { isForeign: true }],
    ['signed with the key of instance tokens', { kid: 'instance-1' }],
    ['with a nonce, like an ID token', { claims: { nonce: 'x' } }],
    ['without the event', { claims: { events: {} } }],
    ['without a session', { claims: { sid: undefined } }],
    ['without the time of the end', { claims: { toe: undefined } }],
  ])('rejects a token %s', async (_title, changes) => {
    const { browser } = await logIn(ids.owner);
    expect(await post(await api.logoutTokenFor(ids.owner, changes))).toBe(400);
    expect(await home(browser)).toContain('You are logged in as');
  });

  test('is accepted from the issuer that the API names, even if it is not the URL of the API', async () => {
    const issuer = 'https://former.example.com';
    const moved = await start(0, issuer);
    const statuses = [
      await post(await api.logoutTokenFor(ids.owner, { issuer }), moved),
      await post(await api.logoutTokenFor(ids.owner), moved),
    ];
    await moved.stop();
    expect(statuses).toEqual([200, 400]);
  });

  test('of another workspace ends nothing here', async () => {
    const { browser } = await logIn(ids.owner);
    expect(await post(await api.logoutTokenFor(ids.owner, { audience: ids.editor }))).toBe(200);
    expect(await home(browser)).toContain('You are logged in as');
  });

  test('without a token is rejected', async () => expect(await post(undefined)).toBe(400));
});

test('the hosted app and the local instance on one host have separate sessions', async () => {
  const hostedApp = await startInstance({
    name: 'hosted-app',
    port: 0,
    dataDir,
    authApiUrl: api.url,
    tokenIssuer: api.url,
    portalUrl,
    log: () => undefined,
  });
  const { browser } = await logIn(ids.owner);
  expect(await (await browser.get(`${hostedApp.url}/`)).text()).toContain('You are not logged in');
  await logIn(ids.editor, {}, browser, hostedApp);
  expect(await (await browser.get(`${hostedApp.url}/`)).text()).toContain('editor@example.com');
  expect(await home(browser)).toContain('owner@example.com');
  await hostedApp.stop();
});

test('sessions survive a restart', async () => {
  const { browser } = await logIn(ids.owner);
  await instance.stop();
  instance = await start(Number(new URL(instance.url).port));
  expect(await home(browser)).toContain('owner@example.com');
});
