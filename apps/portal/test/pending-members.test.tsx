import { memberCalls, workspaceCalls } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { on, server } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { pause } from './support/pause.ts';
import { aMember, aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const owner = aMember({ email: 'zoe@example.com', role: 'OWNER' });
const third = aMember({ email: 'third@example.com', pending: true });
const fourth = aMember({ email: 'fourth@example.com', pending: true });

async function open(instanceEnvType: 'PRIVATE' | 'LOCAL') {
  const workspace = aWorkspace({ instanceEnvType, instanceUrl: 'https://si.example.com' });
  server.use(
    on(workspaceCalls.getWorkspace, workspace),
    on(memberCalls.listMembers, [owner, fourth]),
    on(memberCalls.inviteMember, [owner, third, fourth]),
    on(memberCalls.changeMemberRole, [owner, { ...fourth, role: 'APPROVER' }]),
    on(memberCalls.removeMember, [owner]),
  );
  const portal = await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByText(fourth.email);
  const remove = async (email: string) => {
    const button = await screen.findByRole('button', { name: `Remove ${email}` });
    pastDoubleClick();
    await portal.person.click(button);
    pastDoubleClick();
    await portal.person.click(button);
    await waitFor(() => expect(screen.queryByRole('button', { name: `Remove ${email}` })).toBeNull());
  };
  return { ...portal, remove };
}

test('a change of a pending member sends the browser nowhere, because no instance knows them yet', async () => {
  const { person, remove, went } = await open('PRIVATE');
  const role = () => screen.getByLabelText('Role of fourth@example.com');
  await person.selectOptions(role(), 'Approver');
  await waitFor(() => expect(role()).toBeEnabled());
  await remove(fourth.email);
  await pause(50);
  expect(went).toEqual([]);
});

test('the page does not report an invitation that was withdrawn', async () => {
  const { person, remove } = await open('LOCAL');
  const notice = /^we have notified third@example.com/;
  await person.type(screen.getByLabelText('User Email to Grant Workspace Access'), 'third@example.com{Enter}');
  expect(await screen.findByText(notice)).toBeVisible();
  await remove(fourth.email);
  expect(screen.getByText(notice)).toBeVisible();
  await remove(third.email);
  expect(screen.queryByText(notice)).toBeNull();
});
