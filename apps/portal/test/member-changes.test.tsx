import { jest } from '@jest/globals';
import { memberCalls } from '@portal/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { on, server } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { colleague, openSettings, owner } from './support/settings-page.ts';

test('[4.workspace-creation.2] removing a member of a workspace elsewhere sends the browser to its refresh-auth', async () => {
  const { person, went, workspace } = await openSettings({
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://si.example.com/',
  });
  server.use(on(memberCalls.removeMember, [owner]), on(memberCalls.listMembers, [owner]));
  const button = screen.getByRole('button', { name: 'Remove ann@example.com' });
  await person.click(button);
  expect(went).toEqual([]);
  pastDoubleClick();
  await person.click(button);
  await waitFor(() => expect(went).toEqual([`https://si.example.com/refresh-auth?workspaceId=${workspace.id}`]));
});

test('[4.workspace-creation.2] a role change in a local workspace leaves the browser where it is', async () => {
  const { person, went } = await openSettings({ instanceEnvType: 'LOCAL', instanceUrl: 'http://localhost:8080' });
  const role = () => screen.getByLabelText('Role of ann@example.com');
  server.use(on(memberCalls.changeMemberRole, [owner, { ...colleague, role: 'APPROVER' }]));
  await person.selectOptions(role(), 'Approver');
  await waitFor(() => expect(role()).toHaveValue('APPROVER'));
  await waitFor(() => expect(role()).toBeEnabled());
  expect(went).toEqual([]);
});

test('[2.workspace-details.10] [9.10] an invitation is told for 20 seconds, and not longer', async () => {
  const { person } = await openSettings();
  server.use(on(memberCalls.inviteMember, [owner, colleague]));
  await person.type(screen.getByLabelText('User Email to Grant Workspace Access'), 'new@example.com');
  jest.useFakeTimers({ advanceTimers: true });
  try {
    await person.click(screen.getByRole('button', { name: 'Add User To Workspace' }));
    const told = /^we have notified new@example.com that you invited them to collaborate on this workspace\./;
    expect(await screen.findByText(told)).toBeVisible();
    const passing = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await passing(19_000);
    expect(screen.getByText(told)).toBeVisible();
    await passing(1_100);
    expect(screen.queryByText(told)).toBeNull();
  } finally {
    jest.useRealTimers();
  }
});
