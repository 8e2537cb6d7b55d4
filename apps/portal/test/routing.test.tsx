import { jest } from '@jest/globals';
import { legalCalls, sessionCalls, workspaceCalls, type User } from '@portal/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { on, refusal, server } from './support/api-server.ts';
import { comeFromPortal } from './support/come-from.ts';
import { aUser, aWorkspace, someLegalDocuments } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const remembered = () => sessionStorage.getItem('SI-LOGIN-REDIRECT');

beforeEach(() => {
  server.use(on(workspaceCalls.listWorkspaces, []), on(legalCalls.getLegalDocuments, someLegalDocuments()));
});

/** Visits a page without a login, and then, in the same tab, comes back from one. */
async function logInFrom(path: string) {
  const before = await visit(path, null);
  await waitFor(() => expect(before.path()).toBe('/login'));
  document.body.innerHTML = '';
  return visit('/login-success', aUser());
}

test('[4.routing-after-the.2] [2.16] the attempted path survives the login with all that belongs to it', async () => {
  const { router } = await logInFrom('/workspace/new?from=mail&to=a%2Fb#name');
  await screen.findByRole('heading', { name: 'Create New Workspace' });
  const { pathname, search, hash } = router.state.location;
  expect(pathname + search + hash).toBe('/workspace/new?from=mail&to=a%2Fb#name');
  expect(remembered()).toBeNull();
});

test.each(['/', '/login', '/signup', '/login-success', '/login-success?again=1'])(
  '[4.routing-after-the.2] %s is nowhere to come back to',
  async (path) => {
    await visit(path, null);
    await screen.findByRole('heading', { name: /^Welcome to/ });
    expect(remembered()).toBeNull();
  },
);

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/\t/evil.example',
  ' //evil.example',
  'https://evil.example/workspaces',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  '/login-success',
  '/',
])('a login leads to the default workspace rather than to %j', async (stored) => {
  sessionStorage.setItem('SI-LOGIN-REDIRECT', stored);
  const { path, went } = await visit('/login-success', aUser());
  await waitFor(() => expect(path()).toBe('/workspaces'));
  await screen.findByRole('heading', { name: 'Create A Workspace' });
  expect(went).toEqual([]);
  expect(remembered()).toBeNull();
});

test.each(['/%2F%2Fevil.example', '/%5Cevil.example', '/workspaces%2F..%2F..%2F%2Fevil.example'])(
  'an encoded address, %s, stays a path of the portal',
  async (stored) => {
    sessionStorage.setItem('SI-LOGIN-REDIRECT', stored);
    const { went } = await visit('/login-success', aUser());
    expect(await screen.findByRole('heading', { name: '404 not found :(' })).toBeVisible();
    expect(went).toEqual([]);
  },
);

test('[2.2] somebody who is logged in goes on from the login without seeing it', async () => {
  const { path, went } = await visit('/signup', aUser());
  await waitFor(() => expect(path()).toBe('/workspaces'));
  expect(went).toEqual([]);
});

test('[2.14] [4.routing-after-the.8] without a workspace there is nowhere to go but the workspaces', async () => {
  const { path, went } = await visit('/workspace/go?redirect=%2Fx', aUser());
  await waitFor(() => expect(path()).toBe('/workspaces'));
  expect(went).toEqual([]);
});

describe('[2.11] [4.default-workspace.2] the default workspace', () => {
  const leadsTo = async (user: User, to: string) => {
    let listed = 0;
    server.use(on(workspaceCalls.listWorkspaces, () => ((listed += 1), [])));
    const { path } = await visit('/default_workspace', user);
    await waitFor(() => expect(path()).toBe(to));
    return listed;
  };

  test('of somebody who owes the terms is not looked for', async () => {
    expect(await leadsTo(aUser({ needsTosUpdate: true }), '/review-legal')).toBe(0);
  });
  test('of a newcomer is not looked for before the profile is reviewed', async () => {
    expect(await leadsTo(aUser({ onboardingDetails: { reviewedProfile: null } }), '/profile')).toBe(0);
  });
  test('of an unverified person is not looked for', async () => {
    expect(await leadsTo(aUser({ emailVerified: false }), '/profile')).toBe(0);
  });
  test('is the list where there is none', async () => {
    expect(await leadsTo(aUser(), '/workspaces')).toBe(1);
  });

  test('[4.default-workspace.1] is the earliest own one of type SI where none was chosen', async () => {
    const user = aUser();
    const own = { creatorUserId: user.id, role: 'OWNER', instanceEnvType: 'SI' } as const;
    const first = aWorkspace({ ...own, createdAt: '2025-01-01T00:00:00.000Z' });
    server.use(
      on(workspaceCalls.listWorkspaces, [
        aWorkspace({ ...own, createdAt: '2025-02-01T00:00:00.000Z' }),
        first,
        aWorkspace({ ...own, instanceEnvType: 'LOCAL', createdAt: '2024-01-01T00:00:00.000Z' }),
        aWorkspace({ ...own, role: 'EDITOR', createdAt: '2024-01-01T00:00:00.000Z' }),
      ]),
    );
    const { went } = await visit('/default_workspace', user);
    await waitFor(() => expect(went).toEqual([`http://api.test/workspaces/${first.id}/go`]));
  });

  test('is looked for again where the list could not be had', async () => {
    server.use(on(workspaceCalls.listWorkspaces, refusal('DatabaseUnavailable')));
    const { person, path } = await visit('/default_workspace', aUser());
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(on(workspaceCalls.listWorkspaces, []));
    await person.click(again);
    await waitFor(() => expect(path()).toBe('/workspaces'));
  });
});

test('[2.3] [4.routing-after-the.10] [9.12] logout leads to the auth service after 500 ms and not sooner', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
  comeFromPortal();
  const { went } = await visit('/logout', aUser());
  const turn = () => act(() => new Promise<void>((resolve) => setImmediate(resolve)));
  while (screen.queryByRole('heading', { name: 'Logging you out...' }) === null) await turn();
  await act(() => jest.advanceTimersByTimeAsync(499));
  expect(went).toEqual([]);
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(went).toEqual(['http://api.test/auth/logout']);
  jest.useRealTimers();
});

test.each(['/logout', '/logout-success', '/print-legal/2024-09-25/terms-of-service'])(
  '[4.routing-after-the.9] %s shows before it is known who somebody is',
  async (path) => {
    server.use(on(sessionCalls.whoami, refusal('NotSignedIn'), 60_000));
    const visited = await visit(path, null, 60_000);
    await act(() => Promise.resolve());
    expect(visited.path()).toBe(path);
    expect(screen.queryByRole('progressbar')).toBeNull();
  },
);
