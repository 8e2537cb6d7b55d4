import { memberCalls, workspaceCalls, type Workspace } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { mockCall, server } from '../../../support/api-server.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../../support/render-portal.tsx';

async function openWorkspaceInfo(overrides: Partial<Workspace>) {
  const workspace = aWorkspace(overrides);
  server.use(mockCall(workspaceCalls.getWorkspace, workspace), mockCall(memberCalls.listMembers, []));
  const { ui } = await visit(`/workspace/${workspace.id}`, aUser());
  // The heading already shows above the placeholders.
  await screen.findByText(workspace.id);
  const heading = screen.getByRole('heading', { level: 3, name: 'About this workspace' });
  const card = within(heading.closest('section') ?? document.body);
  return { workspace, ui, card };
}

test('a workspace shows its type, URL, role and creation date, and its ID can be copied', async () => {
  const { workspace, ui, card } = await openWorkspaceInfo({
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://si.example.com',
    role: 'EDITOR',
    createdAt: '2026-03-02T09:30:00.000Z',
  });
  for (const fact of ['Remote URL', 'https://si.example.com', 'Collaborator', 'March 2, 2026']) {
    expect(card.getByText(fact)).toBeVisible();
  }
  await ui.click(card.getByRole('button', { name: 'Copy workspace ID' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(workspace.id));
});
