import { memberCalls, workspaceCalls, type Workspace } from '@portal/contract';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { mockCall, server } from './api-server.ts';
import { aMember, aUser, aWorkspace } from './fixtures.ts';
import { visit } from './render-portal.tsx';

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

/** Removes a member by the button in their row, and confirms it in the dialog. */
export async function removeMember(ui: UserEvent, email: string) {
  await ui.click(await screen.findByRole('button', { name: `Remove ${email}` }));
  await confirmRemoval(ui);
}

/** Confirms the removal of a member in the open dialog. */
export async function confirmRemoval(ui: UserEvent) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this member?' }));
  await ui.click(dialog.getByRole('button', { name: 'Remove' }));
}
