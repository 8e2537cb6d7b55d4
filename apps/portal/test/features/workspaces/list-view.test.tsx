import { jest } from '@jest/globals';
import { memberCalls, workspaceCalls } from '@portal/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { createGate } from '../../support/gate.ts';
import { aMember, aUser, aWorkspace } from '@portal/contract/fixtures';
import { pause } from '../../support/pause.ts';
import { visit } from '../../support/render-portal.tsx';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const alpha = aWorkspace({ displayName: 'Alpha', lastActiveAt: hoursAgo(5), createdAt: '2026-01-03T00:00:00.000Z' });
const beta = aWorkspace({ displayName: 'Beta', isFavourite: true, createdAt: '2026-01-01T00:00:00.000Z' });
const gamma = aWorkspace({ displayName: 'Gamma', role: 'EDITOR', lastActiveAt: hoursAgo(3) });
const delta = aWorkspace({ displayName: 'Delta', role: 'APPROVER', createdAt: '2026-01-02T00:00:00.000Z' });
const omega = aWorkspace({ displayName: 'Omega', isDefault: true, createdAt: '2025-12-01T00:00:00.000Z' });
const five = [alpha, beta, gamma, delta, omega];

const names = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
const listed = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected));

async function open(path = '/workspaces', workspaces = five) {
  server.use(mockCall(workspaceCalls.listWorkspaces, workspaces));
  const portal = await visit(path, aUser());
  await screen.findByRole('link', { name: workspaces[0]?.displayName ?? '' });
  const search = () => portal.router.state.location.search;
  return { ...portal, search };
}

test('a card shows the description, the host, the last activity and the full name of the owner', async () => {
  await open('/workspaces', [
    aWorkspace({
      displayName: 'Shared',
      description: 'What we run in production',
      instanceUrl: 'https://si.example.com:8443/path',
      role: 'APPROVER',
      lastActiveAt: hoursAgo(3),
    }),
  ]);
  const card = within(screen.getByRole('article'));
  expect(card.getByText('What we run in production')).toBeVisible();
  expect(card.getByText('si.example.com:8443')).toBeVisible();
  expect(card.getByText('3h ago')).toBeVisible();
  expect(card.getByText('Role: Approver')).toBeVisible();
  expect(card.getByText('Owner: Olga Owner')).toBeVisible();
  expect(card.queryByText('Local')).toBeNull();
  expect(await findA11yViolations()).toEqual([]);
});

test('an unused workspace has no last activity', async () => {
  await open('/workspaces', [aWorkspace({ displayName: 'New' })]);
  expect(screen.queryByText(/^Active/)).toBeNull();
});

test('the types of workspaces that we do not manage show if the list has several types', async () => {
  await open('/workspaces', [
    aWorkspace({ displayName: 'One' }),
    aWorkspace({ displayName: 'Two', instanceEnvType: 'SI' }),
  ]);
  expect(screen.getByText('Local')).toBeVisible();
  expect(screen.queryByText('Managed')).toBeNull();
});

test('up to four workspaces need no filters', async () => {
  await open('/workspaces', five.slice(0, 4));
  expect(screen.queryByRole('group', { name: 'Which workspaces to show' })).toBeNull();
});

test('filters show their number, and the view is part of the URL', async () => {
  const { ui, search } = await open();
  await listed('Omega', 'Beta', 'Alpha', 'Delta', 'Gamma');
  const filters = within(screen.getByRole('group', { name: 'Which workspaces to show' }));
  expect(filters.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'All 5',
    'Favourites 1',
    'Owned 3',
    'Shared with you 2',
  ]);
  await ui.click(filters.getByRole('button', { name: /^Shared/ }));
  await listed('Delta', 'Gamma');
  expect(filters.getByRole('button', { name: /^Shared/ })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('5 Workspaces');
  await ui.type(screen.getByRole('searchbox'), 'gam');
  await listed('Gamma');
  await waitFor(() => expect(search()).toBe('?q=gam&show=shared'));
  expect(await findA11yViolations()).toEqual([]);
});

test.each(['istanbul', 'Nguyễn'.normalize('NFD')])('workspaces are found without accents: %s', async (text) => {
  const names = ['İstanbul', 'Nguyễn'.normalize('NFC')];
  const { ui } = await open('/workspaces', [...five, ...names.map((displayName) => aWorkspace({ displayName }))]);
  await ui.type(screen.getByRole('searchbox'), text);
  await listed(text === 'istanbul' ? 'İstanbul' : 'Nguyễn'.normalize('NFC'));
});

test('a filter that is chosen before the search starts stays chosen', async () => {
  const { search } = await open();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'gam' } });
  // Right after the change event, before the search delay is over on a slow machine.
  fireEvent.click(screen.getByRole('button', { name: /^Shared/ }));
  await listed('Gamma');
  await waitFor(() => expect(search()).toBe('?q=gam&show=shared'));
});

test.each([
  ['Name', ['Alpha', 'Beta', 'Delta', 'Gamma', 'Omega'], '?sort=name'],
  ['Newest first', ['Alpha', 'Delta', 'Beta', 'Gamma', 'Omega'], '?sort=created'],
  ['Last activity', ['Gamma', 'Alpha', 'Beta', 'Delta', 'Omega'], '?sort=activity'],
])('the list can be sorted by %s', async (order, expected, query) => {
  const { ui, search } = await open();
  await ui.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), order);
  await listed(...expected);
  expect(search()).toBe(query);
});

test('a list that is sorted by name has the numbers in their order', async () => {
  const numbered = ['Space 10', 'Space 2', 'Space 1', 'space 3', 'Space 20'];
  await open(
    '/workspaces?sort=name',
    numbered.map((displayName) => aWorkspace({ displayName })),
  );
  await listed('Space 1', 'Space 2', 'space 3', 'Space 10', 'Space 20');
});

test('a URL opens the view that it describes, and ignores what it does not know', async () => {
  await open('/workspaces?q=a&show=owned&sort=name&hidden=1&view=rows', [
    ...five,
    aWorkspace({ displayName: 'Hidden A', isHidden: true }),
  ]);
  await listed('Alpha', 'Beta', 'Hidden A', 'Omega');
  expect(screen.getByRole('searchbox')).toHaveValue('a');
  expect(screen.getByRole('button', { name: 'Show as rows' })).toHaveAttribute('aria-pressed', 'true');
});

test('an unknown filter or order in the URL is the default', async () => {
  await open('/workspaces?show=toString&sort=nothing');
  await listed('Omega', 'Beta', 'Alpha', 'Delta', 'Gamma');
});

test('the link to the list shows all of it again', async () => {
  const { ui } = await open('/workspaces?q=alp&show=owned');
  await listed('Alpha');
  await ui.click(screen.getByRole('link', { name: 'Workspaces' }));
  await listed('Omega', 'Beta', 'Alpha', 'Delta', 'Gamma');
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

test('the way back from the settings of a workspace keeps the search and the filter', async () => {
  server.use(
    mockCall(workspaceCalls.getWorkspace, alpha),
    mockCall(memberCalls.listMembers, [aMember({ email: 'zoe@example.com', role: 'OWNER' })]),
  );
  const { ui, search, path } = await open('/workspaces?show=owned');
  await ui.type(screen.getByRole('searchbox'), 'alp');
  await listed('Alpha');
  await ui.click(screen.getByRole('button', { name: 'Alpha actions' }));
  await ui.click(await screen.findByRole('menuitem', { name: 'Settings' }));
  await screen.findByText('zoe@example.com');
  await ui.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
  await listed('Alpha');
  expect(path()).toBe('/workspaces');
  expect(search()).toBe('?q=alp&show=owned');
  expect(screen.getByRole('searchbox')).toHaveValue('alp');
});

test('the view of the list of one user is not shown to the next user of the tab', async () => {
  await open('/workspaces?q=alp');
  await listed('Alpha');
  cleanup();
  server.use(mockCall(workspaceCalls.getWorkspace, alpha), mockCall(memberCalls.listMembers, []));
  await visit(`/workspace/${alpha.id}`, aUser());
  expect(await screen.findByRole('link', { name: 'Return To Workspaces' })).toHaveAttribute('href', '/workspaces');
});

test('a filter without workspaces says so and can be ended', async () => {
  const others = ['Rho', 'Sigma', 'Tau', 'Phi', 'Chi'].map((displayName) => aWorkspace({ displayName }));
  const { ui } = await open('/workspaces', others);
  await ui.click(screen.getByRole('button', { name: /^Favourites/ }));
  expect(await screen.findByText('No favourites yet')).toBeVisible();
  await ui.click(screen.getByRole('button', { name: 'Show all workspaces' }));
  await waitFor(() => expect(names()).toHaveLength(5));
});

test('a filter without workspaces counts only the hidden ones that it matches', async () => {
  const others = ['Rho', 'Sigma', 'Tau', 'Phi'].map((displayName) => aWorkspace({ displayName }));
  const hidden = aWorkspace({ displayName: 'Chi', isHidden: true, role: 'EDITOR' });
  const { ui } = await open('/workspaces', [...others, hidden]);
  await ui.click(screen.getByRole('button', { name: /^Favourites/ }));
  expect(await screen.findByText('No favourites yet')).toBeVisible();
  await ui.type(screen.getByRole('searchbox'), 'chi');
  expect(await screen.findByText('No workspaces match “chi”')).toBeVisible();
  await ui.clear(screen.getByRole('searchbox'));
  expect(await screen.findByText('No favourites yet')).toBeVisible();
  await ui.click(screen.getByRole('button', { name: /^Shared with you/ }));
  expect(await screen.findByText('Only hidden workspaces match this filter')).toBeVisible();
  await ui.click(screen.getByRole('button', { name: 'Show hidden workspaces' }));
  expect(await screen.findByRole('link', { name: 'Chi' })).toBeVisible();
});

test('starring can be undone', async () => {
  const bodies: unknown[] = [];
  const { ui } = await open('/workspaces', [alpha]);
  server.use(mockCall(workspaceCalls.setFavourite, ({ body }) => (bodies.push(body), alpha)));
  await ui.click(screen.getByRole('button', { name: /^Favourite /, pressed: false }));
  expect(await screen.findByText('“Alpha” is now a favourite', { selector: '[role=status] *' })).toBeInTheDocument();
  await waitFor(() => expect(bodies).toHaveLength(1));
  await ui.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: /^Favourite /, pressed: false })).toBeVisible();
  await waitFor(() =>
    expect(bodies).toEqual([
      expect.objectContaining({ isFavourite: true }),
      expect.objectContaining({ isFavourite: false }),
    ]),
  );
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('link', { name: 'Alpha' })).toHaveFocus());
  expect(screen.getByText('“Alpha” is no longer a favourite', { selector: '[role=status] *' })).toBeInTheDocument();
});

test('an undo during the save moves the focus to the card once it is sent', async () => {
  const { ui } = await open('/workspaces', [alpha]);
  const gate = createGate();
  server.use(mockCall(workspaceCalls.setFavourite, alpha, gate.wait));
  await ui.click(screen.getByRole('button', { name: /^Favourite /, pressed: false }));
  await waitFor(() => expect(gate.arrivals).toBe(1));
  await ui.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(screen.getByRole('button', { name: /^Favourite /, pressed: false })).toBeVisible();
  gate.open();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  await waitFor(() => expect(screen.getByRole('link', { name: 'Alpha' })).toHaveFocus());
});

// @covers 4.workspace-ordering.1
test('[4.workspace-ordering.1] a card moves to its new place when its star is clicked', async () => {
  const { ui } = await open('/workspaces', [alpha, gamma, delta]);
  server.use(mockCall(workspaceCalls.setFavourite, gamma));
  await listed('Alpha', 'Delta', 'Gamma');
  await ui.click(screen.getByRole('button', { name: 'Favourite Gamma' }));
  await listed('Gamma', 'Alpha', 'Delta');
  expect(screen.getByRole('button', { name: 'Favourite Gamma', pressed: true })).toHaveFocus();
});

test('[8.3] a star that is refused returns to its place, with the error in a box', async () => {
  const { ui } = await open('/workspaces', [alpha, gamma, delta]);
  server.use(mockCall(workspaceCalls.setFavourite, errorResponse('InternalError')));
  await ui.click(screen.getByRole('button', { name: 'Favourite Gamma' }));
  expect(await screen.findByText('The star of “Gamma” was not changed')).toBeVisible();
  await listed('Alpha', 'Delta', 'Gamma');
});

test('a card leaves the favourites when its star is removed', async () => {
  const { ui } = await open();
  server.use(mockCall(workspaceCalls.setFavourite, beta));
  await ui.click(screen.getByRole('button', { name: /^Favourites/ }));
  await listed('Beta');
  await ui.click(screen.getByRole('button', { name: 'Favourite Beta' }));
  expect(await screen.findByText('No favourites yet')).toBeVisible();
});

test('a card that moves away with the focus of the keyboard stays in view', async () => {
  const { ui } = await open('/workspaces', [alpha, gamma, delta]);
  await listed('Alpha', 'Delta', 'Gamma');
  const scrolledTo: (string | undefined)[] = [];
  jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push((this as HTMLElement).dataset['id']);
  });
  const newDefault = { ...gamma, isDefault: true };
  server.use(
    mockCall(workspaceCalls.setDefault, newDefault),
    mockCall(workspaceCalls.listWorkspaces, [alpha, newDefault, delta]),
  );
  act(() => screen.getByRole('button', { name: 'Gamma actions' }).focus());
  await ui.keyboard('{Enter}');
  await ui.click(await screen.findByRole('menuitem', { name: 'Make default' }));
  await listed('Gamma', 'Alpha', 'Delta');
  await waitFor(() => expect(scrolledTo).toContain(gamma.id));
  expect(screen.getByRole('button', { name: 'Gamma actions' })).toHaveFocus();
});

test('hiding can be undone', async () => {
  const { ui } = await open('/workspaces', [alpha, beta]);
  server.use(mockCall(workspaceCalls.setHidden, alpha));
  await ui.click(screen.getByRole('button', { name: 'Alpha actions' }));
  await ui.click(await screen.findByRole('menuitem', { name: 'Hide from the list' }));
  await listed('Beta');
  await ui.click(await screen.findByRole('button', { name: 'Undo' }));
  await listed('Beta', 'Alpha');
});

test('hiding can be undone before it is saved', async () => {
  const { ui } = await open('/workspaces', [alpha, beta]);
  const hidden: unknown[] = [];
  const hideGate = createGate();
  const record = ({ body }: { body: unknown }) => (hidden.push(body), alpha);
  server.use(mockCall(workspaceCalls.setHidden, record, hideGate.wait));
  await ui.click(screen.getByRole('button', { name: 'Alpha actions' }));
  await ui.click(await screen.findByRole('menuitem', { name: 'Hide from the list' }));
  await waitFor(() => expect(hideGate.arrivals).toBe(1));
  await ui.click(await screen.findByRole('button', { name: 'Undo' }));
  await act(() => pause(200));
  expect(hideGate.arrivals).toBe(1);
  hideGate.open();
  await waitFor(() => expect(hidden).toMatchObject([{ isHidden: true }, { isHidden: false }]));
  await listed('Beta', 'Alpha');
});

test('the offer to undo can be closed', async () => {
  const { ui } = await open('/workspaces', [alpha]);
  server.use(mockCall(workspaceCalls.setFavourite, alpha));
  await ui.click(screen.getByRole('button', { name: /^Favourite /, pressed: false }));
  await ui.click(await screen.findByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a change that failed cannot be undone', async () => {
  const { ui } = await open('/workspaces', [alpha]);
  server.use(mockCall(workspaceCalls.setFavourite, errorResponse('InternalError')));
  await ui.click(screen.getByRole('button', { name: /^Favourite /, pressed: false }));
  expect(await screen.findByRole('button', { name: /^Not saved/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('the workspace that Tab reaches says that the arrow keys move to the others', async () => {
  const { ui } = await open();
  act(() => screen.getByRole('link', { name: 'Create New Workspace' }).focus());
  await ui.tab();
  expect(screen.getByRole('link', { name: 'Omega' })).toHaveAccessibleDescription(
    /^Arrow keys move between workspaces/,
  );
});

describe('Enter in the workspace search', () => {
  const type = async (text: string) => {
    const portal = await open();
    await portal.ui.type(screen.getByRole('searchbox'), text);
    return portal;
  };

  test('opens the only match, as soon as its name is typed', async () => {
    const { path } = await type('gam{Enter}');
    await waitFor(() => expect(path()).toBe(`/workspace/${gamma.id}/go`));
  });

  test('opens the first of several matches that are shown, whose name is announced', async () => {
    const { ui, path } = await type('ta');
    await listed('Beta', 'Delta');
    expect(screen.getByText('2 of 5 found. Press Enter to open Beta.')).toBeInTheDocument();
    await ui.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe(`/workspace/${beta.id}/go`));
  });

  test.each(['nothing like it', ' '])('opens no workspace for “%s”', async (text) => {
    const { path } = await type(`${text}{Enter}`);
    await pause(100);
    expect(path()).toBe('/workspaces');
  });
});

test('the workspaces are one stop of the Tab key, and the arrow keys move between them', async () => {
  const { ui } = await open();
  const link = (name: string) => screen.getByRole('link', { name });
  act(() => screen.getByRole('link', { name: 'Create New Workspace' }).focus());
  await ui.tab();
  expect(link('Omega')).toHaveFocus();
  await ui.keyboard('{ArrowLeft}');
  expect(link('Create New Workspace')).toHaveFocus();
  await ui.keyboard('{ArrowRight}');
  expect(link('Omega')).toHaveFocus();
  await ui.keyboard('{ArrowRight}');
  expect(link('Beta')).toHaveFocus();
  await ui.keyboard('{End}');
  expect(link('Gamma')).toHaveFocus();
  await ui.keyboard('{ArrowRight}{ArrowLeft}');
  expect(link('Delta')).toHaveFocus();
  await ui.tab();
  expect(screen.getByRole('button', { name: 'Delta actions' })).toHaveFocus();
  await ui.tab();
  expect(within(link('Delta').closest('article') as HTMLElement).getByRole('button', { pressed: false })).toHaveFocus();
  await ui.tab();
  expect(document.activeElement?.closest('article')).toBeNull();
  await ui.tab({ shift: true });
  await ui.keyboard('{Home}');
  expect(link('Omega')).toHaveFocus();
});
