import { createInstance, MemorySessionStore, type Instance } from '../src/index.ts';
import { Browser } from './support/browser.ts';
import { ids, startFakePortal, unsigned, type FakePortal, type Forgery } from './support/fake-portal.ts';

let portal: FakePortal;
let store: MemorySessionStore;
let instance: Instance;
let browser: Browser;

beforeEach(async () => {
  portal = await startFakePortal();
  store = new MemorySessionStore();
  instance = createInstance({
    apiUrl: portal.url,
    portalUrl: 'https://portal.example.com',
    url: 'https://instance.example.com',
    acceptsWorkspace: [ids.workspace, ids.otherWorkspace],
    store,
  });
  browser = new Browser(instance);
  await browser.logIn();
});
afterEach(() => portal.stop());

const claims = () => ({
  sub: ids.editor,
  sid: ids.portalSession,
  aud: ids.workspace,
  toe: Date.now() / 1_000,
  events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
});
const logoutToken = (forgery: Forgery = {}) => portal.sign('logout', claims(), { expires: '2m', ...forgery });

async function post(form: Readonly<Record<string, string>>): Promise<number> {
  const request = new Request('https://instance.example.com/backchannel-logout', {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const response = await instance.handle(request);
  expect(response?.headers.get('cache-control')).toBe('no-store');
  return response?.status ?? 0;
}

describe('a logout at the portal', () => {
  it('ends what its session has entered until then, and nothing else', async () => {
    portal.state.sessionId = ids.otherPortalSession;
    const other = new Browser(instance);
    await other.logIn();
    Object.assign(portal.state, { sessionId: ids.portalSession, workspaceId: ids.otherWorkspace });
    const elsewhere = new Browser(instance);
    const { searchParams } = await elsewhere.start({ workspaceId: ids.otherWorkspace });
    await elsewhere.connect({ workspaceId: ids.otherWorkspace, state: searchParams.get('state') ?? '' });
    expect(await post({ logout_token: await logoutToken() })).toBe(200);
    expect([await browser.role(), await elsewhere.role()]).toEqual([null, 'EDITOR']);
    Object.assign(portal.state, { sessionId: ids.otherPortalSession, workspaceId: ids.workspace });
    expect(await other.role()).toBe('EDITOR');
  });

  it('leaves a session that was entered after it', async () => {
    const earlier = { claims: { toe: Date.now() / 1_000 - 60 } };
    expect(await post({ logout_token: await logoutToken(earlier) })).toBe(200);
    expect(await browser.role()).toBe('EDITOR');
  });

  it('of an unknown session succeeds', async () => {
    const unknown = await logoutToken({ claims: { sid: ids.otherPortalSession } });
    expect(await post({ logout_token: unknown })).toBe(200);
  });

  it('that is sent twice succeeds, and the second one changes nothing', async () => {
    const token = await logoutToken({ claims: { toe: Date.now() / 1_000 + 60 } });
    expect(await post({ logout_token: token })).toBe(200);
    await browser.logIn();
    expect(await post({ logout_token: token })).toBe(200);
    expect(await browser.role()).toBe('EDITOR');
  });

  it('is asked for again if the keys cannot be read', async () => {
    portal.state.outages['/.well-known/jwks.json'] = 'drops';
    // Another process of the instance, which has not read the keys yet.
    instance = createInstance({
      apiUrl: portal.url,
      portalUrl: 'https://portal.example.com',
      url: 'https://instance.example.com',
      acceptsWorkspace: [ids.workspace],
      store,
    });
    const token = await logoutToken();
    expect(await post({ logout_token: token })).toBe(503);
    portal.state.outages = {};
    expect(await post({ logout_token: token })).toBe(200);
    expect(await browser.role()).toBeNull();
  });

  it('with a key that the instance does not know yet is asked for again, until the keys may be read again', async () => {
    portal.state.keyIds.push('logout-2');
    expect(await post({ logout_token: await logoutToken({ kid: 'logout-2' }) })).toBe(503);
  });

  it('is tried again if the store fails', async () => {
    const [token, failure] = [await logoutToken(), new Error('no database')];
    const list = store.listByPortalSession.bind(store);
    store.listByPortalSession = () => Promise.reject(failure);
    await expect(post({ logout_token: token })).rejects.toBe(failure);
    store.listByPortalSession = list;
    expect(await post({ logout_token: token })).toBe(200);
    expect(await browser.role()).toBeNull();
  });
});

describe('a forged logout token is rejected:', () => {
  afterEach(async () => expect(await browser.role()).toBe('EDITOR'));

  it.each([
    ['signed by someone else', { isForeign: true }],
    ['signed with the key of instance tokens', { kid: 'instance-1' }],
    ['of another type', { typ: 'instance+jwt' }],
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['for a workspace that the instance does not serve', { audience: ids.owner }],
    ['that has expired', { expires: '-1s' }],
    ['without an expiry', { expires: null }],
    ['with a nonce, like an ID token', { claims: { nonce: 'x' } }],
    ['without the event', { claims: { events: {} } }],
    ['without a session', { claims: { sid: undefined } }],
    ['without the time of the end', { claims: { toe: undefined } }],
    ['with a time of the end that is no number', { claims: { toe: 'now' } }],
  ])('one %s', async (_title, forgery: Forgery) => {
    expect(await post({ logout_token: await logoutToken(forgery) })).toBe(400);
  });

  it('one without a signature, no token at all, and a body that is too long', async () => {
    expect(await post({ logout_token: unsigned(claims(), 'logout+jwt') })).toBe(400);
    expect(await post({ logout_token: 'nonsense' })).toBe(400);
    expect(await post({})).toBe(400);
    expect(await post({ logout_token: await logoutToken(), more: 'x'.repeat(20_000) })).toBe(400);
  });
});
