import { workspaceCalls, type User } from '@portal/contract';
import { screen, waitFor, act } from '@testing-library/react';
import { createRoot, type Root } from 'react-dom/client';
import { startPortal } from '../src/app/start/start-portal.tsx';
import { createThemeChoice } from '../src/app/theme/theme-choice.ts';
import { apiUrl, on, server } from './support/api-server.ts';
import { aUser, aWorkspace } from './support/people-and-things.ts';
import { settings } from './support/render-portal.tsx';

const moment = '2026-01-01T00:00:00.000Z';
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

/** Stands for a page that is not drawn yet. */
const undrawn: Root = { render: () => undefined, unmount: () => undefined };

function start(path: string, user: User | null, root = undrawn) {
  window.history.replaceState(null, '', path);
  return startPortal(root, settings, createThemeChoice(), user && { user });
}

test('the list of workspaces is asked for before their page is drawn, and once', async () => {
  await start('/workspaces', aUser());
  await waitFor(() => expect(asked).toBe(1));

  document.body.innerHTML = '<div id="root"></div>';
  const root = createRoot(document.body.firstElementChild ?? document.body);
  await act(() => start('/workspaces', aUser(), root));
  expect(await screen.findByText('Staging')).toBeVisible();
  expect(asked).toBe(2);
  act(() => root.unmount());
});

test.each([
  ['another page', '/profile', aUser()],
  ['nobody', '/workspaces', null],
  ['somebody who is locked out', '/workspaces', aUser({ quarantinedAt: moment })],
])('it is not asked for by %s', async (_who, path, user) => {
  await start(path, user);
  // Whatever was asked before has come by the time that this has.
  await fetch(apiUrl + workspaceCalls.listWorkspaces.path);
  expect(asked).toBe(1);
});
