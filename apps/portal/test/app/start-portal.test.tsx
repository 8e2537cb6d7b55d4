import { jest } from '@jest/globals';
import { workspaceCalls, type WhoamiUser } from '@portal/contract';
import { screen, waitFor, act } from '@testing-library/react';
import { createRoot, type Root } from 'react-dom/client';
import { startPortal } from '../../src/app/bootstrap/start-portal.tsx';
import { createThemeChoice } from '../../src/app/theme/theme-choice.ts';
import { apiUrl, mockCall, server } from '../support/api-server.ts';
import { createGate } from '../support/gate.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { settings } from '../support/render-portal.tsx';

let requestCount = 0;

beforeEach(() => {
  requestCount = 0;
  server.use(
    mockCall(workspaceCalls.listWorkspaces, () => {
      requestCount += 1;
      return [aWorkspace({ displayName: 'Staging' })];
    }),
  );
});

function start(path: string, whoami: Promise<WhoamiUser | null>, root: Root, portalSettings = settings) {
  window.history.replaceState(null, '', path);
  return startPortal(root, portalSettings, createThemeChoice(), whoami);
}

/** A root that renders nothing. */
const emptyRoot: Root = { render: () => undefined, unmount: () => undefined };

test.each([
  ['nobody', null],
  ['a user who has to accept the terms', { user: aUser({ needsTosUpdate: true }) }],
  ['a quarantined user', { user: aUser({ quarantinedAt: '2026-01-01T00:00:00.000Z' }) }],
])('the lists are not requested for %s, whom the API would refuse', async (_who, whoami) => {
  await start('/workspaces', Promise.resolve(whoami), emptyRoot);
  await fetch(apiUrl + workspaceCalls.listWorkspaces.path);
  expect(requestCount).toBe(1);
});

test('the responses to early requests that the page does not need are dropped', async () => {
  const refused = { response: Promise.resolve(new Response('', { status: 403 })), requestUlid: '', sentAt: 0 };
  globalThis.earlyRequests = { [`${apiUrl}/workspaces?limit=500`]: refused };
  await start('/workspaces', Promise.resolve({ user: aUser({ needsTosUpdate: true }) }), emptyRoot);
  expect(globalThis.earlyRequests).toBeUndefined();
});

test('other pages do not request the workspaces', async () => {
  await start('/profile', Promise.resolve({ user: aUser() }), emptyRoot);
  // Earlier requests have arrived by the time this one gets its response.
  await fetch(apiUrl + workspaceCalls.listWorkspaces.path);
  expect(requestCount).toBe(1);
});

test('the page uses that response and sends no second request', async () => {
  document.body.innerHTML = '<div id="root"></div>';
  const root = createRoot(document.body.firstElementChild ?? document.body);
  await act(() => start('/workspaces', Promise.resolve({ user: aUser() }), root));
  expect(await screen.findByText('Staging')).toBeVisible();
  expect(requestCount).toBe(1);
  act(() => root.unmount());
});

test('the analytics client loads after the list and never delays the start, even in an idle browser', async () => {
  const whenIdle = jest.fn<typeof requestIdleCallback>();
  window.requestIdleCallback = whenIdle;
  const gate = createGate();
  server.use(mockCall(workspaceCalls.listWorkspaces, [], gate.wait));
  const counted = { ...settings, analytics: { url: 'http://analytics.test', projectKey: 'phc_list' } };
  await start('/workspaces', Promise.resolve({ user: aUser() }), emptyRoot, counted);
  expect(whenIdle).not.toHaveBeenCalled();
  gate.open();
  await waitFor(() => expect(whenIdle).toHaveBeenCalledTimes(1));
  Reflect.deleteProperty(window, 'requestIdleCallback');
});
