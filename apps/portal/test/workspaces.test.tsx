import { workspaceCalls } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { portalApi } from '../src/api/portal-api.ts';
import { on, refusal, server } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { aGate } from './support/gate.ts';
import { aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const names = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

// @covers 2.9
test('[4.workspace-ordering.1] [2.workspaces-page.4] lists own default, favourites, then by type and name, after the tile that creates one', async () => {
  server.use(
    on(workspaceCalls.listWorkspaces, [
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
  expect(names()).toEqual(['Mine', 'Starred', 'Managed', 'Remote', 'Local A', 'Local B']);
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
])('[2.workspaces-page.1] the title counts: of %d it is %s', async (count, title) => {
  server.use(
    on(
      workspaceCalls.listWorkspaces,
      Array.from({ length: count }, () => aWorkspace()),
    ),
  );
  await visit('/workspaces', aUser());
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('[2.workspaces-page.3] search finds a part of the name, in any case', async () => {
  server.use(
    on(workspaceCalls.listWorkspaces, [aWorkspace({ displayName: 'Alpha' }), aWorkspace({ displayName: 'Beta' })]),
  );
  const { person } = await visit('/workspaces', aUser());
  await person.type(await screen.findByPlaceholderText('Search workspaces...'), 'ALPH');
  await waitFor(() => expect(names()).toEqual(['Alpha']));
});

// @covers 6.1
test('[2.workspaces-page.7] a card tells role and owner, and launches', async () => {
  const shared = aWorkspace({ displayName: 'Shared', role: 'EDITOR' });
  server.use(on(workspaceCalls.listWorkspaces, [shared]));
  const { person, went } = await visit('/workspaces', aUser());
  expect(await screen.findByText('Role: Collaborator')).toBeVisible();
  expect(screen.getByText('Owner: Olga Owner')).toBeVisible();
  await person.click(screen.getByRole('link', { name: 'Shared' }));
  await waitFor(() => expect(went).toContain(`http://api.test/workspaces/${shared.id}/go`));
});

// @covers 2.workspaces-page.7
test('a favourite shows at once and is taken back when it fails', async () => {
  const workspace = aWorkspace();
  const answer = aGate();
  server.use(
    on(workspaceCalls.listWorkspaces, [workspace]),
    on(workspaceCalls.setFavourite, refusal('InternalError'), answer.wait),
  );
  const { person } = await visit('/workspaces', aUser());
  await person.click(await screen.findByRole('button', { name: 'Set Favourite' }));
  expect(await screen.findByRole('button', { name: 'Remove Favourite' })).toBeVisible();
  answer.open();
  expect(await screen.findByRole('button', { name: 'Set Favourite' })).toBeVisible();
  expect(screen.getByRole('button', { name: /^Not saved: Something went wrong/ })).toBeVisible();
});

test('a list that was read before a favourite was set, and arrives after it, is loaded again', async () => {
  const workspace = aWorkspace();
  const starred = { ...workspace, isFavourite: true };
  const stale = aGate();
  server.use(on(workspaceCalls.listWorkspaces, [workspace]), on(workspaceCalls.setFavourite, starred));
  const { person, store } = await visit('/workspaces', aUser());
  const star = await screen.findByRole('button', { name: 'Set Favourite' });
  server.use(on(workspaceCalls.listWorkspaces, [workspace], stale.wait));
  act(() => void store.dispatch(portalApi.util.invalidateTags(['Workspace'])));
  await waitFor(() => expect(stale.came).toBe(1));
  let loads = 0;
  server.use(on(workspaceCalls.listWorkspaces, () => ((loads += 1), [starred])));
  await person.click(star);
  stale.open();
  await waitFor(() => expect(loads).toBe(1));
  expect(await screen.findByRole('button', { name: 'Remove Favourite' })).toBeVisible();
});

test('a card takes no second change while the first is on its way, so that they can’t overtake each other', async () => {
  const workspace = aWorkspace();
  const starred = { ...workspace, isFavourite: true };
  const answer = aGate();
  server.use(on(workspaceCalls.listWorkspaces, [workspace]), on(workspaceCalls.setFavourite, starred, answer.wait));
  const { person } = await visit('/workspaces', aUser());
  await person.click(await screen.findByRole('button', { name: 'Set Favourite' }));
  pastDoubleClick();
  await person.click(await screen.findByRole('button', { name: 'Remove Favourite' }));
  expect(screen.getByRole('button', { name: 'Remove Favourite' })).toBeVisible();
  answer.open();
});

test('a workspace can be hidden while its star is being saved, and each change fails for itself', async () => {
  const answer = aGate();
  server.use(
    on(workspaceCalls.listWorkspaces, [aWorkspace({ displayName: 'Goes' })]),
    on(workspaceCalls.setFavourite, refusal('InternalError'), answer.wait),
    on(workspaceCalls.setHidden, aWorkspace()),
  );
  const { person } = await visit('/workspaces', aUser());
  await person.click(await screen.findByRole('button', { name: 'Set Favourite' }));
  await waitFor(() => expect(answer.came).toBe(1));
  await person.click(screen.getByRole('button', { name: 'Menu of Goes' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Hide from the list' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Goes' })).toBeNull());
  answer.open();
  await person.click(await screen.findByRole('button', { name: 'Show hidden (1)' }));
  expect(await screen.findByRole('button', { name: /^Not saved: Something went wrong/ })).toBeVisible();
});

test('a workspace that is hidden goes at once, and comes back with the reason when that fails', async () => {
  const answer = aGate();
  server.use(
    on(workspaceCalls.listWorkspaces, [aWorkspace({ displayName: 'Stays' })]),
    on(workspaceCalls.setHidden, refusal('InternalError'), answer.wait),
  );
  const { person } = await visit('/workspaces', aUser());
  await person.click(await screen.findByRole('button', { name: 'Menu of Stays' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Hide from the list' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Stays' })).toBeNull());
  answer.open();
  expect(await screen.findByRole('link', { name: 'Stays' })).toBeVisible();
  expect(await screen.findByRole('button', { name: /^Not saved: Something went wrong/ })).toBeVisible();
});

test('a workspace that is hidden leaves the focus to the menu of the next', async () => {
  const [alpha, beta] = [aWorkspace({ displayName: 'Alpha' }), aWorkspace({ displayName: 'Beta' })];
  server.use(
    on(workspaceCalls.listWorkspaces, [alpha, beta]),
    on(workspaceCalls.setHidden, { ...alpha, isHidden: true }),
  );
  const { person } = await visit('/workspaces', aUser());
  const menuOf = (name: string) => screen.getByRole('button', { name: `Menu of ${name}` });
  await screen.findByRole('link', { name: 'Alpha' });
  act(() => menuOf('Alpha').focus());
  await person.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Settings' })).toHaveFocus());
  await person.click(screen.getByRole('menuitem', { name: 'Hide from the list' }));
  await waitFor(() => expect(menuOf('Beta')).toHaveFocus());
  expect(screen.queryByRole('link', { name: 'Alpha' })).toBeNull();
});

test('hidden workspaces stay behind their filter, whose button keeps the focus', async () => {
  server.use(
    on(workspaceCalls.listWorkspaces, [
      aWorkspace({ displayName: 'Seen' }),
      aWorkspace({ displayName: 'Gone', isHidden: true }),
    ]),
  );
  const { person } = await visit('/workspaces', aUser());
  expect(await screen.findByRole('heading', { name: 'One Workspace' })).toBeVisible();
  expect(names()).toEqual(['Seen']);
  await person.click(screen.getByRole('button', { name: 'Show hidden (1)' }));
  expect(names()).toEqual(['Gone', 'Seen']);
  expect(screen.getByRole('heading', { level: 1, name: '2 Workspaces' })).toBeVisible();
  const remove = screen.getByRole('button', { name: 'Leave the hidden ones out' });
  expect(remove).toHaveFocus();
  await person.click(remove);
  expect(names()).toEqual(['Seen']);
  expect(screen.getByRole('button', { name: 'Show hidden (1)' })).toHaveFocus();
});

test('a search in vain says so and can be taken back', async () => {
  server.use(on(workspaceCalls.listWorkspaces, [aWorkspace({ displayName: 'Alpha' })]));
  const { person } = await visit('/workspaces', aUser());
  const box = await screen.findByRole('searchbox', { name: 'Search workspaces' });
  await screen.findByRole('link', { name: 'Alpha' });
  await person.type(box, 'beta');
  expect(await screen.findByText('No workspace is called “beta”')).toBeVisible();
  expect(screen.getByText('0 of 1 found')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Show all workspaces' }));
  expect(await screen.findByRole('link', { name: 'Alpha' })).toBeVisible();
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

test('a list of which all is hidden says so, and can show it', async () => {
  server.use(on(workspaceCalls.listWorkspaces, [aWorkspace({ displayName: 'Beta', isHidden: true })]));
  const { person } = await visit('/workspaces', aUser());
  expect(await screen.findByText('All your workspaces are hidden')).toBeVisible();
  await person.type(screen.getByRole('searchbox'), 'x');
  expect(await screen.findByText('No workspace is called “x”')).toBeVisible();
  await person.clear(screen.getByRole('searchbox'));
  await person.click(await screen.findByRole('button', { name: 'Show them' }));
  expect(await screen.findByRole('link', { name: 'Beta' })).toBeVisible();
});

test('a search that only hidden workspaces would answer says so, and can show them', async () => {
  server.use(
    on(workspaceCalls.listWorkspaces, [
      aWorkspace({ displayName: 'Alpha' }),
      aWorkspace({ displayName: 'Beta', isHidden: true }),
    ]),
  );
  const { person } = await visit('/workspaces', aUser());
  await screen.findByRole('link', { name: 'Alpha' });
  await person.type(screen.getByRole('searchbox'), 'x');
  expect(await screen.findByText('No workspace is called “x”')).toBeVisible();
  await person.clear(screen.getByRole('searchbox'));
  await person.type(screen.getByRole('searchbox'), 'bet');
  expect(await screen.findByText('Only hidden workspaces are called “bet”')).toBeVisible();
  expect(screen.getByText('0 of 1 found, 1 hidden')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Show them' }));
  expect(await screen.findByRole('link', { name: 'Beta' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('[2.workspaces-page.8] the tooltip of a card shows the address of its instance', async () => {
  server.use(on(workspaceCalls.listWorkspaces, [aWorkspace({ instanceUrl: 'https://si.example.com' })]));
  const { person } = await visit('/workspaces', aUser());
  await person.hover(await screen.findByRole('link', { name: 'Playground' }));
  expect(await screen.findByRole('tooltip')).toHaveTextContent('https://si.example.com');
});

test('[2.workspaces-page.7] the menu of a card leads to settings and API tokens', async () => {
  const workspace = aWorkspace();
  server.use(on(workspaceCalls.listWorkspaces, [workspace]));
  const { person } = await visit('/workspaces', aUser());
  await person.click(await screen.findByRole('button', { name: 'Menu of Playground' }));
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
test('a list that can’t be loaded says why and can be tried again', async () => {
  server.use(on(workspaceCalls.listWorkspaces, refusal('DatabaseUnavailable')));
  const { person } = await visit('/workspaces', aUser());
  expect(await screen.findByText(/can’t reach its database/)).toBeVisible();
  server.use(on(workspaceCalls.listWorkspaces, []));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Create A Workspace' })).toBeVisible();
});

test('[2.workspaces-page.6] an unverified e-mail leads to the profile, with the reason', async () => {
  const { path } = await visit('/workspaces', aUser({ emailVerified: false }));
  await waitFor(() => expect(path()).toBe('/profile'));
  expect(await screen.findByText('You will not be able to use the product until you verify your email.')).toBeVisible();
});

test('[2.workspaces-page.5] while the list is on its way the page says so', async () => {
  const answer = aGate();
  server.use(on(workspaceCalls.listWorkspaces, [aWorkspace()], answer.wait));
  await visit('/workspaces', aUser());
  const message = await screen.findByText('Loading Workspaces...');
  expect(message).toBeVisible();
  expect(message).not.toHaveClass('sr-only');
  answer.open();
  expect(await screen.findByRole('heading', { name: 'One Workspace' })).toBeVisible();
  expect(screen.queryByText('Loading Workspaces...')).toBeNull();
});

test('[2.workspaces-page.9] a launch with an unverified e-mail shows an alert instead', async () => {
  const { went, path } = await visit('/workspace/01J/go', aUser({ emailVerified: false }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'You must verify your email before you can log into a workspace',
  );
  expect(path()).toBe('/workspace/01J/go');
  expect(went).toEqual([]);
});

test('a creator without a name is called by the nickname', async () => {
  const creatorUser = { firstName: null, lastName: null, nickname: 'olga' };
  server.use(on(workspaceCalls.listWorkspaces, [aWorkspace({ role: 'APPROVER', creatorUser })]));
  await visit('/workspaces', aUser());
  expect(await screen.findByText('Owner: olga')).toBeVisible();
});
