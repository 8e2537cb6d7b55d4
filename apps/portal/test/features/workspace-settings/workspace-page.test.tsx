import { memberCalls, workspaceCalls, type Workspace } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { mockCall, server } from '../../support/api-server.ts';
import { createGate } from '../../support/gate.ts';
import { aMember, aUser, aWorkspace } from '@portal/contract/fixtures';
import { confirmInDialog } from '../../support/open-settings.ts';
import { visit } from '../../support/render-portal.tsx';

const owner = aMember({ email: 'zoe@example.com', role: 'OWNER' });

async function open(overrides: Partial<Workspace> = {}) {
  const workspace = aWorkspace(overrides);
  server.use(mockCall(workspaceCalls.getWorkspace, workspace), mockCall(memberCalls.listMembers, [owner]));
  const portal = await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByText(owner.email);
  return { workspace, ...portal };
}

test('[2.workspace-details.1] [2.workspace-details.2] an existing workspace is titled by its name once it is loaded', async () => {
  const workspace = aWorkspace({ displayName: 'Ours' });
  const gate = createGate();
  server.use(mockCall(workspaceCalls.getWorkspace, workspace, gate.wait), mockCall(memberCalls.listMembers, [owner]));
  await visit(`/workspace/${workspace.id}`, aUser());
  expect(await screen.findByRole('heading', { level: 1, name: 'Workspace Details' })).toBeVisible();
  gate.open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Ours' })).toBeVisible();
  expect(screen.getByText('From here you can manage this workspace and invite users to be part of it.')).toBeVisible();
});

test('[2.workspace-details.7] the save button shows that changes are being applied', async () => {
  const { ui, workspace } = await open();
  const gate = createGate();
  server.use(mockCall(workspaceCalls.updateWorkspace, { ...workspace, description: 'Ours' }, gate.wait));
  await ui.type(screen.getByLabelText('Description'), 'Ours');
  await ui.click(screen.getByRole('button', { name: 'Save Workspace' }));
  expect(await screen.findByRole('button', { name: 'Applying...' })).toBeVisible();
  gate.open();
  expect(await screen.findByText('Workspace saved')).toBeVisible();
});

test('the success of a save disappears when the form is edited', async () => {
  const { ui, workspace } = await open();
  server.use(mockCall(workspaceCalls.updateWorkspace, { ...workspace, description: 'Ours' }));
  const description = screen.getByLabelText('Description');
  await ui.type(description, 'Ours');
  await ui.click(screen.getByRole('button', { name: 'Save Workspace' }));
  expect(await screen.findByText('Workspace saved')).toBeVisible();
  await ui.type(description, '!');
  expect(screen.getByRole('button', { name: 'Save Workspace' })).toBeVisible();
});

test('[2.workspace-details.9] an owner can invite a user, go to the workspace and delete it', async () => {
  const { workspace } = await open();
  expect(screen.getByLabelText('User Email to Grant Workspace Access')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add User To Workspace' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to workspace' })).toHaveAttribute(
    'href',
    `/workspace/${workspace.id}/go`,
  );
  expect(screen.getByRole('button', { name: 'Delete Workspace' })).toBeVisible();
});

test.each(['APPROVER', 'EDITOR'] as const)(
  '[2.workspace-details.9] an %s cannot delete the workspace',
  async (role) => {
    await open({ role });
    expect(screen.getByRole('button', { name: 'Leave Workspace' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete Workspace' })).toBeNull();
  },
);

test('[2.workspace-details.9] [4.workspace-creation.4] deleting requires the name, then leads back to the list', async () => {
  const { ui, path } = await open({ displayName: 'Old one' });
  const gate = createGate();
  server.use(mockCall(workspaceCalls.deleteWorkspace, {}, gate.wait), mockCall(workspaceCalls.listWorkspaces, []));
  await ui.click(screen.getByRole('button', { name: 'Delete Workspace' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Delete Workspace' })).toHaveAttribute('aria-disabled', 'true');
  await ui.type(dialog.getByLabelText('Type the workspace name to confirm'), 'Old one');
  await confirmInDialog(ui, 'Delete Workspace');
  expect(await dialog.findByRole('button', { name: 'Deleting...' })).toBeVisible();
  gate.open();
  await waitFor(() => expect(path()).toBe('/workspaces'));
  expect(await screen.findByRole('heading', { name: 'Create A Workspace' })).toBeVisible();
  expect(await screen.findByText('Old one was deleted.')).toBeVisible();
});
