import { accessCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { screen, within } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { createGate } from '../../support/gate.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { anAccessSummary } from '../../support/fixtures.ts';
import { colleague, confirmInDialog, confirmRemoval, openSettings, owner } from '../../support/open-settings.ts';

const startedAt = '2026-01-01T00:00:00.000Z';
const tokens = ['Deploy', 'Backup'].map((name, index) => ({
  id: `01J9ZQ4F3T5V7X9A1C3E5G7J9${index}`,
  name,
  creatorNickname: 'ann',
  lastUsedAt: index === 0 ? startedAt : null,
}));
const access = anAccessSummary({
  authTokens: tokens,
  authTokenCount: 12,
  instanceSessions: [{ nickname: 'ann', startedAt }],
  instanceSessionCount: 1,
});

test('the removal of a member lists their tokens by name with the last use, and their instance sessions', async () => {
  const { ui } = await openSettings();
  let requested: unknown;
  server.use(
    mockCall(accessCalls.getMemberAccess, ({ params }) => {
      requested = params['userId'];
      return access;
    }),
    mockCall(memberCalls.removeMember, [owner]),
    mockCall(memberCalls.listMembers, [owner]),
  );
  await ui.click(screen.getByRole('button', { name: `Remove ${colleague.email}` }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this member?' }));
  expect(dialog.getByText(colleague.email)).toBeVisible();
  const list = within(await dialog.findByRole('region', { name: 'API tokens that stop working' }));
  expect(list.getByText('API tokens that stop working (12)')).toBeVisible();
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^DeployLast used /) as string,
    'BackupNever used',
  ]);
  expect(list.getByText('and 10 more')).toBeVisible();
  const sessions = within(dialog.getByRole('region', { name: 'Instance sessions that end' }));
  expect(sessions.getByRole('listitem')).toHaveTextContent(/^ann/);
  expect(requested).toBe(colleague.userId);
  await confirmRemoval(ui);
  expect(await screen.findByText(owner.email)).toBeVisible();
});

test('a workspace cannot be deleted before the dialog shows what ends', async () => {
  const { ui, workspace } = await openSettings();
  const gate = createGate();
  let isDeleted = false;
  server.use(
    mockCall(accessCalls.getWorkspaceAccess, access, gate.wait),
    mockCall(workspaceCalls.deleteWorkspace, () => {
      isDeleted = true;
      return {};
    }),
  );
  await ui.click(screen.getByRole('button', { name: 'Delete Workspace' }));
  const dialog = within(await screen.findByRole('dialog'));
  await ui.type(dialog.getByLabelText('Type the workspace name to confirm'), `${workspace.displayName}{Enter}`);
  await ui.click(dialog.getByRole('button', { name: 'Delete Workspace' }));
  gate.open();
  expect(await dialog.findByText('Deploy by ann')).toBeVisible();
  expect(isDeleted).toBe(false);
  await confirmInDialog(ui, 'Delete Workspace');
  expect(await screen.findByText(`${workspace.displayName} was deleted.`)).toBeVisible();
});

test('deleting a workspace names the members whose tokens stop working', async () => {
  const { ui } = await openSettings();
  server.use(mockCall(accessCalls.getWorkspaceAccess, access));
  await ui.click(screen.getByRole('button', { name: 'Delete Workspace' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Deploy by ann')).toBeVisible();
});

test('leaving a workspace lists one’s own tokens, or says that there are none', async () => {
  const { ui } = await openSettings({ role: 'EDITOR' });
  await ui.click(screen.getByRole('button', { name: 'Leave Workspace' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('There are no active API tokens or instance sessions.')).toBeVisible();
  await ui.click(dialog.getByRole('button', { name: 'Cancel' }));
  server.use(mockCall(accessCalls.getMemberAccess, access));
  skipDoubleClickGuard();
  // An open dialog hides the rest of the page.
  await ui.click(await screen.findByRole('button', { name: 'Leave Workspace' }));
  expect(await within(await screen.findByRole('dialog')).findByText('Backup')).toBeVisible();
});

test('a list that could not be loaded does not prevent the removal', async () => {
  const { ui } = await openSettings();
  server.use(
    mockCall(accessCalls.getMemberAccess, errorResponse('TooManyRequests')),
    mockCall(memberCalls.removeMember, [owner]),
  );
  await ui.click(screen.getByRole('button', { name: `Remove ${colleague.email}` }));
  expect(await screen.findByText('Tokens and sessions could not be loaded')).toBeVisible();
  await confirmRemoval(ui);
});
