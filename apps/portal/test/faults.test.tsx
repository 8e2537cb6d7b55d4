import { act, render, screen, waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import { http, HttpResponse } from 'msw';
import { matchRoutes } from 'react-router';
import { FaultBoundary } from '../src/app/fault-boundary.tsx';
import { routes, type Page } from '../src/app/router.tsx';
import { BrowserContext } from '../src/navigation/browser.ts';
import { startErrorMessage } from '../src/app/start-error-message.ts';
import { loadSettings } from '../src/settings/load-settings.ts';
import { server } from './support/api-server.ts';
import { storageIsFull } from './support/full-storage.ts';
import { findFaults } from './support/find-faults.ts';
import { pause } from './support/pause.ts';
import { aUser } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

function Failing({ message }: { message: string }): never {
  throw new Error(message);
}

test('a page that fails says so, and the next page shows', () => {
  const told = jest.spyOn(console, 'error').mockReturnValue();
  const { rerender } = render(
    <FaultBoundary place="/one">
      <Failing message="Cannot read what is not there" />
    </FaultBoundary>,
  );
  expect(screen.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  expect(screen.getByText(/^Something went wrong on this page/)).toBeVisible();
  expect(told).toHaveBeenCalled();
  act(() => rerender(<FaultBoundary place="/two">The next page</FaultBoundary>));
  expect(screen.getByText('The next page')).toBeVisible();
});

test.each([
  ['in the frame', '/workspaces'],
  ['without its header', '/login'],
  ['without the frame', '/print-legal/2026-01-01/tos'],
])('what is left of a page that fails is the one main part, %s', async (_where, path) => {
  const page = matchRoutes(routes, path)?.at(-1)?.route.handle as Page;
  const code = jest.spyOn(page.code, 'get').mockImplementation(() => {
    throw new Error('Cannot read what is not there');
  });
  jest.spyOn(console, 'error').mockReturnValue();
  await visit(path, path === '/login' ? null : aUser());
  const heading = await screen.findByRole('heading', { name: 'This page could not be shown' });
  expect(screen.getByRole('main')).toContainElement(heading);
  expect(await findFaults()).toEqual([]);
  code.mockRestore();
});

describe('a page whose code could not be loaded', () => {
  const reload = jest.fn();
  let isThere = false;

  function show() {
    jest.spyOn(console, 'error').mockReturnValue();
    server.use(http.get('*/manifest.json', () => (isThere ? HttpResponse.json({ hash: 'x' }) : HttpResponse.error())));
    const browser = { here: () => '/', assign: reload, replace: reload, openTab: reload, reload };
    return render(
      <BrowserContext value={browser}>
        <FaultBoundary place="/one">
          <Failing message="Failed to fetch dynamically imported module: /assets/x.js" />
        </FaultBoundary>
      </BrowserContext>,
    );
  }

  beforeEach(() => {
    reload.mockReset();
    isThere = false;
  });

  test('loads as soon as the network is back', async () => {
    show();
    expect(screen.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    expect(screen.getByText(/^The connection was lost/)).toBeVisible();
    await pause(100);
    expect(reload).not.toHaveBeenCalled();
    isThere = true;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  test('loads once the portal answers again, where the browser never knew that it was away', async () => {
    show();
    await pause(100);
    isThere = true;
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1), { timeout: 10_000 });
  });

  test('loads at once where only a newer version was missing, and not again and again where that did not help', async () => {
    isThere = true;
    const { unmount } = show();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    unmount();
    show();
    await pause(300);
    window.dispatchEvent(new Event('online'));
    await pause(300);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('does not reload where the browser cannot store that it did', async () => {
    storageIsFull();
    sessionStorage.clear();
    isThere = true;
    show();
    window.dispatchEvent(new Event('online'));
    await pause(300);
    expect(reload).not.toHaveBeenCalled();
  });

  test('stays as it is once it was left', async () => {
    const { unmount } = show();
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
