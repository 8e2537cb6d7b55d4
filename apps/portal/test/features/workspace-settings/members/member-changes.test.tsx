import { jest } from '@jest/globals';
import { invitationCalls, memberCalls, type Invitation } from '@portal/contract';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { mockCall, server } from '../../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../../support/double-click.ts';
import { findA11yViolations } from '../../../support/find-a11y-violations.ts';
import { aMember, anInvitation } from '@portal/contract/fixtures';
import { listActions } from '../../../support/row-menu.ts';
import { colleague, openSettings, owner, removeMember } from '../../../support/open-settings.ts';

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

/** An invitation that the API then lists in a state, which is read for each request. */
function mockInvitation(email: string, stateOf: () => Partial<Invitation>, emailed: Invitation['emailed'] = 'queued') {
  const invitation = anInvitation({ email });
  const member = aMember({ userId: invitation.id, email, role: 'EDITOR', pending: true, emailed });
  let isInvited = false;
  const members = () => (isInvited ? [owner, colleague, member] : [owner, colleague]);
  server.use(
    mockCall(memberCalls.inviteMember, () => {
      isInvited = true;
      return members();
    }),
    mockCall(memberCalls.listMembers, members),
    mockCall(invitationCalls.listInvitations, () => (isInvited ? [{ ...invitation, ...stateOf() }] : [])),
  );
}

const invite = async (ui: UserEvent, email: string) =>
  ui.type(screen.getByLabelText('User Email to Grant Workspace Access'), `${email}{Enter}`);

test('the page says that it notified an invitee once the email was sent', async () => {
  const { ui } = await openSettings();
  let emailSent = false;
  mockInvitation('new@example.com', () => ({ emailSent }));
  await invite(ui, 'new@example.com');
  expect(await screen.findByText('You invited new@example.com. The email is on its way.')).toBeVisible();
  expect(screen.queryByText(/we have notified/)).toBeNull();
  emailSent = true;
  expect(await screen.findByText(/^we have notified new@example.com/, {}, { timeout: 5_000 })).toBeVisible();
  expect(screen.queryByText(/on its way/)).toBeNull();
});

test('the page says that the email to an invitee failed, and what to do', async () => {
  const { ui } = await openSettings();
  let emailFailed = false;
  mockInvitation('new@example.com', () => ({ emailFailed, emailSent: false }));
  await invite(ui, 'new@example.com');
  await screen.findByText('You invited new@example.com. The email is on its way.');
  emailFailed = true;
  const failed =
    'The email to new@example.com could not be delivered: its mail server rejected the address. Check the address, or copy the link in the list below and share it.';
  expect(await screen.findByText(failed, {}, { timeout: 5_000 })).toBeVisible();
  expect(screen.queryByText(/on its way|we have notified/)).toBeNull();
  expect(await listActions(ui, 'new@example.com')).toContain('Copy link');
  expect(await findA11yViolations()).toEqual([]);
});

test('the page says which limit stops the email to an invitee, and until when', async () => {
  const { ui } = await openSettings();
  const emailLimit = { name: 'newAccount', until: '2026-03-04T05:06:00.000Z' } as const;
  const limited = { emailed: 'limit', emailLimit } as const;
  mockInvitation('new@example.com', () => limited, 'limit');
  await invite(ui, 'new@example.com');
  expect(
    await screen.findByText(
      /^You invited new@example.com. We can’t email them now, because new accounts can only send a limited number of invitation emails on their first day. Emails are possible again from .*2026.*. Copy the link/,
    ),
  ).toBeVisible();
});

test('[2.workspace-details.10] [9.10] an invitation notice shows for 20 seconds', async () => {
  const { ui } = await openSettings();
  mockInvitation('new@example.com', () => ({ emailSent: true }));
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
      await screen.findByText(/^You invited late@example.com. The email is on its way.$/);
      skipDoubleClickGuard();
    }
    server.use(mockCall(memberCalls.inviteMember, [owner, colleague, { ...late, emailed: 'limit' }]));
    await ui.type(email, 'late@example.com{Enter}');
    expect(
      await screen.findByText(
        'You invited late@example.com. We can’t email them now, because a daily limit is reached. Copy the link in the list below and share it.',
      ),
    ).toBeVisible();
    expect(screen.queryByText(/we have notified|email it again/)).toBeNull();
    expect(await findA11yViolations()).toEqual([]);
  },
);

test('the page says that an invitation to a mailbox at its limit is in an email of the evening', async () => {
  const { ui } = await openSettings();
  const emailLimit = { name: 'address', until: '2026-03-04T18:00:00.000Z' } as const;
  mockInvitation('new@example.com', () => ({ emailed: 'limit', emailLimit }), 'limit');
  await invite(ui, 'new@example.com');
  expect(
    await screen.findByText(
      /because the daily limit of invitation emails to this address is reached. The invitation will be in one email with others that wait, on .*2026.* at the earliest. Copy the link/,
    ),
  ).toBeVisible();
});
