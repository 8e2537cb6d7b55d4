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
import { apiUrl, mockCall, errorResponse, server } from '../../../support/api-server.ts';
import { mockFullStorage } from '../../../support/full-storage.ts';
import { createGate } from '../../../support/gate.ts';
import { pause } from '../../../support/pause.ts';
import { aMember, aUser, aWorkspace } from '@portal/contract/fixtures';
import { removeMember } from '../../../support/open-settings.ts';
import { visit } from '../../../support/render-portal.tsx';

const owner = aMember({ email: 'zoe@example.com', role: 'OWNER' });
const ann = aMember({ email: 'ann@example.com' });
const bob = aMember({ email: 'bob@example.com' });
const remote = { instanceEnvType: 'PRIVATE', instanceUrl: 'https://si.example.com' } as const;

const user = aUser();
const approver = { ...ann, role: 'APPROVER' } as const;

async function open(overrides: Partial<Workspace> = remote) {
  const workspace = aWorkspace(overrides);
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(workspaceCalls.listWorkspaces, [workspace]),
    mockCall(workspaceCalls.setApprovals, { ...workspace, approvalsEnabled: true }),
    mockCall(workspaceCalls.updateWorkspace, { ...workspace, description: 'Precious' }),
    mockCall(memberCalls.listMembers, [owner, ann, bob]),
    mockCall(memberCalls.changeMemberRole, [owner, approver, bob]),
    mockCall(featureFlagCalls.listFeatureFlags, { auth_portal_admin_page: false, 'approvals-opt-in-out': true }),
  );
  const portal = await visit(`/workspace/${workspace.id}`, user);
  await screen.findByText(ann.email);
  const refresh = `${remote.instanceUrl}/refresh-auth?workspaceId=${workspace.id}`;
  return { workspace, refresh, ...portal };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** The browser returns from the instance to the workspace settings. */
async function returnFromInstance({ workspace }: Opened, who: User = user) {
  cleanup();
  return visit(`/workspace/${workspace.id}`, who);
}

const makeApprover = ({ ui }: Pick<Opened, 'ui'>) =>
  ui.selectOptions(screen.getByLabelText('Role of ann@example.com'), 'Approver');

test('a role change refreshes the instance at once, and other input on the page is restored afterwards', async () => {
  const opened = await open();
  const { ui, externalUrls, refresh } = opened;
  await ui.type(screen.getByLabelText('Description'), 'Precious');
  await ui.type(screen.getByLabelText(/^User Email to Grant/), 'new@example.com');
  await makeApprover(opened);
  await waitFor(() => expect(externalUrls).toEqual([refresh]));
  await returnFromInstance(opened);
  await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('Precious'));
  expect(await screen.findByLabelText(/^User Email to Grant/)).toHaveValue('new@example.com');
  expect(screen.getByLabelText(/^Display Name/)).toHaveValue('Playground');
  expect(screen.getByRole('button', { name: 'Save Workspace' })).not.toHaveAttribute('aria-disabled', 'true');
  expect(await screen.findByText('Unsaved changes.')).toBeVisible();
});

test('one step back returns to the settings if the instance does not redirect, with no extra step for each trip', async () => {
  const opened = await open();
  const { externalUrls, leftPages, path } = opened;
  await makeApprover(opened);
  await waitFor(() => expect(externalUrls).toHaveLength(1));
  expect(leftPages).toEqual([path()]);
  const returned = await returnFromInstance(opened);
  await screen.findByText(ann.email);
  await makeApprover(returned);
  await waitFor(() => expect(returned.externalUrls).toHaveLength(1));
  // The previous history entry already shows the settings.
  expect(returned.leftPages).toEqual([]);
});

test('a change of approvals also refreshes the instance', async () => {
  const opened = await open();
  const { ui, externalUrls, refresh } = opened;
  await ui.type(screen.getByLabelText('Description'), 'Precious');
  await ui.click(await screen.findByRole('button', { name: 'Enable Workspace Approvals' }));
  await waitFor(() => expect(externalUrls).toEqual([refresh]));
  await returnFromInstance(opened);
  await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('Precious'));
});

test('input that is typed until the browser leaves is restored once', async () => {
  const opened = await open();
  const { ui, externalUrls } = opened;
  await makeApprover(opened);
  await waitFor(() => expect(externalUrls).toHaveLength(1));
  await ui.type(screen.getByLabelText('Description'), 'Late');
  window.dispatchEvent(new Event('pagehide'));
  await returnFromInstance(opened);
  await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('Late'));
  await returnFromInstance(opened);
  await screen.findByText(ann.email);
  expect(screen.getByLabelText('Description')).toHaveValue('');
});

test('the input of one user is not shown to the next user of the tab', async () => {
  const opened = await open();
  const { ui, externalUrls } = opened;
  await ui.type(screen.getByLabelText('Description'), 'Precious');
  await makeApprover(opened);
  await waitFor(() => expect(externalUrls).toHaveLength(1));
  await returnFromInstance(opened, aUser());
  await screen.findByText(ann.email);
  expect(screen.getByLabelText('Description')).toHaveValue('');
});

test('after returning, a save reports what another user saved before it', async () => {
  const opened = await open();
  const { ui, externalUrls } = opened;
  await ui.type(screen.getByLabelText('Description'), 'Precious');
  await makeApprover(opened);
  await waitFor(() => expect(externalUrls).toHaveLength(1));
  let expected: unknown;
  server.use(
    mockCall(workspaceCalls.getWorkspace, { ...opened.workspace, description: 'Theirs' }),
    mockCall(workspaceCalls.updateWorkspace, ({ body }) => {
      ({ expected } = body as { expected: unknown });
      return opened.workspace;
    }),
  );
  const back = await returnFromInstance(opened);
  await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('Precious'));
  await back.ui.click(screen.getByRole('button', { name: 'Save Workspace' }));
  await waitFor(() => expect(expected).toMatchObject({ description: '', displayName: 'Playground' }));
});

describe('when the browser cannot store anything', () => {
  async function changeApprovalsWhileTyping({ ui, externalUrls }: Opened) {
    mockFullStorage();
    await ui.type(screen.getByLabelText('Description'), 'Precious');
    await ui.click(await screen.findByRole('button', { name: 'Enable Workspace Approvals' }));
    expect(await screen.findByText(/^Save or undo your edits on this page/)).toBeVisible();
    await pause(50);
    expect(externalUrls).toEqual([]);
    expect(screen.getByLabelText('Description')).toHaveValue('Precious');
  }

  test.each(['Save Workspace', 'Undo changes'])(
    'a change does not discard the user’s input; after “%s” the instance is refreshed',
    async (button) => {
      const opened = await open();
      const { ui, externalUrls, refresh } = opened;
      await changeApprovalsWhileTyping(opened);
      await ui.click(screen.getByRole('button', { name: button }));
      await waitFor(() => expect(externalUrls).toEqual([refresh]));
      expect(screen.queryByText(/^Save or undo/)).toBeNull();
    },
  );

  test('discarded input no longer delays the instance refresh', async () => {
    const opened = await open();
    const { ui, externalUrls, refresh } = opened;
    await changeApprovalsWhileTyping(opened);
    await ui.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
    await ui.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(externalUrls).toEqual([refresh]));
  });

  test('a change without other input refreshes the instance', async () => {
    const opened = await open();
    mockFullStorage();
    await makeApprover(opened);
    await waitFor(() => expect(opened.externalUrls).toEqual([opened.refresh]));
  });
});

test('a typed invitation is not lost by a link, whatever else is typed on the page', async () => {
  const { ui, path } = await open();
  const invited = screen.getByLabelText(/^User Email to Grant/);
  await ui.type(invited, 'new@example.com');
  await ui.type(screen.getByLabelText('Description'), 'Precious');
  await ui.click(screen.getByRole('button', { name: 'Undo changes' }));
  await ui.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
  await ui.click(await screen.findByRole('button', { name: 'Stay here' }));
  expect(path()).toMatch(/^\/workspace\//);
  expect(invited).toHaveValue('new@example.com');
});

test.each([
  ['a save', 'Save Workspace'],
  ['an invitation', 'Add User To Workspace'],
] as const)('%s that is pending is not aborted by the trip to the instance', async (_what, button) => {
  const opened = await open();
  const { ui, externalUrls, refresh, workspace } = opened;
  const gate = createGate();
  await ui.type(screen.getByLabelText('Description'), 'Precious');
  await ui.type(screen.getByLabelText(/^User Email to Grant/), 'new@example.com');
  server.use(
    mockCall(workspaceCalls.updateWorkspace, { ...workspace, description: 'Precious' }, gate.wait),
    mockCall(memberCalls.inviteMember, [owner, ann, bob], gate.wait),
  );
  await ui.click(screen.getByRole('button', { name: button }));
  await waitFor(() => expect(gate.arrivals).toBe(1));
  await makeApprover(opened);
  await waitFor(() => expect(screen.getByLabelText('Role of ann@example.com')).toBeEnabled());
  await pause(50);
  expect(externalUrls).toEqual([]);
  gate.open();
  await waitFor(() => expect(externalUrls).toEqual([refresh]));
});

/** Bob's role change waits at the gate; Ann's gets its response at once. */
async function changeTwoRoles(opened: Opened, late: Member[] | Response) {
  const { ui, externalUrls } = opened;
  const gate = createGate();
  server.use(mockCall(memberCalls.changeMemberRole, late, gate.wait));
  await ui.selectOptions(screen.getByLabelText('Role of bob@example.com'), 'Approver');
  await waitFor(() => expect(gate.arrivals).toBe(1));
  server.use(mockCall(memberCalls.changeMemberRole, [owner, approver, bob]));
  await makeApprover(opened);
  await waitFor(() => expect(screen.getByLabelText('Role of ann@example.com')).toBeEnabled());
  await pause(50);
  expect(externalUrls).toEqual([]);
  gate.open();
}

test('[4.workspace-creation.3] a pending role change is not aborted by one that is already saved', async () => {
  const opened = await open();
  await changeTwoRoles(opened, [owner, approver, { ...bob, role: 'APPROVER' }]);
  await waitFor(() => expect(opened.externalUrls).toEqual([opened.refresh]));
});

test('the error of one of two changes shows after the instance refresh for the other', async () => {
  const opened = await open();
  await changeTwoRoles(opened, errorResponse('InternalError'));
  await waitFor(() => expect(opened.externalUrls).toEqual([opened.refresh]));
  await returnFromInstance(opened);
  expect(await screen.findByText('The role of bob@example.com was not changed')).toBeVisible();
  await returnFromInstance(opened);
  await screen.findByText(ann.email);
  expect(screen.queryByText('The role of bob@example.com was not changed')).toBeNull();
});

describe('a navigation during the change', () => {
  /** Leaves the page while a role change is pending. */
  async function leaveWhileChanging(opened: Opened, leave: () => Promise<unknown>) {
    const gate = createGate();
    server.use(mockCall(memberCalls.changeMemberRole, [owner, approver, bob], gate.wait));
    await makeApprover(opened);
    await waitFor(() => expect(gate.arrivals).toBe(1));
    await leave();
    gate.open();
  }

  test('within the portal is kept: the instance is refreshed, and the return leads to the new page', async () => {
    const opened = await open();
    const { ui, externalUrls, refresh } = opened;
    await leaveWhileChanging(opened, async () => {
      await ui.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
      await screen.findByRole('heading', { name: 'One Workspace' });
    });
    await waitFor(() => expect(externalUrls).toEqual([refresh]));
    const { path } = await returnFromInstance(opened);
    expect(await screen.findByRole('heading', { name: 'One Workspace' })).toBeVisible();
    expect(path()).toBe('/workspaces');
  });

  test('after the browser was sent to the instance is also kept', async () => {
    const opened = await open();
    const { ui, externalUrls } = opened;
    await makeApprover(opened);
    await waitFor(() => expect(externalUrls).toHaveLength(1));
    await ui.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
    await screen.findByRole('heading', { name: 'One Workspace' });
    window.dispatchEvent(new Event('pagehide'));
    const { path } = await returnFromInstance(opened);
    await waitFor(() => expect(path()).toBe('/workspaces'));
  });

  test('to the settings later is not mistaken for the return', async () => {
    const opened = await open();
    await leaveWhileChanging(opened, () => opened.ui.click(screen.getByRole('link', { name: 'Return To Workspaces' })));
    await waitFor(() => expect(opened.externalUrls).toHaveLength(1));
    cleanup();
    const { router, path } = await visit('/workspaces', user);
    await act(() => router.navigate(`/workspace/${opened.workspace.id}`));
    expect(await screen.findByText(ann.email)).toBeVisible();
    expect(path()).toBe(`/workspace/${opened.workspace.id}`);
  });

  test('to the workspace itself is kept, because it loads the permissions anyway', async () => {
    const opened = await open();
    const { ui, externalUrls, workspace } = opened;
    await leaveWhileChanging(opened, () => ui.click(screen.getByRole('link', { name: 'Go to workspace' })));
    await waitFor(() => expect(externalUrls).toEqual([`${apiUrl}/workspaces/${workspace.id}/go`]));
    await pause(50);
    expect(externalUrls).toHaveLength(1);
  });

  test('out of the portal is kept', async () => {
    const opened = await open();
    await leaveWhileChanging(opened, () => {
      window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
      return Promise.resolve();
    });
    await waitFor(() => expect(screen.getByLabelText('Role of ann@example.com')).toBeEnabled());
    await pause(100);
    expect(opened.externalUrls).toEqual([]);
    // A navigation that takes longer than ten seconds no longer delays the instance refresh.
    const later = Date.now() + 10_001;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    await waitFor(() => expect(opened.externalUrls).toEqual([opened.refresh]));
  });
});

const refreshHint = /To apply a change, we briefly open the workspace/;

test('members with the right to change members see beforehand that a change opens the workspace', async () => {
  await open();
  expect(screen.getByText(refreshHint)).toBeVisible();
});

test.each([
  ['of a local workspace', {}],
  ['who cannot change members', { ...remote, role: 'EDITOR' }],
] as const)('that notice is hidden from a member %s', async (_who, overrides) => {
  await open(overrides);
  expect(screen.queryByText(refreshHint)).toBeNull();
});

test('after the return from the instance the page restores its scroll position once', async () => {
  const { ui, externalUrls, workspace } = await open();
  await ui.selectOptions(screen.getByLabelText('Role of ann@example.com'), 'Approver');
  await waitFor(() => expect(externalUrls).toHaveLength(1));
  const members = () => screen.getByRole('group', { name: 'Members' });
  cleanup();
  await visit(`/workspace/${workspace.id}`, user);
  await waitFor(() => expect(screen.getByLabelText('Role of ann@example.com')).toHaveFocus());
  cleanup();
  await visit(`/workspace/${workspace.id}`, user);
  await screen.findByText(ann.email);
  expect(members()).not.toContainElement(document.activeElement as HTMLElement);
});

const manyMembers = Array.from({ length: 130 }, (_, n) => aMember({ email: `member-${1000 + n}@example.com` }));

/** Opens a workspace with many members. */
async function openManyMembers(workspace: Workspace, members = manyMembers) {
  server.use(mockCall(workspaceCalls.getWorkspace, workspace), mockCall(memberCalls.listMembers, members));
  const portal = await visit(`/workspace/${workspace.id}`, user);
  await screen.findByRole('searchbox', { name: 'Search members' });
  return portal;
}

/** Searched within its row: a label query over all rows takes seconds. */
function roleIn(row: number) {
  const email = `member-${1000 + row}@example.com`;
  const line = screen.getByText(email).closest('tr') as HTMLElement;
  return within(line).getByLabelText(`Role of ${email}`);
}

test('after the return as many members are shown, at the one whose role changed', async () => {
  const workspace = aWorkspace(remote);
  const changed = manyMembers.map((member, n) => (n === 120 ? { ...member, role: 'APPROVER' as const } : member));
  const { ui, externalUrls } = await openManyMembers(workspace);
  server.use(mockCall(memberCalls.changeMemberRole, changed));
  await ui.click(screen.getByText('Show 30 more'));
  await waitFor(() => expect(roleIn(120)).toBeVisible());
  await ui.selectOptions(roleIn(120), 'Approver');
  await waitFor(() => expect(externalUrls).toHaveLength(1));
  cleanup();
  await openManyMembers(workspace, changed);
  await waitFor(() => expect(roleIn(120)).toHaveFocus());
});

test('after the return the search is restored, at the row next to the removed member', async () => {
  const workspace = aWorkspace(remote);
  const { ui, externalUrls } = await openManyMembers(workspace);
  server.use(mockCall(memberCalls.removeMember, manyMembers.toSpliced(120, 1)));
  await ui.type(screen.getByRole('searchbox', { name: 'Search members' }), '112{Enter}');
  await removeMember(ui, 'member-1120@example.com');
  await waitFor(() => expect(externalUrls).toHaveLength(1));
  cleanup();
  await openManyMembers(workspace, manyMembers.toSpliced(120, 1));
  await waitFor(() => expect(roleIn(121).closest('tr')).toHaveFocus());
  expect(screen.getByRole('searchbox', { name: 'Search members' })).toHaveValue('112');
  expect(screen.queryByLabelText('Role of member-1000@example.com')).toBeNull();
});
