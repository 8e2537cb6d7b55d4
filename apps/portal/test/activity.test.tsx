import { auditCalls, memberCalls, workspaceCalls, type Workspace, type WorkspaceAuditEntry } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { ulid } from 'ulid';
import { on, server } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const zoe = { userId: ulid(), nickname: 'zoe', email: 'zoe@example.com' };
const gone = { userId: ulid(), nickname: null, email: null };

const anEntry = (given: Partial<WorkspaceAuditEntry>): WorkspaceAuditEntry => ({
  id: ulid(),
  occurredAt: '2026-01-01T00:00:00.000Z',
  action: 'createWorkspace',
  bySupport: false,
  actor: zoe,
  subject: null,
  details: null,
  ...given,
});

const aClosing = (details: WorkspaceAuditEntry['details']) =>
  anEntry({ action: 'quarantineWorkspace', bySupport: true, actor: null, details });

async function open(entries: WorkspaceAuditEntry[], given: Partial<Workspace> = {}) {
  const workspace = aWorkspace(given);
  const asked: Record<string, string>[] = [];
  server.use(
    on(workspaceCalls.getWorkspace, workspace),
    on(memberCalls.listMembers, []),
    on(auditCalls.listWorkspaceAuditEntries, ({ url }) => {
      const query = Object.fromEntries(url.searchParams);
      asked.push(query);
      const rest = entries.slice(entries.findIndex(({ id }) => id === query['after']) + 1);
      const page = rest.slice(0, Number(query['limit']));
      return { entries: page, next: rest.length > page.length ? (page.at(-1)?.id ?? null) : null };
    }),
  );
  const portal = await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByRole('heading', { name: 'Members' });
  return { asked, ...portal };
}

test('the owner can look up who did what, in sentences', async () => {
  const { person, asked } = await open([
    anEntry({ action: 'createWorkspace' }),
    anEntry({ action: 'updateWorkspace', details: { displayName: { from: 'Old', to: 'New' } } }),
    anEntry({ action: 'inviteMember', details: { email: 'ann@example.com', role: 'EDITOR' } }),
    anEntry({ action: 'changeMemberRole', subject: gone, details: { role: { from: 'EDITOR', to: 'APPROVER' } } }),
    anEntry({ action: 'createAuthToken', details: { name: 'ci' } }),
    anEntry({ action: 'createAuthToken', details: { name: 'ci', replayed: true } }),
    anEntry({ action: 'claimInvitation', actor: gone, details: { email: 'ben@example.com' } }),
    anEntry({
      action: 'changeMemberRole',
      subject: gone,
      details: { email: 'ben@example.com', role: { from: 'EDITOR', to: 'APPROVER' } },
    }),
    anEntry({ action: 'leaveWorkspace', actor: gone, details: { email: 'ben@example.com', role: 'EDITOR' } }),
    anEntry({ action: 'leaveWorkspace', actor: gone, details: { role: 'EDITOR' } }),
    anEntry({ action: 'setApprovals', details: { approvalsEnabled: { from: false, to: true } } }),
    aClosing({ wasQuarantined: false, isQuarantined: true }),
    aClosing({ wasQuarantined: true, isQuarantined: true }),
    aClosing({ wasQuarantined: true, isQuarantined: false }),
    aClosing({ wasQuarantined: false, isQuarantined: false }),
    aClosing(null),
    anEntry({ action: 'deleteWorkspace' }),
    anEntry({ action: 'restoreWorkspace', bySupport: true, actor: null }),
    anEntry({ action: 'anotherAct', bySupport: true, actor: null }),
  ]);
  expect(asked).toEqual([]);
  await person.click(await screen.findByRole('button', { name: 'Show activity' }));
  await screen.findByText('created the workspace', { exact: false });
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Activity' })).toHaveFocus());
  const lines = screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);
  expect(lines).toEqual([
    'zoe@example.com created the workspace',
    'zoe@example.com renamed the workspace to “New”',
    'zoe@example.com invited ann@example.com',
    'zoe@example.com made somebody who is no member any more Approver',
    'zoe@example.com generated the API token “ci”',
    'zoe@example.com was shown the secret again of the API token “ci”',
    'ben@example.com accepted an invitation',
    'zoe@example.com made ben@example.com Approver',
    'ben@example.com left the workspace',
    'somebody who is no member any more left the workspace',
    'zoe@example.com enabled approvals',
    'Support closed the workspace',
    'Support kept the workspace closed',
    'Support opened the workspace again',
    'Support left the workspace open',
    'Support did this: quarantine workspace',
    'zoe@example.com deleted the workspace',
    'Support restored the workspace',
    'Support did this: another act',
  ]);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('the activity is read page by page, to its end', async () => {
  const entries = Array.from({ length: 45 }, (_, index) => anEntry({ action: `act${index}` }));
  const { person, asked } = await open(entries);
  await person.click(await screen.findByRole('button', { name: 'Show activity' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(20));
  await person.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(40));
  pastDoubleClick();
  await person.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(45));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  await waitFor(() => expect(screen.getAllByRole('listitem')[40]).toHaveFocus());
  expect(asked.map(({ after }) => after)).toEqual([undefined, entries[19]?.id, entries[39]?.id]);
});

test('others than the owner are not shown it', async () => {
  await open([], { role: 'APPROVER' });
  expect(screen.queryByRole('button', { name: 'Show activity' })).toBeNull();
});
