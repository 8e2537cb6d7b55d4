import { jest } from '@jest/globals';
import { workspaceCalls, type Workspace } from '@portal/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { portalApi } from '../src/api/portal-api.ts';
import { on, refusal, server } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { aGate } from './support/gate.ts';
import { inPages } from './support/in-pages.ts';
import { aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const patience = { timeout: 60_000 };
jest.setTimeout(180_000);

/** Nothing scrolls here: whoever calls it has reached the end of a page that was too busy to be told before that it was far. */
let reachTheEnd = (): void => undefined;
beforeAll(() => {
  globalThis.IntersectionObserver = class {
    constructor(tell: (seen: { isIntersecting: boolean }[]) => void) {
      reachTheEnd = () => tell([{ isIntersecting: false }, { isIntersecting: true }]);
    }
    observe = () => undefined;
    disconnect = () => undefined;
  } as unknown as typeof IntersectionObserver;
});

const many = (count: number, more: Partial<Workspace> = {}) =>
  Array.from({ length: count }, (_, n) => aWorkspace({ displayName: `Number ${n}`, ...more }));

const { listWorkspaces } = workspaceCalls;
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, patience);

test('few workspaces are one request', async () => {
  const begins: number[] = [];
  server.use(inPages(listWorkspaces, { rows: many(3), size: 3, before: (begin) => void begins.push(begin) }));
  await visit('/workspaces', aUser());
  expect(await heading('3 Workspaces')).toBeVisible();
  expect(begins).toEqual([0]);
});

test('[issue.8.3] of thousands the first show at once, and all are counted and found in the end', async () => {
  const rest = aGate();
  const rows = [...many(2), ...many(2_997, { isHidden: true }), aWorkspace({ displayName: 'The very last' })];
  server.use(inPages(listWorkspaces, { rows, size: 500, before: (begin) => (begin > 0 ? rest.wait() : undefined) }));
  const { person } = await visit('/workspaces', aUser());
  expect(await screen.findByRole('link', { name: 'Number 0' }, patience)).toBeVisible();
  await person.type(screen.getByRole('searchbox'), 'very last');
  expect(await screen.findByText('Loading Workspaces...', {}, patience)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible();
  expect(screen.queryByText(/No workspace is called/)).toBeNull();
  rest.open();
  expect(await screen.findByRole('link', { name: 'The very last' }, patience)).toBeVisible();
  expect(await heading('3 Workspaces')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Show hidden (2997)' }, patience)).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Loading Workspaces...')).toBeNull(), patience);
});

test('of a long list so many cards are on the page as somebody gets to, and the first of them when they search', async () => {
  server.use(inPages(listWorkspaces, { rows: many(730), size: 500 }));
  const { person } = await visit('/workspaces', aUser());
  const cards = () => document.querySelectorAll('article').length;
  await heading('730 Workspaces');
  await waitFor(() => expect(cards()).toBe(500), patience);
  await person.click(await screen.findByText('Show more workspaces', {}, patience));
  await waitFor(() => expect(cards()).toBe(600), patience);
  act(() => reachTheEnd());
  await waitFor(() => expect(cards()).toBe(700), patience);
  act(() => reachTheEnd());
  await waitFor(() => expect(cards()).toBe(730), patience);
  expect(screen.queryByText('Show more workspaces')).toBeNull();
  await person.click(screen.getByRole('searchbox'));
  await person.paste('number');
  await waitFor(() => expect(cards()).toBe(500), patience);
});

test('the button for more workspaces leaves the focus to a card when it goes, all the same before the list is whole', async () => {
  const rest = aGate();
  const rows = many(620);
  server.use(inPages(listWorkspaces, { rows, size: 610, before: (begin) => (begin > 0 ? rest.wait() : undefined) }));
  const { person } = await visit('/workspaces', aUser());
  const cards = () => document.querySelectorAll('article').length;
  await waitFor(() => expect(cards()).toBe(500), patience);
  const button = await screen.findByText('Show more workspaces', {}, patience);
  act(() => button.closest('button')?.focus());
  await person.keyboard('{Enter}');
  await waitFor(() => expect(cards()).toBe(600), patience);
  expect(button.closest('button')).toHaveFocus();
  pastDoubleClick();
  await person.keyboard('{Enter}');
  expect(await screen.findByText('Loading Workspaces...', {}, patience)).toBeVisible();
  const hasFocus = () => expect(document.activeElement?.parentElement).toHaveClass('workspace-grid');
  await waitFor(hasFocus, patience);
  rest.open();
  await waitFor(() => expect(cards()).toBe(620), patience);
  hasFocus();
});

test('what is changed while the rest is on its way stays changed', async () => {
  const rest = aGate();
  const rows = many(4);
  server.use(
    inPages(listWorkspaces, { rows, size: 2, before: (begin) => (begin > 0 ? rest.wait() : undefined) }),
    on(workspaceCalls.setFavourite, () => (rows[0] = { ...(rows[0] ?? aWorkspace()), isFavourite: true })),
  );
  const { person } = await visit('/workspaces', aUser());
  await person.click((await screen.findAllByRole('button', { name: 'Set Favourite' }, patience))[0] as HTMLElement);
  expect(await screen.findByRole('button', { name: 'Remove Favourite' }, patience)).toBeVisible();
  rest.open();
  expect(await heading('4 Workspaces')).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4), patience);
  expect(screen.getAllByRole('button', { name: 'Remove Favourite' })).toHaveLength(1);
});

test('a list whose rest can’t be loaded says so at its end, and goes on with the page that failed', async () => {
  const rows = many(6);
  const refuse = (begin: number) => (begin > 2 ? refusal('DatabaseUnavailable') : undefined);
  server.use(inPages(listWorkspaces, { rows, size: 2, before: refuse }));
  const { person } = await visit('/workspaces', aUser());
  const title = await screen.findByText('The rest of your workspaces could not be loaded', {}, patience);
  const last = await screen.findByRole('link', { name: 'Number 3' }, patience);
  expect(last.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.getByText(/can’t reach its database/)).toBeVisible();
  expect(screen.queryByText('Loading Workspaces...')).toBeNull();
  const begins: number[] = [];
  server.use(inPages(listWorkspaces, { rows, size: 2, before: (begin) => void begins.push(begin) }));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await heading('6 Workspaces')).toBeVisible();
  expect(begins).toEqual([4]);
  expect(screen.queryByText(/can’t reach its database/)).toBeNull();
  await waitFor(() => expect(document.activeElement?.parentElement).toHaveClass('workspace-grid'), patience);
});

test('a search that finds nothing in a list that was cut short says no more than it knows', async () => {
  const refuse = (begin: number) => (begin > 0 ? refusal('DatabaseUnavailable') : undefined);
  server.use(inPages(listWorkspaces, { rows: many(4), size: 2, before: refuse }));
  const { person } = await visit('/workspaces', aUser());
  await screen.findByText('The rest of your workspaces could not be loaded', {}, patience);
  expect(screen.queryByText(/^None of the workspaces/)).toBeNull();
  await person.type(screen.getByRole('searchbox'), 'number 3');
  expect(
    await screen.findByText('None of the workspaces that could be loaded belongs here.', {}, patience),
  ).toBeVisible();
  expect(screen.queryByText('Loading Workspaces...')).toBeNull();
  expect(screen.queryByText(/No workspace is called/)).toBeNull();
});

test('a whole list that can’t be loaded again says so, and is read from its beginning when that is tried again', async () => {
  const rows = many(4);
  server.use(inPages(listWorkspaces, { rows, size: 2 }));
  const { person, store } = await visit('/workspaces', aUser());
  await heading('4 Workspaces');
  const refuse = (begin: number) => (begin > 0 ? refusal('DatabaseUnavailable') : undefined);
  server.use(inPages(listWorkspaces, { rows, size: 2, before: refuse }));
  act(() => void store.dispatch(portalApi.util.invalidateTags(['Workspace'])));
  const title = 'Your workspaces could not be loaded';
  expect(await screen.findByText(title, {}, patience)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: '4 Workspaces' })).toBeVisible();
  const renamed = { ...rows[0], displayName: 'Renamed' };
  server.use(inPages(listWorkspaces, { rows: [renamed, ...rows.slice(1)], size: 2 }));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Renamed' }, patience)).toBeVisible();
  await waitFor(() => expect(screen.queryByText(title)).toBeNull(), patience);
  expect(screen.getAllByRole('article')).toHaveLength(4);
});

test('whoever tries again what failed from the first goes on at the heading of what came', async () => {
  server.use(on(listWorkspaces, refusal('DatabaseUnavailable')));
  const { person } = await visit('/workspaces', aUser());
  expect(await screen.findByText('Your workspaces could not be loaded', {}, patience)).toBeVisible();
  server.use(on(listWorkspaces, many(2)));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  const title = await heading('2 Workspaces');
  await waitFor(() => expect(title).toHaveFocus(), patience);
});

test('a long list that is loaded again stays until all of it is there, and is read anew where it was changed meanwhile', async () => {
  const rows = many(4);
  server.use(inPages(listWorkspaces, { rows, size: 2 }));
  const { person, store } = await visit('/workspaces', aUser());
  await heading('4 Workspaces');
  const menu = await screen.findByRole('button', { name: 'Menu of Number 3' }, patience);
  const rest = aGate();
  let asked = 0;
  const before = (begin: number) => (begin > 0 ? ((asked += 1), rest.wait()) : undefined);
  const later = [...rows.slice(1), aWorkspace({ displayName: 'New' })];
  server.use(inPages(listWorkspaces, { rows: later, size: 2, before }), on(workspaceCalls.setHidden, aWorkspace()));
  act(() => void store.dispatch(portalApi.util.invalidateTags(['Workspace'])));
  await waitFor(() => expect(asked).toBe(1), patience);
  expect(screen.getByRole('link', { name: 'Number 0' })).toBeVisible();
  await person.click(menu);
  await person.click(await screen.findByRole('menuitem', { name: 'Hide from the list' }, patience));
  await heading('3 Workspaces');
  rest.open();
  expect(await screen.findByRole('link', { name: 'New' }, patience)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Number 0' })).toBeNull(), patience);
  expect(asked).toBe(2);
});

test('whoever has a default goes there, however long their list is', async () => {
  const rest = aGate();
  const chosen = aWorkspace({ displayName: 'Mine', isDefault: true });
  const before = (begin: number) => (begin > 0 ? rest.wait() : undefined);
  server.use(inPages(listWorkspaces, { rows: [chosen, ...many(3)], size: 2, before }));
  const { went } = await visit('/default_workspace', aUser());
  await waitFor(() => expect(went).toContain(`http://api.test/workspaces/${chosen.id}/go`), patience);
  // Whatever still waits would answer who asks the same later.
  rest.open();
});

test('whoever has none waits for the whole list, which may end with the earliest', async () => {
  const own = { instanceEnvType: 'SI', role: 'OWNER' } as const;
  const earliest = aWorkspace({ ...own, createdAt: '2020-01-01T00:00:00.000Z' });
  server.use(inPages(listWorkspaces, { rows: [...many(3, own), earliest], size: 2 }));
  const { went } = await visit('/default_workspace', aUser());
  await waitFor(() => expect(went).toContain(`http://api.test/workspaces/${earliest.id}/go`), patience);
});
