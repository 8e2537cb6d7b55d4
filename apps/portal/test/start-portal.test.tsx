import { jest } from '@jest/globals';
import { workspaceCalls, type Whoami } from '@portal/contract';
import { screen, waitFor, act } from '@testing-library/react';
import { createRoot, type Root } from 'react-dom/client';
import { startPortal } from '../src/app/start/start-portal.tsx';
import { createThemeChoice } from '../src/app/theme/theme-choice.ts';
import { apiUrl, on, server } from './support/api-server.ts';
import { aGate } from './support/gate.ts';
import { aUser, aWorkspace } from './support/people-and-things.ts';
import { settings } from './support/render-portal.tsx';

let asked = 0;

beforeEach(() => {
  asked = 0;
  server.use(
    on(workspaceCalls.listWorkspaces, () => {
      asked += 1;
      return [aWorkspace({ displayName: 'Staging' })];
    }),
  );
});

function start(path: string, who: Promise<Whoami | null>, root: Root, given = settings) {
  window.history.replaceState(null, '', path);
  return startPortal(root, given, createThemeChoice(), who);
}

/** Stands for a page that is not drawn yet. */
const undrawn: Root = { render: () => undefined, unmount: () => undefined };

test('the list of workspaces is asked for while it is asked who is there', async () => {
  void start('/workspaces', new Promise(() => undefined), undrawn);
  await waitFor(() => expect(asked).toBe(1));
});

test('where other pages are shown it is not', async () => {
  await start('/profile', Promise.resolve({ user: aUser() }), undrawn);
  // Whatever was asked before has come by the time that this has.
  await fetch(apiUrl + workspaceCalls.listWorkspaces.path);
  expect(asked).toBe(1);
});

test('the page takes the answer, and does not ask again', async () => {
  document.body.innerHTML = '<div id="root"></div>';
  const root = createRoot(document.body.firstElementChild ?? document.body);
  await act(() => start('/workspaces', Promise.resolve({ user: aUser() }), root));
  expect(await screen.findByText('Staging')).toBeVisible();
  expect(asked).toBe(1);
  act(() => root.unmount());
});

test('what counts visits is fetched after the list, which no start waits for, however idle the browser is before', async () => {
  const whenIdle = jest.fn<typeof requestIdleCallback>();
  window.requestIdleCallback = whenIdle;
  const answer = aGate();
  server.use(on(workspaceCalls.listWorkspaces, [], answer.wait));
  const counted = { ...settings, analytics: { url: 'http://analytics.test', projectKey: 'phc_list' } };
  await start('/workspaces', Promise.resolve({ user: aUser() }), undrawn, counted);
  expect(whenIdle).not.toHaveBeenCalled();
  answer.open();
  await waitFor(() => expect(whenIdle).toHaveBeenCalledTimes(1));
  Reflect.deleteProperty(window, 'requestIdleCallback');
});
