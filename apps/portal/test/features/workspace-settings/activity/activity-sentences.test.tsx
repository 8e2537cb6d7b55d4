import type { WorkspaceAuditEntry } from '@portal/contract';
import { screen } from '@testing-library/react';
import { ulid } from 'ulid';
import { anEntry, ofInvitation, openActivity, removedUser, zoe } from '../../../support/open-activity.ts';

const quarantineEntry = (details: WorkspaceAuditEntry['details']) =>
  anEntry({ action: 'quarantineWorkspace', bySupport: true, actor: null, details });

test('an email that was erased with its account is shown as erased', async () => {
  await openActivity([
    anEntry({ action: 'removeMember', subject: removedUser, details: { email: null }, erased: ['details.email'] }),
  ]);
  const sentence = (await screen.findByText('(erased)', { exact: false })).closest('p');
  expect(sentence).toHaveTextContent('zoe removed (erased)');
});

test('the owner sees who did what, in sentences', async () => {
  await openActivity([
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
    anEntry({ action: 'pauseFailedWebhook', actor: null, details: { host: 'hooks.example.com', reason: 'GONE' } }),
    anEntry({ action: 'pauseFailedWebhook', actor: null, details: { host: 'hooks.example.com', reason: 'FAILING' } }),
    anEntry({ action: 'restoreWorkspace', bySupport: true, actor: null }),
    anEntry({ action: 'anotherAction', bySupport: true, actor: null }),
  ]);
  await screen.findByText('created the workspace', { exact: false });
  const sentences = screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);
  expect(sentences).toEqual([
    'zoe created the workspace',
    'zoe renamed the workspace from “Old” to “New”',
    'zoe invited ann@example.com as Collaborator',
    'zoe changed the role of a former member to Approver',
    'zoe generated the API token “ci”',
    'zoe retrieved the secret again for the API token “ci”',
    'zoe had the API token “ci” revoked by its holder',
    'ben@example.com accepted an invitation',
    'zoe changed the role of ben@example.com to Approver',
    'ben@example.com left the workspace',
    'a former member left the workspace',
    'zoe enabled approvals',
    'Support quarantined the workspace',
    'Support changed the quarantine of the workspace',
    'Support lifted the quarantine of the workspace',
    'Support found no quarantine to lift for the workspace',
    'Support changed the quarantine of the workspace',
    'zoe deleted the workspace',
    'The portal paused the webhook to hooks.example.com, because its receiver answered that it no longer exists',
    'The portal paused the webhook to hooks.example.com, because its receiver accepted no event for three days',
    'Support restored the workspace',
    'Support performed the action “another action”',
  ]);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('the owner sees which token or service account acted, and what happened to service accounts', async () => {
  const ci = { serviceAccountId: ulid(), name: 'CI' };
  const token = (name: string | null) => ({ tokenId: ulid(), name });
  const ofCi = { serviceAccountId: ci.serviceAccountId, name: 'CI' };
  await openActivity([
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
  await screen.findByText('enabled approvals', { exact: false });
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
    'CI (service account) invited ann@example.com as Collaborator',
    'zoe by the token “Deploy” enabled approvals',
    'zoe by an API token disabled approvals',
    'zoe created the service account “CI”',
    'zoe renamed the service account “CI” to “Release”',
    'zoe changed the role of the service account “CI” to Approver',
    'zoe edited the service account “CI”',
    'zoe deleted the service account “CI”',
    'zoe rotated the API token “Deploy”',
    'zoe retrieved the secret again for the API token “Deploy”',
    'zoe changed the policy of API tokens',
  ]);
});

test('the owner sees what happened to invitations', async () => {
  await openActivity([
    anEntry({ action: 'inviteMembers', details: { email: 'ann@example.com', role: 'EDITOR', again: true } }),
    anEntry({ action: 'resendInvitation', details: ofInvitation }),
    anEntry({ action: 'createInvitationLink', details: ofInvitation }),
    anEntry({ action: 'cancelInvitation', details: ofInvitation }),
    anEntry({ action: 'removeMember', details: ofInvitation }),
    anEntry({ action: 'removeMember', details: { email: 'ann@example.com' } }),
    anEntry({ action: 'removeMember', details: { email: 'amy@example.com', cancelledInvitationIds: ['A', 'B'] } }),
    anEntry({ action: 'removeMember', details: { email: 'bob@example.com', takenOverInvitationIds: ['A'] } }),
    anEntry({ action: 'leaveWorkspace', details: { email: 'bob@example.com', cancelledInvitationIds: ['A'] } }),
    anEntry({ action: 'acceptInvitation', actor: removedUser, details: { ...ofInvitation, role: 'APPROVER' } }),
    anEntry({ action: 'declineInvitation', actor: removedUser, details: ofInvitation }),
  ]);
  await screen.findByText('declined an invitation', { exact: false });
  const sentences = screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);
  expect(sentences).toEqual([
    'zoe invited ann@example.com again as Collaborator',
    'zoe resent the invitation to ann@example.com',
    'zoe created an invitation link for ann@example.com',
    'zoe cancelled the invitation to ann@example.com',
    'zoe cancelled the invitation to ann@example.com',
    'zoe removed ann@example.com',
    'zoe removed amy@example.com, which cancelled 2 open invitations',
    'zoe removed bob@example.com, and took over 1 open invitation',
    'zoe left the workspace, which cancelled 1 open invitation',
    'ann@example.com accepted an invitation as Approver',
    'ann@example.com declined an invitation',
  ]);
});

test('the owner sees what support did with the workspace and its ownership, but not to whom', async () => {
  const bySupport = (action: string) => anEntry({ action, bySupport: true, actor: null });
  await openActivity([
    bySupport('setUpProductionWorkspace'),
    bySupport('reassignOwnership'),
    bySupport('confirmReassignment'),
    anEntry({ action: 'objectToReassignment', details: { email: 'ann@example.com' } }),
    bySupport('cancelReassignment'),
    bySupport('completeReassignment'),
    anEntry({ action: 'offerOwnership', subject: zoe }),
  ]);
  await screen.findByText('offered ownership', { exact: false });
  const sentences = screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);
  expect(sentences).toEqual([
    'Support set up the workspace',
    'Support requested an ownership change',
    'Support confirmed an ownership change',
    'zoe objected to an ownership change by support',
    'Support cancelled an ownership change',
    'Support changed the owner',
    'zoe offered ownership to zoe',
  ]);
});

test('users who share a nickname, or have the one of support, are shown with their email addresses', async () => {
  const other = { userId: ulid(), nickname: 'Zoe', email: 'z@example.com' };
  const impostor = { userId: ulid(), nickname: 'Support', email: 's@example.com' };
  await openActivity([
    anEntry({}),
    anEntry({ actor: other }),
    anEntry({ actor: impostor }),
    anEntry({ action: 'restoreWorkspace', bySupport: true, actor: null }),
  ]);
  await screen.findByText('restored the workspace', { exact: false });
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
    'zoe (zoe@example.com) created the workspace',
    'Zoe (z@example.com) created the workspace',
    'Support (s@example.com) created the workspace',
    'Support restored the workspace',
  ]);
});
