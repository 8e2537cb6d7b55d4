import { workspaceCalls } from '@portal/contract';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { createMemoryRouter, createRoutesStub, Link, RouterProvider } from 'react-router';
import { ErrorPage } from '../src/app/error-page.tsx';
import { BrowserContext } from '../src/navigation/browser.ts';
import { startErrorMessage } from '../src/app/start-error-message.ts';
import { loadSettings } from '../src/settings/load-settings.ts';
import { on, server } from './support/api-server.ts';
import { storageIsFull } from './support/full-storage.ts';
import { findFaults } from './support/find-faults.ts';
import { pause } from './support/pause.ts';
import { aUser } from './support/people-and-things.ts';
import { routesWith, visit } from './support/render-portal.tsx';

const failing = (message: string) => () => {
  throw new Error(message);
};

const allFail = routesWith(() => ({
  lazy: () => Promise.resolve({ Component: failing('Cannot read what is not there') }),
}));

test('a page that fails says so, and the next page shows', async () => {
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
  render(<Pages initialEntries={['/one']} />);
  fireEvent.click(screen.getByRole('button', { name: 'Break' }));
  expect(screen.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  expect(screen.getByText(/^Something went wrong on this page/)).toBeVisible();
  expect(logged).toHaveBeenCalled();
  fireEvent.click(screen.getByRole('link', { name: 'Next' }));
  expect(await screen.findByText('The next page')).toBeVisible();
});

test.each([
  ['in the frame', '/workspaces'],
  ['without its header', '/login'],
  ['without the frame', '/print-legal/2026-01-01/tos'],
])('what is left of a page that fails is the one main part, %s', async (_where, path) => {
  jest.spyOn(console, 'error').mockReturnValue();
  await visit(path, path === '/login' ? null : aUser(), 0, allFail);
  const heading = await screen.findByRole('heading', { name: 'This page could not be shown' });
  expect(screen.getByRole('main')).toContainElement(heading);
  expect(await findFaults()).toEqual([]);
});

describe('a page of the portal whose code could not be loaded', () => {
  const withoutBilling = routesWith(({ path }) =>
    path === '/billing'
      ? { lazy: () => Promise.reject(new Error('Failed to fetch dynamically imported module')) }
      : undefined,
  );

  beforeEach(() => {
    jest.spyOn(console, 'error').mockReturnValue();
    server.use(
      http.get('*/manifest.json', () => HttpResponse.error()),
      on(workspaceCalls.listWorkspaces, []),
    );
  });

  async function saysSo() {
    const heading = await screen.findByRole('heading', { name: 'This page could not be loaded' });
    expect(within(screen.getByRole('main')).getByRole('heading')).toBe(heading);
    expect(document.title).toBe('Billing · System Initiative');
  }

  test('says so in the layout, at its address, and other pages still open', async () => {
    const { person, path } = await visit('/workspaces', aUser(), 0, withoutBilling);
    await person.click(await screen.findByRole('link', { name: 'Billing' }));
    await saysSo();
    expect(path()).toBe('/billing');
    await person.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Workspaces' }));
    expect(await screen.findByRole('heading', { name: 'Create A Workspace' })).toBeVisible();
  });

  test('says so where it is the first page', async () => {
    await visit('/billing', aUser(), 0, withoutBilling);
    await saysSo();
  });
});

describe('a page whose code could not be loaded', () => {
  const reload = jest.fn();
  let isThere = false;

  async function show() {
    jest.spyOn(console, 'error').mockReturnValue();
    server.use(http.get('*/manifest.json', () => (isThere ? HttpResponse.json({ hash: 'x' }) : HttpResponse.error())));
    const browser = { here: () => '/', assign: reload, replace: reload, openTab: reload, reload };
    const router = createMemoryRouter([
      {
        path: '/',
        lazy: () => Promise.reject(new Error('Failed to fetch dynamically imported module: /assets/x.js')),
        errorElement: <ErrorPage />,
        hydrateFallbackElement: <p>Loading...</p>,
      },
    ]);
    const shown = render(
      <BrowserContext value={browser}>
        <RouterProvider router={router} />
      </BrowserContext>,
    );
    expect(await screen.findByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    return shown;
  }

  beforeEach(() => {
    reload.mockReset();
    isThere = false;
  });

  test('loads as soon as the network is back', async () => {
    await show();
    expect(screen.getByText(/^The connection was lost/)).toBeVisible();
    await pause(100);
    expect(reload).not.toHaveBeenCalled();
    isThere = true;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  test('loads once the portal answers again, where the browser never knew that it was away', async () => {
    await show();
    await pause(100);
    isThere = true;
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1), { timeout: 10_000 });
  });

  test('loads at once where only a newer version was missing, and not again and again where that did not help', async () => {
    isThere = true;
    const { unmount } = await show();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    unmount();
    await show();
    await pause(300);
    window.dispatchEvent(new Event('online'));
    await pause(300);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('does not reload where the browser cannot store that it did', async () => {
    storageIsFull();
    sessionStorage.clear();
    isThere = true;
    await show();
    window.dispatchEvent(new Event('online'));
    await pause(300);
    expect(reload).not.toHaveBeenCalled();
  });

  test('stays as it is once it was left', async () => {
    const { unmount } = await show();
    unmount();
    isThere = true;
    window.dispatchEvent(new Event('online'));
    await pause(100);
    expect(reload).not.toHaveBeenCalled();
  });
});

test.each([
  ['the connection was lost', () => HttpResponse.error(), /^The connection was lost/],
  ['the configuration is not JSON', () => HttpResponse.text('<html>'), /^The configuration of the portal is invalid/],
  ['the configuration is incomplete', () => HttpResponse.json({}), /^The configuration of the portal is invalid/],
])('a portal that cannot start says that %s', async (_why, answer, message) => {
  server.use(http.get('*/config.json', answer));
  const cause: unknown = await loadSettings().catch((error: unknown) => error);
  expect(startErrorMessage(cause)).toMatch(message);
});
