import { memberCalls, workspaceCalls, type Workspace } from '@portal/contract';
import { screen, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { on, server } from './support/api-server.ts';
import { aGate } from './support/gate.ts';
import { inPages } from './support/in-pages.ts';
import { aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const was = 'It was your default workspace.';
const leads = 'A login now leads';
/** A login leads there where there is no default workspace. */
const mine = aWorkspace({ displayName: 'Mine', instanceEnvType: 'SI' });
const choose = 'To choose another, use “Make default” in a workspace’s menu.';

/** Ends the person's default workspace, after which these are left. */
async function end(role: Workspace['role'], button: string, left: Workspace[] | HttpHandler) {
  const workspace = aWorkspace({ displayName: 'Old one', isDefault: true, role });
  server.use(
    on(workspaceCalls.getWorkspace, workspace),
    Array.isArray(left) ? on(workspaceCalls.listWorkspaces, left) : left,
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
  ['the only one left is where it leads', [mine], 'to Mine.'],
  ['the only one left is hidden', [aWorkspace({ isHidden: true, role: 'EDITOR' })], 'here.'],
  ['where it leads is hidden', [{ ...mine, isHidden: true }], 'to Mine (hidden).'],
  ['the only one left is another’s', [aWorkspace({ role: 'EDITOR' })], `here. ${choose}`],
])('where %s, one is told what there is to do', async (_when, left, where) => {
  await end('OWNER', 'Delete Workspace', left);
  expect(await screen.findByText(`Old one was deleted. ${was} ${leads} ${where}`)).toBeVisible();
});

test('where a login leads is not told of a part of a long list', async () => {
  const rest = aGate();
  const rows = [aWorkspace({ displayName: 'First' }), mine];
  const before = (begin: number) => (begin > 0 ? rest.wait() : undefined);
  await end('OWNER', 'Delete Workspace', inPages(workspaceCalls.listWorkspaces, { rows, size: 1, before }));
  await screen.findByRole('link', { name: /First/ });
  expect(screen.getByText(`Old one was deleted. ${was}`)).toBeVisible();
  rest.open();
  expect(await screen.findByText(`Old one was deleted. ${was} ${leads} to Mine. ${choose}`)).toBeVisible();
});
