import { adminCalls } from '@portal/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { selectUser } from '../../../src/api/session.api.ts';
import { paths } from '../../../src/lib/paths.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { mockCall, errorResponse, server, type ReceivedRequest } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import {
  aWorkspaceWithOwner,
  aUserAccount,
  staffAuthor,
  tableHeaders,
  openSection,
  tableRows,
  bodyOf,
} from '../../support/admin.ts';
import { aUserForStaff } from '../../support/admin-fixtures.ts';

const workspaceId = ulid();
const userId = ulid();

describe('[2.workspace-admin-pa.2] a production workspace', () => {
  const open = () => openSection('create-workspace', 'Create production workspace');

  // @covers 2.workspace-admin-pa.2
  test('is created by email, and the page shows its ID and its owner’s', async () => {
    const requests: ReceivedRequest[] = [];
    server.use(
      mockCall(adminCalls.setUpProductionWorkspace, (received) => {
        requests.push(received);
        return { workspaceId, userId, emailed: 'queued' as const };
      }),
    );
    const { ui } = await open();
    await ui.type(screen.getByLabelText('User email'), ' New@Example.com {Enter}');
    const notice = await screen.findByText('Workspace created for new@example.com');
    expect(notice.closest('[role=status]')).toHaveTextContent(new RegExp(`${workspaceId}.*${userId}`));
    expect(screen.getByRole('button', { name: 'Copy workspace ID' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Workspace' })).toHaveAttribute('href', paths.adminWorkspace(workspaceId));
    expect(screen.getByRole('link', { name: 'Owner' })).toHaveAttribute('href', paths.adminUser(userId));
    expect(requests.map(bodyOf)).toEqual([{ userEmail: 'new@example.com' }]);
    expect(screen.getByLabelText('User email')).toHaveValue('');
    expect(screen.getByRole('button', { name: 'Create by email' })).toHaveAttribute('aria-disabled', 'true');
  });

  // @covers 2.workspace-admin-pa.2
  test('is created by user ID', async () => {
    const requests: ReceivedRequest[] = [];
    server.use(
      mockCall(adminCalls.setUpProductionWorkspaceByUserId, (received) => {
        requests.push(received);
        return { workspaceId, userId, emailed: 'queued' as const };
      }),
    );
    const { ui } = await open();
    await ui.type(screen.getByLabelText('User ID'), userId);
    await ui.click(screen.getByRole('button', { name: 'Create by user ID' }));
    expect(await screen.findByText(`Workspace created for ${userId}`)).toBeVisible();
    expect(requests[0]?.body).toMatchObject({ userId });
  });

  test('says that the owner is not emailed today, and how they get it', async () => {
    const result = { workspaceId, userId, emailed: 'limit' } as const;
    server.use(
      mockCall(adminCalls.setUpProductionWorkspace, result),
      mockCall(adminCalls.setUpProductionWorkspaceByUserId, result),
    );
    const { ui } = await open();
    const limit = 'We can’t email them today, because a daily limit is reached.';
    await ui.type(screen.getByLabelText('User email'), 'new@example.com{Enter}');
    const byEmail = await screen.findByText('Workspace created for new@example.com');
    expect(byEmail.closest('[role=alert]')).toHaveTextContent(`${limit} After logging in, they can request the link.`);
    expect(await findA11yViolations()).toEqual([]);
    await ui.type(screen.getByLabelText('User ID'), `${userId}{Enter}`);
    const byUserId = await screen.findByText(`Workspace created for ${userId}`);
    expect(byUserId.closest('[role=alert]')).toHaveTextContent(`${limit} The workspace is in their list.`);
  });

  test('is not created for an invalid email or an unknown user', async () => {
    server.use(mockCall(adminCalls.setUpProductionWorkspaceByUserId, errorResponse('UserNotFound')));
    const { ui } = await open();
    await ui.type(screen.getByLabelText('User email'), 'unknown{Enter}');
    expect(await screen.findByText('Invalid email')).toBeVisible();
    await ui.type(screen.getByLabelText('User ID'), `${userId}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(/The workspace was not created/);
    expect(screen.getByLabelText('User ID')).toHaveValue(userId);
    server.use(mockCall(adminCalls.setUpProductionWorkspace, { workspaceId, userId, emailed: 'queued' }));
    await ui.clear(screen.getByLabelText('User email'));
    await ui.type(screen.getByLabelText('User email'), 'new@example.com{Enter}');
    expect(await screen.findByText('Workspace created for new@example.com')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('[5.admin.1] [9.3] accepts an email or user ID of at most 500 characters', async () => {
    const { ui } = await open();
    for (const label of ['User email', 'User ID']) {
      await ui.click(screen.getByLabelText(label));
      await ui.paste('x'.repeat(501));
      expect(screen.getByLabelText(label)).toHaveValue('x'.repeat(500));
    }
  });
});

describe('[2.workspace-admin-pa.3] the lookup by email', () => {
  const open = () => openSection('user-accounts', 'User accounts');
  const lookUp = async (...users: ReturnType<typeof aUserAccount>[]) => {
    server.use(mockCall(adminCalls.findUsersByEmail, { data: users }));
    const portal = await open();
    await portal.ui.type(screen.getByLabelText('User email'), 'Person@Example.com{Enter}');
    await screen.findByRole('table', { name: 'Accounts found', busy: false });
    return portal;
  };

  // @covers 2.workspace-admin-pa.3
  test('shows every account with the email, with its IDs to copy', async () => {
    const since = new Date(Date.now() - 7_200_000).toISOString();
    const one = aUserAccount({
      auth0Id: 'github|1',
      isQuarantined: true,
      quarantinedAt: since,
      quarantineReason: 'Spam',
      quarantinedBy: staffAuthor,
    });
    const other = aUserAccount({ auth0Id: null, emailVerified: false });
    await lookUp(one, other);
    await waitFor(() =>
      expect(tableRows('Accounts found')).toEqual([
        [one.id, 'github|1', one.email, 'Yes2h agoSpam, by sam@systeminit.com', 'No', 'None', ''],
        [other.id, 'Invited', `${other.email}Unverified`, 'No', 'No', 'None', ''],
      ]),
    );
    expect(tableHeaders('Accounts found').slice(0, 6)).toEqual([
      'User ID',
      'Auth0 ID',
      'Email',
      'Is Quarantined?',
      'Is Suspended?',
      'Billing',
    ]);
    expect(screen.getAllByRole('button', { name: 'Copy user ID' })).toHaveLength(2);
    const links = screen.getAllByRole('link', { name: one.email });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([one, other].map(({ id }) => paths.adminUser(id)));
    expect(await findA11yViolations()).toEqual([]);
  });

  test.each([
    ['none', null, false, 'None'],
    ['pending', null, false, 'Setting upNo payment details'],
    ['trialing', '2026-03-04T12:00:00.000Z', false, 'TrialUntil March 4, 2026No payment details'],
    ['active', null, true, 'ActiveCard on file'],
    ['active', '2026-03-04T12:00:00.000Z', true, 'ActiveUntil March 4, 2026Card on file'],
    ['pastDue', null, true, 'Payment failedCard on file'],
    ['paused', null, false, 'PausedNo payment details'],
    ['ended', '2026-03-04T12:00:00.000Z', true, 'EndedSince March 4, 2026Card on file'],
  ] as const)('shows billing that is %s until %s, card: %s', async (state, endingAt, paymentDetailsSet, shown) => {
    await lookUp(aUserAccount({ billing: { state, endingAt, paymentDetailsSet } }));
    await waitFor(() => expect(tableRows('Accounts found')[0]?.[5]).toBe(shown));
  });

  test('shows that no accounts have the email', async () => {
    await lookUp();
    expect(await screen.findByText('No accounts with this email')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Search for “person”' })).toHaveAttribute(
      'href',
      '/workspace-admin?q=person',
    );
  });

  // @covers 2.workspace-admin-pa.3
  test('is in the URL, for sharing, a reload and the back button', async () => {
    const user = aUserAccount();
    const { ui, router } = await lookUp(user);
    await waitFor(() => expect(tableRows('Accounts found')).toHaveLength(1));
    expect(router.state.location.search).toBe('?section=user-accounts&email=person%40example.com');
    server.use(
      mockCall(adminCalls.getUserForStaff, aUserForStaff({ id: user.id })),
      mockCall(adminCalls.listWorkspacesOfUser, { workspaces: [], next: null }),
    );
    await ui.click(screen.getByRole('link', { name: user.email }));
    await screen.findByRole('heading', { level: 1, name: 'Pat Person' });
    await act(() => router.navigate(-1));
    await waitFor(() => expect(tableRows('Accounts found')).toHaveLength(1));
    expect(screen.getByLabelText('User email')).toHaveValue('person@example.com');
  });

  test('[5.admin.4] is disabled while the field is empty', async () => {
    const { ui } = await open();
    const button = screen.getByRole('button', { name: 'Look up' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await ui.type(screen.getByLabelText('User email'), '  ');
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await ui.type(screen.getByLabelText('User email'), 'a');
    expect(button).not.toHaveAttribute('aria-disabled');
  });

  test('locks a user from their row and shows it at once', async () => {
    const user = aUserAccount({ auth0Id: 'github|1' });
    const suspendedAt = new Date().toISOString();
    const { ui } = await lookUp(user);
    server.use(
      mockCall(adminCalls.findUsersByEmail, { data: [{ ...user, isSuspended: true, suspendedAt }] }),
      mockCall(adminCalls.suspendUser, {
        userId: user.id,
        isSuspended: true,
        suspendedAt,
        reason: null,
        until: null,
        ended: { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0 },
      }),
    );
    await ui.click(await screen.findByRole('button', { name: 'Actions for github|1' }));
    const suspend = await screen.findByRole('menuitem', { name: 'Suspend...' });
    expect(suspend).toHaveClass('text-error');
    await ui.click(suspend);
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend this account?' }));
    expect(dialog.getByText(user.email)).toBeVisible();
    await ui.type(dialog.getByLabelText(/^Reason/), 'Has not paid');
    await ui.click(dialog.getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText(`${user.email} is suspended`)).toBeVisible();
    await waitFor(() => expect(tableRows('Accounts found')[0]?.[4]).toMatch(/^Yes/));
  });

  test('[3.8] shows the end, reason and author of a lock', async () => {
    await lookUp(
      aUserAccount({
        isSuspended: true,
        suspendedAt: new Date(Date.now() - 7_200_000).toISOString(),
        suspendedUntil: '2099-08-14T12:00:00.000Z',
        suspensionReason: 'Has not paid',
        suspendedBy: staffAuthor,
      }),
    );
    await waitFor(() =>
      expect(tableRows('Accounts found')[0]?.[4]).toBe(
        'Yes2h agoHas not paid, by sam@systeminit.comUntil August 14, 2099',
      ),
    );
  });

  test('does not let staff lock themselves', async () => {
    const { ui, store } = await lookUp();
    const me = aUserAccount({ id: selectUser(store.getState())?.id ?? '', auth0Id: 'github|me' });
    server.use(mockCall(adminCalls.findUsersByEmail, { data: [me] }));
    await screen.findByText('No accounts with this email');
    await ui.click(screen.getByRole('button', { name: 'Look up' }));
    await waitFor(() => expect(tableRows('Accounts found')[0]?.[6]).toBe('You'));
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  });

  test('keeps what is typed while the page moves to the lookup', async () => {
    server.use(mockCall(adminCalls.findUsersByEmail, { data: [aUserAccount()] }));
    await open();
    const field = screen.getByLabelText('User email');
    fireEvent.change(field, { target: { value: 'person@example.com' } });
    fireEvent.click(screen.getByRole('button', { name: 'Look up' }));
    fireEvent.change(field, { target: { value: 'next@example.com' } });
    await screen.findByRole('table', { name: 'Accounts found', busy: false });
    expect(field).toHaveValue('next@example.com');
  });

  test('unlocks a user from their row', async () => {
    const user = aUserAccount({ auth0Id: 'github|1', isQuarantined: true, quarantinedAt: '2026-01-01T00:00:00.000Z' });
    const { ui } = await lookUp(user);
    server.use(
      mockCall(adminCalls.quarantineUser, errorResponse('UserNotFound')),
      mockCall(adminCalls.findUsersByEmail, { data: [aUserAccount()] }),
    );
    const unquarantine = async () => {
      await ui.click(await screen.findByRole('button', { name: 'Actions for github|1' }));
      await ui.click(await screen.findByRole('menuitem', { name: 'Unquarantine' }));
    };
    await unquarantine();
    expect(await screen.findByRole('alert')).toHaveTextContent(/No changes were made/);
    server.use(
      mockCall(adminCalls.quarantineUser, {
        userId: user.id,
        isQuarantined: false,
        quarantinedAt: null,
        reason: null,
        until: null,
        ended: { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0 },
      }),
    );
    skipDoubleClickGuard();
    await unquarantine();
    expect(await screen.findByText(`${user.email} is no longer quarantined.`)).toBeVisible();
    await waitFor(() => expect(tableRows('Accounts found')[0]?.[3]).toBe('No'));
  });
});

describe('[2.workspace-admin-pa.7] who owns this workspace', () => {
  const open = () => openSection('workspace-owner', 'Who owns this workspace?');
  const lookUp = async (workspace: ReturnType<typeof aWorkspaceWithOwner>) => {
    const requests: ReceivedRequest[] = [];
    server.use(
      mockCall(adminCalls.lookUpWorkspaceOwner, (received) => {
        requests.push(received);
        return workspace;
      }),
    );
    const portal = await open();
    await portal.ui.type(screen.getByLabelText('Workspace ID'), `${workspace.workspaceId.toLowerCase()}{Enter}`);
    await screen.findByText(workspace.email);
    return { ...portal, seen: requests };
  };

  // @covers 2.workspace-admin-pa.7
  test('[3.9] shows first name, last name, email, display name and instance URL', async () => {
    const workspace = aWorkspaceWithOwner({ lastName: null });
    const { seen: requests, router } = await lookUp(workspace);
    expect(router.state.location.search).toBe(`?section=workspace-owner&id=${workspace.workspaceId}`);
    expect(tableHeaders('Owner')).toEqual(['First Name', 'Last Name', 'Email', 'Display Name', 'Instance Url']);
    expect(tableRows('Owner')).toEqual([['Olga', '', 'olga@example.com', 'Playground', 'https://app.systeminit.com']]);
    expect(requests[0]?.params.workspaceId).toBe(workspace.workspaceId);
    expect(screen.getByRole('link', { name: workspace.email })).toHaveAttribute(
      'href',
      paths.adminUser(workspace.ownerId),
    );
    expect(screen.getByRole('link', { name: 'Playground' })).toHaveAttribute(
      'href',
      paths.adminWorkspace(workspace.workspaceId),
    );
    expect(screen.getByText(workspace.ownerId)).toBeVisible();
    expect(screen.queryByText('Deleted')).toBeNull();
  });

  test('shows why a workspace is quarantined, and by whom', async () => {
    await lookUp(
      aWorkspaceWithOwner({
        quarantinedAt: '2026-01-01T00:00:00.000Z',
        quarantineReason: 'Mines coins',
        quarantinedBy: { userId: ulid(), email: 'sam@systeminit.com' },
      }),
    );
    expect(screen.getByText(/by sam@systeminit.com: Mines coins/)).toBeVisible();
  });

  test('restores a deleted workspace within 30 days, after a second click', async () => {
    const deletedAt = new Date(Date.now() - 29 * 86_400_000).toISOString();
    const workspace = aWorkspaceWithOwner({ deletedAt });
    const { ui } = await lookUp(workspace);
    server.use(mockCall(adminCalls.restoreWorkspace, errorResponse('WorkspaceNotRestorable')));
    const restore = async () => {
      const button = screen.getByRole('button', { name: 'Restore workspace' });
      await ui.click(button);
      skipDoubleClickGuard();
      await ui.click(button);
    };
    await restore();
    expect(await screen.findByText('The workspace was not restored')).toBeVisible();
    server.use(
      mockCall(adminCalls.restoreWorkspace, { ...workspace, deletedAt: null }),
      mockCall(adminCalls.lookUpWorkspaceOwner, { ...workspace, deletedAt: null }),
    );
    skipDoubleClickGuard();
    await restore();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore workspace' })).toBeNull());
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('does not restore a workspace that was deleted earlier', async () => {
    await lookUp(aWorkspaceWithOwner({ deletedAt: '2020-01-01T00:00:00.000Z' }));
    expect(screen.getByText(/can no longer be restored/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Restore workspace' })).toBeNull();
  });

  test('[9.2] reports an unknown ID; the field takes 26 characters and is disabled while empty', async () => {
    server.use(mockCall(adminCalls.lookUpWorkspaceOwner, errorResponse('WorkspaceNotFound')));
    const { ui } = await open();
    const field = screen.getByLabelText('Workspace ID');
    expect(screen.getByRole('button', { name: 'Look up' })).toHaveAttribute('aria-disabled', 'true');
    await ui.type(field, `${workspaceId}Z`);
    expect(field).toHaveValue(workspaceId);
    await ui.click(screen.getByRole('button', { name: 'Look up' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/Lookup failed/);
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('keeps the last character of an ID that is pasted with spaces', async () => {
    const { ui } = await open();
    await ui.click(screen.getByLabelText('Workspace ID'));
    await ui.paste(`\t${workspaceId}\n`);
    expect(screen.getByLabelText('Workspace ID')).toHaveValue(workspaceId);
  });
});
