import { adminCalls, workspaceCalls } from '@portal/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { mockCall, errorResponse, server } from '../../support/api-server.ts';
import { pause } from '../../support/pause.ts';
import { aUser } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';
import {
  aQuarantinedUser,
  aQuarantinedWorkspace,
  adminFlag,
  aStaffHome,
  openSection,
  staffMember,
} from '../../support/admin.ts';

describe('[2.15] [6.5] the Admin entry of the menu', () => {
  // @covers 2.15 6.5
  test('[1.shell.2] is shown with the flag and opens the page', async () => {
    server.use(
      mockCall(workspaceCalls.listWorkspaces, []),
      mockCall(adminCalls.getStaffHome, aStaffHome()),
      adminFlag(true),
    );
    const { ui, path } = await visit('/workspaces', aUser());
    await ui.click(await screen.findByRole('button', { name: /^Hi/ }));
    await ui.click(await screen.findByRole('menuitem', { name: 'Admin' }));
    await waitFor(() => expect(path()).toBe('/workspace-admin'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Admin' })).toBeVisible();
  });

  // @covers 6.5
  test('is hidden without the flag, also for users of the company domain', async () => {
    server.use(mockCall(workspaceCalls.listWorkspaces, []));
    const { ui } = await visit('/workspaces', staffMember());
    await pause(1500);
    await ui.click(await screen.findByRole('button', { name: /^Hi/ }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Profile', 'Log out']);
  });
});

const oneUser = '/workspace-admin/users/01ARZ3NDEKTSV4RRFFQ69G5FAV';
const oneWorkspace = '/workspace-admin/workspaces/01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('[6.6] a user without the flag', () => {
  // @covers 6.6
  test.each(['person@example.com', 'person@evil-systeminit.com', 'person@systeminit.com.example.com'])(
    'with the email %s is redirected to the workspaces',
    async (email) => {
      server.use(mockCall(workspaceCalls.listWorkspaces, []));
      const { path } = await visit('/workspace-admin', aUser({ email }));
      await waitFor(() => expect(path()).toBe('/workspaces'));
      expect(screen.queryByText('Feature not Enabled for account')).toBeNull();
      await screen.findByRole('heading', { name: 'Create A Workspace' });
    },
  );

  test('[2.workspace-admin-pa.9] [8.14] of the company domain sees that the feature is not enabled', async () => {
    const { path } = await visit('/workspace-admin', staffMember());
    expect(await screen.findByRole('heading', { level: 1, name: 'Feature not Enabled for account' })).toBeVisible();
    expect(path()).toBe('/workspace-admin');
    expect(screen.queryByRole('navigation', { name: 'Admin sections' })).toBeNull();
  });

  test.each([oneUser, oneWorkspace])('cannot open %s either, and its data is not requested', async (address) => {
    server.use(mockCall(workspaceCalls.listWorkspaces, []));
    const { path } = await visit(address, aUser());
    await waitFor(() => expect(path()).toBe('/workspaces'));
    await screen.findByRole('heading', { name: 'Create A Workspace' });
    cleanup();
    await visit(address, staffMember());
    expect(await screen.findByRole('heading', { level: 1, name: 'Feature not Enabled for account' })).toBeVisible();
  });

  test('with an unverified email is redirected to the profile', async () => {
    const { path } = await visit('/workspace-admin', aUser({ email: 'sam@systeminit.com', emailVerified: false }));
    await waitFor(() => expect(path()).toBe('/profile'));
  });

  test('who is not logged in is redirected to the login', async () => {
    const { path } = await visit('/workspace-admin', null);
    await waitFor(() => expect(path()).toBe('/login'));
  });
});

test('until the flag is known the page shows neither an error nor its sections', async () => {
  server.use(adminFlag(true, 300), mockCall(adminCalls.getStaffHome, aStaffHome()));
  const { path } = await visit('/workspace-admin', aUser());
  expect(await screen.findByRole('heading', { level: 1, name: 'Admin' })).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Admin sections' })).toBeNull();
  expect(screen.queryByText('Feature not Enabled for account')).toBeNull();
  expect(await screen.findByRole('navigation', { name: 'Admin sections' })).toBeVisible();
  expect(path()).toBe('/workspace-admin');
});

// @covers 0.2 1.3
test('[2.workspace-admin-pa.1] the page has the seven specified sections, a home and the audit log, each with its own URL', async () => {
  server.use(mockCall(adminCalls.listQuarantinedUsers, []));
  const { ui, router } = await openSection('create-workspace', 'Create production workspace');
  const nav = within(screen.getByRole('navigation', { name: 'Admin sections' }));
  const links = () =>
    nav
      .getAllByRole('link')
      .map((link) => [link.textContent, new URL(link.getAttribute('href') ?? '', 'http://x').search]);
  const groups = [
    ['Home', '?section=search'],
    ['Restrictions', '?section=account-quarantine'],
    ['Signups', '?section=sign-ups'],
    ['Audit log', '?section=audit-log'],
    ['Actions', '?section=create-workspace'],
  ];
  expect(links()).toEqual([
    ...groups,
    ['Create workspace', '?section=create-workspace'],
    ['User accounts', '?section=user-accounts'],
    ['Workspace owner', '?section=workspace-owner'],
  ]);
  expect(nav.getByRole('link', { name: 'Actions' })).toHaveAttribute('aria-current', 'true');
  await ui.click(nav.getByRole('link', { name: 'Restrictions' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Manage account quarantine' })).toBeVisible();
  expect(links()).toEqual([
    ...groups,
    ['Account quarantine', '?section=account-quarantine'],
    ['Workspace quarantine', '?section=workspace-quarantine'],
    ['Suspensions', '?section=suspensions'],
  ]);
  expect(router.state.location.search).toBe('?section=account-quarantine');
  expect(nav.getByRole('link', { name: 'Account quarantine' })).toHaveAttribute('aria-current', 'page');
});

test('[1.3] a session without staff rights sees one explanation, can log in again for the same page, and sends no requests', async () => {
  let requestCount = 0;
  server.use(
    adminFlag(true),
    mockCall(adminCalls.listQuarantinedUsers, () => ((requestCount += 1), errorResponse('NotAllowed'))),
  );
  const session = { startedAt: '2026-01-01T00:00:00.000Z', isStaff: false };
  const page = '/workspace-admin?section=account-quarantine';
  const { ui, externalUrls } = await visit(page, HttpResponse.json({ user: staffMember(), session }));
  expect(
    await screen.findByText('This login has no staff rights. Log in with your company account and its second factor.'),
  ).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Admin sections' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Use another account' })).toHaveAttribute('href', '/logout');
  expect(await findA11yViolations()).toEqual([]);
  await ui.click(screen.getByRole('button', { name: 'Log in again' }));
  expect(externalUrls).toEqual(['http://api.test/auth/login?fresh=1']);
  expect(sessionStorage.getItem('SI-LOGIN-REDIRECT')).toBe(page);
  expect(requestCount).toBe(0);
});

test('an account of another domain with the admin flag is not told to log in again', async () => {
  server.use(adminFlag(true));
  const session = { startedAt: '2026-01-01T00:00:00.000Z', isStaff: false };
  await visit('/workspace-admin', HttpResponse.json({ user: aUser(), session }));
  expect(await screen.findByText('Only staff accounts can open these pages.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Log in again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Use another account' })).toHaveAttribute('href', '/logout');
});

test('[1.3] the API decides about access: its error shows in the section', async () => {
  server.use(mockCall(adminCalls.findUsersByEmail, errorResponse('NotAllowed')));
  const { ui } = await openSection('user-accounts', 'User accounts');
  await ui.type(screen.getByLabelText('User email'), 'person@example.com{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/Lookup failed/);
});

test.each([
  ['create-workspace', 'Create production workspace'],
  ['user-accounts', 'User accounts'],
  ['account-quarantine', 'Manage account quarantine'],
  ['workspace-quarantine', 'Manage workspace quarantine'],
  ['suspensions', 'Manage user suspensions'],
  ['workspace-owner', 'Who owns this workspace?'],
  ['sign-ups', 'Weekly signup report'],
])('axe finds no violations in the section %s', async (section, heading) => {
  server.use(
    mockCall(adminCalls.listQuarantinedUsers, [aQuarantinedUser()]),
    mockCall(adminCalls.listSuspendedUsers, []),
    mockCall(adminCalls.listQuarantinedWorkspaces, { workspaces: [aQuarantinedWorkspace()], next: null }),
    mockCall(adminCalls.reportSignups, []),
    mockCall(adminCalls.countSignups, []),
  );
  await openSection(section, heading);
  expect(await findA11yViolations()).toEqual([]);
});
