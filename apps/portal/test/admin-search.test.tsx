import { supportCalls } from '@portal/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { aGate } from './support/gate.ts';
import { findFaults } from './support/find-faults.ts';
import { pause } from './support/pause.ts';
import { on, refusal, server } from './support/api-server.ts';
import {
  aFoundUser,
  aFoundWorkspace,
  aUserForStaff,
  aWorkspaceOfUser,
  ahead,
  openAsStaff,
} from './support/support-desk.ts';

const box = () => screen.getByRole('searchbox', { name: 'Search users and workspaces' });
const rowsOf = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

function found(users: ReturnType<typeof aFoundUser>[], workspaces: ReturnType<typeof aFoundWorkspace>[]) {
  const asked: (string | null)[] = [];
  server.use(
    on(supportCalls.searchUsers, ({ url }) => {
      asked.push(url.searchParams.get('query'));
      return { users, next: null, isCut: false };
    }),
    on(supportCalls.searchWorkspaces, { workspaces, next: null, isCut: false }),
  );
  return asked;
}

async function open(path = '/workspace-admin') {
  const portal = await openAsStaff(path);
  await screen.findByRole('searchbox');
  return portal;
}

test('users and workspaces are found by part of a name, with what tells them apart', async () => {
  const asked = found(
    [
      aFoundUser({ isQuarantined: true, isSuspended: true }),
      aFoundUser({ firstName: null, lastName: null, nickname: 'patty', emailVerified: false }),
      aFoundUser({ nickname: 'new', firstName: null, lastName: null, isInvited: true, emailVerified: false }),
    ],
    [aFoundWorkspace(), aFoundWorkspace({ instanceEnvType: 'SI', deletedAt: ahead(-1), quarantinedAt: ahead(-1) })],
  );
  const { person } = await open();
  await person.type(box(), 'pat');
  await screen.findByRole('list', { name: 'Users' });
  expect(rowsOf('Users')).toEqual([
    'PPPat PersonQuarantinedSuspendedpat@example.com',
    'PpattyUnverifiedpat@example.com',
    'NnewInvitedpat@example.com',
  ]);
  expect(rowsOf('Workspaces')).toEqual([
    'PPlaygroundRemoteolga@example.com · si.example.com',
    'PPlaygroundDeletedQuarantinedManagedolga@example.com · si.example.com',
  ]);
  expect(asked).toEqual(['pat']);
  expect(await findFaults()).toEqual([]);
  expect(document.title).toMatch(/^“pat” · Admin/);
});

test('a search stands in the address: it can be opened, left by the way back, and ended by another section', async () => {
  found([aFoundUser()], []);
  const { person, router } = await open('/workspace-admin?section=suspensions&q=pat');
  await screen.findByRole('list', { name: 'Users' });
  expect(box()).toHaveValue('pat');
  expect(screen.queryByRole('heading', { name: 'Manage user suspensions' })).toBeNull();
  await person.click(screen.getByRole('link', { name: 'Workspace owner' }));
  await screen.findByRole('heading', { name: 'Who owns this workspace?' });
  expect(box()).toHaveValue('');
  await act(() => router.navigate(-1));
  await screen.findByRole('list', { name: 'Users' });
  expect(box()).toHaveValue('pat');
});

test('clearing the box leads back to the section', async () => {
  found([aFoundUser()], []);
  const { person, router } = await open('/workspace-admin?section=workspace-owner&q=pat');
  await screen.findByRole('list', { name: 'Users' });
  await person.click(screen.getByRole('button', { name: 'Clear search' }));
  await screen.findByRole('heading', { name: 'Who owns this workspace?' });
  expect(router.state.location.search).toBe('?section=workspace-owner');
});

test('what is typed goes on while the address follows, and half words are not asked for', async () => {
  const asked = found([aFoundUser()], []);
  const { router } = await open();
  const type = (value: string) => fireEvent.change(box(), { target: { value } });
  for (const value of ['m', 'ma', 'mal', 'mallo']) type(value);
  await waitFor(() => expect(router.state.location.search).toBe('?q=mallo'));
  type('mallory');
  await waitFor(() => expect(asked).toEqual(['mallo', 'mallory']));
  expect(box()).toHaveValue('mallory');
});

test('Enter searches at once, and only once', async () => {
  const asked = found([aFoundUser()], []);
  const { router } = await open();
  fireEvent.change(box(), { target: { value: 'mal' } });
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(router.state.location.search).toBe('?q=mal');
  await screen.findByRole('list', { name: 'Users' });
  await pause(400);
  expect(asked).toEqual(['mal']);
});

test('a section that is opened just after something was typed is not searched over', async () => {
  const asked = found([aFoundUser()], []);
  const { router } = await open();
  fireEvent.change(box(), { target: { value: 'mal' } });
  // At once, however slow the machine is.
  fireEvent.click(screen.getByRole('link', { name: 'Workspace owner' }));
  await pause(400);
  expect(router.state.location.search).toBe('?section=workspace-owner');
  expect(screen.getByRole('heading', { name: 'Who owns this workspace?' })).toBeVisible();
  expect(box()).toHaveValue('');
  expect(asked).toEqual([]);
});

test('the keyboard alone: a slash, the words, down through what was found, and Enter', async () => {
  const user = aUserForStaff();
  found([aFoundUser({ userId: user.id }), aFoundUser({ firstName: 'Other' })], [aFoundWorkspace()]);
  server.use(
    on(supportCalls.getUserForStaff, user),
    on(supportCalls.listWorkspacesOfUser, { workspaces: [aWorkspaceOfUser()], next: null }),
  );
  const { person, path } = await open();
  await person.keyboard('/pat');
  await screen.findByRole('list', { name: 'Users' });
  expect(box()).toHaveFocus();
  await person.keyboard('{ArrowUp}');
  expect(box()).toHaveFocus();
  await person.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('link', { name: /^Playground/ })).toHaveFocus();
  await person.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}');
  expect(screen.getByRole('link', { name: /^Pat/ })).toHaveFocus();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(path()).toBe(`/workspace-admin/users/${user.id}`));
});

test('too little to search by is said, and nothing is asked', async () => {
  const asked = found([], []);
  const { person } = await open();
  await person.type(box(), 'p');
  expect(await screen.findByText('Type at least 2 characters')).toBeVisible();
  expect(asked).toEqual([]);
});

test('that nothing is found is said of both', async () => {
  found([], []);
  await open('/workspace-admin?q=nobody');
  expect(await screen.findByText('No user matches')).toBeVisible();
  expect(await screen.findByText('No workspace matches')).toBeVisible();
  expect(screen.getByText('Each word has to be in the name, nickname or email. An ID has to be whole.')).toBeVisible();
  expect(screen.getByText('Each word has to be in the name or address. Its owner is found among users.')).toBeVisible();
});

test('a long list shows a page, and more on demand', async () => {
  found([], []);
  server.use(
    on(supportCalls.searchUsers, ({ url }) =>
      url.searchParams.get('after') === null
        ? { users: [aFoundUser()], next: '1_01ARZ3NDEKTSV4RRFFQ69G5FAV', isCut: true }
        : { users: [aFoundUser({ firstName: url.searchParams.get('after') })], next: null, isCut: true },
    ),
  );
  const { person } = await open('/workspace-admin?q=pat');
  const cut = 'More than 1,000 match equally well. Type more to find the right one.';
  expect(await screen.findAllByText(cut)).toHaveLength(1);
  await person.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(rowsOf('Users')).toHaveLength(2));
  expect(rowsOf('Users')[1]).toContain('1_01ARZ3NDEKTSV4RRFFQ69G5FAV');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('what was found before stays until the next answer is there; the first wait has a place of its own', async () => {
  const gate = aGate();
  found([aFoundUser()], []);
  server.use(on(supportCalls.searchUsers, { users: [aFoundUser()], next: null, isCut: false }, () => gate.wait()));
  const { person } = await open('/workspace-admin?q=pat');
  expect(await screen.findByRole('status', { name: 'Searching...' })).toBeVisible();
  gate.open();
  await screen.findByRole('list', { name: 'Users' });
  const second = aGate();
  server.use(
    on(supportCalls.searchUsers, { users: [aFoundUser({ firstName: 'Patricia' })], next: null, isCut: false }, () =>
      second.wait(),
    ),
  );
  await person.type(box(), 'r');
  await waitFor(() => expect(screen.getByRole('list', { name: 'Users' })).toHaveAttribute('aria-busy', 'true'));
  expect(rowsOf('Users')[0]).toMatch(/Pat Person/);
  second.open();
  await waitFor(() => expect(rowsOf('Users')[0]).toMatch(/Patricia/));
  expect(screen.getByRole('list', { name: 'Users' })).toHaveAttribute('aria-busy', 'false');
});

test('a failure of one list is told there, and can be tried again', async () => {
  found([], [aFoundWorkspace()]);
  server.use(on(supportCalls.searchUsers, refusal('DatabaseUnavailable')));
  const { person } = await open('/workspace-admin?q=pat');
  expect(await screen.findByRole('alert')).toHaveTextContent(/The search failed/);
  expect(await screen.findByRole('list', { name: 'Workspaces' })).toBeVisible();
  server.use(
    on(supportCalls.searchUsers, () => HttpResponse.json({ users: [aFoundUser()], next: null, isCut: false })),
  );
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('list', { name: 'Users' })).toBeVisible();
});
