import { jest } from '@jest/globals';
import { sessionCalls, workspaceCalls } from '@portal/contract';
import { render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createRoutesStub } from 'react-router';
import { reloadUser } from '../src/api/session.api.ts';
import { createStore } from '../src/app/store.ts';
import { LoginScreen } from '../src/features/session/login-screen.tsx';
import { Component as LaunchPage } from '../src/features/workspaces/workspace-go.page.tsx';
import { BrowserContext, thisBrowser } from '../src/navigation/browser.ts';
import { patterns } from '../src/navigation/paths.ts';
import { SettingsProvider } from '../src/settings/settings-context.ts';
import { on, server } from './support/api-server.ts';
import { comeFrom, comeFromPortal } from './support/come-from.ts';
import { pause } from './support/pause.ts';
import { aUser, aWorkspace } from './support/people-and-things.ts';
import { settings, visit } from './support/render-portal.tsx';

const page = '/workspace/01J/go?redirect=%2Fw%2Fhead';
const launch = 'http://api.test/workspaces/01J/go?redirect=%2Fw%2Fhead';
const confirmedLaunch = `${launch}&confirm=1`;

afterEach(() => jest.restoreAllMocks());

describe('a launch that no page of the portal led to', () => {
  test('is confirmed at the API, also by the link on the page', async () => {
    const { went } = await visit(page, aUser());
    expect(await screen.findByText('Redirecting to workspace...')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go there now' })).toHaveAttribute('href', confirmedLaunch);
    await waitFor(() => expect(went).toEqual([confirmedLaunch]));
  });

  test('is confirmed after the login that it needed', async () => {
    const before = await visit(page, null);
    await waitFor(() => expect(before.path()).toBe('/login'));
    document.body.innerHTML = '';
    const { went } = await visit('/login-success', aUser());
    await waitFor(() => expect(went).toEqual([confirmedLaunch]));
  });

  test.each(['https://other-site.example/', 'https://other-site.example/a', `${window.location.origin}/`])(
    'is confirmed with the referrer %s',
    async (referrer) => {
      comeFrom(referrer);
      const { went } = await visit(page, aUser());
      await waitFor(() => expect(went).toEqual([confirmedLaunch]));
    },
  );
});

describe('a launch of the user’s own', () => {
  test('from a card that is opened in a new tab goes on at once', async () => {
    comeFromPortal();
    const { went } = await visit(page, aUser());
    await waitFor(() => expect(went).toEqual([launch]));
  });

  test('of the default workspace goes on at once', async () => {
    const own = aWorkspace({ isDefault: true });
    server.use(on(workspaceCalls.listWorkspaces, [own]));
    const { went } = await visit('/default_workspace', aUser());
    await waitFor(() => expect(went).toEqual([`http://api.test/workspaces/${own.id}/go`]));
  });
});

describe('a user who leaves', () => {
  const open = async (path: string) => {
    server.use(on(sessionCalls.whoami, { user: aUser() }));
    const store = createStore(settings);
    await store.dispatch(reloadUser());
    const replace = jest.fn();
    const Pages = createRoutesStub([
      { path: patterns['workspace-go'], Component: LaunchPage },
      { path: patterns.login, Component: () => <LoginScreen signup={false} /> },
    ]);
    const { unmount } = render(
      <Provider store={store}>
        <SettingsProvider value={settings}>
          <BrowserContext value={{ ...thisBrowser, replace }}>
            <Pages initialEntries={[path]} />
          </BrowserContext>
        </SettingsProvider>
      </Provider>,
    );
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
    return { replace, unmount };
  };

  test.each([
    ['the launch page', page],
    ['the login page', '/login'],
  ])('%s before the browser is sent on stays where they went', async (_page, path) => {
    const stayed = await open(path);
    await waitFor(() => expect(stayed.replace).toHaveBeenCalled());
    stayed.unmount();
    sessionStorage.clear();
    const left = await open(path);
    left.unmount();
    await pause(700);
    expect(left.replace).not.toHaveBeenCalled();
  });
});
