import { authTokenCalls, memberCalls, workspaceCalls, type Workspace } from '@portal/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { portalApi } from '../src/api/portal-api.ts';
import { on, refusal, server } from './support/api-server.ts';
import { aMember, aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const user = aUser();
const missing = 'This workspace does not exist, was closed by support, or you are not a member of it.';
const managing = 'From here you can manage this workspace and invite users to be part of it.';

async function open(given: Partial<Workspace>) {
  const workspace = aWorkspace({ displayName: 'Old one', ...given });
  server.use(
    on(workspaceCalls.getWorkspace, workspace),
    on(workspaceCalls.listWorkspaces, [workspace]),
    on(memberCalls.listMembers, [aMember({ role: 'OWNER' })]),
  );
  const portal = await visit('/workspaces', user);
  await screen.findByRole('heading', { name: 'One Workspace' });
  await act(() => portal.router.navigate('/profile'));
  await screen.findByRole('heading', { level: 1, name: 'Update Your Profile' });
  await act(() => portal.router.navigate(`/workspace/${workspace.id}`));
  await screen.findByRole('heading', { name: 'Old one' });
  return portal;
}

/** One step back after a workspace ended leads to the page before its own, and the address of one of its pages to the list. */
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

test('one step back after deleting a workspace leads to where the user was before, and its pages lead to the list', async () => {
  const opened = await open({ role: 'OWNER' });
  const { person } = opened;
  server.use(
    on(workspaceCalls.deleteWorkspace, {}),
    on(workspaceCalls.getWorkspace, refusal('WorkspaceNotFound')),
    on(authTokenCalls.listAuthTokens, refusal('WorkspaceNotFound')),
  );
  await person.click(await screen.findByRole('button', { name: 'Delete Workspace' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.type(dialog.getByLabelText('Type the name of the workspace'), 'Old one');
  const back = goBack(opened, 'Old one was deleted.');
  await person.click(dialog.getByRole('button', { name: 'Delete Workspace' }));
  await back;
});

test('so does one step back after leaving a workspace', async () => {
  const opened = await open({ role: 'EDITOR' });
  const { person } = opened;
  server.use(
    on(memberCalls.leaveWorkspace, {}),
    on(workspaceCalls.getWorkspace, refusal('WorkspaceNotFound')),
    on(authTokenCalls.listAuthTokens, refusal('WorkspaceNotFound')),
  );
  await person.click(await screen.findByRole('button', { name: 'Leave Workspace' }));
  const back = goBack(opened, 'You left Old one.');
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave Workspace' }));
  await back;
});

test('a link to a workspace that the user left before says nothing of that: they may have been invited again', async () => {
  const { person, path } = await open({ role: 'EDITOR' });
  const page = path();
  server.use(on(memberCalls.leaveWorkspace, {}), on(workspaceCalls.getWorkspace, refusal('WorkspaceNotFound')));
  await person.click(await screen.findByRole('button', { name: 'Leave Workspace' }));
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave Workspace' }));
  await screen.findByText('You left Old one.');
  cleanup();
  await visit(page, user);
  expect(await screen.findByText(missing)).toBeVisible();
  expect(screen.queryByText('You left Old one.')).toBeNull();
});

test('what one user deleted is not shown to another who logs in in the same tab', async () => {
  const { person, path } = await open({ role: 'EDITOR' });
  const page = path();
  server.use(on(memberCalls.leaveWorkspace, {}), on(workspaceCalls.getWorkspace, refusal('WorkspaceNotFound')));
  await person.click(await screen.findByRole('button', { name: 'Leave Workspace' }));
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave Workspace' }));
  await screen.findByText('You left Old one.');
  cleanup();
  await visit(page, aUser());
  expect(await screen.findByText(missing)).toBeVisible();
  expect(screen.queryByText('You left Old one.')).toBeNull();
});

test('a workspace that somebody else deleted meanwhile is shown no more', async () => {
  const { store } = await open({ role: 'OWNER' });
  server.use(on(workspaceCalls.getWorkspace, refusal('WorkspaceNotFound')));
  act(() => void store.dispatch(portalApi.util.invalidateTags(['Workspace'])));
  expect(await screen.findByText(missing)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Old one' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete Workspace' })).toBeNull();
});

test('a page whose workspace turns out to be gone, or closed to whoever sees it, does not stay', async () => {
  const { person } = await open({ role: 'OWNER' });
  await person.type(await screen.findByLabelText('Description'), 'Ours');
  server.use(
    on(workspaceCalls.updateWorkspace, refusal('WorkspaceNotFound')),
    on(workspaceCalls.getWorkspace, refusal('WorkspaceNotFound')),
  );
  await person.click(screen.getByRole('button', { name: 'Save Workspace' }));
  expect(await screen.findByRole('link', { name: 'Go to your workspaces' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Old one' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('a change that failed otherwise asks for nothing again', async () => {
  const { person } = await open({ role: 'OWNER' });
  let asked = 0;
  await person.type(await screen.findByLabelText('Description'), 'Ours');
  server.use(
    on(workspaceCalls.updateWorkspace, refusal('DatabaseUnavailable')),
    on(workspaceCalls.getWorkspace, () => ((asked += 1), refusal('WorkspaceNotFound'))),
  );
  await person.click(screen.getByRole('button', { name: 'Save Workspace' }));
  expect(await screen.findByText('The workspace was not saved')).toBeVisible();
  expect(asked).toBe(0);
});

test('a workspace that is not there offers the list, not another try', async () => {
  server.use(on(workspaceCalls.getWorkspace, refusal('WorkspaceNotFound')));
  await visit('/workspace/01J', aUser());
  expect(await screen.findByText(missing)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Workspace Details' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to your workspaces' })).toHaveAttribute('href', '/workspaces');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.queryByText(managing)).toBeNull();
});

test('a workspace that could not be asked for can be asked for again', async () => {
  server.use(on(workspaceCalls.getWorkspace, refusal('DatabaseUnavailable')));
  await visit('/workspace/01J', aUser());
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.getByText('The workspace could not be loaded')).toBeVisible();
});

test.each([
  ['the connection was lost', () => HttpResponse.error()],
  ['the service was away', () => refusal('DatabaseUnavailable')],
])('a workspace that could not be asked for, since %s, shows by itself once it can', async (_why, answer) => {
  const workspace = aWorkspace({ displayName: 'Late one' });
  server.use(on(workspaceCalls.getWorkspace, answer), on(memberCalls.listMembers, []));
  await visit(`/workspace/${workspace.id}`, aUser());
  expect(await screen.findByText('The workspace could not be loaded')).toBeVisible();
  server.use(on(workspaceCalls.getWorkspace, workspace));
  expect(await screen.findByRole('heading', { name: 'Late one' })).toBeVisible();
});

test.each(['OWNER', 'APPROVER'] as const)('an %s reads that they can invite', async (role) => {
  await open({ role });
  expect(screen.getByText(managing)).toBeVisible();
});

test('a collaborator reads what they can do', async () => {
  await open({ role: 'EDITOR' });
  expect(screen.getByText('From here you can see this workspace and its members, or leave it.')).toBeVisible();
  expect(screen.queryByText(managing)).toBeNull();
});
