import { memberCalls, workspaceCalls, type Workspace } from '@portal/contract';
import { screen, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { mockCall, server } from '../../support/api-server.ts';
import { createGate } from '../../support/gate.ts';
import { confirmInDialog } from '../../support/open-settings.ts';
import { paginatedHandler } from '../../support/paginated-handler.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';

const removedDefaultText = 'It was your default workspace.';
const landingText = 'After logging in, you now land';
/** Without a default workspace a login leads to this one. */
const ownedWorkspace = aWorkspace({ displayName: 'Mine', instanceEnvType: 'SI' });
const changeDefaultText = 'To choose another, use “Make default” in a workspace’s menu.';

/** Deletes or leaves the default workspace; `left` are the remaining ones. */
async function removeDefault(role: Workspace['role'], button: string, left: Workspace[] | HttpHandler) {
  const workspace = aWorkspace({ displayName: 'Old one', isDefault: true, role });
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    Array.isArray(left) ? mockCall(workspaceCalls.listWorkspaces, left) : left,
    mockCall(workspaceCalls.deleteWorkspace, {}),
    mockCall(memberCalls.listMembers, []),
    mockCall(memberCalls.leaveWorkspace, {}),
  );
  const { ui } = await visit(`/workspace/${workspace.id}`, aUser());
  await ui.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('This is the default workspace you land in after logging in.')).toBeVisible();
  if (role === 'OWNER') await ui.type(dialog.getByRole('textbox'), 'Old one');
  await confirmInDialog(ui, button);
  return ui;
}

test.each([
  ['OWNER', 'Delete Workspace', 'Old one was deleted.'],
  ['EDITOR', 'Leave Workspace', 'You left Old one.'],
] as const)('as %s, the user sees where a login leads until they choose a default', async (role, button, ended) => {
  const [ownedWorkspace, other] = [
    aWorkspace({ displayName: 'Mine', instanceEnvType: 'SI' }),
    aWorkspace({ displayName: 'Other' }),
  ];
  const ui = await removeDefault(role, button, [ownedWorkspace, { ...other, role: 'EDITOR' }]);
  expect(
    await screen.findByText(`${ended} ${removedDefaultText} ${landingText} in Mine. ${changeDefaultText}`),
  ).toBeVisible();
  const chosen = { ...ownedWorkspace, isDefault: true };
  server.use(mockCall(workspaceCalls.setDefault, chosen), mockCall(workspaceCalls.listWorkspaces, [chosen, other]));
  await ui.click(await screen.findByRole('button', { name: 'Mine actions' }));
  await ui.click(await screen.findByRole('menuitem', { name: 'Make default' }));
  expect(
    await screen.findByText('“Mine” is now your default workspace', { selector: '[role=status] *' }),
  ).toBeInTheDocument();
  expect(await screen.findByText(`${ended} ${removedDefaultText}`)).toBeVisible();
});

test.each([
  ['no workspace is left', [], 'on this page.'],
  ['the only one left is the default', [ownedWorkspace], 'in Mine.'],
  ['the only one left is hidden', [aWorkspace({ isHidden: true, role: 'EDITOR' })], 'on this page.'],
  ['the default is hidden', [{ ...ownedWorkspace, isHidden: true }], 'in Mine (hidden).'],
  [
    'the only one left belongs to another owner',
    [aWorkspace({ role: 'EDITOR' })],
    `on this page. ${changeDefaultText}`,
  ],
])('when %s, the user sees what to do', async (_when, left, where) => {
  await removeDefault('OWNER', 'Delete Workspace', left);
  expect(await screen.findByText(`Old one was deleted. ${removedDefaultText} ${landingText} ${where}`)).toBeVisible();
});

test('an incomplete list does not claim where a login leads', async () => {
  const restGate = createGate();
  const rows = [aWorkspace({ displayName: 'First' }), ownedWorkspace];
  const before = (offset: number) => (offset > 0 ? restGate.wait() : undefined);
  await removeDefault(
    'OWNER',
    'Delete Workspace',
    paginatedHandler(workspaceCalls.listWorkspaces, { rows, pageSize: 1, beforePage: before }),
  );
  await screen.findByRole('link', { name: /First/ });
  expect(screen.getByText(`Old one was deleted. ${removedDefaultText}`)).toBeVisible();
  restGate.open();
  expect(
    await screen.findByText(`Old one was deleted. ${removedDefaultText} ${landingText} in Mine. ${changeDefaultText}`),
  ).toBeVisible();
});
