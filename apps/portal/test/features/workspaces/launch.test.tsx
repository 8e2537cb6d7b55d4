import { jest } from '@jest/globals';
import { sessionCalls, workspaceCalls } from '@portal/contract';
import { render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createRoutesStub } from 'react-router';
import { refetchWhoami } from '../../../src/api/session.api.ts';
import { createStore } from '../../../src/app/store.ts';
import { LoginScreen } from '../../../src/features/login/login-screen.tsx';
import { Component as LaunchPage } from '../../../src/features/workspaces/workspace-go.page.tsx';
import { BrowserContext, windowBrowser } from '../../../src/lib/browser.ts';
import { patterns } from '../../../src/lib/paths.ts';
import { SettingsProvider } from '../../../src/lib/settings-context.ts';
import { mockCall, server } from '../../support/api-server.ts';
import { setReferrer, setPortalReferrer } from '../../support/referrer.ts';
import { pause } from '../../support/pause.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { settings, visit } from '../../support/render-portal.tsx';

const page = '/workspace/01J/go?redirect=%2Fw%2Fhead';
const launch = 'http://api.test/workspaces/01J/go?redirect=%2Fw%2Fhead';
const confirmedLaunch = `${launch}&confirm=1`;

afterEach(() => jest.restoreAllMocks());

describe('a launch that does not come from the portal', () => {
  test('requires a confirmation at the API, also by the link on the page', async () => {
    const { externalUrls } = await visit(page, aUser());
    expect(await screen.findByText('Redirecting to workspace...')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go there now' })).toHaveAttribute('href', confirmedLaunch);
    await waitFor(() => expect(externalUrls).toEqual([confirmedLaunch]));
  });

  test('requires a confirmation after the login that it needed', async () => {
    const before = await visit(page, null);
    await waitFor(() => expect(before.path()).toBe('/login'));
    document.body.innerHTML = '';
    const { externalUrls } = await visit('/login-success', aUser());
    await waitFor(() => expect(externalUrls).toEqual([confirmedLaunch]));
  });

  test.each(['https://other-site.example/', 'https://other-site.example/a', `${window.location.origin}/`])(
    'requires a confirmation with the referrer %s',
    async (referrer) => {
      setReferrer(referrer);
      const { externalUrls } = await visit(page, aUser());
      await waitFor(() => expect(externalUrls).toEqual([confirmedLaunch]));
    },
  );
});

describe('a launch by the user', () => {
  test('from a card in a new tab needs no confirmation', async () => {
    setPortalReferrer();
    const { externalUrls } = await visit(page, aUser());
    await waitFor(() => expect(externalUrls).toEqual([launch]));
  });

  test('of the default workspace needs no confirmation', async () => {
    const owned = aWorkspace({ isDefault: true });
    server.use(mockCall(workspaceCalls.listWorkspaces, [owned]));
    const { externalUrls } = await visit('/default_workspace', aUser());
    await waitFor(() => expect(externalUrls).toEqual([`http://api.test/workspaces/${owned.id}/go`]));
  });
});

describe('a user who leaves', () => {
  const open = async (path: string) => {
    server.use(mockCall(sessionCalls.whoami, { user: aUser() }));
    const store = createStore(settings);
    await store.dispatch(refetchWhoami());
    const leave = jest.fn();
    const Pages = createRoutesStub([
      { path: patterns['workspace-go'], Component: LaunchPage },
      { path: patterns.login, Component: () => <LoginScreen signup={false} /> },
    ]);
    const { unmount } = render(
      <Provider store={store}>
        <SettingsProvider value={settings}>
          <BrowserContext value={{ ...windowBrowser, assign: leave, replace: leave }}>
            <Pages initialEntries={[path]} />
          </BrowserContext>
        </SettingsProvider>
      </Provider>,
    );
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
    return { leave, unmount };
  };

  test.each([
    ['the launch page', page],
    ['the login page', '/login'],
  ])('%s before the redirect stays where they went', async (_page, path) => {
    const stayed = await open(path);
    await waitFor(() => expect(stayed.leave).toHaveBeenCalled());
    stayed.unmount();
    sessionStorage.clear();
    const left = await open(path);
    left.unmount();
    await pause(700);
    expect(left.leave).not.toHaveBeenCalled();
  });
});
