import { invitationCalls, memberCalls, workspaceCalls, type Member } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { mockCall, server } from '../../../support/api-server.ts';
import { pause } from '../../../support/pause.ts';
import { aMember, aUser, aWorkspace } from '@portal/contract/fixtures';
import { cancelInvitation, lastChange } from '../../../support/open-settings.ts';
import { visit } from '../../../support/render-portal.tsx';

const owner = aMember({ email: 'zoe@example.com', role: 'OWNER' });
const third = aMember({ email: 'third@example.com', pending: true });
const fourth = aMember({ email: 'fourth@example.com', pending: true });

async function open(instanceEnvType: 'PRIVATE' | 'LOCAL') {
  const workspace = aWorkspace({ instanceEnvType, instanceUrl: 'https://si.example.com' });
  let members: Member[] = [owner, fourth];
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, () => members),
    mockCall(memberCalls.inviteMember, () => (members = [owner, third, fourth])),
    mockCall(memberCalls.changeMemberRole, [owner, { ...fourth, role: 'APPROVER' }]),
    mockCall(invitationCalls.cancelInvitation, ({ params }) => {
      members = members.filter(({ userId }) => userId !== params['invitationId']);
      return {};
    }),
  );
  const portal = await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByText(fourth.email);
  const cancel = async (email: string) => {
    await cancelInvitation(portal.ui, email);
    await waitFor(() => expect(screen.queryByRole('button', { name: `Actions for ${email}` })).toBeNull());
  };
  return { ...portal, cancel };
}

test('a change of a pending member does not navigate, because no instance knows them yet', async () => {
  const { ui, cancel, externalUrls } = await open('PRIVATE');
  const role = () => screen.getByLabelText('Role of fourth@example.com');
  await ui.selectOptions(role(), 'Approver');
  expect(await lastChange()).toHaveTextContent('fourth@example.com is now invited as Approver');
  await cancel(fourth.email);
  await pause(50);
  expect(externalUrls).toEqual([]);
});

test('the page does not report an invitation that was cancelled', async () => {
  const { ui, cancel } = await open('LOCAL');
  const notice = /^You invited third@example.com. The email is on its way.$/;
  await ui.type(screen.getByLabelText('User Email to Grant Workspace Access'), 'third@example.com{Enter}');
  expect(await screen.findByText(notice)).toBeVisible();
  await cancel(fourth.email);
  expect(screen.getByText(notice)).toBeVisible();
  await cancel(third.email);
  await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
});
