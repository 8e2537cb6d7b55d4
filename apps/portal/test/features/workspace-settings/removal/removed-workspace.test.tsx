import { authTokenCalls, memberCalls, workspaceCalls, type Workspace } from '@portal/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { portalApi } from '../../../../src/api/cache/portal-api.ts';
import { mockCall, errorResponse, server } from '../../../support/api-server.ts';
import { aMember, aUser, aWorkspace } from '@portal/contract/fixtures';
import { confirmInDialog } from '../../../support/open-settings.ts';
import { visit } from '../../../support/render-portal.tsx';

const user = aUser();
const missing = 'Workspace not found, or you do not have access to it.';
const settingsSubtitle = 'From here you can manage this workspace and invite users to be part of it.';

async function open(overrides: Partial<Workspace>) {
  const workspace = aWorkspace({ displayName: 'Old one', ...overrides });
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(workspaceCalls.listWorkspaces, [workspace]),
    mockCall(memberCalls.listMembers, [aMember({ role: 'OWNER' })]),
  );
  const portal = await visit('/workspaces', user);
  await screen.findByRole('heading', { name: 'One Workspace' });
  await act(() => portal.router.navigate('/profile'));
  await screen.findByRole('heading', { level: 1, name: 'Update Your Profile' });
  await act(() => portal.router.navigate(`/workspace/${workspace.id}`));
  await screen.findByRole('heading', { name: 'Old one' });
  return portal;
}

/** One step back skips the pages of the removed workspace, and their URLs redirect to the list. */
async function goBack({ path, router }: Awaited<ReturnType<typeof open>>, ended: string) {
  const settings = path();
  await screen.findByRole('heading', { name: 'Create A Workspace' });
  await act(() => router.navigate(-1));
  expect(path()).toBe('/profile');
  for (const page of [settings, `${settings}/tokens`]) {
    await act(() => router.navigate(page));
    await waitFor(() => expect(path()).toBe('/workspaces'));
    expect(await screen.findByText(ended)).toBeVisible();
    expect(screen.queryByText(missing)).toBeNull();
  }
}

test('one step back after deleting a workspace leads to the previous page, and its pages redirect to the list', async () => {
  const opened = await open({ role: 'OWNER' });
  const { ui } = opened;
  server.use(
    mockCall(workspaceCalls.deleteWorkspace, {}),
    mockCall(workspaceCalls.getWorkspace, errorResponse('WorkspaceNotFound')),
    mockCall(authTokenCalls.listAuthTokens, errorResponse('WorkspaceNotFound')),
  );
  await ui.click(await screen.findByRole('button', { name: 'Delete Workspace' }));
  const dialog = within(await screen.findByRole('dialog'));
  await ui.type(dialog.getByLabelText('Type the workspace name to confirm'), 'Old one');
  const back = goBack(opened, 'Old one was deleted.');
  await confirmInDialog(ui, 'Delete Workspace');
  await back;
});

test('one step back after leaving a workspace leads to the previous page, too', async () => {
  const opened = await open({ role: 'EDITOR' });
  const { ui } = opened;
  server.use(
    mockCall(memberCalls.leaveWorkspace, {}),
    mockCall(workspaceCalls.getWorkspace, errorResponse('WorkspaceNotFound')),
    mockCall(authTokenCalls.listAuthTokens, errorResponse('WorkspaceNotFound')),
  );
  await ui.click(await screen.findByRole('button', { name: 'Leave Workspace' }));
  const back = goBack(opened, 'You left Old one.');
  await confirmInDialog(ui, 'Leave Workspace');
  await back;
});

test('a link to a workspace that the user left does not mention it: they may have been invited again', async () => {
  const { ui, path } = await open({ role: 'EDITOR' });
  const page = path();
  server.use(
    mockCall(memberCalls.leaveWorkspace, {}),
    mockCall(workspaceCalls.getWorkspace, errorResponse('WorkspaceNotFound')),
  );
  await ui.click(await screen.findByRole('button', { name: 'Leave Workspace' }));
  await confirmInDialog(ui, 'Leave Workspace');
  await screen.findByText('You left Old one.');
  cleanup();
  await visit(page, user);
  expect(await screen.findByText(missing)).toBeVisible();
  expect(screen.queryByText('You left Old one.')).toBeNull();
});

test('a deletion by one user is not shown to the next user of the tab', async () => {
  const { ui, path } = await open({ role: 'EDITOR' });
  const page = path();
  server.use(
    mockCall(memberCalls.leaveWorkspace, {}),
    mockCall(workspaceCalls.getWorkspace, errorResponse('WorkspaceNotFound')),
  );
  await ui.click(await screen.findByRole('button', { name: 'Leave Workspace' }));
  await confirmInDialog(ui, 'Leave Workspace');
  await screen.findByText('You left Old one.');
  cleanup();
  await visit(page, aUser());
  expect(await screen.findByText(missing)).toBeVisible();
  expect(screen.queryByText('You left Old one.')).toBeNull();
});

test('a workspace that another user deleted meanwhile is hidden', async () => {
  const { store } = await open({ role: 'OWNER' });
  server.use(mockCall(workspaceCalls.getWorkspace, errorResponse('WorkspaceNotFound')));
  act(() => void store.dispatch(portalApi.util.invalidateTags(['Workspace'])));
  expect(await screen.findByText(missing)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Old one' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete Workspace' })).toBeNull();
});

test('a page whose workspace was deleted or closed to the user does not stay', async () => {
  const { ui } = await open({ role: 'OWNER' });
  await ui.type(await screen.findByLabelText('Description'), 'Ours');
  server.use(
    mockCall(workspaceCalls.updateWorkspace, errorResponse('WorkspaceNotFound')),
    mockCall(workspaceCalls.getWorkspace, errorResponse('WorkspaceNotFound')),
  );
  await ui.click(screen.getByRole('button', { name: 'Save Workspace' }));
  expect(await screen.findByRole('link', { name: 'Go to your workspaces' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Old one' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('a change that failed for another reason reloads nothing', async () => {
  const { ui } = await open({ role: 'OWNER' });
  let requestCount = 0;
  await ui.type(await screen.findByLabelText('Description'), 'Ours');
  server.use(
    mockCall(workspaceCalls.updateWorkspace, errorResponse('DatabaseUnavailable')),
    mockCall(workspaceCalls.getWorkspace, () => ((requestCount += 1), errorResponse('WorkspaceNotFound'))),
  );
  await ui.click(screen.getByRole('button', { name: 'Save Workspace' }));
  expect(await screen.findByText('The workspace was not saved')).toBeVisible();
  expect(requestCount).toBe(0);
});

test('a missing workspace links to the list and offers no retry', async () => {
  server.use(mockCall(workspaceCalls.getWorkspace, errorResponse('WorkspaceNotFound')));
  await visit('/workspace/01J', aUser());
  expect(await screen.findByText(missing)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Workspace Details' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to your workspaces' })).toHaveAttribute('href', '/workspaces');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.queryByText(settingsSubtitle)).toBeNull();
});

test('a workspace that could not be loaded can be retried', async () => {
  server.use(mockCall(workspaceCalls.getWorkspace, errorResponse('DatabaseUnavailable')));
  await visit('/workspace/01J', aUser());
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.getByText('The workspace could not be loaded')).toBeVisible();
});

test.each([
  ['the connection was lost', () => HttpResponse.error()],
  ['the API was unavailable', () => errorResponse('DatabaseUnavailable')],
])('a workspace that could not be loaded, because %s, appears once it can', async (_why, response) => {
  const workspace = aWorkspace({ displayName: 'Late one' });
  server.use(mockCall(workspaceCalls.getWorkspace, response), mockCall(memberCalls.listMembers, []));
  await visit(`/workspace/${workspace.id}`, aUser());
  expect(await screen.findByText('The workspace could not be loaded')).toBeVisible();
  server.use(mockCall(workspaceCalls.getWorkspace, workspace));
  expect(await screen.findByRole('heading', { name: 'Late one' })).toBeVisible();
});

test.each(['OWNER', 'APPROVER'] as const)('an %s sees that they can invite', async (role) => {
  await open({ role });
  expect(screen.getByText(settingsSubtitle)).toBeVisible();
});

test('[2.workspace-details.2] a collaborator also sees what they can do', async () => {
  await open({ role: 'EDITOR' });
  expect(screen.getByText(new RegExp(settingsSubtitle))).toHaveTextContent(
    /As a Collaborator you can see the workspace and its members, or leave it/,
  );
});
