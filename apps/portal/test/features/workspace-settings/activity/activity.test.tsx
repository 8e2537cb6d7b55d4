import { auditCalls, memberCalls, workspaceCalls, type Workspace, type WorkspaceAuditEntry } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { ulid } from 'ulid';
import { mockCall, server } from '../../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../../support/double-click.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../../support/render-portal.tsx';

const zoe = { userId: ulid(), nickname: 'zoe', email: 'zoe@example.com' };
const removedUser = { userId: ulid(), nickname: null, email: null };

const anEntry = (overrides: Partial<WorkspaceAuditEntry>): WorkspaceAuditEntry => ({
  id: ulid(),
  sequence: 1,
  occurredAt: '2026-01-01T00:00:00.000Z',
  action: 'createWorkspace',
  bySupport: false,
  actor: zoe,
  token: null,
  subject: null,
  details: null,
  ...overrides,
});

const quarantineEntry = (details: WorkspaceAuditEntry['details']) =>
  anEntry({ action: 'quarantineWorkspace', bySupport: true, actor: null, details });

async function open(entries: WorkspaceAuditEntry[], overrides: Partial<Workspace> = {}) {
  const workspace = aWorkspace(overrides);
  const requests: Record<string, string>[] = [];
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, []),
    mockCall(auditCalls.listWorkspaceAuditEntries, ({ url }) => {
      const query = Object.fromEntries(url.searchParams);
      requests.push(query);
      const rest = entries.slice(entries.findIndex(({ id }) => id === query['after']) + 1);
      const page = rest.slice(0, Number(query['limit']));
      return { entries: page, next: rest.length > page.length ? (page.at(-1)?.id ?? null) : null };
    }),
  );
  const portal = await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByRole('heading', { name: 'Members' });
  return { queries: requests, ...portal };
}

const ofInvitation = { invitationId: '01J00000000000000000000000', email: 'ann@example.com', role: 'EDITOR' };

test('an email that was erased with its account is shown as erased', async () => {
  const { ui } = await open([
    anEntry({ action: 'removeMember', subject: removedUser, details: { email: null }, erased: ['details.email'] }),
  ]);
  await ui.click(await screen.findByRole('button', { name: 'Show activity' }));
  const sentence = (await screen.findByText('(erased)', { exact: false })).closest('p');
  expect(sentence).toHaveTextContent('zoe@example.com removed (erased)');
});

test('how long ago a change was is short, because it is in a column', async () => {
  const { ui } = await open([anEntry({ occurredAt: new Date(Date.now() - 9.5 * 60_000).toISOString() })]);
  await ui.click(await screen.findByRole('button', { name: 'Show activity' }));
  expect(await screen.findByText('9m ago')).toBeVisible();
});

test('the owner sees who did what, in sentences', async () => {
  const { ui, queries: requests } = await open([
    anEntry({ action: 'createWorkspace' }),
    anEntry({ action: 'updateWorkspace', details: { displayName: { from: 'Old', to: 'New' } } }),
    anEntry({ action: 'inviteMember', details: { email: 'ann@example.com', role: 'EDITOR' } }),
    anEntry({
      action: 'changeMemberRole',
      subject: removedUser,
      details: { role: { from: 'EDITOR', to: 'APPROVER' } },
    }),
    anEntry({ action: 'createAuthToken', details: { name: 'ci' } }),
    anEntry({ action: 'createAuthToken', details: { name: 'ci', replayed: true } }),
    anEntry({ action: 'revokeTokenByHolder', details: { tokenId: 'x', name: 'ci' } }),
    anEntry({ action: 'claimInvitation', actor: removedUser, details: { email: 'ben@example.com' } }),
    anEntry({
      action: 'changeMemberRole',
      subject: removedUser,
      details: { email: 'ben@example.com', role: { from: 'EDITOR', to: 'APPROVER' } },
    }),
    anEntry({ action: 'leaveWorkspace', actor: removedUser, details: { email: 'ben@example.com', role: 'EDITOR' } }),
    anEntry({ action: 'leaveWorkspace', actor: removedUser, details: { role: 'EDITOR' } }),
    anEntry({ action: 'setApprovals', details: { approvalsEnabled: { from: false, to: true } } }),
    quarantineEntry({ wasQuarantined: false, isQuarantined: true }),
    quarantineEntry({ wasQuarantined: true, isQuarantined: true }),
    quarantineEntry({ wasQuarantined: true, isQuarantined: false }),
    quarantineEntry({ wasQuarantined: false, isQuarantined: false }),
    quarantineEntry(null),
    anEntry({ action: 'deleteWorkspace' }),
    anEntry({ action: 'restoreWorkspace', bySupport: true, actor: null }),
    anEntry({ action: 'anotherAction', bySupport: true, actor: null }),
  ]);
  expect(requests).toEqual([]);
  await ui.click(await screen.findByRole('button', { name: 'Show activity' }));
  await screen.findByText('created the workspace', { exact: false });
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Activity' })).toHaveFocus());
  const sentences = screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);
  expect(sentences).toEqual([
    'zoe@example.com created the workspace',
    'zoe@example.com renamed the workspace from “Old” to “New”',
    'zoe@example.com invited ann@example.com as Collaborator',
    'zoe@example.com changed the role of a former member to Approver',
    'zoe@example.com generated the API token “ci”',
    'zoe@example.com retrieved the secret again for the API token “ci”',
    'zoe@example.com had the API token “ci” revoked by its holder',
    'ben@example.com accepted an invitation',
    'zoe@example.com changed the role of ben@example.com to Approver',
    'ben@example.com left the workspace',
    'a former member left the workspace',
    'zoe@example.com enabled approvals',
    'Support quarantined the workspace',
    'Support changed the quarantine of the workspace',
    'Support lifted the quarantine of the workspace',
    'Support found no quarantine to lift for the workspace',
    'Support changed the quarantine of the workspace',
    'zoe@example.com deleted the workspace',
    'Support restored the workspace',
    'Support performed the action “another action”',
  ]);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('the owner sees which token or service account acted, and what happened to service accounts', async () => {
  const ci = { serviceAccountId: ulid(), name: 'CI' };
  const token = (name: string | null) => ({ tokenId: ulid(), name });
  const ofCi = { serviceAccountId: ci.serviceAccountId, name: 'CI' };
  const { ui } = await open([
    anEntry({
      action: 'inviteMember',
      actor: ci,
      token: token('Deploy'),
      details: { email: 'ann@example.com', role: 'EDITOR' },
    }),
    anEntry({
      action: 'setApprovals',
      token: token('Deploy'),
      details: { approvalsEnabled: { from: false, to: true } },
    }),
    anEntry({ action: 'setApprovals', token: token(null), details: { approvalsEnabled: { from: true, to: false } } }),
    anEntry({ action: 'createServiceAccount', details: { ...ofCi, role: 'EDITOR' } }),
    anEntry({ action: 'updateServiceAccount', details: { ...ofCi, name: { from: 'CI', to: 'Release' } } }),
    anEntry({ action: 'updateServiceAccount', details: { ...ofCi, role: { from: 'EDITOR', to: 'APPROVER' } } }),
    anEntry({ action: 'updateServiceAccount', details: { ...ofCi, description: 'changed' } }),
    anEntry({ action: 'deleteServiceAccount', details: ofCi }),
    anEntry({ action: 'rotateAuthToken', details: { name: 'Deploy' } }),
    anEntry({ action: 'rotateAuthToken', details: { name: 'Deploy', replayed: true } }),
    anEntry({ action: 'setTokenPolicy', details: { allowsWrites: { from: true, to: false } } }),
  ]);
  await ui.click(await screen.findByRole('button', { name: 'Show activity' }));
  await screen.findByText('enabled approvals', { exact: false });
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
    'CI (service account) invited ann@example.com as Collaborator',
    'zoe@example.com by the token “Deploy” enabled approvals',
    'zoe@example.com by an API token disabled approvals',
    'zoe@example.com created the service account “CI”',
    'zoe@example.com renamed the service account “CI” to “Release”',
    'zoe@example.com changed the role of the service account “CI” to Approver',
    'zoe@example.com edited the service account “CI”',
    'zoe@example.com deleted the service account “CI”',
    'zoe@example.com rotated the API token “Deploy”',
    'zoe@example.com retrieved the secret again for the API token “Deploy”',
    'zoe@example.com changed the policy of API tokens',
  ]);
});

test('the owner sees what happened to invitations', async () => {
  const { ui } = await open([
    anEntry({ action: 'inviteMembers', details: { email: 'ann@example.com', role: 'EDITOR', again: true } }),
    anEntry({ action: 'resendInvitation', details: ofInvitation }),
    anEntry({ action: 'createInvitationLink', details: ofInvitation }),
    anEntry({ action: 'cancelInvitation', details: ofInvitation }),
    anEntry({ action: 'removeMember', details: ofInvitation }),
    anEntry({ action: 'removeMember', details: { email: 'ann@example.com' } }),
    anEntry({ action: 'removeMember', details: { email: 'amy@example.com', cancelledInvitationIds: ['A', 'B'] } }),
    anEntry({ action: 'removeMember', details: { email: 'bob@example.com', takenOverInvitationIds: ['A'] } }),
    anEntry({ action: 'leaveWorkspace', details: { email: 'bob@example.com', cancelledInvitationIds: ['A'] } }),
    anEntry({ action: 'acceptInvitation', actor: removedUser, details: ofInvitation }),
    anEntry({ action: 'declineInvitation', actor: removedUser, details: ofInvitation }),
  ]);
  await ui.click(await screen.findByRole('button', { name: 'Show activity' }));
  await screen.findByText('declined an invitation', { exact: false });
  const sentences = screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);
  expect(sentences).toEqual([
    'zoe@example.com invited ann@example.com again as Collaborator',
    'zoe@example.com resent the invitation to ann@example.com',
    'zoe@example.com created an invitation link for ann@example.com',
    'zoe@example.com cancelled the invitation to ann@example.com',
    'zoe@example.com cancelled the invitation to ann@example.com',
    'zoe@example.com removed ann@example.com',
    'zoe@example.com removed amy@example.com, which cancelled 2 open invitations',
    'zoe@example.com removed bob@example.com, and took over 1 open invitation',
    'bob@example.com left the workspace, which cancelled 1 open invitation',
    'ann@example.com accepted an invitation',
    'ann@example.com declined an invitation',
  ]);
});

test('the owner sees what support did with the workspace and its ownership, but not to whom', async () => {
  const bySupport = (action: string) => anEntry({ action, bySupport: true, actor: null });
  const { ui } = await open([
    bySupport('setUpProductionWorkspace'),
    bySupport('reassignOwnership'),
    bySupport('confirmReassignment'),
    anEntry({ action: 'objectToReassignment', details: { email: 'ann@example.com' } }),
    bySupport('cancelReassignment'),
    bySupport('completeReassignment'),
    anEntry({ action: 'offerOwnership', subject: zoe }),
  ]);
  await ui.click(await screen.findByRole('button', { name: 'Show activity' }));
  await screen.findByText('offered the ownership', { exact: false });
  const sentences = screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);
  expect(sentences).toEqual([
    'Support set up the workspace',
    'Support requested a change of the owner',
    'Support confirmed a change of the owner',
    'zoe@example.com objected to a change of the owner by support',
    'Support cancelled a change of the owner',
    'Support changed the owner',
    'zoe@example.com offered the ownership to zoe@example.com',
  ]);
});

test('the activity loads page by page to its end', async () => {
  const entries = Array.from({ length: 45 }, (_, index) => anEntry({ action: `act${index}` }));
  const { ui, queries: requests } = await open(entries);
  await ui.click(await screen.findByRole('button', { name: 'Show activity' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(20));
  await ui.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(40));
  skipDoubleClickGuard();
  await ui.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(45));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  await waitFor(() => expect(screen.getAllByRole('listitem')[40]).toHaveFocus());
  expect(requests.map(({ after }) => after)).toEqual([undefined, entries[19]?.id, entries[39]?.id]);
});

test('members other than the owner do not see the activity', async () => {
  await open([], { role: 'APPROVER' });
  expect(screen.queryByRole('button', { name: 'Show activity' })).toBeNull();
});
