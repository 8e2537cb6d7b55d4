import { adminCalls } from '@portal/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { aStaffHome, staffMember } from '../../support/admin.ts';
import { createGate } from '../../support/gate.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { pause } from '../../support/pause.ts';
import { mockCall, errorResponse, server } from '../../support/api-server.ts';
import {
  aUserSearchResult,
  aWorkspaceSearchResult,
  aUserForStaff,
  aWorkspaceOfUser,
  daysAhead,
  visitAsStaff,
} from '../../support/admin-fixtures.ts';

const box = () => screen.getByRole('searchbox', { name: 'Search users and workspaces' });
const rowsOf = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

function found(users: ReturnType<typeof aUserSearchResult>[], workspaces: ReturnType<typeof aWorkspaceSearchResult>[]) {
  const queries: (string | null)[] = [];
  server.use(
    mockCall(adminCalls.searchUsers, ({ url }) => {
      queries.push(url.searchParams.get('query'));
      return { users, next: null, isCut: false };
    }),
    mockCall(adminCalls.searchWorkspaces, { workspaces, next: null, isCut: false }),
  );
  return queries;
}

async function open(path = '/workspace-admin') {
  const portal = await visitAsStaff(path);
  await screen.findByRole('searchbox');
  return portal;
}

beforeEach(() => server.use(mockCall(adminCalls.getStaffHome, aStaffHome())));

test('part of a name finds users and workspaces, with details that distinguish them', async () => {
  const queries = found(
    [
      aUserSearchResult({ isQuarantined: true, isSuspended: true }),
      aUserSearchResult({ firstName: null, lastName: null, nickname: 'patty', emailVerified: false }),
      aUserSearchResult({ nickname: 'new', firstName: null, lastName: null, isInvited: true, emailVerified: false }),
    ],
    [
      aWorkspaceSearchResult(),
      aWorkspaceSearchResult({ instanceEnvType: 'SI', deletedAt: daysAhead(-1), quarantinedAt: daysAhead(-1) }),
    ],
  );
  const { ui } = await open();
  await ui.type(box(), 'pat');
  // Both lists are loaded.
  await screen.findByText(/Press Enter to open Pat Person\.$/);
  expect(rowsOf('Users')).toEqual([
    'PPat PersonQuarantinedSuspendedpat@example.comEnter',
    'PpattyUnverifiedpat@example.com',
    'NnewInvitedpat@example.com',
  ]);
  expect(rowsOf('Workspaces')).toEqual([
    'PPlaygroundRemoteolga@example.com · si.example.com',
    'PPlaygroundDeletedQuarantinedManagedolga@example.com · si.example.com',
  ]);
  expect(queries).toEqual(['pat']);
  expect(await findA11yViolations()).toEqual([]);
  await waitFor(() => expect(document.title).toMatch(/^“pat” · Admin/));
});

test('the page opens on the search, with the users that were opened last in this tab', async () => {
  const users = [
    aUserForStaff({ firstName: 'Ada', nickname: 'ada' }),
    aUserForStaff({ firstName: 'Bob', nickname: 'bob', email: 'bob@example.com' }),
  ];
  server.use(
    mockCall(
      adminCalls.getUserForStaff,
      ({ params }) => users.find(({ id }) => id === params.userId) ?? errorResponse('UserNotFound'),
    ),
    mockCall(adminCalls.listWorkspacesOfUser, { workspaces: [], next: null }),
  );
  const me = staffMember();
  const { router } = await visitAsStaff('/workspace-admin', me);
  expect(await screen.findByText(/^Search for a user or a workspace/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  for (const { id, firstName } of [...users, ...users.slice(0, 1)]) {
    await act(() => router.navigate(`/workspace-admin/users/${id}`));
    await screen.findByRole('heading', { level: 1, name: `${firstName} Person` });
  }
  await act(() => router.navigate('/workspace-admin'));
  await screen.findByRole('list', { name: 'Recently opened users' });
  expect(rowsOf('Recently opened users')).toEqual(['AAda Personperson@example.com', 'BBob Personbob@example.com']);
  expect(screen.getByRole('link', { name: /^Bob Person/ })).toHaveAttribute(
    'href',
    `/workspace-admin/users/${users[1]?.id}`,
  );
  expect(await findA11yViolations()).toEqual([]);

  cleanup();
  await visitAsStaff('/workspace-admin');
  expect(await screen.findByText(/^Search for a user or a workspace/)).toBeVisible();
});

test('a search is in the URL: it can be opened, left with the back button and ended by another section', async () => {
  found([aUserSearchResult()], []);
  const { ui, router } = await open('/workspace-admin?section=suspensions&q=pat');
  await screen.findByRole('list', { name: 'Users' });
  expect(box()).toHaveValue('pat');
  expect(screen.queryByRole('heading', { name: 'Manage user suspensions' })).toBeNull();
  await ui.click(screen.getByRole('link', { name: 'Actions' }));
  await screen.findByRole('heading', { name: 'Create production workspace' });
  expect(box()).toHaveValue('');
  await act(() => router.navigate(-1));
  await screen.findByRole('list', { name: 'Users' });
  expect(box()).toHaveValue('pat');
});

test('clearing the search box returns to the section', async () => {
  found([aUserSearchResult()], []);
  const { ui, router } = await open('/workspace-admin?section=workspace-owner&q=pat');
  await screen.findByRole('list', { name: 'Users' });
  await ui.click(screen.getByRole('button', { name: 'Clear search' }));
  await screen.findByRole('heading', { name: 'Who owns this workspace?' });
  expect(router.state.location.search).toBe('?section=workspace-owner');
});

test('typing continues while the URL follows, and partial words are not searched', async () => {
  const queries = found([aUserSearchResult()], []);
  const { router } = await open();
  const type = (value: string) => fireEvent.change(box(), { target: { value } });
  for (const value of ['m', 'ma', 'mal', 'mallo']) type(value);
  await waitFor(() => expect(router.state.location.search).toBe('?q=mallo'));
  type('mallory');
  await waitFor(() => expect(queries).toEqual(['mallo', 'mallory']));
  expect(box()).toHaveValue('mallory');
});

test('Enter searches at once, and only once', async () => {
  const queries = found([], []);
  const { router } = await open();
  fireEvent.change(box(), { target: { value: 'mal' } });
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(router.state.location.search).toBe('?q=mal');
  await screen.findByText('No users match');
  await pause(400);
  expect(queries).toEqual(['mal']);
});

test('a section that is opened right after typing is not replaced by a search', async () => {
  const queries = found([aUserSearchResult()], []);
  const { router } = await open();
  fireEvent.change(box(), { target: { value: 'mal' } });
  // Right after the change event, before the search delay is over on a slow machine.
  fireEvent.click(screen.getByRole('link', { name: 'Actions' }));
  await pause(400);
  expect(router.state.location.search).toBe('?section=create-workspace');
  expect(await screen.findByRole('heading', { name: 'Create production workspace' })).toBeVisible();
  expect(box()).toHaveValue('');
  expect(queries).toEqual([]);
});

test('a search works with the keyboard: slash, the words, arrow keys and Enter', async () => {
  const user = aUserForStaff();
  found(
    [aUserSearchResult({ userId: user.id }), aUserSearchResult({ firstName: 'Other' })],
    [aWorkspaceSearchResult()],
  );
  server.use(
    mockCall(adminCalls.getUserForStaff, user),
    mockCall(adminCalls.listWorkspacesOfUser, { workspaces: [aWorkspaceOfUser()], next: null }),
  );
  const { ui, path } = await open();
  await ui.keyboard('/pat');
  // Both lists are loaded.
  await screen.findByText(/Press Enter to open/);
  expect(box()).toHaveFocus();
  await ui.keyboard('{ArrowUp}');
  expect(box()).toHaveFocus();
  await ui.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('link', { name: /^Playground/ })).toHaveFocus();
  await ui.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}');
  expect(screen.getByRole('link', { name: /^Pat/ })).toHaveFocus();
  await ui.keyboard('{Enter}');
  await waitFor(() => expect(path()).toBe(`/workspace-admin/users/${user.id}`));
});

/** Both lists have results. Those of the workspaces wait for the gate. */
function foundUserFirst(others = [aUserSearchResult({ firstName: 'Other' })], workspaces = [aWorkspaceSearchResult()]) {
  const user = aUserForStaff();
  const gate = createGate();
  found([aUserSearchResult({ userId: user.id }), ...others], []);
  server.use(
    mockCall(adminCalls.searchWorkspaces, { workspaces, next: null, isCut: false }, gate.wait),
    mockCall(adminCalls.getUserForStaff, user),
    mockCall(adminCalls.listWorkspacesOfUser, { workspaces: [], next: null }),
  );
  return { gate, pathOfUser: `/workspace-admin/users/${user.id}` };
}

test('Enter opens the first result, which is announced', async () => {
  const { gate, pathOfUser } = foundUserFirst();
  gate.open();
  const { ui, path } = await open();
  await ui.type(box(), 'pat');
  const announcement = '2 users and 1 workspace found. Press Enter to open Pat Person.';
  expect(await screen.findByText(announcement)).toHaveAttribute('role', 'status');
  expect(screen.getByRole('link', { name: /^Pat/ })).toHaveTextContent(/Enter$/);
  await ui.keyboard('{Enter}');
  await waitFor(() => expect(path()).toBe(pathOfUser));
});

test('Enter before the results are shown opens an only result as soon as it is', async () => {
  const { gate, pathOfUser } = foundUserFirst([], []);
  const { ui, path } = await open();
  await ui.type(box(), 'pat{Enter}');
  // The workspaces are still loading.
  await screen.findByRole('list', { name: 'Users' });
  expect(path()).toBe('/workspace-admin');
  gate.open();
  await waitFor(() => expect(path()).toBe(pathOfUser));
});

test('Enter opens none of several results that were not shown yet', async () => {
  const { gate, pathOfUser } = foundUserFirst();
  const { ui, path } = await open();
  await ui.type(box(), 'pat{Enter}');
  await screen.findByRole('list', { name: 'Users' });
  gate.open();
  await screen.findByText(/Press Enter to open/);
  await act(() => pause(300));
  expect(path()).toBe('/workspace-admin');
  await ui.keyboard('{Enter}');
  await waitFor(() => expect(path()).toBe(pathOfUser));
});

test.each([
  ['types on', 'r'],
  ['leaves the search box', '{Tab}'],
])('Enter opens nothing if the user %s before the results are shown', async (_how, keys) => {
  const { gate } = foundUserFirst([], []);
  const { ui, path } = await open();
  await ui.type(box(), 'pat{Enter}');
  await screen.findByRole('list', { name: 'Users' });
  await ui.keyboard(keys);
  gate.open();
  await screen.findByText(/Press Enter to open/);
  await act(() => pause(300));
  expect(path()).toBe('/workspace-admin');
});

test('Enter opens the first workspace if no user matches, and nothing if nothing matches', async () => {
  const workspace = aWorkspaceSearchResult();
  found([], [workspace]);
  server.use(mockCall(adminCalls.getWorkspaceForStaff, errorResponse('WorkspaceNotFound')));
  const { path } = await open();
  const type = (value: string) => fireEvent.change(box(), { target: { value } });
  const pressEnter = () => fireEvent.keyDown(box(), { key: 'Enter' });
  type('play');
  await screen.findByText('0 users and 1 workspace found. Press Enter to open Playground.');
  found([], []);
  type('player');
  // The results of the previous text are still shown, but not opened.
  pressEnter();
  await screen.findByText('0 users and 0 workspaces found.');
  pressEnter();
  expect(path()).toBe('/workspace-admin');
  type('play');
  await screen.findByText('0 users and 1 workspace found. Press Enter to open Playground.');
  pressEnter();
  await waitFor(() => expect(path()).toBe(`/workspace-admin/workspaces/${workspace.workspaceId}`));
});

test('a query that is too short shows a hint and sends no request', async () => {
  const queries = found([], []);
  const { ui } = await open();
  await ui.type(box(), 'p');
  expect(await screen.findByText('Type at least 2 characters')).toBeVisible();
  expect(queries).toEqual([]);
});

test('both lists show that nothing matches', async () => {
  found([], []);
  await open('/workspace-admin?q=nobody');
  expect(await screen.findByText('No users match')).toBeVisible();
  expect(await screen.findByText('No workspaces match')).toBeVisible();
  expect(
    screen.getByText('Each word must appear in the name, nickname or email. An ID must be complete.'),
  ).toBeVisible();
  expect(
    screen.getByText('Each word must appear in the name or URL. To search by owner, look under Users.'),
  ).toBeVisible();
});

test('a long list shows one page, and more on request', async () => {
  found([], []);
  server.use(
    mockCall(adminCalls.searchUsers, ({ url }) =>
      url.searchParams.get('after') === null
        ? { users: [aUserSearchResult()], next: '1_01ARZ3NDEKTSV4RRFFQ69G5FAV', isCut: true }
        : { users: [aUserSearchResult({ firstName: url.searchParams.get('after') })], next: null, isCut: true },
    ),
  );
  const { ui } = await open('/workspace-admin?q=pat');
  const cut = 'More than 1,000 results match equally well. Add more to your search.';
  expect(await screen.findAllByText(cut)).toHaveLength(1);
  await ui.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(rowsOf('Users')).toHaveLength(2));
  expect(rowsOf('Users')[1]).toContain('1_01ARZ3NDEKTSV4RRFFQ69G5FAV');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('previous results stay until the next ones are loaded; the first load shows a placeholder', async () => {
  const gate = createGate();
  found([aUserSearchResult()], []);
  server.use(
    mockCall(adminCalls.searchUsers, { users: [aUserSearchResult()], next: null, isCut: false }, () => gate.wait()),
  );
  const { ui } = await open('/workspace-admin?q=pat');
  expect(await screen.findByRole('status', { name: 'Searching...' })).toBeVisible();
  gate.open();
  await screen.findByRole('list', { name: 'Users' });
  const second = createGate();
  server.use(
    mockCall(
      adminCalls.searchUsers,
      { users: [aUserSearchResult({ firstName: 'Patricia' })], next: null, isCut: false },
      () => second.wait(),
    ),
  );
  await ui.type(box(), 'r');
  await waitFor(() => expect(screen.getByRole('list', { name: 'Users' })).toHaveAttribute('aria-busy', 'true'));
  expect(rowsOf('Users')[0]).toMatch(/Pat Person/);
  second.open();
  await waitFor(() => expect(rowsOf('Users')[0]).toMatch(/Patricia/));
  expect(screen.getByRole('list', { name: 'Users' })).toHaveAttribute('aria-busy', 'false');
});

test('a failure of one list shows there and can be retried', async () => {
  found([], [aWorkspaceSearchResult()]);
  server.use(mockCall(adminCalls.searchUsers, errorResponse('DatabaseUnavailable')));
  const { ui } = await open('/workspace-admin?q=pat');
  expect(await screen.findByRole('alert')).toHaveTextContent(/The search failed/);
  expect(await screen.findByRole('list', { name: 'Workspaces' })).toBeVisible();
  server.use(
    mockCall(adminCalls.searchUsers, () =>
      HttpResponse.json({ users: [aUserSearchResult()], next: null, isCut: false }),
    ),
  );
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('list', { name: 'Users' })).toBeVisible();
});
