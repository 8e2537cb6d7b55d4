import { credentialCalls, invitationCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../../support/api-server.ts';
import { createGate } from '../../../support/gate.ts';
import { skipDoubleClickGuard } from '../../../support/double-click.ts';
import {
  aMember,
  aMemberCredentialSummary,
  anInvitation,
  aUser,
  aWorkspace,
  aWorkspaceCredentialSummary,
} from '@portal/contract/fixtures';
import { visit } from '../../../support/render-portal.tsx';
import { colleague, confirmInDialog, confirmRemoval, openSettings, owner } from '../../../support/open-settings.ts';
import { chooseAction } from '../../../support/row-menu.ts';

const keepWorking = 'API tokens of service accounts that keep working';
const startedAt = '2026-01-01T00:00:00.000Z';
const tokens = ['Deploy', 'Backup'].map((name, index) => ({
  id: `01J9ZQ4F3T5V7X9A1C3E5G7J9${index}`,
  name,
  principalName: 'ann',
  lastUsedAt: index === 0 ? startedAt : null,
}));
const credentials = aMemberCredentialSummary({
  authTokens: tokens,
  authTokenCount: 12,
  instanceSessions: [{ nickname: 'ann', startedAt }],
  instanceSessionCount: 1,
  remainingAuthTokens: [
    { id: '01J9ZQ4F3T5V7X9A1C3E5G7J92', name: 'Release', principalName: 'Pipeline', lastUsedAt: startedAt },
  ],
  remainingAuthTokenCount: 1,
});

test('the removal of a member lists their tokens by name with the last use, and their instance sessions', async () => {
  const { ui, workspace } = await openSettings();
  let requested: unknown;
  server.use(
    mockCall(credentialCalls.getMemberCredentials, ({ params }) => {
      requested = params['userId'];
      return credentials;
    }),
    mockCall(memberCalls.removeMember, [owner]),
    mockCall(memberCalls.listMembers, [owner]),
  );
  await chooseAction(ui, colleague.email, 'Remove from workspace');
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this member?' }));
  expect(dialog.getByText(colleague.email)).toBeVisible();
  const list = within(await dialog.findByRole('region', { name: 'API tokens that stop working' }));
  expect(list.getByText('API tokens that stop working (12)')).toBeVisible();
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^DeployLast used /) as string,
    'BackupNever used',
  ]);
  expect(list.getByText('and 10 more')).toBeVisible();
  const sessions = within(dialog.getByRole('region', { name: 'Instance sessions that end' }));
  expect(sessions.getByRole('listitem')).toHaveTextContent(/^ann/);
  expect(within(list.getByText(/^Programs that must keep running/)).getByRole('link')).toHaveAttribute(
    'href',
    `/workspace/${workspace.id}/tokens`,
  );
  const remaining = within(dialog.getByRole('region', { name: keepWorking }));
  expect(remaining.getByRole('listitem')).toHaveTextContent(/^Release as PipelineLast used /);
  expect(remaining.getByText(/^They created them, and may still have their secrets/)).toBeVisible();
  expect(requested).toBe(colleague.userId);
  await confirmRemoval(ui);
  expect(await screen.findByText(owner.email)).toBeVisible();
});

test('the deletion of a workspace lists the other members, and the pending invitations, with a count', async () => {
  const workspace = aWorkspace();
  const user = aUser();
  const self = aMember({ userId: user.id, email: user.email, role: 'OWNER' });
  const others = Array.from({ length: 7 }, (_, index) => aMember({ email: `member${index}@example.com` }));
  const invitations = [
    anInvitation({ email: 'late@example.com', role: 'APPROVER' }),
    anInvitation({ email: 'old@example.com', status: 'expired' }),
  ];
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, [self, ...others]),
    mockCall(invitationCalls.listInvitations, invitations),
    mockCall(credentialCalls.getWorkspaceCredentials, aWorkspaceCredentialSummary()),
  );
  const { ui } = await visit(`/workspace/${workspace.id}`, user);
  await ui.click(await screen.findByRole('button', { name: 'Delete Workspace' }));
  const dialog = within(await screen.findByRole('dialog'));
  const members = within(dialog.getByRole('region', { name: 'Other members who lose access' }));
  expect(members.getByText('Other members who lose access (7)')).toBeVisible();
  expect(members.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    [0, 1, 2, 3, 4].map((index) => `member${index}@example.comCollaborator`),
  );
  expect(members.getByText('and 2 more')).toBeVisible();
  const invited = within(dialog.getByRole('region', { name: 'Pending invitations that stop working' }));
  expect(invited.getByText('Pending invitations that stop working (1)')).toBeVisible();
  expect(invited.getByRole('listitem')).toHaveTextContent('late@example.comApprover');
});

const sent = {
  invitations: [{ id: '01J9ZQ4F3T5V7X9A1C3E5G7J90', email: 'second@example.com', role: 'APPROVER' as const }],
  invitationCount: 12,
};

test.each([
  ['cancels the invitations that they sent', true],
  ['keeps the invitations that they sent, if the box is cleared', false],
])('the removal of a member %s', async (_title, isCancelled) => {
  const { ui } = await openSettings();
  let body: unknown;
  server.use(
    mockCall(credentialCalls.getMemberCredentials, { ...credentials, ...sent }),
    mockCall(memberCalls.removeMember, (request) => {
      ({ body } = request);
      return [owner];
    }),
  );
  await chooseAction(ui, colleague.email, 'Remove from workspace');
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this member?' }));
  const list = within(await dialog.findByRole('region', { name: 'Open invitations they sent' }));
  expect(list.getByRole('listitem')).toHaveTextContent('second@example.comApprover');
  expect(list.getByText('and 11 more')).toBeVisible();
  const box = dialog.getByRole('checkbox', { name: 'Cancel their invitations' });
  expect(box).toBeChecked();
  if (!isCancelled) await ui.click(box);
  await confirmRemoval(ui);
  await waitFor(() => expect(body).toMatchObject({ email: colleague.email, cancelInvitations: isCancelled }));
});

test('an approver who becomes a collaborator keeps no open invitations, unless the owner keeps them', async () => {
  const approver = aMember({ email: 'amy@example.com', role: 'APPROVER' });
  const inviter = { userId: approver.userId, nickname: 'amy', email: approver.email };
  const bodies: unknown[] = [];
  const workspace = aWorkspace();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, [approver, owner]),
    mockCall(invitationCalls.listInvitations, [anInvitation({ email: 'second@example.com', inviter })]),
    mockCall(memberCalls.changeMemberRole, ({ body }) => {
      bodies.push(body);
      return [owner];
    }),
  );
  const { ui } = await visit(`/workspace/${workspace.id}`, aUser());
  await ui.selectOptions(await screen.findByLabelText('Role of amy@example.com'), 'Collaborator');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the role?' }));
  expect(dialog.getByText('second@example.com')).toBeVisible();
  expect(bodies).toEqual([]);
  await ui.click(dialog.getByRole('checkbox', { name: 'Cancel their invitations' }));
  await confirmInDialog(ui, 'Change role');
  await waitFor(() =>
    expect(bodies).toMatchObject([{ userId: approver.userId, role: 'EDITOR', cancelInvitations: false }]),
  );
});

test('a workspace cannot be deleted before the dialog shows what ends', async () => {
  const { ui, workspace } = await openSettings();
  const gate = createGate();
  let isDeleted = false;
  server.use(
    mockCall(credentialCalls.getWorkspaceCredentials, { ...aWorkspaceCredentialSummary(), ...credentials }, gate.wait),
    mockCall(workspaceCalls.deleteWorkspace, () => {
      isDeleted = true;
      return {};
    }),
  );
  await ui.click(screen.getByRole('button', { name: 'Delete Workspace' }));
  const dialog = within(await screen.findByRole('dialog'));
  await ui.type(dialog.getByLabelText('Type the workspace name to confirm'), `${workspace.displayName}{Enter}`);
  fireEvent.click(dialog.getByRole('button', { name: 'Delete Workspace' }));
  gate.open();
  expect(await dialog.findByText('Deploy as ann')).toBeVisible();
  expect(isDeleted).toBe(false);
  await confirmInDialog(ui, 'Delete Workspace');
  expect(await screen.findByText(`${workspace.displayName} was deleted.`)).toBeVisible();
});

test('deleting a workspace names the members whose tokens stop working', async () => {
  const { ui } = await openSettings();
  server.use(mockCall(credentialCalls.getWorkspaceCredentials, { ...aWorkspaceCredentialSummary(), ...credentials }));
  await ui.click(screen.getByRole('button', { name: 'Delete Workspace' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Deploy as ann')).toBeVisible();
});

test('leaving a workspace lists one’s own tokens, or says that there are none', async () => {
  const { ui } = await openSettings({ role: 'EDITOR' });
  await ui.click(screen.getByRole('button', { name: 'Leave Workspace' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('There are no active API tokens or instance sessions.')).toBeVisible();
  await ui.click(dialog.getByRole('button', { name: 'Cancel' }));
  server.use(mockCall(credentialCalls.getMemberCredentials, { ...credentials, ...sent }));
  skipDoubleClickGuard();
  // An open dialog hides the rest of the page.
  await ui.click(await screen.findByRole('button', { name: 'Leave Workspace' }));
  const second = within(await screen.findByRole('dialog'));
  expect(await second.findByText('Backup')).toBeVisible();
  expect(second.getByText(/Ask the owner for one before you continue\.$/)).toBeVisible();
  expect(
    within(second.getByRole('region', { name: keepWorking })).getByText(/^You created them, and may still have/),
  ).toBeVisible();
  expect(second.getByRole('region', { name: 'Your invitations that are cancelled' })).toBeVisible();
});

test('leaving and removing say that an offer of the ownership ends, and how to keep it', async () => {
  const offered = { ...credentials, hasOwnershipOffer: true };
  const { ui } = await openSettings({ role: 'EDITOR' });
  server.use(mockCall(credentialCalls.getMemberCredentials, { ...offered, ...sent }));
  await ui.click(screen.getByRole('button', { name: 'Leave Workspace' }));
  const leave = within(await screen.findByRole('dialog'));
  expect(await leave.findByText(/^The offer to make you the owner ends\. If you accept it first/)).toBeVisible();
  const cancelled = within(leave.getByRole('region', { name: 'Your invitations that are cancelled' }));
  expect(cancelled.getByText('The owner or an Approver can invite them again.')).toBeVisible();
});

test('the removal of a member says that the offer to them ends', async () => {
  const { ui } = await openSettings();
  server.use(mockCall(credentialCalls.getMemberCredentials, { ...credentials, hasOwnershipOffer: true }));
  await chooseAction(ui, colleague.email, 'Remove from workspace');
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this member?' }));
  expect(await dialog.findByText(/^The offer to make them the owner ends/)).toBeVisible();
});

test('deleting a workspace lists its service accounts, webhooks and the offer of its ownership, and offers the transfer', async () => {
  const { ui, workspace } = await openSettings();
  server.use(
    mockCall(
      credentialCalls.getWorkspaceCredentials,
      aWorkspaceCredentialSummary({
        serviceAccounts: [{ id: '01J9ZQ4F3T5V7X9A1C3E5G7J93', name: 'Pipeline' }],
        serviceAccountCount: 1,
        webhookCount: 2,
        ownershipOfferedTo: colleague.email,
      }),
    ),
  );
  await ui.click(screen.getByRole('button', { name: 'Delete Workspace' }));
  const dialog = within(await screen.findByRole('dialog'));
  const list = within(await dialog.findByRole('region', { name: 'Service accounts that end' }));
  expect(list.getByText('Pipeline')).toBeVisible();
  expect(dialog.getByText('Webhooks that end (2)')).toBeVisible();
  expect(dialog.getByText(/^Your ownership offer to/)).toHaveTextContent(colleague.email);
  expect(dialog.getByRole('link', { name: 'transfer the ownership' })).toHaveAttribute(
    'href',
    `/workspace/${workspace.id}#transfer-ownership`,
  );
  expect(dialog.getByRole('link', { name: 'download the activity' })).toHaveAttribute(
    'href',
    `/workspace/${workspace.id}/activity`,
  );
});

test('offering the ownership lists the own tokens that can do less afterwards', async () => {
  const { ui } = await openSettings();
  server.use(
    mockCall(
      credentialCalls.getMemberCredentials,
      aMemberCredentialSummary({ limitedAuthTokens: tokens.slice(0, 1), limitedAuthTokenCount: 1 }),
    ),
  );
  await ui.click(screen.getByRole('button', { name: 'Transfer ownership...' }));
  const dialog = within(await screen.findByRole('dialog'));
  const list = within(await dialog.findByRole('region', { name: 'Your API tokens that can do less' }));
  expect(list.getByText('Deploy')).toBeVisible();
  expect(list.getByText(/^They lose what only an owner can do/)).toBeVisible();
});

test('a list that could not be loaded does not prevent the removal', async () => {
  const { ui } = await openSettings();
  server.use(
    mockCall(credentialCalls.getMemberCredentials, errorResponse('TooManyRequests')),
    mockCall(memberCalls.removeMember, [owner]),
  );
  await chooseAction(ui, colleague.email, 'Remove from workspace');
  expect(await screen.findByText('Tokens and sessions could not be loaded')).toBeVisible();
  await confirmRemoval(ui);
});
