import { featureFlagCalls, memberCalls, workspaceCalls, type Member } from '@portal/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { aMember, aUser, aWorkspace } from '@portal/contract/fixtures';
import { lastChange, removeMember } from '../../support/open-settings.ts';
import { visit } from '../../support/render-portal.tsx';

const owner = aMember({ email: 'zoe@example.com', role: 'OWNER' });
const ann = aMember({ email: 'ann@example.com' });
const approver: Member = { ...ann, role: 'APPROVER' };
const remote = aWorkspace({ instanceEnvType: 'PRIVATE', instanceUrl: 'https://si.example.com' });
const local = aWorkspace({ instanceEnvType: 'LOCAL' });
const user = aUser();

async function open(workspace = remote, who = user) {
  cleanup();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(workspaceCalls.setApprovals, { ...workspace, approvalsEnabled: true }),
    mockCall(memberCalls.listMembers, [owner, ann]),
    mockCall(memberCalls.changeMemberRole, [owner, approver]),
    mockCall(memberCalls.removeMember, [owner]),
    mockCall(featureFlagCalls.listFeatureFlags, { auth_portal_admin_page: false, 'approvals-opt-in-out': true }),
  );
  const portal = await visit(`/workspace/${workspace.id}`, who);
  await screen.findByText(ann.email);
  return portal;
}

const expectNoNotice = () => expect(screen.queryByRole('group', { name: 'Last change' })).toBeNull();

const makeApprover = ({ ui }: Awaited<ReturnType<typeof open>>) =>
  ui.selectOptions(screen.getByLabelText('Role of ann@example.com'), 'Approver');

test('a change says what it did, also to screen readers, until the user closes it', async () => {
  const opened = await open(local);
  const { ui } = opened;
  expectNoNotice();
  await makeApprover(opened);
  expect(await lastChange()).toHaveTextContent('ann@example.com is now Approver');
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'ann@example.com is now Approver',
  );
  await removeMember(ui, ann.email);
  await waitFor(async () => expect(await lastChange()).toHaveTextContent('ann@example.com was removed'));
  await ui.click(within(await lastChange()).getByRole('button', { name: 'Close' }));
  expectNoNotice();
});

test('after the visit to the instance the page says the change again, once', async () => {
  const opened = await open();
  await makeApprover(opened);
  await waitFor(() => expect(opened.externalUrls).toHaveLength(1));
  await open();
  expect(await lastChange()).toHaveTextContent('ann@example.com is now Approver');
  await open();
  expectNoNotice();
});

test('a change of approvals is said, but after the visit to the instance not to another user', async () => {
  const { ui, externalUrls } = await open();
  await ui.click(await screen.findByRole('button', { name: 'Enable Workspace Approvals' }));
  expect(await lastChange()).toHaveTextContent('Approvals are now enabled');
  await waitFor(() => expect(externalUrls).toHaveLength(1));
  await open(remote, aUser());
  expectNoNotice();
});

test('a change that fails removes what the page said about the one before', async () => {
  const opened = await open(local);
  await makeApprover(opened);
  await lastChange();
  server.use(mockCall(workspaceCalls.setApprovals, errorResponse('NotAllowed')));
  await opened.ui.click(await screen.findByRole('button', { name: 'Enable Workspace Approvals' }));
  expect(await screen.findByText('Approvals were not changed')).toBeVisible();
  expectNoNotice();
});

test('the same change made again is announced again', async () => {
  const opened = await open(local);
  // The response still has the former role, as if another owner changed it back at once.
  server.use(mockCall(memberCalls.changeMemberRole, [owner, ann]));
  const announcement = () => screen.getByText('ann@example.com is now Approver', { selector: '[role=status] *' });
  await makeApprover(opened);
  await lastChange();
  const first = announcement();
  await makeApprover(opened);
  await waitFor(() => expect(announcement()).not.toBe(first));
});
