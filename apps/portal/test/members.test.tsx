import { memberCalls, workspaceCalls, type Member, type Workspace } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { portalApi } from '../src/api/portal-api.ts';
import { on, refusal, server } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { aGate } from './support/gate.ts';
import { aMember, aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const owner = aMember({ email: 'zoe@example.com', role: 'OWNER' });
const ann = aMember({ email: 'ann@example.com' });
const bob = aMember({ email: 'bob@example.com' });
const promoted: Member = { ...bob, role: 'APPROVER' };

async function open(members: Member[], given: Partial<Workspace> = {}, who = aUser()) {
  const workspace = aWorkspace(given);
  server.use(on(workspaceCalls.getWorkspace, workspace), on(memberCalls.listMembers, members));
  const portal = await visit(`/workspace/${workspace.id}`, who);
  await screen.findByText(owner.email);
  return { workspace, ...portal };
}

const emails = () =>
  within(screen.getByRole('table', { name: 'Members of the workspace' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const roleOf = ({ email }: Member) => screen.getByLabelText(`Role of ${email}`);

test('[2.workspace-details.9] the members: owners first, then by e-mail, with the specified columns', async () => {
  await open([bob, ann, owner]);
  expect(emails()).toEqual(['zoe@example.com', 'ann@example.com', 'bob@example.com']);
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'Email',
    'Role',
    'Remove User',
  ]);
});

test('nobody is offered to remove themself: that is what leaving is for', async () => {
  await open([owner, ann, promoted], { role: 'APPROVER' }, aUser({ id: promoted.userId, email: promoted.email }));
  expect(screen.getByRole('button', { name: 'Remove ann@example.com' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove bob@example.com' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Leave Workspace' })).toBeVisible();
});

test('members that could not be loaded are not said to be nobody', async () => {
  const workspace = aWorkspace();
  server.use(on(workspaceCalls.getWorkspace, workspace), on(memberCalls.listMembers, refusal('TooManyRequests')));
  await visit(`/workspace/${workspace.id}`, aUser());
  expect(await screen.findByText('The members could not be loaded')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});

test('somebody who was invited and never came is marked', async () => {
  await open([owner, { ...ann, pending: true }]);
  expect(emails()).toEqual(['zoe@example.com', 'ann@example.comInvited']);
});

test('whoever looks at the members finds themself at once', async () => {
  await open([owner, ann], {}, aUser({ id: owner.userId, email: owner.email }));
  expect(emails()).toEqual(['zoe@example.comYou', 'ann@example.com']);
});

test('a role shows at once and is taken back when it fails, with the reason', async () => {
  const { person, went } = await open([owner, ann], { instanceEnvType: 'SI' });
  const answer = aGate();
  server.use(on(memberCalls.changeMemberRole, refusal('InternalError'), answer.wait));
  await person.selectOptions(roleOf(ann), 'Approver');
  await waitFor(() => expect(roleOf(ann)).toHaveDisplayValue('Approver'));
  // Nor can a second choice be sent before the first is answered; who chose stays where they were.
  await person.selectOptions(roleOf(ann), 'Collaborator');
  expect(roleOf(ann)).toHaveDisplayValue('Approver');
  expect(answer.came).toBe(1);
  expect(roleOf(ann)).toHaveAttribute('aria-busy', 'true');
  expect(roleOf(ann)).toHaveFocus();
  answer.open();
  expect(await screen.findByText('The role of ann@example.com was not changed')).toBeVisible();
  expect(roleOf(ann)).toHaveDisplayValue('Collaborator');
  expect(roleOf(ann)).not.toHaveAttribute('aria-busy');
  expect(went).toEqual([]);
});

test('of two roles that change together only the one that failed goes back', async () => {
  const { person } = await open([owner, ann, bob]);
  server.use(
    on(
      memberCalls.changeMemberRole,
      ({ body }) =>
        (body as { userId: string }).userId === ann.userId ? refusal('InternalError') : [owner, ann, promoted],
      150,
    ),
  );
  await person.selectOptions(roleOf(ann), 'Approver');
  await person.selectOptions(roleOf(bob), 'Approver');
  await waitFor(() => expect(roleOf(ann)).toHaveDisplayValue('Collaborator'));
  expect(roleOf(bob)).toHaveDisplayValue('Approver');
  expect(screen.getByText('The role of ann@example.com was not changed')).toBeVisible();
  expect(screen.queryByText('The role of bob@example.com was not changed')).toBeNull();
});

test('members that were read before a role was changed, and arrive after it, are loaded again', async () => {
  const { person, store, workspace } = await open([owner, bob]);
  const stale = aGate();
  server.use(
    on(memberCalls.listMembers, [owner, bob], stale.wait),
    on(memberCalls.changeMemberRole, [owner, promoted]),
  );
  act(() => void store.dispatch(portalApi.util.invalidateTags([{ type: 'Member', id: workspace.id }])));
  await waitFor(() => expect(stale.came).toBe(1));
  let loads = 0;
  server.use(on(memberCalls.listMembers, () => ((loads += 1), [owner, promoted])));
  await person.selectOptions(roleOf(bob), 'Approver');
  stale.open();
  await waitFor(() => expect(loads).toBe(1));
  await waitFor(() => expect(roleOf(bob)).toHaveDisplayValue('Approver'));
});

test('of two removals at once each row shows its own, and only the one that failed stays', async () => {
  const { person } = await open([owner, ann, bob]);
  const answer = aGate();
  const isAnn = (body: unknown) => (body as { email: string }).email === ann.email;
  server.use(
    on(memberCalls.removeMember, ({ body }) => (isAnn(body) ? refusal('InternalError') : [owner, ann]), answer.wait),
  );
  const buttons = [ann, bob].map(({ email }) => screen.getByRole('button', { name: `Remove ${email}` }));
  for (const button of buttons) await person.click(button);
  pastDoubleClick();
  for (const button of buttons) await person.click(button);
  await waitFor(() => expect(answer.came).toBe(2));
  for (const button of buttons) expect(button).toHaveTextContent('Removing...');
  answer.open();
  expect(await screen.findByText('ann@example.com was not removed')).toBeVisible();
  await waitFor(() => expect(emails()).not.toContain('bob@example.com'));
  expect(emails()).toContain('ann@example.com');
});

test('a removal leaves the focus to the next row, at the end to the one before, where nothing else takes the person away', async () => {
  const { person, went } = await open([owner, ann, bob], { instanceEnvType: 'LOCAL' });
  const rowOf = ({ email }: Member) => screen.getByText(email).closest('tr');
  const removeByKeyboard = async (member: Member, left: Member[]) => {
    server.use(on(memberCalls.removeMember, left));
    act(() => screen.getByRole('button', { name: `Remove ${member.email}` }).focus());
    await person.keyboard('{Enter}');
    pastDoubleClick();
    await person.keyboard('{Enter}');
  };
  await removeByKeyboard(ann, [owner, bob]);
  await waitFor(() => expect(rowOf(bob)).toHaveFocus());
  await removeByKeyboard(bob, [owner]);
  await waitFor(() => expect(rowOf(owner)).toHaveFocus());
  expect(went).toEqual([]);
});

test('a removal that failed leaves the member and says why', async () => {
  const { person } = await open([owner, ann]);
  server.use(on(memberCalls.removeMember, refusal('InternalError')));
  const button = screen.getByRole('button', { name: 'Remove ann@example.com' });
  await person.click(button);
  pastDoubleClick();
  await person.click(button);
  expect(await screen.findByText('ann@example.com was not removed')).toBeVisible();
  expect(emails()).toContain('ann@example.com');
});
