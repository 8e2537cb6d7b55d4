import { featureFlagCalls, memberCalls, workspaceCalls, type Member, type Workspace } from '@portal/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { on, refusal, server } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { storageIsFull } from './support/full-storage.ts';
import { aGate } from './support/gate.ts';
import { pause } from './support/pause.ts';
import { aMember, aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const owner = aMember({ email: 'zoe@example.com', role: 'OWNER' });
const ann = aMember({ email: 'ann@example.com' });
const bob = aMember({ email: 'bob@example.com' });
const remote = { instanceEnvType: 'PRIVATE', instanceUrl: 'https://si.example.com' } as const;

async function open(given: Partial<Workspace> = remote) {
  const workspace = aWorkspace(given);
  server.use(
    on(workspaceCalls.getWorkspace, workspace),
    on(workspaceCalls.listWorkspaces, [workspace]),
    on(workspaceCalls.setApprovals, { ...workspace, approvalsEnabled: true }),
    on(workspaceCalls.updateWorkspace, { ...workspace, description: 'Precious' }),
    on(memberCalls.listMembers, [owner, ann, bob]),
    on(memberCalls.changeMemberRole, [owner, { ...ann, role: 'APPROVER' }, bob]),
    on(featureFlagCalls.listFeatureFlags, { auth_portal_admin_page: false, 'approvals-opt-in-out': true }),
  );
  const portal = await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByText(ann.email);
  const refresh = `${remote.instanceUrl}/refresh-auth?workspaceId=${workspace.id}`;
  return { workspace, refresh, ...portal };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function changeApprovalsWhileTyping({ person, went }: Opened) {
  await person.type(screen.getByLabelText('Description'), 'Precious');
  await person.click(await screen.findByRole('button', { name: 'Enable Workspace Approvals' }));
  expect(await screen.findByText(/^Save or undo what you changed on this page/)).toBeVisible();
  await pause(50);
  expect(went).toEqual([]);
  expect(screen.getByLabelText('Description')).toHaveValue('Precious');
}

test.each(['Save Workspace', 'Undo changes'])(
  'a change of approvals takes nobody away from what they typed; after “%s” the instance learns of it',
  async (button) => {
    const opened = await open();
    const { person, went, refresh } = opened;
    await changeApprovalsWhileTyping(opened);
    await person.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(went).toEqual([refresh]));
    expect(screen.queryByText(/^Save or undo/)).toBeNull();
  },
);

test('what was typed and is given up holds the instance up no longer', async () => {
  const opened = await open();
  const { person, went, refresh } = opened;
  await changeApprovalsWhileTyping(opened);
  await person.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
  await person.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(went).toEqual([refresh]));
});

test('a typed invitation is not lost to the instance: it waits until that is sent', async () => {
  const { person, went, refresh } = await open();
  server.use(on(memberCalls.inviteMember, [owner, ann, bob, aMember({ email: 'new@example.com', pending: true })]));
  await person.type(screen.getByLabelText(/^User Email to Grant/), 'new@example.com');
  await person.selectOptions(screen.getByLabelText('Role of ann@example.com'), 'Approver');
  expect(await screen.findByText(/^Save or undo what you changed on this page/)).toBeVisible();
  expect(went).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'Add User To Workspace' }));
  await waitFor(() => expect(went).toEqual([refresh]));
});

test('nor is it lost to a link, whatever else is typed on the page', async () => {
  const { person, path } = await open();
  const invited = screen.getByLabelText(/^User Email to Grant/);
  await person.type(invited, 'new@example.com');
  await person.type(screen.getByLabelText('Description'), 'Precious');
  await person.click(screen.getByRole('button', { name: 'Undo changes' }));
  await person.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
  await person.click(await screen.findByRole('button', { name: 'Stay here' }));
  expect(path()).toMatch(/^\/workspace\//);
  expect(invited).toHaveValue('new@example.com');
});

test('two changes of members beside something typed wait together and open the instance once', async () => {
  const { person, went, refresh } = await open();
  await person.type(screen.getByLabelText('Description'), 'Precious');
  const role = () => screen.getByLabelText('Role of ann@example.com');
  await person.selectOptions(role(), 'Approver');
  expect(await screen.findByText(/^Save or undo what you changed on this page/)).toBeVisible();
  await person.selectOptions(role(), 'Collaborator');
  await pause(50);
  await person.click(screen.getByRole('button', { name: 'Undo changes' }));
  await waitFor(() => expect(went).toEqual([refresh]));
});

/** Bob's change of role waits at the gate, while Ann's is answered at once. */
async function changeTwoRoles({ person, went }: Opened, late: Member[] | Response) {
  const answer = aGate();
  server.use(on(memberCalls.changeMemberRole, late, answer.wait));
  await person.selectOptions(screen.getByLabelText('Role of bob@example.com'), 'Approver');
  await waitFor(() => expect(answer.came).toBe(1));
  server.use(on(memberCalls.changeMemberRole, [owner, { ...ann, role: 'APPROVER' }, bob]));
  await person.selectOptions(screen.getByLabelText('Role of ann@example.com'), 'Approver');
  await waitFor(() => expect(screen.getByLabelText('Role of ann@example.com')).toBeEnabled());
  await pause(50);
  expect(went).toEqual([]);
  answer.open();
}

// @covers 4.workspace-creation.3
test('a change of role that is still under way is not broken off by one that is saved already', async () => {
  const opened = await open();
  await changeTwoRoles(opened, [owner, { ...ann, role: 'APPROVER' }, { ...bob, role: 'APPROVER' }]);
  await waitFor(() => expect(opened.went).toEqual([opened.refresh]));
});

test('why one of two changes failed can be read before the instance learns of the other', async () => {
  const opened = await open();
  const { person, went, refresh } = opened;
  await changeTwoRoles(opened, refusal('InternalError'));
  const failure = 'The role of bob@example.com was not changed';
  expect(await screen.findByText(failure)).toBeVisible();
  await pause(50);
  expect(went).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'I have read it' }));
  await waitFor(() => expect(went).toEqual([refresh]));
  expect(screen.queryByText(failure)).toBeNull();
});

test('who may change members is told before that a change opens the workspace, where it does', async () => {
  await open();
  expect(screen.getByText(/After a change your browser visits the workspace/)).toBeVisible();
});

test.each([
  ['of a workspace on one’s own machine', {}],
  ['to whom nothing can be changed', { ...remote, role: 'EDITOR' }],
] as const)('nothing of that is told to a member %s', async (_who, given) => {
  await open(given);
  expect(screen.queryByText(/^After a change here/)).toBeNull();
});

test('the instance learns of a change also where the browser keeps nothing', async () => {
  const { person, went, refresh } = await open();
  storageIsFull();
  await person.selectOptions(screen.getByLabelText('Role of ann@example.com'), 'Approver');
  await waitFor(() => expect(went).toEqual([refresh]));
});

test('back from the instance the page is where it was left, once', async () => {
  const { person, went, workspace } = await open();
  await person.selectOptions(screen.getByLabelText('Role of ann@example.com'), 'Approver');
  await waitFor(() => expect(went).toHaveLength(1));
  const members = () => screen.getByRole('group', { name: 'Members' });
  cleanup();
  await visit(`/workspace/${workspace.id}`, aUser());
  await waitFor(() => expect(screen.getByLabelText('Role of ann@example.com')).toHaveFocus());
  cleanup();
  await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByText(ann.email);
  expect(members()).not.toContainElement(document.activeElement as HTMLElement);
});

const crowd = Array.from({ length: 130 }, (_, n) => aMember({ email: `member-${1000 + n}@example.com` }));

/** Somebody on the members’ page of a workspace of so many. */
async function visitCrowd(workspace: Workspace, members = crowd) {
  server.use(on(workspaceCalls.getWorkspace, workspace), on(memberCalls.listMembers, members));
  const portal = await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByRole('searchbox', { name: 'Search members' });
  return portal;
}

/** Asked for in its row, since to look for the labels of a whole crowd takes seconds. */
function roleIn(row: number) {
  const email = `member-${1000 + row}@example.com`;
  const line = screen.getByText(email).closest('tr') as HTMLElement;
  return within(line).getByLabelText(`Role of ${email}`);
}

test('who comes back from the instance finds as many members shown, at the one whose role they changed', async () => {
  const workspace = aWorkspace(remote);
  const changed = crowd.map((member, n) => (n === 120 ? { ...member, role: 'APPROVER' as const } : member));
  const { person, went } = await visitCrowd(workspace);
  server.use(on(memberCalls.changeMemberRole, changed));
  await person.click(screen.getByText('Show 30 more'));
  await waitFor(() => expect(roleIn(120)).toBeVisible());
  await person.selectOptions(roleIn(120), 'Approver');
  await waitFor(() => expect(went).toHaveLength(1));
  cleanup();
  await visitCrowd(workspace, changed);
  await waitFor(() => expect(roleIn(120)).toHaveFocus());
});

test('and the search, beside whom they removed', async () => {
  const workspace = aWorkspace(remote);
  const { person, went } = await visitCrowd(workspace);
  server.use(on(memberCalls.removeMember, crowd.toSpliced(120, 1)));
  await person.type(screen.getByRole('searchbox', { name: 'Search members' }), '112{Enter}');
  const remove = await screen.findByRole('button', { name: 'Remove member-1120@example.com' });
  await person.click(remove);
  pastDoubleClick();
  await person.click(remove);
  await waitFor(() => expect(went).toHaveLength(1));
  cleanup();
  await visitCrowd(workspace, crowd.toSpliced(120, 1));
  await waitFor(() => expect(roleIn(121).closest('tr')).toHaveFocus());
  expect(screen.getByRole('searchbox', { name: 'Search members' })).toHaveValue('112');
  expect(screen.queryByLabelText('Role of member-1000@example.com')).toBeNull();
});
