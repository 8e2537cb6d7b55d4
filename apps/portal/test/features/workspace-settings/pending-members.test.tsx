import { memberCalls, workspaceCalls } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { pause } from '../../support/pause.ts';
import { aMember, aUser, aWorkspace } from '../../support/fixtures.ts';
import { visit } from '../../support/render-portal.tsx';

const owner = aMember({ email: 'zoe@example.com', role: 'OWNER' });
const third = aMember({ email: 'third@example.com', pending: true });
const fourth = aMember({ email: 'fourth@example.com', pending: true });

async function open(instanceEnvType: 'PRIVATE' | 'LOCAL') {
  const workspace = aWorkspace({ instanceEnvType, instanceUrl: 'https://si.example.com' });
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, [owner, fourth]),
    mockCall(memberCalls.inviteMember, [owner, third, fourth]),
    mockCall(memberCalls.changeMemberRole, [owner, { ...fourth, role: 'APPROVER' }]),
    mockCall(memberCalls.removeMember, [owner]),
  );
  const portal = await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByText(fourth.email);
  const remove = async (email: string) => {
    const button = await screen.findByRole('button', { name: `Remove ${email}` });
    skipDoubleClickGuard();
    await portal.ui.click(button);
    skipDoubleClickGuard();
    await portal.ui.click(button);
    await waitFor(() => expect(screen.queryByRole('button', { name: `Remove ${email}` })).toBeNull());
  };
  return { ...portal, remove };
}

test('a change of a pending member does not navigate, because no instance knows them yet', async () => {
  const { ui, remove, externalUrls } = await open('PRIVATE');
  const role = () => screen.getByLabelText('Role of fourth@example.com');
  await ui.selectOptions(role(), 'Approver');
  await waitFor(() => expect(role()).toBeEnabled());
  await remove(fourth.email);
  await pause(50);
  expect(externalUrls).toEqual([]);
});

test('the page does not report an invitation that was withdrawn', async () => {
  const { ui, remove } = await open('LOCAL');
  const notice = /^we have notified third@example.com/;
  await ui.type(screen.getByLabelText('User Email to Grant Workspace Access'), 'third@example.com{Enter}');
  expect(await screen.findByText(notice)).toBeVisible();
  await remove(fourth.email);
  expect(screen.getByText(notice)).toBeVisible();
  await remove(third.email);
  expect(screen.queryByText(notice)).toBeNull();
});
