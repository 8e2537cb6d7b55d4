import { workspaceCalls } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { portalApi } from '../../../src/api/cache/portal-api.ts';
import { mockCall, errorResponse, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { createGate } from '../../support/gate.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { pause } from '../../support/pause.ts';
import { visit } from '../../support/render-portal.tsx';

const names = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

// @covers 2.9
test('[4.workspace-ordering.1] [2.workspaces-page.4] lists the default, favourites, then by type and name, after the create tile', async () => {
  server.use(
    mockCall(workspaceCalls.listWorkspaces, [
      aWorkspace({ displayName: 'Local B' }),
      aWorkspace({ displayName: 'Local A' }),
      aWorkspace({ displayName: 'Remote', instanceEnvType: 'PRIVATE' }),
      aWorkspace({ displayName: 'Managed', instanceEnvType: 'SI' }),
      aWorkspace({ displayName: 'Starred', isFavourite: true }),
      aWorkspace({ displayName: 'Mine', isDefault: true }),
    ]),
  );
  await visit('/workspaces', aUser());
  expect(await screen.findByRole('heading', { level: 1, name: '6 Workspaces' })).toBeVisible();
  await waitFor(() => expect(names()).toEqual(['Mine', 'Starred', 'Managed', 'Remote', 'Local A', 'Local B']));
  const tiles = within(screen.getAllByRole('list').at(-1) as HTMLElement).getAllByRole('listitem');
  expect(within(tiles[0] as HTMLElement).getByRole('link', { name: 'Create New Workspace' })).toHaveAttribute(
    'href',
    '/workspace/new',
  );
});

test.each([
  [0, 'Create A Workspace'],
  [1, 'One Workspace'],
  [2, '2 Workspaces'],
])('[2.workspaces-page.1] the title of %d workspaces is %s', async (count, title) => {
  server.use(
    mockCall(
      workspaceCalls.listWorkspaces,
      Array.from({ length: count }, () => aWorkspace()),
    ),
  );
  await visit('/workspaces', aUser());
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('[2.workspaces-page.3] the search finds part of a name, case-insensitively', async () => {
  server.use(
    mockCall(workspaceCalls.listWorkspaces, [
      aWorkspace({ displayName: 'Alpha' }),
      aWorkspace({ displayName: 'Beta' }),
    ]),
  );
  const { ui } = await visit('/workspaces', aUser());
  await ui.type(await screen.findByPlaceholderText('Search workspaces...'), 'ALPH');
  await waitFor(() => expect(names()).toEqual(['Alpha']));
});

// @covers 6.1
test('[2.workspaces-page.7] a card shows role and owner, and launches the workspace', async () => {
  const shared = aWorkspace({ displayName: 'Shared', role: 'EDITOR' });
  server.use(mockCall(workspaceCalls.listWorkspaces, [shared]));
  const { ui, externalUrls } = await visit('/workspaces', aUser());
  expect(await screen.findByText('Role: Collaborator')).toBeVisible();
  expect(screen.getByText('Owner: Olga Owner')).toBeVisible();
  await ui.click(screen.getByRole('link', { name: 'Shared' }));
  await waitFor(() => expect(externalUrls).toContain(`http://api.test/workspaces/${shared.id}/go`));
});

// @covers 2.workspaces-page.7
test('a favourite shows at once and is reverted when it fails', async () => {
  const workspace = aWorkspace();
  const gate = createGate();
  server.use(
    mockCall(workspaceCalls.listWorkspaces, [workspace]),
    mockCall(workspaceCalls.setFavourite, errorResponse('InternalError'), gate.wait),
  );
  const { ui } = await visit('/workspaces', aUser());
  await ui.click(await screen.findByRole('button', { name: /^Favourite /, pressed: false }));
  expect(await screen.findByRole('button', { name: /^Favourite /, pressed: true })).toBeVisible();
  gate.open();
  expect(await screen.findByRole('button', { name: /^Favourite /, pressed: false })).toBeVisible();
  expect(screen.getByRole('button', { name: /^Not saved: Something went wrong/ })).toBeVisible();
});

// @covers 2.workspaces-page.7
test('the star of a card keeps its name, which has the workspace, and its tooltip says what a click does', async () => {
  const workspace = aWorkspace({ displayName: 'Staging' });
  server.use(
    mockCall(workspaceCalls.listWorkspaces, [workspace]),
    mockCall(workspaceCalls.setFavourite, { ...workspace, isFavourite: true }),
  );
  const { ui } = await visit('/workspaces', aUser());
  const star = await screen.findByRole('button', { name: 'Favourite Staging' });
  expect(star).toHaveAttribute('aria-pressed', 'false');
  await ui.hover(star);
  expect(await screen.findByText('Set Favourite', { selector: '[role=tooltip]' })).toBeVisible();
  await ui.click(star);
  await waitFor(() => expect(star).toHaveAttribute('aria-pressed', 'true'));
  expect(star).toHaveAccessibleName('Favourite Staging');
  await ui.unhover(star);
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  await ui.hover(star);
  expect(await screen.findByText('Remove Favourite', { selector: '[role=tooltip]' })).toBeVisible();
});

test('a list that was requested before a favourite was set and arrives after it is reloaded', async () => {
  const workspace = aWorkspace();
  const starred = { ...workspace, isFavourite: true };
  const stale = createGate();
  server.use(mockCall(workspaceCalls.listWorkspaces, [workspace]), mockCall(workspaceCalls.setFavourite, starred));
  const { ui, store } = await visit('/workspaces', aUser());
  const star = await screen.findByRole('button', { name: /^Favourite /, pressed: false });
  server.use(mockCall(workspaceCalls.listWorkspaces, [workspace], stale.wait));
  act(() => void store.dispatch(portalApi.util.invalidateTags(['Workspace'])));
  await waitFor(() => expect(stale.arrivals).toBe(1));
  let requestCount = 0;
  server.use(mockCall(workspaceCalls.listWorkspaces, () => ((requestCount += 1), [starred])));
  await ui.click(star);
  stale.open();
  await waitFor(() => expect(requestCount).toBe(1));
  expect(await screen.findByRole('button', { name: /^Favourite /, pressed: true })).toBeVisible();
});

test('a second change of a card is sent after the first, so that they stay in order', async () => {
  const workspace = aWorkspace();
  const gate = createGate();
  const sent: unknown[] = [];
  server.use(
    mockCall(workspaceCalls.listWorkspaces, [workspace]),
    mockCall(workspaceCalls.setFavourite, ({ body }) => (sent.push(body), workspace), gate.wait),
  );
  const { ui } = await visit('/workspaces', aUser());
  await ui.click(await screen.findByRole('button', { name: /^Favourite /, pressed: false }));
  await waitFor(() => expect(gate.arrivals).toBe(1));
  skipDoubleClickGuard();
  await ui.click(await screen.findByRole('button', { name: /^Favourite /, pressed: true }));
  // The star follows each click, the requests do not.
  skipDoubleClickGuard();
  await ui.click(await screen.findByRole('button', { name: /^Favourite /, pressed: false }));
  skipDoubleClickGuard();
  await ui.click(await screen.findByRole('button', { name: /^Favourite /, pressed: true }));
  expect(await screen.findByRole('button', { name: /^Favourite /, pressed: false })).toBeVisible();
  await act(() => pause(200));
  expect(gate.arrivals).toBe(1);
  gate.open();
  const values = [true, false, true, false].map((isFavourite) => ({ isFavourite }));
  await waitFor(() => expect(sent).toMatchObject(values));
  expect(await screen.findByRole('button', { name: /^Favourite /, pressed: false })).toBeVisible();
});

test('a workspace can be hidden while its star is being saved, and each change fails separately', async () => {
  const gate = createGate();
  server.use(
    mockCall(workspaceCalls.listWorkspaces, [aWorkspace({ displayName: 'Goes' })]),
    mockCall(workspaceCalls.setFavourite, errorResponse('InternalError'), gate.wait),
    mockCall(workspaceCalls.setHidden, aWorkspace()),
  );
  const { ui } = await visit('/workspaces', aUser());
  await ui.click(await screen.findByRole('button', { name: /^Favourite /, pressed: false }));
  await waitFor(() => expect(gate.arrivals).toBe(1));
  await ui.click(screen.getByRole('button', { name: 'Goes actions' }));
  await ui.click(await screen.findByRole('menuitem', { name: 'Hide from the list' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Goes' })).toBeNull());
  gate.open();
  await ui.click(await screen.findByRole('button', { name: 'Show hidden (1)' }));
  expect(await screen.findByRole('button', { name: /^Not saved: Something went wrong/ })).toBeVisible();
});

test('a hidden workspace disappears at once and returns with the error when it fails', async () => {
  const gate = createGate();
  server.use(
    mockCall(workspaceCalls.listWorkspaces, [aWorkspace({ displayName: 'Stays' })]),
    mockCall(workspaceCalls.setHidden, errorResponse('InternalError'), gate.wait),
  );
  const { ui } = await visit('/workspaces', aUser());
  await ui.click(await screen.findByRole('button', { name: 'Stays actions' }));
  await ui.click(await screen.findByRole('menuitem', { name: 'Hide from the list' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Stays' })).toBeNull());
  gate.open();
  expect(await screen.findByRole('link', { name: 'Stays' })).toBeVisible();
  expect(await screen.findByRole('button', { name: /^Not saved: Something went wrong/ })).toBeVisible();
});

test('hiding a workspace moves the focus to the menu of the next one', async () => {
  const [alpha, beta] = [aWorkspace({ displayName: 'Alpha' }), aWorkspace({ displayName: 'Beta' })];
  server.use(
    mockCall(workspaceCalls.listWorkspaces, [alpha, beta]),
    mockCall(workspaceCalls.setHidden, { ...alpha, isHidden: true }),
  );
  const { ui } = await visit('/workspaces', aUser());
  const menuOf = (name: string) => screen.getByRole('button', { name: `${name} actions` });
  await screen.findByRole('link', { name: 'Alpha' });
  act(() => menuOf('Alpha').focus());
  await ui.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Overview' })).toHaveFocus());
  await ui.click(screen.getByRole('menuitem', { name: 'Hide from the list' }));
  await waitFor(() => expect(menuOf('Beta')).toHaveFocus());
  expect(screen.queryByRole('link', { name: 'Alpha' })).toBeNull();
});

test('hidden workspaces show with their filter, whose button keeps the focus', async () => {
  server.use(
    mockCall(workspaceCalls.listWorkspaces, [
      aWorkspace({ displayName: 'Seen' }),
      aWorkspace({ displayName: 'Gone', isHidden: true }),
    ]),
  );
  const { ui } = await visit('/workspaces', aUser());
  expect(await screen.findByRole('heading', { name: 'One Workspace' })).toBeVisible();
  await waitFor(() => expect(names()).toEqual(['Seen']));
  await ui.click(screen.getByRole('button', { name: 'Show hidden (1)' }));
  await waitFor(() => expect(names()).toEqual(['Gone', 'Seen']));
  expect(screen.getByRole('heading', { level: 1, name: '2 Workspaces' })).toBeVisible();
  const remove = screen.getByRole('button', { name: 'Exclude hidden workspaces' });
  expect(remove).toHaveFocus();
  await ui.click(remove);
  await waitFor(() => expect(names()).toEqual(['Seen']));
  expect(screen.getByRole('button', { name: 'Show hidden (1)' })).toHaveFocus();
});

test('a search without results shows it and can be cleared', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, [aWorkspace({ displayName: 'Alpha' })]));
  const { ui } = await visit('/workspaces', aUser());
  const box = await screen.findByRole('searchbox', { name: 'Search workspaces' });
  await screen.findByRole('link', { name: 'Alpha' });
  await ui.type(box, 'beta');
  expect(await screen.findByText('No workspaces match “beta”')).toBeVisible();
  expect(screen.getByText('0 of 1 found')).toBeInTheDocument();
  const empty = screen.getByText('No workspaces match “beta”').closest('li') as HTMLElement;
  await ui.click(within(empty).getByRole('button', { name: 'Clear search' }));
  expect(await screen.findByRole('link', { name: 'Alpha' })).toBeVisible();
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

test('an empty list has one sentence and one action, which creates a workspace', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  await visit('/workspaces', aUser());
  expect(await screen.findByText('You don’t have any workspaces yet')).toBeVisible();
  const create = screen.getByRole('link', { name: 'Create New Workspace' });
  expect(create).toHaveAttribute('href', '/workspace/new');
  expect(create).toHaveClass('bg-action-solid');
  // The title and the action.
  expect(screen.getAllByText(/create/i)).toHaveLength(2);
});

test('a list with only hidden workspaces shows it and can reveal them', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, [aWorkspace({ displayName: 'Beta', isHidden: true })]));
  const { ui } = await visit('/workspaces', aUser());
  expect(await screen.findByText('All your workspaces are hidden')).toBeVisible();
  await ui.type(screen.getByRole('searchbox'), 'x');
  expect(await screen.findByText('No workspaces match “x”')).toBeVisible();
  await ui.clear(screen.getByRole('searchbox'));
  await ui.click(await screen.findByRole('button', { name: 'Show hidden workspaces' }));
  expect(await screen.findByRole('link', { name: 'Beta' })).toBeVisible();
});

test('a search that matches only hidden workspaces shows it and can reveal them', async () => {
  server.use(
    mockCall(workspaceCalls.listWorkspaces, [
      aWorkspace({ displayName: 'Alpha' }),
      aWorkspace({ displayName: 'Beta', isHidden: true }),
    ]),
  );
  const { ui } = await visit('/workspaces', aUser());
  await screen.findByRole('link', { name: 'Alpha' });
  await ui.type(screen.getByRole('searchbox'), 'x');
  expect(await screen.findByText('No workspaces match “x”')).toBeVisible();
  await ui.clear(screen.getByRole('searchbox'));
  await ui.type(screen.getByRole('searchbox'), 'bet');
  expect(await screen.findByText('Only hidden workspaces match “bet”')).toBeVisible();
  expect(screen.getByText('0 of 1 found, 1 hidden')).toBeInTheDocument();
  await ui.click(screen.getByRole('button', { name: 'Show hidden workspaces' }));
  expect(await screen.findByRole('link', { name: 'Beta' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('[2.workspaces-page.8] the tooltip of a card shows its instance URL', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, [aWorkspace({ instanceUrl: 'https://si.example.com' })]));
  const { ui } = await visit('/workspaces', aUser());
  await ui.hover(await screen.findByRole('link', { name: 'Playground' }));
  expect(await screen.findByRole('tooltip')).toHaveTextContent('https://si.example.com');
});

test('[2.workspaces-page.7] the menu of a card links to settings and API tokens', async () => {
  const workspace = aWorkspace();
  server.use(mockCall(workspaceCalls.listWorkspaces, [workspace]));
  const { ui } = await visit('/workspaces', aUser());
  await ui.click(await screen.findByRole('button', { name: 'Playground actions' }));
  expect(await screen.findByRole('menuitem', { name: 'Settings' })).toHaveAttribute(
    'href',
    `/workspace/${workspace.id}`,
  );
  expect(screen.getByRole('menuitem', { name: 'API Tokens' })).toHaveAttribute(
    'href',
    `/workspace/${workspace.id}/tokens`,
  );
});

// @covers 8.3
test('a list that cannot be loaded shows why and can be retried', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, errorResponse('DatabaseUnavailable')));
  const { ui } = await visit('/workspaces', aUser());
  expect(await screen.findByText(/can’t reach its database/)).toBeVisible();
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Create A Workspace' })).toBeVisible();
});

test('[2.workspaces-page.6] an unverified email leads to the profile, with the reason', async () => {
  const { path } = await visit('/workspaces', aUser({ emailVerified: false }));
  await waitFor(() => expect(path()).toBe('/profile'));
  expect(await screen.findByText('You will not be able to use the product until you verify your email.')).toBeVisible();
});

test('[2.workspaces-page.5] the page shows that the list is loading', async () => {
  const gate = createGate();
  server.use(mockCall(workspaceCalls.listWorkspaces, [aWorkspace()], gate.wait));
  await visit('/workspaces', aUser());
  const message = await screen.findByText('Loading Workspaces...');
  expect(message).toBeVisible();
  expect(message).not.toHaveClass('sr-only');
  gate.open();
  expect(await screen.findByRole('heading', { name: 'One Workspace' })).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Loading Workspaces...')).toBeNull());
});

test('[2.workspaces-page.9] a launch with an unverified email shows an alert instead', async () => {
  const { externalUrls, path } = await visit('/workspace/01J/go', aUser({ emailVerified: false }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'You must verify your email before you can log into a workspace',
  );
  expect(path()).toBe('/workspace/01J/go');
  expect(externalUrls).toEqual([]);
});

test('an owner without a name is shown by nickname', async () => {
  const owner = { userId: ulid(), firstName: null, lastName: null, nickname: 'olga' };
  server.use(mockCall(workspaceCalls.listWorkspaces, [aWorkspace({ role: 'APPROVER', owner })]));
  await visit('/workspaces', aUser());
  expect(await screen.findByText('Owner: olga')).toBeVisible();
});
