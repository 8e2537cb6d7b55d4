import { staffCalls, supportCalls } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { knownUser } from '../src/api/session.api.ts';
import { paths } from '../src/navigation/paths.ts';
import { findFaults } from './support/find-faults.ts';
import { on, refusal, server, type Received } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { anOwnedWorkspace, aStaffUser, by, headersOf, openSection, rowsOf, said } from './support/staff.ts';
import { aUserForStaff } from './support/support-desk.ts';

const workspaceId = ulid();
const userId = ulid();

describe('[2.workspace-admin-pa.2] a production workspace', () => {
  const open = () => openSection('create-workspace', 'Create production workspace');

  // @covers 2.workspace-admin-pa.2
  test('is created by e-mail, and the page tells its id and its owner’s', async () => {
    const seen: Received[] = [];
    server.use(
      on(staffCalls.setUpProductionWorkspace, (received) => {
        seen.push(received);
        return { workspaceId, userId };
      }),
    );
    const { person } = await open();
    await person.type(screen.getByLabelText('User Email'), ' New@Example.com {Enter}');
    const told = await screen.findByText('The workspace is created for new@example.com');
    expect(told.closest('[role=status]')).toHaveTextContent(new RegExp(`${workspaceId}.*${userId}`));
    expect(screen.getByRole('button', { name: 'Copy workspace ID' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Workspace' })).toHaveAttribute('href', paths.adminWorkspace(workspaceId));
    expect(screen.getByRole('link', { name: 'Owner' })).toHaveAttribute('href', paths.adminUser(userId));
    expect(seen.map(said)).toEqual([{ userEmail: 'new@example.com' }]);
    expect(screen.getByLabelText('User Email')).toHaveValue('');
    expect(screen.getByRole('button', { name: 'Create By Email' })).toHaveAttribute('aria-disabled', 'true');
  });

  // @covers 2.workspace-admin-pa.2
  test('is created by user id', async () => {
    const seen: Received[] = [];
    server.use(
      on(staffCalls.setUpProductionWorkspaceByUserId, (received) => {
        seen.push(received);
        return { workspaceId, userId };
      }),
    );
    const { person } = await open();
    await person.type(screen.getByLabelText('User ID'), userId);
    await person.click(screen.getByRole('button', { name: 'Create By User ID' }));
    expect(await screen.findByText(`The workspace is created for ${userId}`)).toBeVisible();
    expect(seen[0]?.body).toMatchObject({ userId });
  });

  test('is not created for an address that is none, nor for somebody who does not exist', async () => {
    server.use(on(staffCalls.setUpProductionWorkspaceByUserId, refusal('UserNotFound')));
    const { person } = await open();
    await person.type(screen.getByLabelText('User Email'), 'nobody{Enter}');
    expect(await screen.findByText('Invalid email')).toBeVisible();
    await person.type(screen.getByLabelText('User ID'), `${userId}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(/The workspace was not created/);
    expect(screen.getByLabelText('User ID')).toHaveValue(userId);
    server.use(on(staffCalls.setUpProductionWorkspace, { workspaceId, userId }));
    await person.clear(screen.getByLabelText('User Email'));
    await person.type(screen.getByLabelText('User Email'), 'new@example.com{Enter}');
    expect(await screen.findByText('The workspace is created for new@example.com')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('[5.admin.1] [9.3] is for somebody whose e-mail or user id has 500 characters at most', async () => {
    const { person } = await open();
    for (const label of ['User Email', 'User ID']) {
      await person.click(screen.getByLabelText(label));
      await person.paste('x'.repeat(501));
      expect(screen.getByLabelText(label)).toHaveValue('x'.repeat(500));
    }
  });
});

describe('[2.workspace-admin-pa.3] the look-up by e-mail', () => {
  const open = () => openSection('user-accounts', 'User accounts');
  const lookUp = async (...users: ReturnType<typeof aStaffUser>[]) => {
    server.use(on(staffCalls.findUsersByEmail, { data: users }));
    const portal = await open();
    await portal.person.type(screen.getByLabelText('User Email'), 'Person@Example.com{Enter}');
    await screen.findByRole('table', { name: 'Accounts found', busy: false });
    return portal;
  };

  // @covers 2.workspace-admin-pa.3
  test('shows every identity that has the address, with its ids to copy', async () => {
    const since = new Date(Date.now() - 7_200_000).toISOString();
    const one = aStaffUser({
      auth0Id: 'github|1',
      isQuarantined: true,
      quarantinedAt: since,
      quarantineReason: 'Spam',
      quarantinedBy: by,
    });
    const other = aStaffUser({ auth0Id: null, emailVerified: false });
    await lookUp(one, other);
    await waitFor(() =>
      expect(rowsOf('Accounts found')).toEqual([
        [one.id, 'github|1', one.email, 'Yes2h agoSpam, by sam@systeminit.com', 'No', 'None', ''],
        [other.id, 'Only invited', `${other.email}Unverified`, 'No', 'No', 'None', ''],
      ]),
    );
    expect(headersOf('Accounts found').slice(0, 6)).toEqual([
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
    expect(await findFaults()).toEqual([]);
  });

  test.each([
    ['none', null, false, 'None'],
    ['pending', null, false, 'Being set upNo payment details'],
    ['trialing', '2026-03-04T12:00:00.000Z', false, 'TrialUntil March 4, 2026No payment details'],
    ['active', null, true, 'ActivePayment details set'],
    ['active', '2026-03-04T12:00:00.000Z', true, 'ActiveUntil March 4, 2026Payment details set'],
    ['pastDue', null, true, 'Payment failedPayment details set'],
    ['paused', null, false, 'PausedNo payment details'],
    ['ended', '2026-03-04T12:00:00.000Z', true, 'EndedSince March 4, 2026Payment details set'],
  ] as const)('shows billing that is %s until %s, card: %s', async (state, endingAt, paymentDetailsSet, shown) => {
    await lookUp(aStaffUser({ billing: { state, endingAt, paymentDetailsSet } }));
    await waitFor(() => expect(rowsOf('Accounts found')[0]?.[5]).toBe(shown));
  });

  test('says so when nobody has the address', async () => {
    await lookUp();
    expect(await screen.findByText('Nobody has this address')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Search for “person”' })).toHaveAttribute(
      'href',
      '/workspace-admin?q=person',
    );
  });

  // @covers 2.workspace-admin-pa.3
  test('stands in the address, for a colleague, a reload and the way back', async () => {
    const user = aStaffUser();
    const { person, router } = await lookUp(user);
    await waitFor(() => expect(rowsOf('Accounts found')).toHaveLength(1));
    expect(router.state.location.search).toBe('?section=user-accounts&email=person%40example.com');
    server.use(
      on(supportCalls.getUserForStaff, aUserForStaff({ id: user.id })),
      on(supportCalls.listWorkspacesOfUser, { workspaces: [], next: null }),
    );
    await person.click(screen.getByRole('link', { name: user.email }));
    await screen.findByRole('heading', { level: 1, name: 'Pat Person' });
    await act(() => router.navigate(-1));
    await waitFor(() => expect(rowsOf('Accounts found')).toHaveLength(1));
    expect(screen.getByLabelText('User Email')).toHaveValue('person@example.com');
  });

  test('[5.admin.4] is disabled while the field is empty', async () => {
    const { person } = await open();
    const button = screen.getByRole('button', { name: 'Look Up' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await person.type(screen.getByLabelText('User Email'), '  ');
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await person.type(screen.getByLabelText('User Email'), 'a');
    expect(button).not.toHaveAttribute('aria-disabled');
  });

  test('locks somebody out from their row, and shows at once that it is so', async () => {
    const user = aStaffUser({ auth0Id: 'github|1' });
    const suspendedAt = new Date().toISOString();
    const { person } = await lookUp(user);
    server.use(
      on(staffCalls.findUsersByEmail, { data: [{ ...user, isSuspended: true, suspendedAt }] }),
      on(staffCalls.suspendUser, {
        userId: user.id,
        isSuspended: true,
        suspendedAt,
        reason: null,
        until: null,
        ended: { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0 },
      }),
    );
    await person.click(await screen.findByRole('button', { name: 'Actions for github|1' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Suspend...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend this account?' }));
    expect(dialog.getByText(user.email)).toBeVisible();
    await person.type(dialog.getByLabelText(/^Reason/), 'Has not paid');
    await person.click(dialog.getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText(`${user.email} is suspended`)).toBeVisible();
    await waitFor(() => expect(rowsOf('Accounts found')[0]?.[4]).toMatch(/^Yes/));
  });

  test('[3.8] says until when somebody is locked out, why and by whom', async () => {
    await lookUp(
      aStaffUser({
        isSuspended: true,
        suspendedAt: new Date(Date.now() - 7_200_000).toISOString(),
        suspendedUntil: '2099-08-14T12:00:00.000Z',
        suspensionReason: 'Has not paid',
        suspendedBy: by,
      }),
    );
    await waitFor(() =>
      expect(rowsOf('Accounts found')[0]?.[4]).toBe('Yes2h agoHas not paid, by sam@systeminit.comuntil 8/14/2099'),
    );
  });

  test('offers nobody to lock themself out', async () => {
    const { person, store } = await lookUp();
    const me = aStaffUser({ id: knownUser(store.getState())?.id ?? '', auth0Id: 'github|me' });
    server.use(on(staffCalls.findUsersByEmail, { data: [me] }));
    await screen.findByText('Nobody has this address');
    await person.click(screen.getByRole('button', { name: 'Look Up' }));
    await waitFor(() => expect(rowsOf('Accounts found')[0]?.[6]).toBe('You'));
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  });

  test('lets somebody in again from their row', async () => {
    const user = aStaffUser({ auth0Id: 'github|1', isQuarantined: true, quarantinedAt: '2026-01-01T00:00:00.000Z' });
    const { person } = await lookUp(user);
    server.use(
      on(staffCalls.quarantineUser, refusal('UserNotFound')),
      on(staffCalls.findUsersByEmail, { data: [aStaffUser()] }),
    );
    const unquarantine = async () => {
      await person.click(await screen.findByRole('button', { name: 'Actions for github|1' }));
      await person.click(await screen.findByRole('menuitem', { name: 'Unquarantine' }));
    };
    await unquarantine();
    expect(await screen.findByRole('alert')).toHaveTextContent(/Nothing was changed/);
    server.use(
      on(staffCalls.quarantineUser, {
        userId: user.id,
        isQuarantined: false,
        quarantinedAt: null,
        reason: null,
        until: null,
        ended: { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0 },
      }),
    );
    pastDoubleClick();
    await unquarantine();
    expect(await screen.findByText(`${user.email} is no longer quarantined.`)).toBeVisible();
    await waitFor(() => expect(rowsOf('Accounts found')[0]?.[3]).toBe('No'));
  });
});

describe('[2.workspace-admin-pa.7] who owns this workspace', () => {
  const open = () => openSection('workspace-owner', 'Who owns this workspace?');
  const lookUp = async (workspace: ReturnType<typeof anOwnedWorkspace>) => {
    const seen: Received[] = [];
    server.use(
      on(staffCalls.lookUpWorkspaceOwner, (received) => {
        seen.push(received);
        return workspace;
      }),
    );
    const portal = await open();
    await portal.person.type(screen.getByLabelText('Workspace ID'), `${workspace.workspaceId.toLowerCase()}{Enter}`);
    await screen.findByText(workspace.email);
    return { ...portal, seen };
  };

  // @covers 2.workspace-admin-pa.7
  test('[3.9] is told with first name, last name, e-mail, display name and instance address', async () => {
    const workspace = anOwnedWorkspace({ lastName: null });
    const { seen, router } = await lookUp(workspace);
    expect(router.state.location.search).toBe(`?section=workspace-owner&id=${workspace.workspaceId}`);
    expect(headersOf('Owner')).toEqual(['First Name', 'Last Name', 'Email', 'Display Name', 'Instance Url']);
    expect(rowsOf('Owner')).toEqual([['Olga', '', 'olga@example.com', 'Playground', 'https://app.systeminit.com']]);
    expect(seen[0]?.params.workspaceId).toBe(workspace.workspaceId);
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

  test('tells why a workspace is quarantined, and who did it', async () => {
    await lookUp(
      anOwnedWorkspace({
        quarantinedAt: '2026-01-01T00:00:00.000Z',
        quarantineReason: 'Mines coins',
        quarantinedBy: { userId: ulid(), email: 'sam@systeminit.com' },
      }),
    );
    expect(screen.getByText(/by sam@systeminit.com: Mines coins/)).toBeVisible();
  });

  test('a deleted workspace is restored within 30 days, after a second click', async () => {
    const deletedAt = new Date(Date.now() - 29 * 86_400_000).toISOString();
    const workspace = anOwnedWorkspace({ deletedAt });
    const { person } = await lookUp(workspace);
    server.use(on(staffCalls.restoreWorkspace, refusal('WorkspaceNotRestorable')));
    const restore = async () => {
      const button = screen.getByRole('button', { name: 'Restore Workspace' });
      await person.click(button);
      pastDoubleClick();
      await person.click(button);
    };
    await restore();
    expect(await screen.findByText('The workspace was not restored')).toBeVisible();
    server.use(
      on(staffCalls.restoreWorkspace, { ...workspace, deletedAt: null }),
      on(staffCalls.lookUpWorkspaceOwner, { ...workspace, deletedAt: null }),
    );
    pastDoubleClick();
    await restore();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore Workspace' })).toBeNull());
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('a workspace that was deleted earlier can’t be restored', async () => {
    await lookUp(anOwnedWorkspace({ deletedAt: '2020-01-01T00:00:00.000Z' }));
    expect(screen.getByText(/can no longer be restored/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Restore Workspace' })).toBeNull();
  });

  test('[9.2] an id that nothing has is said; the field takes 26 characters, and is disabled while empty', async () => {
    server.use(on(staffCalls.lookUpWorkspaceOwner, refusal('WorkspaceNotFound')));
    const { person } = await open();
    const field = screen.getByLabelText('Workspace ID');
    expect(screen.getByRole('button', { name: 'Look Up' })).toHaveAttribute('aria-disabled', 'true');
    await person.type(field, `${workspaceId}Z`);
    expect(field).toHaveValue(workspaceId);
    await person.click(screen.getByRole('button', { name: 'Look Up' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/The look-up failed/);
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('an id that is pasted with space around it keeps its last character', async () => {
    const { person } = await open();
    await person.click(screen.getByLabelText('Workspace ID'));
    await person.paste(`\t${workspaceId}\n`);
    expect(screen.getByLabelText('Workspace ID')).toHaveValue(workspaceId);
  });
});
