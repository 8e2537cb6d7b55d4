import { memberCalls } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { on, server } from './support/api-server.ts';
import { openSettings } from './support/settings-page.ts';

test.each(['EDITOR', 'APPROVER'] as const)(
  '[5.workspace.8] an %s finds Save Workspace disabled, with the reason',
  async (role) => {
    const { person } = await openSettings({ role });
    const save = screen.getByRole('button', { name: 'Save Workspace' });
    expect(save).toHaveAttribute('aria-disabled', 'true');
    expect(save).toHaveAccessibleDescription('Only the owner can change these details.');
    expect(screen.getByText('Only the owner can change these details.')).toBeVisible();
    expect(screen.getByLabelText(/Display Name/)).toBeDisabled();
    // A request would fail the test: nobody answers it.
    await person.click(save);
  },
);

test('[6.2] a collaborator can look and leave, no more', async () => {
  const { person, path } = await openSettings({ role: 'EDITOR' });
  expect(screen.getByLabelText(/Display Name/)).toBeDisabled();
  expect(screen.getByLabelText('Role of ann@example.com')).toBeDisabled();
  for (const name of ['Delete Workspace', 'Add User To Workspace', 'Remove ann@example.com']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Email', 'Role']);
  expect(screen.getByText('Approvers invite and remove people, too.')).toBeVisible();
  server.use(on(memberCalls.leaveWorkspace, {}));
  await person.click(screen.getByRole('button', { name: 'Leave Workspace' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByText(/default workspace/)).toBeNull();
  await person.click(dialog.getByRole('button', { name: 'Leave Workspace' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
});
