import { auditCalls, memberCalls, workspaceCalls, type Workspace, type WorkspaceAuditEntry } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { ulid } from 'ulid';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { mockCall, server } from '../../../support/api-server.ts';
import { visit } from '../../../support/render-portal.tsx';

const zoe = { userId: ulid(), nickname: 'zoe', email: 'zoe@example.com' };

const anEntry = (occurredAt = '2026-01-01T00:00:00.000Z'): WorkspaceAuditEntry => ({
  id: ulid(),
  sequence: 1,
  occurredAt,
  action: 'createWorkspace',
  bySupport: false,
  actor: zoe,
  token: null,
  subject: null,
  details: null,
});

async function open(entries: WorkspaceAuditEntry[], overrides: Partial<Workspace> = {}) {
  const workspace = aWorkspace(overrides);
  let requests = 0;
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, []),
    mockCall(auditCalls.listWorkspaceAuditEntries, () => {
      requests++;
      return { entries, next: null };
    }),
  );
  const portal = await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByRole('heading', { name: 'Members' });
  return { workspace, requestCount: () => requests, ...portal };
}

test('the settings show the newest entries on demand, and lead to all of them', async () => {
  const { ui, workspace, requestCount } = await open(Array.from({ length: 8 }, () => anEntry()));
  const showButton = await screen.findByRole('button', { name: 'Show activity' });
  expect(screen.getByRole('link', { name: 'All activity' })).toHaveAttribute(
    'href',
    `/workspace/${workspace.id}/activity`,
  );
  expect(requestCount()).toBe(0);
  await ui.click(showButton);
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(5));
  expect(screen.getAllByRole('listitem')[0]?.querySelector('p')).toHaveTextContent('zoe created the workspace');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Activity' })).toHaveFocus());
});

test('how long ago a change was is short, because it is in a column', async () => {
  const { ui } = await open([anEntry(new Date(Date.now() - 9.5 * 60_000).toISOString())]);
  await ui.click(await screen.findByRole('button', { name: 'Show activity' }));
  expect(await screen.findByText('9m ago')).toBeVisible();
});

test('an approver sees the activity', async () => {
  await open([], { role: 'APPROVER' });
  expect(await screen.findByRole('button', { name: 'Show activity' })).toBeVisible();
});

test('an editor does not see the activity', async () => {
  await open([], { role: 'EDITOR' });
  expect(screen.queryByRole('button', { name: 'Show activity' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'All activity' })).toBeNull();
});
