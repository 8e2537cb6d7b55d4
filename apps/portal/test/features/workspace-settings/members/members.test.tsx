import { memberCalls, workspaceCalls, type Member, type Workspace } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { portalApi } from '../../../../src/api/cache/portal-api.ts';
import { mockCall, errorResponse, server } from '../../../support/api-server.ts';
import { createGate } from '../../../support/gate.ts';
import { aMember, aUser, aWorkspace } from '@portal/contract/fixtures';
import { confirmRemoval, listedEmails, removeMember } from '../../../support/open-settings.ts';
import { visit } from '../../../support/render-portal.tsx';
import { listActions, rowMenu } from '../../../support/row-menu.ts';

const owner = aMember({ email: 'zoe@example.com', role: 'OWNER' });
const ann = aMember({ email: 'ann@example.com' });
const bob = aMember({ email: 'bob@example.com' });
const promoted: Member = { ...bob, role: 'APPROVER' };

async function open(members: Member[], overrides: Partial<Workspace> = {}, who = aUser()) {
  const workspace = aWorkspace(overrides);
  server.use(mockCall(workspaceCalls.getWorkspace, workspace), mockCall(memberCalls.listMembers, members));
  const portal = await visit(`/workspace/${workspace.id}`, who);
  await screen.findByText(owner.email);
  return { workspace, ...portal };
}

const emails = listedEmails;
const rowOf = ({ email }: Member) => screen.getByRole('row', { name: new RegExp(email) });
const roleOf = ({ email }: Member) => screen.getByLabelText(`Role of ${email}`);

test('[2.workspace-details.9] members are listed owners first, then by email, with the specified columns', async () => {
  await open([bob, ann, owner]);
  expect(emails()).toEqual(['zoe@example.com', 'ann@example.com', 'bob@example.com']);
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'Name',
    'Email',
    'Role',
    'Remove User',
  ]);
});

test('members cannot remove themselves: they leave instead', async () => {
  const { ui } = await open(
    [owner, ann, promoted],
    { role: 'APPROVER' },
    aUser({ id: promoted.userId, email: promoted.email }),
  );
  expect(await listActions(ui, 'ann@example.com')).toEqual(['View activity', 'Remove from workspace']);
  expect(await listActions(ui, 'bob@example.com')).toEqual(['View activity', 'Leave workspace']);
  expect(await listActions(ui, 'zoe@example.com')).toEqual(['View activity']);
  expect(screen.getByRole('button', { name: 'Leave Workspace' })).toBeVisible();
});

test('members that could not be loaded show an error, not an empty list', async () => {
  const workspace = aWorkspace();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, errorResponse('TooManyRequests')),
  );
  await visit(`/workspace/${workspace.id}`, aUser());
  expect(await screen.findByText('The members could not be loaded')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});

test('an invited user who never logged in is marked', async () => {
  await open([owner, { ...ann, pending: true }]);
  expect(emails()).toEqual(['zoe@example.com', 'ann@example.com']);
  expect(within(rowOf(ann)).getByText('Invited')).toBeVisible();
  expect(within(rowOf(owner)).queryByText('Invited')).toBeNull();
});

test('invitations come after the members, in a table of their own', async () => {
  await open([owner, { ...ann, pending: true }, bob]);
  const invitations = screen.getByRole('table', { name: 'Invitations to the workspace' });
  expect(within(invitations).getAllByRole('row')).toHaveLength(2);
  expect(emails()).toEqual(['zoe@example.com', 'bob@example.com', 'ann@example.com']);
});

test('the current user is marked in the list', async () => {
  await open([owner, ann], {}, aUser({ id: owner.userId, email: owner.email }));
  expect(within(rowOf(owner)).getByText('You')).toBeVisible();
  expect(within(rowOf(ann)).queryByText('You')).toBeNull();
});

test('a row shows the name and the initials of the member, and of an invitation only the address', async () => {
  await open([
    { ...owner, nickname: 'Zoe Zoller' },
    aMember({ email: 'late@example.com', nickname: 'late', pending: true }),
  ]);
  const cells = (text: string) => within(screen.getByRole('row', { name: new RegExp(text) })).getAllByRole('cell');
  expect(
    cells('zoe')
      .slice(0, 2)
      .map(({ textContent }) => textContent),
  ).toEqual(['ZZZoe Zoller', 'zoe@example.com']);
  expect(
    cells('late')
      .slice(0, 2)
      .map(({ textContent }) => textContent),
  ).toEqual(['Llate@example.com', 'Invited']);
});

test('the invite form lists the roles in the order of the table, and starts with the default', async () => {
  await open([owner, ann]);
  const rolesOf = (field: HTMLElement) =>
    within(field)
      .getAllByRole('option')
      .map((option) => option.textContent);
  const role = screen.getByLabelText('Role');
  expect(rolesOf(role)).toEqual(rolesOf(roleOf(ann)));
  expect(role).toHaveDisplayValue('Collaborator');
});

test('a member who cannot change roles sees them as plain text', async () => {
  await open([owner, ann], { role: 'APPROVER' });
  expect(within(rowOf(ann)).getByText('Collaborator')).toBeVisible();
  expect(screen.queryByLabelText(/^Role of /)).toBeNull();
});

test('a role change shows at once and is reverted with the error when it fails', async () => {
  const { ui, externalUrls } = await open([owner, ann], { instanceEnvType: 'SI' });
  const gate = createGate();
  server.use(mockCall(memberCalls.changeMemberRole, errorResponse('InternalError'), gate.wait));
  await ui.selectOptions(roleOf(ann), 'Approver');
  await waitFor(() => expect(roleOf(ann)).toHaveDisplayValue('Approver'));
  // No second change can be sent before the first response, and the focus stays.
  await ui.selectOptions(roleOf(ann), 'Collaborator');
  expect(roleOf(ann)).toHaveDisplayValue('Approver');
  expect(gate.arrivals).toBe(1);
  expect(roleOf(ann)).toHaveAttribute('aria-busy', 'true');
  expect(roleOf(ann)).toHaveFocus();
  gate.open();
  expect(await screen.findByText('The role of ann@example.com was not changed')).toBeVisible();
  await waitFor(() => expect(roleOf(ann)).toHaveDisplayValue('Collaborator'));
  expect(roleOf(ann)).not.toHaveAttribute('aria-busy');
  expect(externalUrls).toEqual([]);
});

test('of two simultaneous role changes only the failed one is reverted', async () => {
  const { ui } = await open([owner, ann, bob]);
  server.use(
    mockCall(
      memberCalls.changeMemberRole,
      ({ body }) =>
        (body as { userId: string }).userId === ann.userId ? errorResponse('InternalError') : [owner, ann, promoted],
      150,
    ),
  );
  await ui.selectOptions(roleOf(ann), 'Approver');
  await ui.selectOptions(roleOf(bob), 'Approver');
  await waitFor(() => expect(roleOf(ann)).toHaveDisplayValue('Collaborator'));
  expect(roleOf(bob)).toHaveDisplayValue('Approver');
  expect(await screen.findByText('The role of ann@example.com was not changed')).toBeVisible();
  expect(screen.queryByText('The role of bob@example.com was not changed')).toBeNull();
});

test('members that were requested before a role change and arrive after it are reloaded', async () => {
  const { ui, store, workspace } = await open([owner, bob]);
  const stale = createGate();
  server.use(
    mockCall(memberCalls.listMembers, [owner, bob], stale.wait),
    mockCall(memberCalls.changeMemberRole, [owner, promoted]),
  );
  act(() => void store.dispatch(portalApi.util.invalidateTags([{ type: 'Member', id: workspace.id }])));
  await waitFor(() => expect(stale.arrivals).toBe(1));
  let requestCount = 0;
  server.use(mockCall(memberCalls.listMembers, () => ((requestCount += 1), [owner, promoted])));
  await ui.selectOptions(roleOf(bob), 'Approver');
  stale.open();
  await waitFor(() => expect(requestCount).toBe(1));
  await waitFor(() => expect(roleOf(bob)).toHaveDisplayValue('Approver'));
});

test('two simultaneous removals each show their progress, and only the failed one stays', async () => {
  const { ui } = await open([owner, ann, bob]);
  const gate = createGate();
  const isAnn = (body: unknown) => (body as { email: string }).email === ann.email;
  server.use(
    mockCall(
      memberCalls.removeMember,
      ({ body }) => (isAnn(body) ? errorResponse('InternalError') : [owner, ann]),
      gate.wait,
    ),
  );
  const menus = [ann, bob].map(({ email }) => rowMenu(email));
  for (const { email } of [ann, bob]) await removeMember(ui, email);
  await waitFor(() => expect(gate.arrivals).toBe(2));
  for (const menu of menus) expect(menu).toHaveAttribute('aria-busy', 'true');
  gate.open();
  expect(await screen.findByText('ann@example.com was not removed')).toBeVisible();
  await waitFor(() => expect(emails()).not.toContain('bob@example.com'));
  expect(emails()).toContain('ann@example.com');
});

test('a removal moves the focus to the next row, or at the end to the previous one', async () => {
  const { ui, externalUrls } = await open([owner, ann, bob], { instanceEnvType: 'LOCAL' });
  const removeByKeyboard = async (member: Member, left: Member[]) => {
    server.use(mockCall(memberCalls.removeMember, left));
    act(() => rowMenu(member.email).focus());
    await ui.keyboard('{Enter}');
    // This browser has no pointer events, with which Enter chooses an entry.
    await ui.click(await screen.findByRole('menuitem', { name: 'Remove from workspace' }));
    await confirmRemoval(ui);
  };
  await removeByKeyboard(ann, [owner, bob]);
  await waitFor(() => expect(rowOf(bob)).toHaveFocus());
  await removeByKeyboard(bob, [owner]);
  await waitFor(() => expect(rowOf(owner)).toHaveFocus());
  expect(externalUrls).toEqual([]);
});

test('a failed removal keeps the member and shows why', async () => {
  const { ui } = await open([owner, ann]);
  server.use(mockCall(memberCalls.removeMember, errorResponse('InternalError')));
  await removeMember(ui, 'ann@example.com');
  expect(await screen.findByText('ann@example.com was not removed')).toBeVisible();
  expect(emails()).toContain('ann@example.com');
});
