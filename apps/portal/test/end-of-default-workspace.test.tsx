import { memberCalls, workspaceCalls, type Workspace } from '@portal/contract';
import { screen, within } from '@testing-library/react';
import { on, server } from './support/api-server.ts';
import { aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const next = 'It was your default workspace. To choose another, use “Make default” in a workspace’s menu.';

/** Ends the person's default workspace, after which these are left. */
async function end(role: Workspace['role'], button: string, left: Workspace[]) {
  const workspace = aWorkspace({ displayName: 'Old one', isDefault: true, role });
  server.use(
    on(workspaceCalls.getWorkspace, workspace),
    on(workspaceCalls.listWorkspaces, left),
    on(workspaceCalls.deleteWorkspace, {}),
    on(memberCalls.listMembers, []),
    on(memberCalls.leaveWorkspace, {}),
  );
  const { person } = await visit(`/workspace/${workspace.id}`, aUser());
  await person.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('It is your default workspace, to which a login leads.')).toBeVisible();
  if (role === 'OWNER') await person.type(dialog.getByRole('textbox'), 'Old one');
  await person.click(dialog.getByRole('button', { name: button }));
  return person;
}

test.each([
  ['OWNER', 'Delete Workspace', 'Old one was deleted.'],
  ['EDITOR', 'Leave Workspace', 'You left Old one.'],
] as const)('as %s, one is told how to choose another, until one has', async (role, button, ended) => {
  const other = aWorkspace();
  const person = await end(role, button, [other]);
  expect(await screen.findByText(`${ended} ${next}`)).toBeVisible();
  const chosen = { ...other, isDefault: true };
  server.use(on(workspaceCalls.setDefault, chosen), on(workspaceCalls.listWorkspaces, [chosen]));
  await person.click(screen.getByRole('button', { name: /^Menu of/ }));
  await person.click(await screen.findByRole('menuitem', { name: 'Make default' }));
  expect(await screen.findByText(ended)).toBeVisible();
});

test.each([
  ['none is left', []],
  ['what is left is hidden', [aWorkspace({ isHidden: true })]],
])('where %s, there is nothing to choose', async (_when, left) => {
  await end('OWNER', 'Delete Workspace', left);
  // The list is there by then.
  await screen.findByRole('heading', { name: 'Create A Workspace' });
  expect(screen.getByText('Old one was deleted.')).toBeVisible();
});
