import { jest } from '@jest/globals';
import { workspaceCalls, type Workspace } from '@portal/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { portalApi } from '../../../src/api/cache/portal-api.ts';
import { mockCall, errorResponse, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { createGate } from '../../support/gate.ts';
import { paginatedHandler } from '../../support/paginated-handler.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';
import { requestsSettled } from '../../support/requests-settled.ts';

const slow = { timeout: 60_000 };
jest.setTimeout(180_000);

/** jsdom does not scroll: this reports the end of the list as out of view, then in view. */
let scrollToEnd = (): void => undefined;
const entry = (isIntersecting: boolean): IntersectionObserverEntry => ({
  isIntersecting,
  target: document.body,
  time: 0,
  intersectionRatio: Number(isIntersecting),
  boundingClientRect: new DOMRect(),
  intersectionRect: new DOMRect(),
  rootBounds: null,
});
class TestIntersectionObserver implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly observe = () => undefined;
  readonly unobserve = () => undefined;
  readonly disconnect = () => undefined;
  readonly takeRecords = () => [];

  constructor(callback: IntersectionObserverCallback) {
    scrollToEnd = () => callback([entry(false), entry(true)], this);
  }
}
beforeAll(() => {
  globalThis.IntersectionObserver = TestIntersectionObserver;
});

const many = (count: number, more: Partial<Workspace> = {}) =>
  Array.from({ length: count }, (_, n) => aWorkspace({ displayName: `Number ${n}`, ...more }));

const { listWorkspaces } = workspaceCalls;
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, slow);

test('a short workspace list is one request', async () => {
  const offsets: number[] = [];
  server.use(
    paginatedHandler(listWorkspaces, { rows: many(3), pageSize: 3, beforePage: (offset) => void offsets.push(offset) }),
  );
  await visit('/workspaces', aUser());
  expect(await heading('3 Workspaces')).toBeVisible();
  expect(offsets).toEqual([0]);
});

test('[issue.8.3] of thousands of workspaces the first show at once, and all are counted and found once loaded', async () => {
  const restGate = createGate();
  const rows = [...many(2), ...many(2_997, { isHidden: true }), aWorkspace({ displayName: 'The very last' })];
  server.use(
    paginatedHandler(listWorkspaces, {
      rows,
      pageSize: 500,
      beforePage: (offset) => (offset > 0 ? restGate.wait() : undefined),
    }),
  );
  const { ui } = await visit('/workspaces', aUser());
  expect(await screen.findByRole('link', { name: 'Number 0' }, slow)).toBeVisible();
  await ui.type(screen.getByRole('searchbox'), 'very last');
  expect(await screen.findByText('Loading Workspaces...', {}, slow)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible();
  expect(screen.queryByText(/No workspaces match/)).toBeNull();
  restGate.open();
  expect(await screen.findByRole('link', { name: 'The very last' }, slow)).toBeVisible();
  expect(await heading('3 Workspaces')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Show hidden (2997)' }, slow)).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Loading Workspaces...')).toBeNull(), slow);
});

test('a long list renders cards as the user scrolls, and starts over for a search', async () => {
  server.use(paginatedHandler(listWorkspaces, { rows: many(730), pageSize: 500 }));
  const { ui } = await visit('/workspaces', aUser());
  const cards = () => document.querySelectorAll('article').length;
  await heading('730 Workspaces');
  await waitFor(() => expect(cards()).toBe(500), slow);
  await ui.click(await screen.findByText('Show more workspaces', {}, slow));
  await waitFor(() => expect(cards()).toBe(600), slow);
  act(() => scrollToEnd());
  await waitFor(() => expect(cards()).toBe(700), slow);
  act(() => scrollToEnd());
  await waitFor(() => expect(cards()).toBe(730), slow);
  expect(screen.queryByText('Show more workspaces')).toBeNull();
  await ui.click(screen.getByRole('searchbox'));
  await ui.paste('number');
  await waitFor(() => expect(cards()).toBe(500), slow);
});

test('the button for more workspaces moves the focus to a card when it disappears, even before the list is complete', async () => {
  const restGate = createGate();
  const rows = many(620);
  server.use(
    paginatedHandler(listWorkspaces, {
      rows,
      pageSize: 610,
      beforePage: (offset) => (offset > 0 ? restGate.wait() : undefined),
    }),
  );
  const { ui } = await visit('/workspaces', aUser());
  const cards = () => document.querySelectorAll('article').length;
  await waitFor(() => expect(cards()).toBe(500), slow);
  const button = await screen.findByText('Show more workspaces', {}, slow);
  act(() => button.closest('button')?.focus());
  await ui.keyboard('{Enter}');
  await waitFor(() => expect(cards()).toBe(600), slow);
  expect(button.closest('button')).toHaveFocus();
  skipDoubleClickGuard();
  await ui.keyboard('{Enter}');
  expect(await screen.findByText('Loading Workspaces...', {}, slow)).toBeVisible();
  const hasFocus = () => expect(document.activeElement?.parentElement).toHaveClass('workspace-grid');
  await waitFor(hasFocus, slow);
  restGate.open();
  await waitFor(() => expect(cards()).toBe(620), slow);
  hasFocus();
});

test('a change survives while the rest of the list loads', async () => {
  const restGate = createGate();
  const rows = many(4);
  server.use(
    paginatedHandler(listWorkspaces, {
      rows,
      pageSize: 2,
      beforePage: (offset) => (offset > 0 ? restGate.wait() : undefined),
    }),
    mockCall(workspaceCalls.setFavourite, () => (rows[0] = { ...(rows[0] ?? aWorkspace()), isFavourite: true })),
  );
  const { ui } = await visit('/workspaces', aUser());
  await ui.click(
    (await screen.findAllByRole('button', { name: /^Favourite /, pressed: false }, slow))[0] as HTMLElement,
  );
  expect(await screen.findByRole('button', { name: /^Favourite /, pressed: true }, slow)).toBeVisible();
  restGate.open();
  expect(await heading('4 Workspaces')).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4), slow);
  expect(await screen.findAllByRole('button', { name: /^Favourite /, pressed: true }, slow)).toHaveLength(1);
});

test('a card moves to its new place when its star is clicked while the rest of the list loads', async () => {
  const [restGate, lastGate] = [createGate(), createGate()];
  const names = ['Alpha', 'Beta', 'Delta', 'Gamma', 'Kappa', 'Omega'];
  const rows = names.map((displayName) => aWorkspace({ displayName }));
  const gates = new Map([
    [2, restGate],
    [4, lastGate],
  ]);
  server.use(
    paginatedHandler(listWorkspaces, { rows, pageSize: 2, beforePage: (offset) => gates.get(offset)?.wait() }),
    mockCall(workspaceCalls.setFavourite, () => (rows[1] = { ...(rows[1] ?? aWorkspace()), isFavourite: true })),
  );
  const listed = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  const { ui } = await visit('/workspaces', aUser());
  await ui.click(await screen.findByRole('button', { name: 'Favourite Beta', pressed: false }, slow));
  expect(await screen.findByRole('button', { name: 'Favourite Beta', pressed: true }, slow)).toBeVisible();
  restGate.open();
  expect(await screen.findByRole('link', { name: 'Gamma' }, slow)).toBeVisible();
  const starred = ['Beta', 'Alpha', 'Delta', 'Gamma', 'Kappa', 'Omega'];
  expect(listed()).toEqual(starred.slice(0, 4));
  lastGate.open();
  expect(await heading('6 Workspaces')).toBeVisible();
  await waitFor(() => expect(listed()).toEqual(starred), slow);
  expect(screen.getByRole('button', { name: 'Favourite Beta', pressed: true })).toBeVisible();
});

test('a workspace stays hidden while the rest of the list loads before the change is saved', async () => {
  const [rest, saving] = [createGate(), createGate()];
  const rows = many(6);
  server.use(
    paginatedHandler(listWorkspaces, {
      rows,
      pageSize: 2,
      beforePage: (offset) => (offset > 0 ? rest.wait() : undefined),
    }),
    mockCall(workspaceCalls.setHidden, () => (rows[0] = { ...(rows[0] ?? aWorkspace()), isHidden: true }), saving.wait),
  );
  const { ui } = await visit('/workspaces', aUser());
  await waitFor(() => expect(rest.arrivals).toBe(1), slow);
  await ui.click(await screen.findByRole('button', { name: 'Number 0 actions' }, slow));
  await ui.click(await screen.findByRole('menuitem', { name: 'Hide from the list' }, slow));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Number 0' })).toBeNull(), slow);
  rest.open();
  expect(await heading('5 Workspaces')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Number 0' })).toBeNull();
  saving.open();
  expect(await screen.findByRole('button', { name: 'Show hidden (1)' }, slow)).toBeVisible();
  expect(await heading('5 Workspaces')).toBeVisible();
});

test('a list whose rest cannot be loaded shows the error at its end and retries the failed page', async () => {
  const rows = many(6);
  const fail = (offset: number) => (offset > 2 ? errorResponse('DatabaseUnavailable') : undefined);
  server.use(paginatedHandler(listWorkspaces, { rows, pageSize: 2, beforePage: fail }));
  const { ui } = await visit('/workspaces', aUser());
  const title = await screen.findByText('The rest of your workspaces could not be loaded', {}, slow);
  const last = await screen.findByRole('link', { name: 'Number 3' }, slow);
  expect(last.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.getByText(/can’t reach its database/)).toBeVisible();
  expect(screen.queryByText('Loading Workspaces...')).toBeNull();
  const offsets: number[] = [];
  server.use(
    paginatedHandler(listWorkspaces, { rows, pageSize: 2, beforePage: (offset) => void offsets.push(offset) }),
  );
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await heading('6 Workspaces')).toBeVisible();
  expect(offsets).toEqual([4]);
  expect(screen.queryByText(/can’t reach its database/)).toBeNull();
  await waitFor(() => expect(document.activeElement?.parentElement).toHaveClass('workspace-grid'), slow);
});

test('a search without results in an incomplete list shows that the list is incomplete', async () => {
  const fail = (offset: number) => (offset > 0 ? errorResponse('DatabaseUnavailable') : undefined);
  server.use(paginatedHandler(listWorkspaces, { rows: many(4), pageSize: 2, beforePage: fail }));
  const { ui } = await visit('/workspaces', aUser());
  await screen.findByText('The rest of your workspaces could not be loaded', {}, slow);
  expect(screen.queryByText(/^No matches in the workspaces/)).toBeNull();
  await ui.type(screen.getByRole('searchbox'), 'number 3');
  expect(await screen.findByText('No matches in the workspaces loaded so far.', {}, slow)).toBeVisible();
  expect(screen.queryByText('Loading Workspaces...')).toBeNull();
  expect(screen.queryByText(/No workspaces match/)).toBeNull();
});

test('a complete list that cannot be refetched shows the error and is reloaded from its start on a retry', async () => {
  const rows = many(4);
  server.use(paginatedHandler(listWorkspaces, { rows, pageSize: 2 }));
  const { ui, store } = await visit('/workspaces', aUser());
  await heading('4 Workspaces');
  const fail = (offset: number) => (offset > 0 ? errorResponse('DatabaseUnavailable') : undefined);
  server.use(paginatedHandler(listWorkspaces, { rows, pageSize: 2, beforePage: fail }));
  act(() => void store.dispatch(portalApi.util.invalidateTags(['Workspace'])));
  const title = 'Your workspaces could not be loaded';
  expect(await screen.findByText(title, {}, slow)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: '4 Workspaces' })).toBeVisible();
  const renamed = { ...rows[0], displayName: 'Renamed' };
  server.use(paginatedHandler(listWorkspaces, { rows: [renamed, ...rows.slice(1)], pageSize: 2 }));
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Renamed' }, slow)).toBeVisible();
  await waitFor(() => expect(screen.queryByText(title)).toBeNull(), slow);
  expect(screen.getAllByRole('article')).toHaveLength(4);
});

test('a retry of a failed first page moves the focus to the heading of the list', async () => {
  server.use(mockCall(listWorkspaces, errorResponse('DatabaseUnavailable')));
  const { ui } = await visit('/workspaces', aUser());
  expect(await screen.findByText('Your workspaces could not be loaded', {}, slow)).toBeVisible();
  server.use(mockCall(listWorkspaces, many(2)));
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  const title = await heading('2 Workspaces');
  await waitFor(() => expect(title).toHaveFocus(), slow);
});

test('a long list stays visible during a refetch, which starts over if the list changed meanwhile', async () => {
  const rows = many(4);
  server.use(paginatedHandler(listWorkspaces, { rows, pageSize: 2 }));
  const { ui, store } = await visit('/workspaces', aUser());
  await heading('4 Workspaces');
  const menu = await screen.findByRole('button', { name: 'Number 3 actions' }, slow);
  const restGate = createGate();
  let requestCount = 0;
  const before = (offset: number) => (offset > 0 ? ((requestCount += 1), restGate.wait()) : undefined);
  const later = [...rows.slice(1), aWorkspace({ displayName: 'New' })];
  server.use(
    paginatedHandler(listWorkspaces, { rows: later, pageSize: 2, beforePage: before }),
    mockCall(workspaceCalls.setHidden, aWorkspace()),
  );
  act(() => void store.dispatch(portalApi.util.invalidateTags(['Workspace'])));
  await waitFor(() => expect(requestCount).toBe(1), slow);
  expect(screen.getByRole('link', { name: 'Number 0' })).toBeVisible();
  await ui.click(menu);
  await ui.click(await screen.findByRole('menuitem', { name: 'Hide from the list' }, slow));
  await heading('3 Workspaces');
  restGate.open();
  expect(await screen.findByRole('link', { name: 'New' }, slow)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Number 0' })).toBeNull(), slow);
  // The change may be saved after the first refetch.
  await waitFor(() => expect(requestCount).toBe(2), slow);
  await requestsSettled(store, slow);
  expect(requestCount).toBe(2);
});

test('a user with a default workspace goes there without loading the whole list', async () => {
  const restGate = createGate();
  const chosen = aWorkspace({ displayName: 'Mine', isDefault: true });
  const before = (offset: number) => (offset > 0 ? restGate.wait() : undefined);
  server.use(paginatedHandler(listWorkspaces, { rows: [chosen, ...many(3)], pageSize: 2, beforePage: before }));
  const { externalUrls } = await visit('/default_workspace', aUser());
  await waitFor(() => expect(externalUrls).toContain(`http://api.test/workspaces/${chosen.id}/go`), slow);
  // A pending response would otherwise be shared with a later identical request.
  restGate.open();
});

test('a user without a default workspace waits for the whole list, which may end with the earliest', async () => {
  const ownedSi = { instanceEnvType: 'SI', role: 'OWNER' } as const;
  const earliest = aWorkspace({ ...ownedSi, createdAt: '2020-01-01T00:00:00.000Z' });
  server.use(paginatedHandler(listWorkspaces, { rows: [...many(3, ownedSi), earliest], pageSize: 2 }));
  const { externalUrls } = await visit('/default_workspace', aUser());
  await waitFor(() => expect(externalUrls).toContain(`http://api.test/workspaces/${earliest.id}/go`), slow);
});
