import { jest } from '@jest/globals';
import {
  featureFlagCalls,
  memberCalls,
  workspaceCalls,
  type Member,
  type User,
  type Workspace,
} from '@portal/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { apiUrl, on, refusal, server } from './support/api-server.ts';
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

const user = aUser();
const approver = { ...ann, role: 'APPROVER' } as const;

async function open(given: Partial<Workspace> = remote) {
  const workspace = aWorkspace(given);
  server.use(
    on(workspaceCalls.getWorkspace, workspace),
    on(workspaceCalls.listWorkspaces, [workspace]),
    on(workspaceCalls.setApprovals, { ...workspace, approvalsEnabled: true }),
    on(workspaceCalls.updateWorkspace, { ...workspace, description: 'Precious' }),
    on(memberCalls.listMembers, [owner, ann, bob]),
    on(memberCalls.changeMemberRole, [owner, approver, bob]),
    on(featureFlagCalls.listFeatureFlags, { auth_portal_admin_page: false, 'approvals-opt-in-out': true }),
  );
  const portal = await visit(`/workspace/${workspace.id}`, user);
  await screen.findByText(ann.email);
  const refresh = `${remote.instanceUrl}/refresh-auth?workspaceId=${workspace.id}`;
  return { workspace, refresh, ...portal };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** The browser comes back from the instance, which sends it to the settings of the workspace. */
async function comeBack({ workspace }: Opened, who: User = user) {
  cleanup();
  return visit(`/workspace/${workspace.id}`, who);
}

const makeApprover = ({ person }: Pick<Opened, 'person'>) =>
  person.selectOptions(screen.getByLabelText('Role of ann@example.com'), 'Approver');

test('a change of role is told to the instance at once, and what is typed elsewhere on the page is there again afterwards', async () => {
  const opened = await open();
  const { person, went, refresh } = opened;
  await person.type(screen.getByLabelText('Description'), 'Precious');
  await person.type(screen.getByLabelText(/^User Email to Grant/), 'new@example.com');
  await makeApprover(opened);
  await waitFor(() => expect(went).toEqual([refresh]));
  await comeBack(opened);
  await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('Precious'));
  expect(screen.getByLabelText(/^User Email to Grant/)).toHaveValue('new@example.com');
  expect(screen.getByLabelText(/^Display Name/)).toHaveValue('Playground');
  expect(screen.getByRole('button', { name: 'Save Workspace' })).not.toHaveAttribute('aria-disabled', 'true');
  expect(await screen.findByText('You have unsaved changes.')).toBeVisible();
});

test('one step back returns to the settings if the instance sends nobody back, with no further one for each trip', async () => {
  const opened = await open();
  const { went, stepsBack, path } = opened;
  await makeApprover(opened);
  await waitFor(() => expect(went).toHaveLength(1));
  expect(stepsBack).toEqual([path()]);
  const returned = await comeBack(opened);
  await screen.findByText(ann.email);
  await makeApprover(returned);
  await waitFor(() => expect(returned.went).toHaveLength(1));
  // The entry before this one shows the settings already.
  expect(returned.stepsBack).toEqual([]);
});

test('so is a change of approvals', async () => {
  const opened = await open();
  const { person, went, refresh } = opened;
  await person.type(screen.getByLabelText('Description'), 'Precious');
  await person.click(await screen.findByRole('button', { name: 'Enable Workspace Approvals' }));
  await waitFor(() => expect(went).toEqual([refresh]));
  await comeBack(opened);
  await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('Precious'));
});

test('what is typed until the browser has left is there again, too, once', async () => {
  const opened = await open();
  const { person, went } = opened;
  await makeApprover(opened);
  await waitFor(() => expect(went).toHaveLength(1));
  await person.type(screen.getByLabelText('Description'), 'Late');
  window.dispatchEvent(new Event('pagehide'));
  await comeBack(opened);
  await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('Late'));
  await comeBack(opened);
  await screen.findByText(ann.email);
  expect(screen.getByLabelText('Description')).toHaveValue('');
});

test('what somebody typed is not shown to whoever uses the tab after them', async () => {
  const opened = await open();
  const { person, went } = opened;
  await person.type(screen.getByLabelText('Description'), 'Precious');
  await makeApprover(opened);
  await waitFor(() => expect(went).toHaveLength(1));
  await comeBack(opened, aUser());
  await screen.findByText(ann.email);
  expect(screen.getByLabelText('Description')).toHaveValue('');
});

test('after the way back, a save says what somebody else saved before it', async () => {
  const opened = await open();
  const { person, went } = opened;
  await person.type(screen.getByLabelText('Description'), 'Precious');
  await makeApprover(opened);
  await waitFor(() => expect(went).toHaveLength(1));
  let expected: unknown;
  server.use(
    on(workspaceCalls.getWorkspace, { ...opened.workspace, description: 'Theirs' }),
    on(workspaceCalls.updateWorkspace, ({ body }) => {
      ({ expected } = body as { expected: unknown });
      return opened.workspace;
    }),
  );
  const back = await comeBack(opened);
  await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('Precious'));
  await back.person.click(screen.getByRole('button', { name: 'Save Workspace' }));
  await waitFor(() => expect(expected).toMatchObject({ description: '', displayName: 'Playground' }));
});

describe('where the browser stores nothing', () => {
  async function changeApprovalsWhileTyping({ person, went }: Opened) {
    storageIsFull();
    await person.type(screen.getByLabelText('Description'), 'Precious');
    await person.click(await screen.findByRole('button', { name: 'Enable Workspace Approvals' }));
    expect(await screen.findByText(/^Save or undo what you typed on this page/)).toBeVisible();
    await pause(50);
    expect(went).toEqual([]);
    expect(screen.getByLabelText('Description')).toHaveValue('Precious');
  }

  test.each(['Save Workspace', 'Undo changes'])(
    'a change takes nobody away from what they typed; after “%s” the instance learns of it',
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

  test('the instance learns of a change of somebody who typed nothing', async () => {
    const opened = await open();
    storageIsFull();
    await makeApprover(opened);
    await waitFor(() => expect(opened.went).toEqual([opened.refresh]));
  });
});

test('a typed invitation is not lost to a link, whatever else is typed on the page', async () => {
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

test.each([
  ['a save', 'Save Workspace'],
  ['an invitation', 'Add User To Workspace'],
] as const)('%s that is pending is not aborted by the way to the instance', async (_what, button) => {
  const opened = await open();
  const { person, went, refresh, workspace } = opened;
  const answer = aGate();
  await person.type(screen.getByLabelText('Description'), 'Precious');
  await person.type(screen.getByLabelText(/^User Email to Grant/), 'new@example.com');
  server.use(
    on(workspaceCalls.updateWorkspace, { ...workspace, description: 'Precious' }, answer.wait),
    on(memberCalls.inviteMember, [owner, ann, bob], answer.wait),
  );
  await person.click(screen.getByRole('button', { name: button }));
  await waitFor(() => expect(answer.came).toBe(1));
  await makeApprover(opened);
  await waitFor(() => expect(screen.getByLabelText('Role of ann@example.com')).toBeEnabled());
  await pause(50);
  expect(went).toEqual([]);
  answer.open();
  await waitFor(() => expect(went).toEqual([refresh]));
});

/** Bob's change of role waits at the gate, while Ann's is answered at once. */
async function changeTwoRoles(opened: Opened, late: Member[] | Response) {
  const { person, went } = opened;
  const answer = aGate();
  server.use(on(memberCalls.changeMemberRole, late, answer.wait));
  await person.selectOptions(screen.getByLabelText('Role of bob@example.com'), 'Approver');
  await waitFor(() => expect(answer.came).toBe(1));
  server.use(on(memberCalls.changeMemberRole, [owner, approver, bob]));
  await makeApprover(opened);
  await waitFor(() => expect(screen.getByLabelText('Role of ann@example.com')).toBeEnabled());
  await pause(50);
  expect(went).toEqual([]);
  answer.open();
}

test('[4.workspace-creation.3] a change of role that is pending is not aborted by one that is saved already', async () => {
  const opened = await open();
  await changeTwoRoles(opened, [owner, approver, { ...bob, role: 'APPROVER' }]);
  await waitFor(() => expect(opened.went).toEqual([opened.refresh]));
});

test('why one of two changes failed can be read after the instance has learned of the other', async () => {
  const opened = await open();
  await changeTwoRoles(opened, refusal('InternalError'));
  await waitFor(() => expect(opened.went).toEqual([opened.refresh]));
  await comeBack(opened);
  expect(await screen.findByText('The role of bob@example.com was not changed')).toBeVisible();
  await comeBack(opened);
  await screen.findByText(ann.email);
  expect(screen.queryByText('The role of bob@example.com was not changed')).toBeNull();
});

describe('a navigation that the user made meanwhile', () => {
  /** Somebody who goes elsewhere while their change of a role is pending. */
  async function leaveWhileChanging(opened: Opened, leave: () => Promise<unknown>) {
    const answer = aGate();
    server.use(on(memberCalls.changeMemberRole, [owner, approver, bob], answer.wait));
    await makeApprover(opened);
    await waitFor(() => expect(answer.came).toBe(1));
    await leave();
    answer.open();
  }

  test('within the portal is kept: the instance learns of the change, and the way back ends at the page they went to', async () => {
    const opened = await open();
    const { person, went, refresh } = opened;
    await leaveWhileChanging(opened, async () => {
      await person.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
      await screen.findByRole('heading', { name: 'One Workspace' });
    });
    await waitFor(() => expect(went).toEqual([refresh]));
    const { path } = await comeBack(opened);
    expect(await screen.findByRole('heading', { name: 'One Workspace' })).toBeVisible();
    expect(path()).toBe('/workspaces');
  });

  test('after the browser was sent to the instance is kept, too', async () => {
    const opened = await open();
    const { person, went } = opened;
    await makeApprover(opened);
    await waitFor(() => expect(went).toHaveLength(1));
    await person.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
    await screen.findByRole('heading', { name: 'One Workspace' });
    window.dispatchEvent(new Event('pagehide'));
    const { path } = await comeBack(opened);
    await waitFor(() => expect(path()).toBe('/workspaces'));
  });

  test('to the settings later on is not taken for the way back', async () => {
    const opened = await open();
    await leaveWhileChanging(opened, () =>
      opened.person.click(screen.getByRole('link', { name: 'Return To Workspaces' })),
    );
    await waitFor(() => expect(opened.went).toHaveLength(1));
    cleanup();
    const { router, path } = await visit('/workspaces', user);
    await act(() => router.navigate(`/workspace/${opened.workspace.id}`));
    expect(await screen.findByText(ann.email)).toBeVisible();
    expect(path()).toBe(`/workspace/${opened.workspace.id}`);
  });

  test('to the workspace itself stands, since it reads the rights on the way', async () => {
    const opened = await open();
    const { person, went, workspace } = opened;
    await leaveWhileChanging(opened, () => person.click(screen.getByRole('link', { name: 'Go to workspace' })));
    await waitFor(() => expect(went).toEqual([`${apiUrl}/workspaces/${workspace.id}/go`]));
    await pause(50);
    expect(went).toHaveLength(1);
  });

  test('out of the portal stands', async () => {
    const opened = await open();
    await leaveWhileChanging(opened, () => {
      window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
      return Promise.resolve();
    });
    await waitFor(() => expect(screen.getByLabelText('Role of ann@example.com')).toBeEnabled());
    await pause(100);
    expect(opened.went).toEqual([]);
    // A navigation that has not ended after ten seconds is given up, and the change is applied to the instance.
    const later = Date.now() + 10_001;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    await waitFor(() => expect(opened.went).toEqual([opened.refresh]));
  });
});

const visitTold = /After a change your browser visits the workspace/;

test('who may change members is told before that a change opens the workspace, where it does', async () => {
  await open();
  expect(screen.getByText(visitTold)).toBeVisible();
});

test.each([
  ['of a workspace on one’s own machine', {}],
  ['to whom nothing can be changed', { ...remote, role: 'EDITOR' }],
] as const)('nothing of that is told to a member %s', async (_who, given) => {
  await open(given);
  expect(screen.queryByText(visitTold)).toBeNull();
});

test('back from the instance the page is where it was left, once', async () => {
  const { person, went, workspace } = await open();
  await person.selectOptions(screen.getByLabelText('Role of ann@example.com'), 'Approver');
  await waitFor(() => expect(went).toHaveLength(1));
  const members = () => screen.getByRole('group', { name: 'Members' });
  cleanup();
  await visit(`/workspace/${workspace.id}`, user);
  await waitFor(() => expect(screen.getByLabelText('Role of ann@example.com')).toHaveFocus());
  cleanup();
  await visit(`/workspace/${workspace.id}`, user);
  await screen.findByText(ann.email);
  expect(members()).not.toContainElement(document.activeElement as HTMLElement);
});

const crowd = Array.from({ length: 130 }, (_, n) => aMember({ email: `member-${1000 + n}@example.com` }));

/** Somebody on the members’ page of a workspace of so many. */
async function visitCrowd(workspace: Workspace, members = crowd) {
  server.use(on(workspaceCalls.getWorkspace, workspace), on(memberCalls.listMembers, members));
  const portal = await visit(`/workspace/${workspace.id}`, user);
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
