import { staffCalls, workspaceCalls } from '@portal/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { findFaults } from './support/find-faults.ts';
import { on, refusal, server } from './support/api-server.ts';
import { pause } from './support/pause.ts';
import { aUser } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';
import { aQuarantinedUser, flagIs, openSection, staffMember } from './support/staff.ts';

describe('[2.15] [6.5] the Admin entry of the menu', () => {
  // @covers 2.15 6.5
  test('[1.shell.2] is there with the flag, and leads to the page', async () => {
    server.use(on(workspaceCalls.listWorkspaces, []), flagIs(true));
    const { person, path } = await visit('/workspaces', aUser());
    await person.click(await screen.findByRole('button', { name: /^Hi/ }));
    await person.click(await screen.findByRole('menuitem', { name: 'Admin' }));
    await waitFor(() => expect(path()).toBe('/workspace-admin'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Admin' })).toBeVisible();
  });

  // @covers 6.5
  test('is not there without the flag, also for people of the company', async () => {
    server.use(on(workspaceCalls.listWorkspaces, []));
    const { person } = await visit('/workspaces', staffMember());
    await pause(1500);
    await person.click(await screen.findByRole('button', { name: /^Hi/ }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Profile', 'Log out']);
  });
});

const oneUser = '/workspace-admin/users/01ARZ3NDEKTSV4RRFFQ69G5FAV';
const oneWorkspace = '/workspace-admin/workspaces/01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('[6.6] somebody without the flag', () => {
  // @covers 6.6
  test.each(['person@example.com', 'person@evil-systeminit.com', 'person@systeminit.com.example.com'])(
    'whose e-mail is %s is redirected to the workspaces',
    async (email) => {
      server.use(on(workspaceCalls.listWorkspaces, []));
      const { path } = await visit('/workspace-admin', aUser({ email }));
      await waitFor(() => expect(path()).toBe('/workspaces'));
      expect(screen.queryByText('Feature not Enabled for account')).toBeNull();
      await screen.findByRole('heading', { name: 'Create A Workspace' });
    },
  );

  test('[2.workspace-admin-pa.9] [8.14] of the company is told that the feature is not enabled', async () => {
    const { path } = await visit('/workspace-admin', staffMember());
    expect(await screen.findByRole('heading', { level: 1, name: 'Feature not Enabled for account' })).toBeVisible();
    expect(path()).toBe('/workspace-admin');
    expect(screen.queryByRole('navigation', { name: 'Admin sections' })).toBeNull();
  });

  test.each([oneUser, oneWorkspace])('is kept from %s likewise, and nothing of it is asked for', async (address) => {
    server.use(on(workspaceCalls.listWorkspaces, []));
    const { path } = await visit(address, aUser());
    await waitFor(() => expect(path()).toBe('/workspaces'));
    await screen.findByRole('heading', { name: 'Create A Workspace' });
    cleanup();
    await visit(address, staffMember());
    expect(await screen.findByRole('heading', { level: 1, name: 'Feature not Enabled for account' })).toBeVisible();
  });

  test('whose e-mail is not verified is led to the profile', async () => {
    const { path } = await visit('/workspace-admin', aUser({ email: 'sam@systeminit.com', emailVerified: false }));
    await waitFor(() => expect(path()).toBe('/profile'));
  });

  test('who is not logged in goes to the login first', async () => {
    const { path } = await visit('/workspace-admin', null);
    await waitFor(() => expect(path()).toBe('/login'));
  });
});

test('while the flag is not known the page neither refuses nor shows anything', async () => {
  server.use(flagIs(true, 300));
  const { path } = await visit('/workspace-admin', aUser());
  expect(await screen.findByRole('heading', { level: 1, name: 'Admin' })).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Admin sections' })).toBeNull();
  expect(screen.queryByText('Feature not Enabled for account')).toBeNull();
  expect(await screen.findByRole('navigation', { name: 'Admin sections' })).toBeVisible();
  expect(path()).toBe('/workspace-admin');
});

// @covers 0.2 1.3
test('[2.workspace-admin-pa.1] the page has seven sections, each with an address of its own', async () => {
  server.use(on(staffCalls.listQuarantinedUsers, []));
  const { person, router } = await openSection('create-workspace', 'Create production workspace');
  const sections = within(screen.getByRole('navigation', { name: 'Admin sections' }));
  expect(sections.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Create workspace',
    'User accounts',
    'Account quarantine',
    'Workspace quarantine',
    'Suspensions',
    'Workspace owner',
    'Signup report',
    // Ours, beside the seven.
    'Audit log',
  ]);
  await person.click(sections.getByRole('link', { name: 'Account quarantine' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Manage account quarantine' })).toBeVisible();
  expect(router.state.location.search).toBe('?section=account-quarantine');
  expect(sections.getByRole('link', { name: 'Account quarantine' })).toHaveAttribute('aria-current', 'page');
});

test('[1.3] a session without staff rights is told why once, and logs in again for the same page; nothing is asked for', async () => {
  let asked = 0;
  server.use(
    flagIs(true),
    on(staffCalls.listQuarantinedUsers, () => ((asked += 1), refusal('NotAllowed'))),
  );
  const session = { startedAt: '2026-01-01T00:00:00.000Z', isStaff: false };
  const page = '/workspace-admin?section=account-quarantine';
  const { person, went } = await visit(page, HttpResponse.json({ user: staffMember(), session }));
  expect(
    await screen.findByText('This login has no staff rights. Log in with your company account and its second factor.'),
  ).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Admin sections' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Use another account' })).toHaveAttribute('href', '/logout');
  expect(await findFaults()).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'Log in again' }));
  expect(went).toEqual(['http://api.test/auth/login?fresh=1']);
  expect(sessionStorage.getItem('SI-LOGIN-REDIRECT')).toBe(page);
  expect(asked).toBe(0);
});

test('[1.3] whatever the page shows, the API decides: its refusal stands in the section', async () => {
  server.use(on(staffCalls.findUsersByEmail, refusal('NotAllowed')));
  const { person } = await openSection('user-accounts', 'User accounts');
  await person.type(screen.getByLabelText('User Email'), 'person@example.com{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/The look-up failed/);
});

test.each([
  ['create-workspace', 'Create production workspace'],
  ['user-accounts', 'User accounts'],
  ['account-quarantine', 'Manage account quarantine'],
  ['workspace-quarantine', 'Manage workspace quarantine'],
  ['suspensions', 'Manage user suspensions'],
  ['workspace-owner', 'Who owns this workspace?'],
  ['sign-ups', 'Weekly signup report'],
])('axe finds nothing wrong with the section %s', async (section, heading) => {
  server.use(on(staffCalls.listQuarantinedUsers, [aQuarantinedUser()]), on(staffCalls.listSuspendedUsers, []));
  await openSection(section, heading);
  expect(await findFaults()).toEqual([]);
});
