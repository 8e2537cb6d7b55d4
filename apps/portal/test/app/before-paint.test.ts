import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { attentionCalls, workspaceCalls } from '@portal/contract';
import { isValid } from 'ulid';
import { fetchWhoami } from '../../src/app/bootstrap/fetch-whoami.ts';
import { InvalidConfigError, loadSettings } from '../../src/app/bootstrap/load-settings.ts';
import { createStore } from '../../src/app/store.ts';
import { buildRequest, callUrl } from '../../src/api/http/build-request.ts';
import { dropEarlyRequests } from '../../src/api/http/early-requests.ts';
import { fetchAttention } from '../../src/api/attention.api.ts';
import { whoamiCall } from '../../src/api/whoami-call.ts';
import { fetchWorkspaces } from '../../src/api/workspaces.api.ts';
import { fullListPageSize } from '../../src/api/cache/use-all-pages.ts';
import { anAttention, aUser, aWorkspace } from '@portal/contract/fixtures';
import { createGate } from '../support/gate.ts';
import { settings } from '../support/render-portal.tsx';

const script = readFileSync('public/before-paint.js', 'utf8');

/** All requests of the portal have their URL as a text. */
const sendRequest = jest.fn<(url: string, request?: RequestInit) => Promise<Response>>();
beforeEach(() => {
  sendRequest.mockReset().mockImplementation((url) => Promise.resolve(respond(url)));
  jest.spyOn(globalThis, 'fetch').mockImplementation(sendRequest as typeof fetch);
});
beforeEach(() => window.localStorage.clear());
afterEach(dropEarlyRequests);

const user = aUser();
const { authApiUrl } = settings;
const limit = { query: { limit: fullListPageSize } };
const urls = {
  whoami: callUrl(authApiUrl, whoamiCall, {}),
  workspaces: callUrl(authApiUrl, workspaceCalls.listWorkspaces, limit),
  attention: callUrl(authApiUrl, attentionCalls.getAttention, {}),
};

let config = JSON.stringify(settings);
beforeEach(() => (config = JSON.stringify(settings)));

function respond(url: string): Response {
  if (url === '/config.json') return new Response(config);
  if (url === urls.whoami) return Response.json({ user });
  return Response.json(url === urls.workspaces ? [aWorkspace({ displayName: 'Staging' })] : anAttention());
}

/** Runs the script at a path, until it has the settings. */
async function runAt(path: string): Promise<void> {
  window.history.replaceState(null, '', path);
  document.head.innerHTML = `
    <meta name="preload-portal" content="/assets/portal.js /assets/framework.js" />
    <meta name="preload-workspaces" content="/assets/workspaces.js" />`;
  const element = document.createElement('script');
  element.textContent = script;
  document.head.append(element);
  await globalThis.earlyRequests?.['/config.json']?.response.catch(() => undefined);
}

const preloaded = () =>
  Array.from(document.head.querySelectorAll('link[rel=modulepreload]'), (link) => link.getAttribute('href'));
const requested = () => sendRequest.mock.calls.map(([url]) => url);

test.each(['/', '/login', '/signup'])('the login at %s preloads only its own code', async (path) => {
  await runAt(path);
  expect(preloaded()).toEqual([]);
  expect(requested()).toEqual(['/config.json', urls.whoami]);
});

test('other pages preload the portal, and the workspaces page its own code', async () => {
  await runAt('/billing');
  expect(preloaded()).toEqual(['/assets/portal.js', '/assets/framework.js']);
  expect(requested()).toEqual(['/config.json', urls.whoami]);
  await runAt('/workspaces');
  expect(preloaded()).toEqual(['/assets/portal.js', '/assets/framework.js', '/assets/workspaces.js']);
});

// @covers 7.2
test('the session and the list are requested together, as the portal requests them', async () => {
  await runAt('/workspaces');
  expect(requested()).toEqual(['/config.json', ...Object.values(urls)]);
  const expected = buildRequest(whoamiCall, {}, '');
  const ulids = sendRequest.mock.calls.slice(1).map(([, request]) => {
    const { headers, ...options } = request ?? {};
    const sent = new Headers(headers);
    expect(options).toEqual({ method: expected.method, credentials: expected.credentials });
    expect([...sent.keys()]).toEqual([...new Headers(expected.headers).keys()]);
    expect(sent.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    return sent.get('X-SI-REQUEST-ULID') ?? '';
  });
  expect(ulids.every((id) => isValid(id))).toBe(true);
  expect(new Set(ulids).size).toBe(3);
});

test('the portal uses these responses once, and sends no second request', async () => {
  await runAt('/workspaces');
  expect(await loadSettings()).toEqual(settings);
  expect(await fetchWhoami(settings)).toMatchObject({ user: { id: user.id } });
  const store = createStore(settings);
  const { data } = await store.dispatch(fetchWorkspaces());
  await store.dispatch(fetchAttention());
  expect(data?.pages[0]?.rows[0]?.displayName).toBe('Staging');
  expect(sendRequest).toHaveBeenCalledTimes(4);
  await fetchWhoami(settings);
  expect(sendRequest).toHaveBeenCalledTimes(5);
});

test('without usable settings nothing else is requested, and the portal says what is wrong', async () => {
  config = '{"authApiUrl": ';
  await runAt('/workspaces');
  await expect(loadSettings()).rejects.toThrow(InvalidConfigError);
  sendRequest.mockRejectedValue(new TypeError('offline'));
  await runAt('/workspaces');
  await expect(loadSettings()).rejects.toThrow('offline');
  expect(requested()).toEqual(['/config.json', '/config.json']);
});

test('at the next visit, these requests do not wait for the settings', async () => {
  await runAt('/workspaces');
  sendRequest.mockClear();
  const settingsRequest = createGate();
  sendRequest.mockImplementation(async (url) => {
    if (url === '/config.json') await settingsRequest.wait();
    return respond(url);
  });
  const visit = runAt('/workspaces');
  expect(requested()).toEqual(['/config.json', ...Object.values(urls)]);
  settingsRequest.open();
  await visit;
  expect(await fetchWhoami(settings)).toMatchObject({ user: { id: user.id } });
  expect(sendRequest).toHaveBeenCalledTimes(4);
});

test('if the API has moved, the portal uses the responses from its new address', async () => {
  window.localStorage.setItem('SI:AUTH-API-URL', 'https://old.test');
  await runAt('/workspaces');
  expect(requested().slice(1, 4)).toEqual(
    ['whoami', 'workspaces?limit=500', 'attention'].map((path) => `https://old.test/${path}`),
  );
  expect(requested().slice(4)).toEqual(Object.values(urls));
  expect(await fetchWhoami(settings)).toMatchObject({ user: { id: user.id } });
  await runAt('/billing');
  expect(requested().slice(7)).toEqual([urls.whoami, '/config.json'].toReversed());
});

test('without storage, the requests wait for the settings', async () => {
  const storage = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await runAt('/workspaces');
  await runAt('/workspaces');
  expect(requested()).toEqual(['/config.json', ...Object.values(urls), '/config.json', ...Object.values(urls)]);
  storage.mockRestore();
});

test('a refused or failed early request is the same as one of the portal', async () => {
  sendRequest.mockImplementation((url) =>
    url === urls.workspaces
      ? Promise.reject(new TypeError('offline'))
      : Promise.resolve(url === urls.whoami ? new Response('{}', { status: 401 }) : respond(url)),
  );
  await runAt('/workspaces');
  const requestUlid = globalThis.earlyRequests?.[urls.workspaces]?.requestUlid;
  expect(await fetchWhoami(settings)).toBeNull();
  const { error } = await createStore(settings).dispatch(fetchWorkspaces());
  expect(error).toEqual({ type: 'NetworkError', message: 'Network Error', requestId: requestUlid, status: 0 });
});
