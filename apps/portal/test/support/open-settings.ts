import { memberCalls, workspaceCalls, type Workspace } from '@portal/contract';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { mockCall, server } from './api-server.ts';
import { aMember, aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from './render-portal.tsx';
import { chooseAction } from './row-menu.ts';

export const owner = aMember({ email: 'zoe@example.com', role: 'OWNER' });
export const colleague = aMember({ email: 'ann@example.com' });

/** Opens the settings of a workspace with an owner and a colleague, and waits until the members are shown. */
export async function openSettings(overrides: Partial<Workspace> = {}) {
  const workspace = aWorkspace(overrides);
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(workspaceCalls.listWorkspaces, [workspace]),
    mockCall(memberCalls.listMembers, [colleague, owner]),
  );
  const portal = await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByText('ann@example.com');
  return { workspace, ...portal };
}

/** The email addresses of the rows of the members table, and of the invitations below it. */
export const listedEmails = () =>
  screen
    .getAllByRole('row')
    .filter((row) => within(row).queryAllByRole('columnheader').length === 0)
    .map((row) => within(row).getByText(/^\S+@\S+$/).textContent);

/** Cancels an invitation by the menu of its row, and confirms it in the dialog. */
export async function cancelInvitation(ui: UserEvent, email: string) {
  await chooseAction(ui, email, 'Cancel invitation');
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this invitation?' }));
  await ui.click(dialog.getByRole('button', { name: 'Cancel invitation' }));
}

/** What the page says about the last change. */
export const lastChange = () => screen.findByRole('group', { name: 'Last change' });

/** Removes a member by the menu of their row, and confirms it in the dialog. */
export async function removeMember(ui: UserEvent, email: string) {
  await chooseAction(ui, email, 'Remove from workspace');
  await confirmRemoval(ui);
}

/** Confirms the removal of a member in the open dialog. */
export async function confirmRemoval(ui: UserEvent) {
  await screen.findByRole('dialog', { name: 'Remove this member?' });
  await confirmInDialog(ui, 'Remove');
}

/** Clicks a button in the open dialog. The user of `visit` waits until the dialog shows what ends. */
export async function confirmInDialog(ui: UserEvent, name: string) {
  await ui.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
}
