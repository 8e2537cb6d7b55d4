import { memberCalls, workspaceCalls, type Workspace } from '@portal/contract';
import { screen, within } from '@testing-library/react';
import { on, server } from './support/api-server.ts';
import { aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const was = 'It was your default workspace.';
const leads = 'A login now leads';
const choose = 'To choose another, use “Make default” in a workspace’s menu.';

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
] as const)('as %s, one is told where a login leads, until one has chosen', async (role, button, ended) => {
  const [mine, other] = [
    aWorkspace({ displayName: 'Mine', instanceEnvType: 'SI' }),
    aWorkspace({ displayName: 'Other' }),
  ];
  const person = await end(role, button, [mine, { ...other, role: 'EDITOR' }]);
  expect(await screen.findByText(`${ended} ${was} ${leads} to Mine. ${choose}`)).toBeVisible();
  const chosen = { ...mine, isDefault: true };
  server.use(on(workspaceCalls.setDefault, chosen), on(workspaceCalls.listWorkspaces, [chosen, other]));
  await person.click(screen.getByRole('button', { name: 'Menu of Mine' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Make default' }));
  expect(await screen.findByText(`${ended} ${was}`)).toBeVisible();
});

test.each([
  ['none is left', [], 'here.'],
  ['the only one left is where it leads', [aWorkspace({ displayName: 'Mine', instanceEnvType: 'SI' })], 'to Mine.'],
  ['the only one left is hidden', [aWorkspace({ isHidden: true, role: 'EDITOR' })], 'here.'],
  ['the only one left is another’s', [aWorkspace({ role: 'EDITOR' })], `here. ${choose}`],
])('where %s, one is told what there is to do', async (_when, left, where) => {
  await end('OWNER', 'Delete Workspace', left);
  expect(await screen.findByText(`Old one was deleted. ${was} ${leads} ${where}`)).toBeVisible();
});
