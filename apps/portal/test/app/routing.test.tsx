import { jest } from '@jest/globals';
import { legalCalls, sessionCalls, workspaceCalls, type User } from '@portal/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { mockCall, errorResponse, server } from '../support/api-server.ts';
import { setPortalReferrer } from '../support/referrer.ts';
import { aUser, aWorkspace, someLegalDocuments } from '@portal/contract/fixtures';
import { visit } from '../support/render-portal.tsx';

const storedRedirect = () => sessionStorage.getItem('SI-LOGIN-REDIRECT');

beforeEach(() => {
  server.use(mockCall(workspaceCalls.listWorkspaces, []), mockCall(legalCalls.getLegalDocuments, someLegalDocuments()));
});

/** Visits a page unauthenticated, then returns from a login in the same tab. */
async function logInFrom(path: string) {
  const before = await visit(path, null);
  await waitFor(() => expect(before.path()).toBe('/login'));
  document.body.innerHTML = '';
  return visit('/login-success', aUser());
}

test('[4.routing-after-the.2] [2.16] the attempted path survives the login with its query and hash', async () => {
  const { router } = await logInFrom('/workspace/new?from=mail&to=a%2Fb#name');
  await screen.findByRole('heading', { name: 'Create New Workspace' });
  const { pathname, search, hash } = router.state.location;
  expect(pathname + search + hash).toBe('/workspace/new?from=mail&to=a%2Fb#name');
  expect(storedRedirect()).toBeNull();
});

test.each(['/', '/login', '/signup', '/login-success', '/login-success?again=1'])(
  '[4.routing-after-the.2] %s is not restored after the login',
  async (path) => {
    await visit(path, null);
    await screen.findByRole('heading', { name: /^Welcome to/ });
    expect(storedRedirect()).toBeNull();
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
])('a login leads to the default workspace, not to %j', async (stored) => {
  sessionStorage.setItem('SI-LOGIN-REDIRECT', stored);
  const { path, externalUrls } = await visit('/login-success', aUser());
  await waitFor(() => expect(path()).toBe('/workspaces'));
  await screen.findByRole('heading', { name: 'Create A Workspace' });
  expect(externalUrls).toEqual([]);
  expect(storedRedirect()).toBeNull();
});

describe('a new login that was not completed', () => {
  it('leads back to the page that required it', async () => {
    sessionStorage.setItem('SI-LOGIN-REDIRECT', '/profile');
    const { path } = await visit('/login-success?incomplete=1', aUser());
    await waitFor(() => expect(path()).toBe('/profile'));
    expect(storedRedirect()).toBeNull();
  });

  it('and that no page required is reported, with a way to try again', async () => {
    const { ui, path, externalUrls } = await visit('/login-success?incomplete=1', aUser());
    expect(await screen.findByRole('heading', { name: 'You didn’t finish logging in' })).toBeVisible();
    await waitFor(() => expect(document.title).toMatch(/^You didn’t finish logging in · Login · /));
    expect(screen.getByText('You are still logged in from before.')).toBeVisible();
    expect([path(), externalUrls]).toEqual(['/login-success', []]);
    await ui.click(screen.getByRole('button', { name: 'Log in again' }));
    expect(externalUrls).toEqual(['http://api.test/auth/login?fresh=1']);
  });
});

test.each(['/%2F%2Fevil.example', '/%5Cevil.example', '/workspaces%2F..%2F..%2F%2Fevil.example'])(
  'the encoded path %s stays a path of the portal',
  async (stored) => {
    sessionStorage.setItem('SI-LOGIN-REDIRECT', stored);
    const { externalUrls } = await visit('/login-success', aUser());
    expect(await screen.findByRole('heading', { name: '404 not found :(' })).toBeVisible();
    expect(externalUrls).toEqual([]);
  },
);

test('[2.2] a logged-in user skips the login page', async () => {
  const { path, externalUrls } = await visit('/signup', aUser());
  await waitFor(() => expect(path()).toBe('/workspaces'));
  expect(externalUrls).toEqual([]);
});

test.each(['/workspace/go?redirect=%2Fx', '/workspace//go?redirect=%2Fx'])(
  '[2.14] [4.routing-after-the.8] %s, without a workspace, leads to the workspaces',
  async (address) => {
    const { path, externalUrls } = await visit(address, aUser());
    await waitFor(() => expect(path()).toBe('/workspaces'));
    expect(externalUrls).toEqual([]);
  },
);

describe('[2.11] [4.default-workspace.2] the default workspace', () => {
  const leadsTo = async (user: User, to: string) => {
    let listed = 0;
    server.use(mockCall(workspaceCalls.listWorkspaces, () => ((listed += 1), [])));
    const { path } = await visit('/default_workspace', user);
    await waitFor(() => expect(path()).toBe(to));
    return listed;
  };

  test('is not resolved for a user with terms to accept', async () => {
    expect(await leadsTo(aUser({ needsTosUpdate: true }), '/review-legal')).toBe(0);
  });
  test('is not resolved for a new user before the profile review', async () => {
    expect(await leadsTo(aUser({ onboardingDetails: { reviewedProfile: null } }), '/profile')).toBe(0);
  });
  test('is not resolved for an unverified user', async () => {
    expect(await leadsTo(aUser({ emailVerified: false }), '/profile')).toBe(0);
  });
  test('is the workspace list when there is none', async () => {
    expect(await leadsTo(aUser(), '/workspaces')).toBe(1);
  });

  test('[4.default-workspace.1] is the earliest owned SI workspace when none was chosen', async () => {
    const user = aUser();
    const owned = { creatorUserId: user.id, role: 'OWNER', instanceEnvType: 'SI' } as const;
    const first = aWorkspace({ ...owned, createdAt: '2025-01-01T00:00:00.000Z' });
    server.use(
      mockCall(workspaceCalls.listWorkspaces, [
        aWorkspace({ ...owned, createdAt: '2025-02-01T00:00:00.000Z' }),
        first,
        aWorkspace({ ...owned, instanceEnvType: 'LOCAL', createdAt: '2024-01-01T00:00:00.000Z' }),
        aWorkspace({ ...owned, role: 'EDITOR', createdAt: '2024-01-01T00:00:00.000Z' }),
      ]),
    );
    const { externalUrls } = await visit('/default_workspace', user);
    await waitFor(() => expect(externalUrls).toEqual([`http://api.test/workspaces/${first.id}/go`]));
  });

  test('is resolved again when the list could not be loaded', async () => {
    server.use(mockCall(workspaceCalls.listWorkspaces, errorResponse('DatabaseUnavailable')));
    const { ui, path } = await visit('/default_workspace', aUser());
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(mockCall(workspaceCalls.listWorkspaces, []));
    await ui.click(again);
    await waitFor(() => expect(path()).toBe('/workspaces'));
  });
});

test('[2.3] [4.routing-after-the.10] [9.12] logout redirects to the auth service after 500 ms and not sooner', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
  setPortalReferrer();
  const { externalUrls } = await visit('/logout', aUser());
  const turn = () => act(() => new Promise<void>((resolve) => setImmediate(resolve)));
  while (screen.queryByRole('heading', { name: 'Logging you out...' }) === null) await turn();
  await act(() => jest.advanceTimersByTimeAsync(499));
  expect(externalUrls).toEqual([]);
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(externalUrls).toEqual(['http://api.test/auth/logout']);
  jest.useRealTimers();
});

test.each(['/logout', '/logout-success', '/print-legal/2024-09-25/terms-of-service'])(
  '[4.routing-after-the.9] %s shows before the user is known',
  async (path) => {
    server.use(mockCall(sessionCalls.whoami, errorResponse('NotSignedIn'), 60_000));
    const visited = await visit(path, null, 60_000);
    await act(() => Promise.resolve());
    expect(visited.path()).toBe(path);
    expect(screen.queryByRole('progressbar')).toBeNull();
  },
);
