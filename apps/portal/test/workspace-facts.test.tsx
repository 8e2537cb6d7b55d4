import { memberCalls, workspaceCalls, type Workspace } from '@portal/contract';
import { screen, within } from '@testing-library/react';
import { on, server } from './support/api-server.ts';
import { aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

async function facts(given: Partial<Workspace>) {
  const workspace = aWorkspace(given);
  server.use(on(workspaceCalls.getWorkspace, workspace), on(memberCalls.listMembers, []));
  const { person } = await visit(`/workspace/${workspace.id}`, aUser());
  // The heading stands above the placeholders already.
  await screen.findByText(workspace.id);
  const heading = screen.getByRole('heading', { level: 2, name: 'About this workspace' });
  const card = within(heading.closest('section') ?? document.body);
  return { workspace, person, card };
}

test('a workspace’s type, address, role and day can be read, and its id copied', async () => {
  const { workspace, person, card } = await facts({
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://si.example.com',
    role: 'EDITOR',
    createdAt: '2026-03-02T09:30:00.000Z',
  });
  for (const fact of ['Remote URL', 'https://si.example.com', 'Collaborator', 'March 2, 2026']) {
    expect(card.getByText(fact)).toBeVisible();
  }
  await person.click(card.getByRole('button', { name: 'Copy workspace ID' }));
  expect(await navigator.clipboard.readText()).toBe(workspace.id);
});
