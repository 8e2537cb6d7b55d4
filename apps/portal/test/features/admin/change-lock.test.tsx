import { adminCalls } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { mockCall, server, type ReceivedRequest } from '../../support/api-server.ts';
import {
  aWorkspaceWithOwner,
  aQuarantinedUser,
  clickTwice,
  openSection,
  bodyOf,
  noWorkspaces,
} from '../../support/admin.ts';
import { aUserForStaff } from '../../support/admin-fixtures.ts';

describe('locking what is already locked shows the terms and changes the edited ones', () => {
  const since = '2026-03-04T05:06:07.000Z';

  // @covers 2.workspace-admin-pa.4
  test('of an account', async () => {
    const requests: ReceivedRequest[] = [];
    const end = new Date(2099, 7, 14, 9).toISOString();
    const terms = { quarantinedAt: since, quarantineReason: 'Spam', quarantinedUntil: end };
    const user = aUserForStaff({ isQuarantined: true, ...terms });
    server.use(
      mockCall(adminCalls.getUserForStaff, user),
      mockCall(adminCalls.listQuarantinedUsers, []),
      mockCall(adminCalls.quarantineUser, (received) => {
        requests.push(received);
        const ended = { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0 };
        return { userId: user.id, isQuarantined: true, quarantinedAt: since, reason: 'Spam', until: null, ended };
      }),
    );
    const { ui } = await openSection('account-quarantine', 'Manage account quarantine');
    await ui.type(screen.getByLabelText('User ID'), `${user.id}{Enter}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Change this quarantine' }));
    expect(dialog.getByLabelText(/^Reason/)).toHaveValue('Spam');
    expect(dialog.getByLabelText('Ends on')).toHaveValue('2099-08-14');
    await ui.clear(dialog.getByLabelText('Ends on'));
    await ui.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests.map(bodyOf)).toEqual([{ isQuarantined: true, reason: 'Spam', until: null }]);
  });

  // @covers 2.workspace-admin-pa.5
  test('of a workspace', async () => {
    const requests: ReceivedRequest[] = [];
    const workspace = aWorkspaceWithOwner({ quarantinedAt: since, quarantineReason: 'Mines coins' });
    server.use(
      mockCall(adminCalls.listQuarantinedWorkspaces, noWorkspaces),
      mockCall(adminCalls.lookUpWorkspaceOwner, workspace),
      mockCall(adminCalls.quarantineWorkspace, (received) => {
        requests.push(received);
        return workspace;
      }),
    );
    const { ui } = await openSection('workspace-quarantine', 'Manage workspace quarantine');
    await ui.type(screen.getByLabelText('Workspace ID'), `${workspace.workspaceId}{Enter}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Change this quarantine' }));
    expect(dialog.getByLabelText(/^Reason/)).toHaveValue('Mines coins');
    await ui.type(dialog.getByLabelText(/^Reason/), ', ticket 42');
    await ui.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests.map(bodyOf)).toEqual([{ isQuarantined: true, reason: 'Mines coins, ticket 42' }]);
  });
});

test('lifting a lock moves the focus to the next row, and the last one to the heading', async () => {
  const ended = { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0 };
  const users = ['one@example.com', 'other@example.com'].map((email) => aQuarantinedUser({ email }));
  server.use(
    mockCall(adminCalls.listQuarantinedUsers, users),
    mockCall(adminCalls.quarantineUser, ({ params }) => {
      server.use(mockCall(adminCalls.listQuarantinedUsers, users.splice(0, 2).slice(1)));
      const userId = String(params.userId);
      return { userId, isQuarantined: false, quarantinedAt: null, reason: null, until: null, ended };
    }),
  );
  const { ui } = await openSection('account-quarantine', 'Manage account quarantine');
  await screen.findByRole('button', { name: 'Unquarantine one@example.com' });
  await clickTwice(ui, 'Unquarantine one@example.com');
  await waitFor(() => expect(screen.getByText('other@example.com').closest('tr')).toHaveFocus());
  await clickTwice(ui, 'Unquarantine other@example.com');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Quarantined users' })).toHaveFocus());
});
