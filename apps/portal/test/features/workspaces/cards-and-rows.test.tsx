import { workspaceCalls } from '@portal/contract';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { screen, waitFor } from '@testing-library/react';
import { mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { visit } from '../../support/render-portal.tsx';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

async function open(path: string, workspaces: readonly ReturnType<typeof aWorkspace>[]) {
  server.use(mockCall(workspaceCalls.listWorkspaces, [...workspaces]));
  const portal = await visit(path, aUser());
  await screen.findByRole('link', { name: workspaces[0]?.displayName ?? '' });
  return { ...portal, search: () => portal.router.state.location.search };
}

test('a list of any length can be shown as rows', async () => {
  const { ui, search } = await open('/workspaces', [aWorkspace({ displayName: 'Alone', description: 'A row' })]);
  await ui.click(screen.getByRole('button', { name: 'Show as rows' }));
  await waitFor(() => expect(document.querySelectorAll('.workspace-row')).toHaveLength(1));
  expect(document.querySelector('.workspace-row-header')).toHaveTextContent('NameHostRoleLast activity');
  const row = screen.getAllByRole('article')[0];
  for (const text of ['localhost:8080', 'Role: Owner']) expect(row).toHaveTextContent(text);
  expect(search()).toBe('?view=rows');
  skipDoubleClickGuard();
  await ui.click(screen.getByRole('button', { name: 'Show as cards' }));
  await waitFor(() => expect(document.querySelectorAll('.workspace-card')).toHaveLength(1));
  window.localStorage.removeItem('SI:WORKSPACE-LAYOUT');
});

test('cards and rows show the host and the owner only if they are not the same for all workspaces', async () => {
  const mine = aWorkspace({ displayName: 'Mine', lastActiveAt: hoursAgo(3) });
  const theirs = aWorkspace({ displayName: 'Theirs', role: 'EDITOR', instanceUrl: 'https://si.example.com' });
  const { ui } = await open('/workspaces', [mine, theirs]);
  const [first, second] = screen.getAllByRole('article');
  expect(first).toHaveTextContent('localhost:8080Role: OwnerActive 3h ago');
  expect(second).toHaveTextContent('si.example.com');
  expect(second).toHaveTextContent('Owner: Olga Owner');
  await ui.click(screen.getByRole('button', { name: 'Show as rows' }));
  await waitFor(() => expect(document.querySelectorAll('.workspace-row')).toHaveLength(2));
  expect(document.querySelector('.workspace-row-header')).toHaveTextContent('NameHostOwnerRoleLast activity');
  expect(screen.getAllByRole('article')[0]).toHaveTextContent('localhost:8080Owner: YouRole: Owner');
  window.localStorage.removeItem('SI:WORKSPACE-LAYOUT');
});

test('workspaces that we manage show no host, and a card without a description shows its creation', async () => {
  const managed = aWorkspace({ displayName: 'Managed', instanceEnvType: 'SI', instanceUrl: 'https://app.example.com' });
  await open('/workspaces', [{ ...managed, createdAt: '2026-03-02T12:00:00.000Z' }, aWorkspace()]);
  const [first, second] = screen.getAllByRole('article');
  expect(first).not.toHaveTextContent('app.example.com');
  expect(first).toHaveTextContent('Created March 2, 2026');
  expect(second).toHaveTextContent('localhost:8080');
});

test('cards of one host say when the workspace was last used', async () => {
  await open('/workspaces', [aWorkspace({ displayName: 'New' }), aWorkspace({ lastActiveAt: hoursAgo(3) })]);
  const texts = screen.getAllByRole('article').map(({ textContent }) => textContent);
  expect(texts.filter((text) => text.includes('localhost:8080'))).toEqual([]);
  expect(texts.filter((text) => text.includes('Not used yet'))).toHaveLength(1);
  expect(texts.filter((text) => text.includes('Active 3h ago'))).toHaveLength(1);
});
