import { staffCalls, supportCalls } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { on, server, type Received } from './support/api-server.ts';
import { anOwnedWorkspace, aQuarantinedUser, openSection, said } from './support/staff.ts';
import { aUserForStaff } from './support/support-desk.ts';

describe('locking out what is locked out already shows the terms, and changes what is changed of them', () => {
  const since = '2026-03-04T05:06:07.000Z';

  // @covers 2.workspace-admin-pa.4
  test('of an account', async () => {
    const seen: Received[] = [];
    const end = new Date(2099, 7, 14, 9).toISOString();
    const terms = { quarantinedAt: since, quarantineReason: 'Spam', quarantinedUntil: end };
    const user = aUserForStaff({ isQuarantined: true, ...terms });
    server.use(
      on(supportCalls.getUserForStaff, user),
      on(staffCalls.listQuarantinedUsers, []),
      on(staffCalls.quarantineUser, (received) => {
        seen.push(received);
        const ended = { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0 };
        return { userId: user.id, isQuarantined: true, quarantinedAt: since, reason: 'Spam', until: null, ended };
      }),
    );
    const { person } = await openSection('account-quarantine', 'Manage account quarantine');
    await person.type(screen.getByLabelText('User ID'), `${user.id}{Enter}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Change this quarantine' }));
    expect(dialog.getByLabelText(/^Reason/)).toHaveValue('Spam');
    expect(dialog.getByLabelText('Ends On')).toHaveValue('2099-08-14');
    await person.clear(dialog.getByLabelText('Ends On'));
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(seen.map(said)).toEqual([{ isQuarantined: true, reason: 'Spam', until: null }]);
  });

  // @covers 2.workspace-admin-pa.5
  test('of a workspace', async () => {
    const seen: Received[] = [];
    const workspace = anOwnedWorkspace({ quarantinedAt: since, quarantineReason: 'Mines coins' });
    server.use(
      on(staffCalls.lookUpWorkspaceOwner, workspace),
      on(staffCalls.quarantineWorkspace, (received) => {
        seen.push(received);
        return workspace;
      }),
    );
    const { person } = await openSection('workspace-quarantine', 'Manage workspace quarantine');
    await person.type(screen.getByLabelText('Workspace ID'), `${workspace.workspaceId}{Enter}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Change this quarantine' }));
    expect(dialog.getByLabelText(/^Reason/)).toHaveValue('Mines coins');
    await person.type(dialog.getByLabelText(/^Reason/), ', ticket 42');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(seen.map(said)).toEqual([{ isQuarantined: true, reason: 'Mines coins, ticket 42' }]);
  });
});

test('a lock that is undone in its row leaves the focus to the next row, the last one to the heading', async () => {
  const ended = { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0 };
  const users = ['one@example.com', 'other@example.com'].map((email) => aQuarantinedUser({ email }));
  server.use(
    on(staffCalls.listQuarantinedUsers, users),
    on(staffCalls.quarantineUser, ({ params }) => {
      server.use(on(staffCalls.listQuarantinedUsers, users.splice(0, 2).slice(1)));
      const userId = String(params.userId);
      return { userId, isQuarantined: false, quarantinedAt: null, reason: null, until: null, ended };
    }),
  );
  const { person } = await openSection('account-quarantine', 'Manage account quarantine');
  await person.click(await screen.findByRole('button', { name: 'Unquarantine one@example.com' }));
  await waitFor(() => expect(screen.getByText('other@example.com').closest('tr')).toHaveFocus());
  await person.click(screen.getByRole('button', { name: 'Unquarantine other@example.com' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Quarantined users' })).toHaveFocus());
});
