import { jest } from '@jest/globals';
import { ConnectError, createInstance, MemorySessionStore, type Instance } from '../src/index.ts';
import { Browser } from './support/browser.ts';
import { ids, startFakePortal, type FakePortal } from './support/fake-portal.ts';

let portal: FakePortal;
let store: MemorySessionStore;
let instance: Instance;
let browser: Browser;

const realNow = Date.now;
let skippedMs: number;
const wait = (minutes: number) => (skippedMs += minutes * 60_000);
const checks = () => portal.callsTo('/auth-reconnect').length;

const create = (timeoutMs?: number) =>
  createInstance({
    apiUrl: portal.url,
    portalUrl: 'https://portal.example.com/',
    url: 'https://instance.example.com',
    acceptsWorkspace: [ids.workspace],
    store,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });

beforeEach(async () => {
  skippedMs = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + skippedMs);
  portal = await startFakePortal();
  store = new MemorySessionStore();
  instance = create();
  browser = new Browser(instance);
  await browser.logIn();
  await browser.role();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await portal.stop();
});

describe('a session', () => {
  it('is checked at its first request, and then every five minutes', async () => {
    expect(checks()).toBe(1);
    portal.state.role = 'APPROVER';
    wait(4.9);
    expect(await browser.role()).toBe('EDITOR');
    wait(0.2);
    expect(await browser.role()).toBe('APPROVER');
    expect(checks()).toBe(2);
  });

  it('is checked once for many requests at the same time', async () => {
    wait(6);
    portal.state.delayMs = 50;
    portal.state.role = 'APPROVER';
    const roles = await Promise.all(Array.from({ length: 20 }, () => browser.role()));
    expect(new Set(roles)).toEqual(new Set(['APPROVER']));
    expect(checks()).toBe(2);
  });

  it('ends when the API answers 401', async () => {
    wait(6);
    portal.state.outages['/auth-reconnect'] = 401;
    expect(await browser.role()).toBeNull();
    portal.state.outages = {};
    expect(await browser.role()).toBeNull();
  });

  it.each(['drops' as const, 'hangs' as const, 'garbage' as const, 400, 403, 429, 500, 503])(
    'goes on when the API answers %s, and is checked again half a minute later',
    async (outage) => {
      wait(6);
      portal.state.outages['/auth-reconnect'] = outage;
      const role = async () => (await instance.authenticate(browser.request))?.role;
      if (outage === 'hangs') instance = create(1_000);
      expect([await role(), await role()]).toEqual(['EDITOR', 'EDITOR']);
      expect(checks()).toBe(2);
      portal.state.outages = {};
      portal.state.role = 'APPROVER';
      wait(0.6);
      expect(await role()).toBe('APPROVER');
    },
  );

  it('goes on when the API answers for another user', async () => {
    wait(6);
    Object.assign(portal.state, { user: ids.owner, role: 'OWNER' });
    expect(await browser.role()).toBe('EDITOR');
  });

  it('ends with its token', async () => {
    wait(61);
    expect(await browser.role()).toBeNull();
    expect(checks()).toBe(1);
  });

  it('that was logged out during a check stays logged out', async () => {
    wait(6);
    portal.state.delayMs = 50;
    const pending = browser.role();
    await store.delete(instance.sessionKey(browser.request) ?? '', 'logout');
    expect(await pending).toBeNull();
    expect(await browser.role()).toBeNull();
  });

  it('keeps the role of a newer revision when an older answer arrives late', async () => {
    wait(6);
    portal.state.delayMs = 50;
    const pending = browser.role();
    const key = instance.sessionKey(browser.request) ?? '';
    const session = await store.get(key);
    if (session) await store.replace(key, { ...session, role: 'APPROVER', revision: 2 });
    expect(await pending).toBe('APPROVER');
  });

  it('is checked on request, which says why it ended', async () => {
    portal.state.displayName = 'Renamed';
    expect(await instance.reconnect(browser.request)).toMatchObject({ workspace: { displayName: 'Renamed' } });
    portal.state.outages['/auth-reconnect'] = 'drops';
    await expect(instance.reconnect(browser.request)).rejects.toMatchObject({ type: 'ApiUnavailable' });
    portal.state.outages['/auth-reconnect'] = 401;
    await expect(instance.reconnect(browser.request)).rejects.toThrow(ConnectError);
    expect(await instance.reconnect(browser.request)).toBeNull();
  });

  it('is found by the headers of a request in Node, too, and by no other cookie', async () => {
    const cookie = browser.request.headers.get('cookie') ?? '';
    expect(await instance.authenticate({ headers: { cookie: `a=b; ${cookie}` } })).not.toBeNull();
    for (const other of ['', '__Host-instance-session=other', cookie.replace('__Host-', '')])
      expect(await instance.authenticate({ headers: { cookie: other } })).toBeNull();
  });

  it('is stored by a hash of what the browser has', async () => {
    const [entry] = await store.listByWorkspace(ids.workspace);
    const secret = browser.cookies.get('__Host-instance-session') ?? '';
    expect(entry?.[0]).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(entry)).not.toContain(secret);
  });
});

describe('a hint that the roles have changed', () => {
  it('makes each session of the workspace ask again, and returns the browser to the portal', async () => {
    portal.state.role = 'APPROVER';
    const response = await new Browser(instance).visit(`/refresh-auth?workspaceId=${ids.workspace}`);
    expect(response.headers.get('location')).toBe(`https://portal.example.com/workspace/${ids.workspace}`);
    expect(checks()).toBe(1);
    expect(await browser.role()).toBe('APPROVER');
  });

  it.each(['', '//evil.example', ids.otherWorkspace])('for %j changes nothing', async (id) => {
    const response = await new Browser(instance).visit(`/refresh-auth?workspaceId=${id}`);
    expect(response.headers.get('location')).toBe('https://portal.example.com/workspaces');
    await browser.role();
    expect(checks()).toBe(1);
  });
});

test('the sessions in memory are bounded: the oldest ends first', async () => {
  const small = new MemorySessionStore({ maxSessions: 2 });
  const [[, session] = []] = await store.listByWorkspace(ids.workspace);
  if (!session) throw new Error('There is no session.');
  for (const key of ['a', 'b', 'c']) await small.set(key, session);
  expect([await small.get('a'), await small.get('b')]).toEqual([null, session]);
});

test('another path is not answered, and another method is rejected', async () => {
  expect(await instance.handle(new Request('https://instance.example.com/'))).toBeNull();
  const url = 'https://instance.example.com/backchannel-logout';
  const response = await instance.handle(new Request(url));
  expect([response?.status, response?.headers.get('allow')]).toEqual([405, 'POST']);
});
