import { memberCalls } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mockCall, server } from '../../support/api-server.ts';
import { confirmInDialog, openSettings } from '../../support/open-settings.ts';

test.each(['EDITOR', 'APPROVER'] as const)(
  '[5.workspace.8] an %s sees Save Workspace disabled, with the reason',
  async (role) => {
    await openSettings({ role });
    const save = screen.getByRole('button', { name: 'Save Workspace' });
    expect(save).toHaveAttribute('aria-disabled', 'true');
    expect(save).toHaveAccessibleDescription('Only the owner can change these details.');
    expect(screen.getByText('Only the owner can change these details.')).toBeVisible();
    expect(screen.getByLabelText(/Display Name/)).toBeDisabled();
    // A request would fail the test, because it has no handler.
    await userEvent.setup().click(save);
  },
);

test('[6.2] a collaborator can only view and leave', async () => {
  const { ui, path } = await openSettings({ role: 'EDITOR' });
  expect(screen.getByLabelText(/Display Name/)).toBeDisabled();
  expect(screen.queryByLabelText('Role of ann@example.com')).toBeNull();
  expect(screen.getByRole('row', { name: /ann@example.com/ })).toHaveTextContent('Collaborator');
  for (const name of ['Delete Workspace', 'Add User To Workspace', 'Actions for ann@example.com']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'Email', 'Role']);
  expect(screen.getByText('The owner and approvers can invite and remove people.')).toBeVisible();
  server.use(mockCall(memberCalls.leaveWorkspace, {}));
  await ui.click(screen.getByRole('button', { name: 'Leave Workspace' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByText(/default workspace/)).toBeNull();
  await confirmInDialog(ui, 'Leave Workspace');
  await waitFor(() => expect(path()).toBe('/workspaces'));
});
