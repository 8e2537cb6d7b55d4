import { jest } from '@jest/globals';
import { lockOutCalls, sessionCalls, workspaceCalls } from '@portal/contract';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { on, server } from './support/api-server.ts';
import { aUser, aWorkspace } from './support/people-and-things.ts';
import { openSection } from './support/staff.ts';
import { visit } from './support/render-portal.tsx';

const user = aUser({ nickname: 'before' });

let now = Date.now();
let asked = 0;

/** Counts how often it is asked who is logged in, and answers another name from now on. */
const renamed = on(sessionCalls.whoami, () => {
  asked += 1;
  return { user: { ...user, nickname: 'after' } };
});

/** Comes back to the page so many milliseconds later. */
function comeBack(later: number): void {
  now += later;
  fireEvent.focus(window);
}

/** The same until it is seen. Each change of the page would be another step. */
const comeBackUntil = (seen: () => void) =>
  waitFor(
    () => {
      comeBack(10_000);
      seen();
    },
    { container: document.createElement('div') },
  );

beforeEach(() => {
  asked = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
});

afterEach(() => jest.restoreAllMocks());

test('who comes back to a page sees what was changed elsewhere', async () => {
  server.use(on(workspaceCalls.listWorkspaces, [aWorkspace({ displayName: 'Here' })]));
  await visit('/workspaces', user);
  expect(await screen.findByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
  server.use(
    renamed,
    on(workspaceCalls.listWorkspaces, [aWorkspace({ displayName: 'Here' }), aWorkspace({ displayName: 'Elsewhere' })]),
  );
  await comeBackUntil(() => expect(screen.getByRole('link', { name: 'Elsewhere' })).toBeVisible());
  expect(await screen.findByRole('button', { name: 'Hi after!' })).toBeVisible();
});

test('who was locked out meanwhile is told so on the way back', async () => {
  server.use(on(workspaceCalls.listWorkspaces, []));
  const { path } = await visit('/workspaces', user);
  expect(await screen.findByRole('heading', { level: 1, name: 'Create A Workspace' })).toBeVisible();
  server.use(on(sessionCalls.whoami, { user: { ...user, quarantinedAt: '2026-01-01T00:00:00.000Z' } }));
  await comeBackUntil(() => expect(path()).toBe('/quarantine-notice'));
});

test('what was asked less than ten seconds ago is not asked again', async () => {
  server.use(on(workspaceCalls.listWorkspaces, []));
  const { store } = await visit('/workspaces', user);
  const isAsking = () =>
    Object.values(store.getState().api.queries).some((query) => query?.status === QueryStatus.pending);
  await screen.findByRole('heading', { level: 1, name: 'Create A Workspace' });
  server.use(renamed);
  await comeBackUntil(() => expect(screen.getByRole('button', { name: 'Hi after!' })).toBeVisible());
  await waitFor(() => expect(isAsking()).toBe(false));
  comeBack(9_999);
  expect(isAsking()).toBe(false);
  comeBack(1);
  expect(isAsking()).toBe(true);
});

test('who comes back looks at nothing in the name of the company', async () => {
  let looks = 0;
  server.use(
    on(lockOutCalls.listSuspendedUsers, () => {
      looks += 1;
      return [];
    }),
  );
  await openSection('suspensions', 'Manage user suspensions');
  await waitFor(() => expect(looks).toBe(1));
  server.use(renamed);
  await comeBackUntil(() => expect(asked).toBeGreaterThan(0));
  expect(await screen.findByRole('button', { name: 'Hi after!' })).toBeVisible();
  expect(looks).toBe(1);
});
