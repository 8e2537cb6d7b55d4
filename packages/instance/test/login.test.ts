import { jest } from '@jest/globals';
import { createInstance, type Instance, type InstanceOptions } from '../src/index.ts';
import { Browser } from './support/browser.ts';
import { ids, startFakePortal, unsigned, type FakePortal } from './support/fake-portal.ts';

let portal: FakePortal;
let instance: Instance;

const create = (options: Partial<InstanceOptions> = {}) =>
  createInstance({
    apiUrl: portal.url,
    portalUrl: 'https://portal.example.com',
    url: 'https://instance.example.com',
    acceptsWorkspace: [ids.workspace],
    ...options,
  });

beforeEach(async () => {
  portal = await startFakePortal();
  instance = create();
});
afterEach(() => portal.stop());

describe('a login', () => {
  it('goes back to the API with a state of this browser, and ends with a session', async () => {
    const browser = new Browser(instance);
    const go = await browser.start({ redirect: '/w/1' });
    expect(go.href.startsWith(`${portal.url}/workspaces/${ids.workspace}/go?`)).toBe(true);
    expect(Object.fromEntries(go.searchParams)).toEqual({
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      code: 'a-code',
      redirect: '/w/1',
    });
    const response = await browser.logIn({ redirect: '/w/1?tab=2#x' });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/w/1?tab=2#x']);
    expect(await instance.authenticate(browser.request)).toMatchObject({
      user: { id: ids.editor, nickname: 'Grace' },
      workspace: { id: ids.workspace, displayName: 'Staging' },
      role: 'EDITOR',
      sessionId: ids.portalSession,
      revision: 1,
    });
    expect(portal.callsTo('/complete-auth-connect')[0]?.body).toContain('"code":"with-state"');
  });

  it('works in two tabs at once', async () => {
    const browser = new Browser(instance);
    const starts = await Promise.all([browser.start(), browser.start()]);
    for (const go of starts) {
      const response = await browser.connect({ state: go.searchParams.get('state') ?? '' });
      expect(response.headers.get('location')).toBe('/');
    }
    expect(await browser.role()).toBe('EDITOR');
    expect([...browser.cookies.keys()]).toEqual(['__Host-instance-session']);
  });

  it('of another browser logs no one in, and does not use up the code', async () => {
    const [attacker, victim] = [new Browser(instance), new Browser(instance)];
    const state = (await attacker.start()).searchParams.get('state') ?? '';
    await victim.start();
    expect((await victim.connect({ state })).status).toBe(403);
    expect(await victim.role()).toBeNull();
    expect(portal.callsTo('/complete-auth-connect')).toEqual([]);
  });

  it('works once with a state, and only for its workspace', async () => {
    instance = create({ acceptsWorkspace: [ids.workspace, ids.otherWorkspace] });
    const browser = new Browser(instance);
    const state = (await browser.start()).searchParams.get('state') ?? '';
    expect((await browser.connect({ state, workspaceId: ids.otherWorkspace })).status).toBe(403);
    expect((await browser.connect({ state })).status).toBe(303);
    expect((await browser.connect({ state })).status).toBe(403);
  });

  it('expires after ten minutes', async () => {
    const browser = new Browser(instance);
    const state = (await browser.start()).searchParams.get('state') ?? '';
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 601_000);
    const { status } = await browser.connect({ state });
    clock.mockRestore();
    expect(status).toBe(403);
  });

  it('ends with an error if the state or the cookie is lost, and not in an endless redirect', async () => {
    const losesState = new Browser(instance);
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++) statuses.push((await losesState.connect({})).status);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 502]);
    const losesCookie = new Browser(instance);
    const state = (await losesCookie.start()).searchParams.get('state') ?? '';
    losesCookie.cookies.clear();
    expect((await losesCookie.connect({ state })).status).toBe(403);
  });

  it('leaves at most ten cookies behind', async () => {
    const browser = new Browser(create({ acceptsWorkspace: () => true }));
    for (let count = 10; count < 30; count++) await browser.start({ workspaceId: `01JA00000000000000000000${count}` });
    expect(browser.cookies.size).toBe(10);
  });

  it('to a workspace that the instance does not serve is rejected before anything else', async () => {
    const browser = new Browser(instance);
    expect((await browser.connect({ workspaceId: ids.otherWorkspace })).status).toBe(403);
    const several = create({ acceptsWorkspace: (id) => Promise.resolve(id === ids.otherWorkspace) });
    expect((await new Browser(several).connect({ workspaceId: ids.otherWorkspace })).status).toBe(303);
    for (const query of [{ code: '' }, { workspaceId: '//evil.example' }])
      expect((await browser.connect(query)).status).toBe(400);
    expect(portal.callsTo('/complete-auth-connect')).toEqual([]);
  });

  it('ends the session that this browser had before', async () => {
    const browser = new Browser(instance);
    await browser.logIn();
    const before = browser.request;
    await browser.logIn();
    expect(await instance.authenticate(before)).toBeNull();
    expect(await browser.role()).toBe('EDITOR');
  });

  it('shows the page and opens the path that the instance chooses', async () => {
    const browser = new Browser(
      create({ errorPage: ({ type }, id) => new Response(`${type} ${id}`), landingPath: () => '/start' }),
    );
    expect((await browser.logIn()).headers.get('location')).toBe('/start');
    portal.state.outages['/complete-auth-connect'] = 400;
    expect(await (await browser.logIn()).text()).toBe(`Rejected ${ids.workspace}`);
  });
});

describe('the cookies', () => {
  it('are secure, and bound to this host', async () => {
    const browser = new Browser(instance);
    await browser.logIn();
    const [start = '', cleared = '', session = ''] = [...browser.setCookies]
      .sort((a, b) => a.length - b.length)
      .reverse();
    expect(start).toMatch(
      /^__Host-instance-connect-[\w-]{12}=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/,
    );
    expect(cleared).toMatch(/^__Host-instance-connect-[\w-]{12}=; .*; Max-Age=0; Expires=Thu, 01 Jan 1970/);
    expect(session).toMatch(/^__Host-instance-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  });

  it('have no prefix over HTTP, and the name that the instance chooses', async () => {
    const browser = new Browser(create({ url: 'http://localhost:8080', cookieName: 'local-8080' }));
    await browser.logIn();
    expect([...browser.cookies.keys()]).toEqual(['local-8080-session']);
    expect(browser.setCookies.join()).not.toContain('Secure');
    expect(await browser.role()).toBe('EDITOR');
  });
});

describe('the path after a login', () => {
  it.each([
    'https://evil.example/',
    'https:evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/%5cevil.example',
    '/%2Fevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/%2e/%2e//evil.example',
    '/a\\b',
    'javascript:alert(1)',
    'w/1',
    '',
  ])('is never %j', async (redirect) => {
    expect((await new Browser(instance).logIn({ redirect })).headers.get('location')).toBe('/');
  });

  it('stays below the path of the instance', async () => {
    const below = () => new Browser(create({ url: 'https://host.example.com/app/' }), 'https://host.example.com/app');
    expect((await below().logIn({ redirect: '/w/1' })).headers.get('location')).toBe('/app/w/1');
    for (const redirect of ['/../admin', '/%2e%2e/admin', '/..//evil.example', '/../app'])
      expect((await below().logIn({ redirect })).headers.get('location')).toBe('/app/');
  });
});

describe('a login fails, and is not tried again, if', () => {
  const failure = async () => {
    const browser = new Browser(instance);
    const { status } = await browser.logIn();
    expect(await browser.role()).toBeNull();
    expect(browser.cookies.size).toBe(0);
    expect(portal.callsTo('/complete-auth-connect')).toHaveLength(1);
    return status;
  };

  it.each([
    ['rejects the code', 400, 400],
    ['is overloaded', 503, 503],
    ['breaks the connection', 'drops' as const, 503],
    ['does not answer in time', 'hangs' as const, 503],
    ['is a proxy with a page of its own', 'garbage' as const, 502],
  ])('the API %s', async (_title, outage, status) => {
    if (outage === 'hangs') instance = create({ timeoutMs: 1_000 });
    portal.state.outages['/complete-auth-connect'] = outage;
    expect(await failure()).toBe(status);
  });

  it('the keys cannot be read', async () => {
    portal.state.outages['/.well-known/jwks.json'] = 503;
    expect(await failure()).toBe(503);
  });

  it.each([{ role: 'GOD' }, { revision: 1.5 }])('the answer has another shape: %j', async (change) => {
    Object.assign(portal.state, change);
    expect(await failure()).toBe(502);
  });

  it.each([
    ['signed by someone else', { isForeign: true }],
    ['signed with the key of logout tokens', { kid: 'logout-1' }],
    ['of another type', { typ: 'JWT' }],
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['for another audience', { audience: 'auth-api' }],
    ['that has expired', { expires: '-1s' }],
    ['without an expiry', { expires: null }],
    ['of another user', { claims: { sub: ids.owner } }],
    ['of another session', { claims: { sid: ids.otherPortalSession } }],
    ['of another workspace', { claims: { workspaceId: ids.otherWorkspace } }],
  ])('the token is one %s', async (_title, forgery) => {
    portal.state.instanceToken = forgery;
    expect(await failure()).toBe(502);
  });

  it('the API answers for another workspace than the one that was opened', async () => {
    portal.state.workspaceId = ids.otherWorkspace;
    expect(await failure()).toBe(502);
  });
});

test('a token without a signature is no token', async () => {
  const result = await instance.verifyBearer(unsigned({ aud: ids.workspace }, 'api+jwt'), {
    workspaceId: ids.workspace,
    clientAddress: '203.0.113.9',
  });
  expect(result).toEqual({ status: 'invalid', hasToken: true });
});
