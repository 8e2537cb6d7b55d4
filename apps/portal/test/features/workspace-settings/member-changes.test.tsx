import { jest } from '@jest/globals';
import { memberCalls } from '@portal/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { aMember } from '../../support/fixtures.ts';
import { colleague, openSettings, owner, removeMember } from '../../support/open-settings.ts';

test('[4.workspace-creation.2] removing a member of a remote workspace sends the browser to its refresh-auth', async () => {
  const { ui, externalUrls, workspace } = await openSettings({
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://si.example.com/',
  });
  server.use(mockCall(memberCalls.removeMember, [owner]), mockCall(memberCalls.listMembers, [owner]));
  await removeMember(ui, 'ann@example.com');
  await waitFor(() =>
    expect(externalUrls).toEqual([`https://si.example.com/refresh-auth?workspaceId=${workspace.id}`]),
  );
});

test('[4.workspace-creation.2] a role change in a local workspace does not navigate', async () => {
  const { ui, externalUrls } = await openSettings({ instanceEnvType: 'LOCAL', instanceUrl: 'http://localhost:8080' });
  const role = () => screen.getByLabelText('Role of ann@example.com');
  server.use(mockCall(memberCalls.changeMemberRole, [owner, { ...colleague, role: 'APPROVER' }]));
  await ui.selectOptions(role(), 'Approver');
  await waitFor(() => expect(role()).toHaveValue('APPROVER'));
  await waitFor(() => expect(role()).toBeEnabled());
  expect(externalUrls).toEqual([]);
});

test('[2.workspace-details.10] [9.10] an invitation notice shows for 20 seconds', async () => {
  const { ui } = await openSettings();
  server.use(mockCall(memberCalls.inviteMember, [owner, colleague]));
  await ui.type(screen.getByLabelText('User Email to Grant Workspace Access'), 'new@example.com');
  jest.useFakeTimers({ advanceTimers: true });
  try {
    await ui.click(screen.getByRole('button', { name: 'Add User To Workspace' }));
    const notice = /^we have notified new@example.com that you invited them to collaborate on this workspace\./;
    expect(await screen.findByText(notice)).toBeVisible();
    const passTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await passTime(19_000);
    expect(screen.getByText(notice)).toBeVisible();
    await passTime(1_100);
    expect(screen.queryByText(notice)).toBeNull();
  } finally {
    jest.useRealTimers();
  }
});

test.each([false, true])(
  'the page does not say that it notified an invitee who is not emailed; invited before: %s',
  async (isInvitedBefore) => {
    const { ui } = await openSettings();
    const late = aMember({ email: 'late@example.com', role: 'EDITOR', pending: true, emailed: 'queued' });
    const email = screen.getByLabelText('User Email to Grant Workspace Access');
    if (isInvitedBefore) {
      server.use(mockCall(memberCalls.inviteMember, [owner, colleague, late]));
      await ui.type(email, 'late@example.com{Enter}');
      await screen.findByText(/^we have notified late@example.com/);
      skipDoubleClickGuard();
    }
    server.use(mockCall(memberCalls.inviteMember, [owner, colleague, { ...late, emailed: 'limit' }]));
    await ui.type(email, 'late@example.com{Enter}');
    expect(
      await screen.findByText(
        'You invited late@example.com. We can’t email them today, because a daily limit is reached. Copy the link in the list below and share it.',
      ),
    ).toBeVisible();
    expect(screen.queryByText(/we have notified|email it again/)).toBeNull();
    expect(await findA11yViolations()).toEqual([]);
  },
);
