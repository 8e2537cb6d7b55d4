import { workspaceCalls } from '@portal/contract';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { createMemoryRouter, createRoutesStub, Link, RouterProvider } from 'react-router';
import { ErrorPage } from '../../src/app/error-page.tsx';
import { BrowserContext } from '../../src/lib/browser.ts';
import { SettingsProvider } from '../../src/lib/settings-context.ts';
import { startupErrorMessage } from '../../src/app/bootstrap/startup-error-message.ts';
import { loadSettings } from '../../src/app/bootstrap/load-settings.ts';
import { mockCall, server } from '../support/api-server.ts';
import { mockFullStorage } from '../support/full-storage.ts';
import { findA11yViolations } from '../support/find-a11y-violations.ts';
import { pause } from '../support/pause.ts';
import { aUser } from '@portal/contract/fixtures';
import { routesWith, settings, visit } from '../support/render-portal.tsx';

const throwing = (message: string) => () => {
  throw new Error(message);
};

const failingRoutes = routesWith(() => ({
  lazy: () => Promise.resolve({ Component: throwing('Cannot read what is not there') }),
}));

test('a page that crashes shows an error, and other pages still open', async () => {
  const logged = jest.spyOn(console, 'error').mockReturnValue();
  const Pages = createRoutesStub([
    {
      path: '/one',
      Component: () => {
        const [isBroken, setBroken] = useState(false);
        if (isBroken) throw new Error('Cannot read what is not there');
        return <button onClick={() => setBroken(true)}>Break</button>;
      },
      ErrorBoundary: () => (
        <>
          <ErrorPage />
          <Link to="/two">Next</Link>
        </>
      ),
    },
    { path: '/two', Component: () => 'The next page' },
  ]);
  render(
    <SettingsProvider value={settings}>
      <Pages initialEntries={['/one']} />
    </SettingsProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Break' }));
  expect(screen.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  expect(screen.getByText(/^Something went wrong\. Reload the page/)).toBeVisible();
  expect(logged).toHaveBeenCalled();
  fireEvent.click(screen.getByRole('link', { name: 'Next' }));
  expect(await screen.findByText('The next page')).toBeVisible();
});

test.each([
  ['inside the layout', '/workspaces'],
  ['without its header', '/login'],
  ['outside the layout', '/print-legal/2026-01-01/tos'],
])('the error page has one main landmark, %s', async (_where, path) => {
  jest.spyOn(console, 'error').mockReturnValue();
  await visit(path, path === '/login' ? null : aUser(), 0, failingRoutes);
  const heading = await screen.findByRole('heading', { name: 'This page could not be shown' });
  expect(screen.getByRole('main')).toContainElement(heading);
  expect(await findA11yViolations()).toEqual([]);
});

describe('a portal page whose code could not be loaded', () => {
  const withoutBilling = routesWith(({ path }) =>
    path === '/billing'
      ? { lazy: () => Promise.reject(new Error('Failed to fetch dynamically imported module')) }
      : undefined,
  );

  beforeEach(() => {
    jest.spyOn(console, 'error').mockReturnValue();
    server.use(
      http.get('*/manifest.json', () => HttpResponse.error()),
      mockCall(workspaceCalls.listWorkspaces, []),
    );
  });

  async function expectLoadError() {
    const heading = await screen.findByRole('heading', { name: 'This page could not be loaded' });
    expect(within(screen.getByRole('main')).getByRole('heading')).toBe(heading);
    await waitFor(() => expect(document.title).toBe('Billing · System Initiative'));
  }

  test('shows the error in the layout at its own URL, and other pages still open', async () => {
    const { ui, path } = await visit('/workspaces', aUser(), 0, withoutBilling);
    await ui.click(await screen.findByRole('link', { name: 'Billing' }));
    await expectLoadError();
    expect(path()).toBe('/billing');
    await ui.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Workspaces' }));
    expect(await screen.findByRole('heading', { name: 'Create A Workspace' })).toBeVisible();
  });

  test('shows the error as the first page', async () => {
    await visit('/billing', aUser(), 0, withoutBilling);
    await expectLoadError();
  });
});

describe('a page whose code could not be loaded', () => {
  const reload = jest.fn();
  let isOnline = false;

  async function show() {
    jest.spyOn(console, 'error').mockReturnValue();
    server.use(http.get('*/manifest.json', () => (isOnline ? HttpResponse.json({ hash: 'x' }) : HttpResponse.error())));
    const browser = {
      currentPath: () => '/',
      assign: reload,
      replace: reload,
      openTab: reload,
      saveFile: reload,
      replaceUrl: jest.fn(),
      isBackNavigation: () => false,
      reload,
    };
    const router = createMemoryRouter([
      {
        path: '/',
        lazy: () => Promise.reject(new Error('Failed to fetch dynamically imported module: /assets/x.js')),
        errorElement: <ErrorPage />,
        hydrateFallbackElement: <p>Loading...</p>,
      },
    ]);
    const rendered = render(
      <SettingsProvider value={settings}>
        <BrowserContext value={browser}>
          <RouterProvider router={router} />
        </BrowserContext>
      </SettingsProvider>,
    );
    expect(await screen.findByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    return rendered;
  }

  beforeEach(() => {
    reload.mockReset();
    isOnline = false;
  });

  test('reloads as soon as the browser is online again', async () => {
    await show();
    expect(screen.getByText(/^The connection was lost/)).toBeVisible();
    await pause(100);
    expect(reload).not.toHaveBeenCalled();
    isOnline = true;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  test('reloads once the portal responds again, without an online event', async () => {
    await show();
    await pause(100);
    isOnline = true;
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1), { timeout: 10_000 });
  });

  test('reloads at once when a new version was deployed, but only once', async () => {
    isOnline = true;
    const { unmount } = await show();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    unmount();
    await show();
    await pause(300);
    window.dispatchEvent(new Event('online'));
    await pause(300);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('does not reload when the browser cannot store that it did', async () => {
    mockFullStorage();
    sessionStorage.clear();
    isOnline = true;
    await show();
    window.dispatchEvent(new Event('online'));
    await pause(300);
    expect(reload).not.toHaveBeenCalled();
  });

  test('does not reload after the user left it', async () => {
    const { unmount } = await show();
    unmount();
    isOnline = true;
    window.dispatchEvent(new Event('online'));
    await pause(100);
    expect(reload).not.toHaveBeenCalled();
  });
});

test.each([
  ['the connection was lost', () => HttpResponse.error(), /^The connection was lost/],
  ['the configuration is not JSON', () => HttpResponse.text('<html>'), /^The portal configuration is invalid/],
  ['the configuration is incomplete', () => HttpResponse.json({}), /^The portal configuration is invalid/],
])('a portal that cannot start shows that %s', async (_why, response, message) => {
  server.use(http.get('*/config.json', response));
  const cause: unknown = await loadSettings().catch((error: unknown) => error);
  expect(startupErrorMessage(cause)).toMatch(message);
});
