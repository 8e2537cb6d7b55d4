import { auditCalls, type AuditEntry } from '@portal/contract';
import { formatDate, formatTime } from '@portal/ui';
import { screen, waitFor, within } from '@testing-library/react';
import { actionOptions } from '../../../src/components/audit-actions.tsx';
import { ulid } from 'ulid';
import { tableHeaders, tableRows } from '../../support/admin.ts';
import { mockCall, errorResponse, server } from '../../support/api-server.ts';
import { anEntry, openAuditLog as open, pat, playground, sam, serveEntries } from '../../support/audit-log.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';

const ended = { sessions: 1, authTokens: 2 };
const lock = { at: '2026-01-01T00:00:00.000Z', until: null, reason: 'Spam' };
const shownSentences = () => tableRows('Entries').map(([, what]) => what);

describe('the audit log', () => {
  test('says which values were erased with an account', async () => {
    serveEntries([
      anEntry({
        action: 'suspendUser',
        subject: { userId: 'GONE', nickname: null, email: null },
        details: { suspension: { from: null, to: { ...lock, reason: null } } },
        ip: null,
        userAgent: null,
        erased: ['ip', 'userAgent', 'details.suspension.to.reason'],
      }),
    ]);
    const { ui } = await open();
    await waitFor(() => expect(shownSentences()).toEqual(['sam@systeminit.com suspended GONE: “(erased)”']));
    await ui.click(screen.getByRole('button', { name: /^Details of the action/ }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getAllByText('(erased)')).toHaveLength(2);
    expect(within(dialog).getByRole('group', { name: 'Raw entry' })).toHaveTextContent('"reason": "(erased)"');
  });

  test('a claimed invitation shows the invited email without a link', async () => {
    const subject = { userId: 'GONE', nickname: null, email: null };
    serveEntries([
      anEntry({
        action: 'inviteMember',
        subject,
        workspace: playground,
        details: { email: pat.email, role: 'EDITOR' },
      }),
      anEntry({ action: 'changeMemberRole', subject, workspace: playground }),
    ]);
    await open();
    await waitFor(() =>
      expect(shownSentences()).toEqual([
        'sam@systeminit.com invited pat@example.com to Playground as Collaborator',
        'sam@systeminit.com changed the role of GONE in Playground to another role',
      ]),
    );
    expect(screen.queryByRole('link', { name: /pat@example|GONE/ })).toBeNull();
  });

  test('shows the actions on invitations, whose emails need not have accounts', async () => {
    const details = { invitationId: '01J00000000000000000000000', email: pat.email, role: 'EDITOR' };
    const entry = (action: string, more = {}) =>
      anEntry({ action, subject: null, workspace: playground, details: { ...details, ...more } });
    serveEntries([
      entry('inviteMembers', { again: true }),
      entry('resendInvitation'),
      entry('createInvitationLink'),
      entry('cancelInvitation'),
      entry('removeMember'),
      entry('acceptInvitation'),
      entry('declineInvitation'),
    ]);
    await open();
    await waitFor(() =>
      expect(shownSentences()).toEqual([
        'sam@systeminit.com invited pat@example.com again to Playground as Collaborator',
        'sam@systeminit.com resent the invitation to pat@example.com in Playground',
        'sam@systeminit.com created an invitation link for pat@example.com in Playground',
        'sam@systeminit.com cancelled the invitation to pat@example.com in Playground',
        'sam@systeminit.com cancelled the invitation to pat@example.com in Playground',
        'sam@systeminit.com accepted an invitation to Playground as Collaborator',
        'sam@systeminit.com declined an invitation to Playground',
      ]),
    );
  });

  test('shows entries as sentences, newest first', async () => {
    const about = { subject: pat, workspace: playground };
    const queries = serveEntries([
      anEntry({ action: 'quarantineUser', ...about, details: { quarantine: { from: null, to: lock }, ended } }),
      anEntry({
        action: 'suspendUser',
        ...about,
        details: { suspension: { from: lock, to: { ...lock, until: '2026-02-01T12:00:00.000Z' } }, ended },
      }),
      anEntry({ action: 'suspendUser', ...about, details: { suspension: { from: lock, to: null }, reason: 'Paid' } }),
      anEntry({ action: 'quarantineWorkspace', ...about, details: { quarantine: { from: null, to: null } } }),
      anEntry({ action: 'setUpProductionWorkspace', ...about }),
      anEntry({ action: 'findUsersByEmail', details: { email: 'pat@example.com', found: [] } }),
      anEntry({ action: 'countSignups', details: { startDate: '2026-01-05', endDate: '2026-01-11' } }),
      anEntry({ action: 'login', details: { connection: 'github', isFirst: true } }),
      anEntry({ action: 'logout', details: { endedByLoginOf: pat.userId } }),
      anEntry({ action: 'inviteMember', ...about, details: { email: pat.email, role: 'EDITOR' }, credential: 'api' }),
      anEntry({ action: 'changeMemberRole', ...about, details: { role: { from: 'EDITOR', to: 'APPROVER' } } }),
      anEntry({ action: 'updateWorkspace', ...about, details: { displayName: { from: 'Old', to: 'New' } } }),
      anEntry({
        action: 'updateWorkspace',
        ...about,
        details: { instanceUrl: { from: 'a', to: 'https://b.example' } },
      }),
      anEntry({ action: 'revokeAuthToken', ...about, details: { name: 'ci' } }),
      anEntry({ action: 'login', details: { connection: 'github', quarantinedLike: ['ID'] } }),
      anEntry({ action: 'refreshAuth0Profile', details: { quarantinedLike: ['ID'] } }),
      anEntry({ action: 'login', details: { connection: 'github', staffSessionsEnded: 1 } }),
      anEntry({ action: 'refreshAuth0Profile', details: { staffSessionsEnded: 1 } }),
      anEntry({ action: 'resendEmailVerification', details: { staffSessionsEnded: 1 } }),
      anEntry({ action: 'resendEmailVerification', details: { claimed: {} } }),
      anEntry({ action: 'requestPasswordChange', details: {} }),
      anEntry({ action: 'requestPasswordChange', details: { identityDeleted: true } }),
      anEntry({ action: 'refreshAuth0Profile', details: { identityDeleted: true } }),
      anEntry({ action: 'openInvitationLink', details: { claimed: {} } }),
      anEntry({ action: 'restoreWorkspace', workspace: { ...playground, displayName: null } }),
      anEntry({ action: 'lookUpWorkspaceOwner', actor: { userId: 'GONE', nickname: null, email: null } }),
      anEntry({ action: 'aCallThatIsNoMore' }),
      anEntry({ action: 'requestAccountDeletion' }),
      anEntry({ action: 'cancelAccountDeletion', credential: 'link' }),
      anEntry({ action: 'cancelAccountDeletion', details: { blockers: {} } }),
      anEntry({ action: 'eraseAccount', actor: { userId: 'GONE', nickname: null, email: null } }),
    ]);
    await open();
    await waitFor(() =>
      expect(shownSentences()).toEqual([
        'sam@systeminit.com quarantined pat@example.com: “Spam”',
        'sam@systeminit.com changed the suspension of pat@example.com until February 1, 2026: “Spam”',
        'sam@systeminit.com lifted the suspension of pat@example.com: “Paid”',
        'sam@systeminit.com found no quarantine to lift for Playground',
        'sam@systeminit.com set up Playground for pat@example.com',
        'sam@systeminit.com looked up users by “pat@example.com”',
        'sam@systeminit.com counted the signups from 2026-01-05 to 2026-01-11',
        'sam@systeminit.com logged in for the first time with GitHub',
        'sam@systeminit.com was logged out by another login in that browser',
        'sam@systeminit.com invited pat@example.com to Playground as CollaboratorAPI token',
        'sam@systeminit.com changed the role of pat@example.com in Playground to Approver',
        'sam@systeminit.com renamed Playground from “Old” to “New”',
        'sam@systeminit.com changed the URL of Playground to https://b.example',
        'sam@systeminit.com revoked the API token “ci” in Playground',
        'sam@systeminit.com logged in with GitHub, quarantined because another account with the same email is',
        'sam@systeminit.com verified a quarantined email',
        'sam@systeminit.com logged in with GitHub, which ended earlier staff sessions',
        'sam@systeminit.com lost staff rights after a profile refresh',
        'sam@systeminit.com lost staff rights after a profile refresh',
        'sam@systeminit.com had verified an invited email',
        'sam@systeminit.com asked the login service for an email to change their password',
        'sam@systeminit.com was logged out, because the login service no longer has the account',
        'sam@systeminit.com was logged out, because the login service no longer has the account',
        'sam@systeminit.com opened the link to what staff prepared for their email',
        `sam@systeminit.com restored ${playground.workspaceId}`,
        'GONE looked up the owner of a workspace',
        'sam@systeminit.com performed the action “a call that is no more”',
        'sam@systeminit.com requested the deletion of their account',
        'sam@systeminit.com cancelled the deletion of their accountLink in an email',
        'sam@systeminit.com had the deletion of their account cancelled, because of workspaces with members or an unpaid invoice',
        'GONE was deleted, as requested',
      ]),
    );
    expect(queries).toEqual([{ limit: '50', kind: 'actions' }]);
    expect(tableHeaders('Entries')).toEqual(['When', 'What happened', 'IP address', 'Details']);
    expect(await findA11yViolations()).toEqual([]);
  });

  test('shows a service account as the actor, with its ID and the token that it used', async () => {
    const ci = { serviceAccountId: ulid(), name: 'CI' };
    const token = { tokenId: ulid(), name: 'Deploy' };
    serveEntries([anEntry({ action: 'setApprovals', actor: ci, credential: 'api', token, workspace: playground })]);
    const { ui } = await open();
    expect(await screen.findByText('API token “Deploy”')).toBeVisible();
    await ui.click(screen.getByRole('button', { name: 'Details of the action by CI (service account)' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent(
      'CI (service account) disabled approvals in Playground',
    );
    expect(screen.getByText(ci.serviceAccountId)).toBeVisible();
  });

  test('shows the steps of a change of the owner', async () => {
    const change = (action: string, details: AuditEntry['details'] = null) =>
      anEntry({ action, subject: pat, workspace: playground, details });
    serveEntries([
      change('reassignOwnership', { reason: 'Left' }),
      change('confirmReassignment'),
      change('objectToReassignment'),
      change('cancelReassignment'),
      change('completeReassignment', { reason: 'Left' }),
      change('offerOwnership'),
    ]);
    await open();
    await waitFor(() =>
      expect(shownSentences()).toEqual([
        'sam@systeminit.com requested an ownership change of Playground to pat@example.com: “Left”',
        'sam@systeminit.com confirmed an ownership change of Playground to pat@example.com',
        'sam@systeminit.com objected to an ownership change of Playground by support',
        'sam@systeminit.com cancelled an ownership change of Playground',
        'sam@systeminit.com changed the owner of Playground to pat@example.com: “Left”',
        'sam@systeminit.com offered ownership of Playground to pat@example.com',
      ]),
    );
  });

  test('says which terminal a user approved or denied, and what it can do', async () => {
    const details = { clientId: 'portal-cli', host: 'build-7', scopes: ['workspace:read', 'tokens:write'] };
    serveEntries([
      anEntry({ action: 'approveDevice', details: { ...details, workspaceIds: null } }),
      anEntry({ action: 'approveDevice', details: { ...details, workspaceIds: ['A'], scopes: [] } }),
      anEntry({ action: 'approveTerminal', details: { ...details, host: null, workspaceIds: ['A', 'B'] } }),
      anEntry({ action: 'denyDevice', details }),
      anEntry({ action: 'denyDevice', details: null }),
    ]);
    await open();
    await waitFor(() =>
      expect(shownSentences()).toEqual([
        'sam@systeminit.com approved the device code of Portal CLI on “build-7”, which can act as them in all workspaces (workspace:read, tokens:write)',
        'sam@systeminit.com approved the device code of Portal CLI on “build-7”, which can act as them in 1 workspace (no scopes)',
        'sam@systeminit.com approved Portal CLI, which can act as them in 2 workspaces (workspace:read, tokens:write)',
        'sam@systeminit.com denied the device code of Portal CLI on “build-7”',
        'sam@systeminit.com denied the device code of a terminal',
      ]),
    );
  });

  test('names the portal as the actor of what it did by itself', async () => {
    const details = { host: 'hooks.example.com', reason: 'GONE' };
    serveEntries([
      anEntry({ action: 'pauseFailedWebhook', actor: null, credential: 'job', workspace: playground, details }),
    ]);
    const { ui } = await open();
    await ui.click(await screen.findByRole('button', { name: 'Details of the action by The portal' }));
    const dialog = await screen.findByRole('dialog', { name: 'Pause a webhook that fails' });
    expect(dialog).toHaveTextContent(
      'The portal paused the webhook to hooks.example.com in Playground, because its receiver answered that it no longer exists',
    );
    expect(within(dialog).queryByRole('link', { name: 'All activity' })).toBeNull();
  });

  test('has a filter with a label of its own for each action', () => {
    const labels = actionOptions.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  test('shows all details of an entry, with links to related entries', async () => {
    const entry = anEntry({
      action: 'quarantineUser',
      subject: pat,
      workspace: playground,
      details: { quarantine: { from: null, to: lock } },
    });
    const queries = serveEntries([entry]);
    const { ui, router } = await open();
    await ui.click(await screen.findByRole('button', { name: 'Details of the action by sam@systeminit.com' }));
    const dialog = await screen.findByRole('dialog', { name: 'Quarantine or unquarantine a user' });
    const occurredAt = new Date(entry.occurredAt);
    const when = `${formatDate(occurredAt)} ${formatTime(occurredAt)}`;
    for (const text of [entry.id, entry.requestId, when, sam.userId, pat.userId, playground.workspaceId]) {
      expect(within(dialog).getByText(text)).toBeVisible();
    }
    expect(within(dialog).getByText('Browser session')).toBeVisible();
    expect(within(dialog).getByText('A browser')).toBeVisible();
    const links = within(dialog).getAllByRole('link', { name: 'pat@example.com' });
    expect(links[0]).toHaveAttribute('href', `/workspace-admin/users/${pat.userId}`);
    expect(within(dialog).getByRole('link', { name: 'Playground' })).toHaveAttribute(
      'href',
      `/workspace-admin/workspaces/${playground.workspaceId}`,
    );
    const rawEntry = within(dialog).getByRole('group', { name: 'Raw entry' }).textContent;
    expect(JSON.parse(rawEntry)).toEqual({
      action: entry.action,
      occurredAt: entry.occurredAt,
      details: entry.details,
    });
    await ui.click(within(dialog).getByRole('link', { name: 'All actions on this user' }));
    await waitFor(() => expect(queries.at(-1)).toEqual({ subjectUserId: pat.userId, limit: '50', kind: 'actions' }));
    expect(router.state.location.search).toBe(`?section=audit-log&target=${pat.userId}`);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText('Target')).toHaveValue(pat.userId);
  });
});

describe('the list', () => {
  test('loads page by page, and shows its limit', async () => {
    const entries = Array.from({ length: 501 }, () => anEntry());
    const queries = serveEntries(entries, 250);
    const { ui } = await open();
    await waitFor(() => expect(screen.getAllByText(sam.email)).toHaveLength(250));
    await ui.click(screen.getByText('Show more'));
    expect(await screen.findByText(/^Showing the newest 500 entries/)).toBeVisible();
    expect(screen.getAllByText(sam.email)).toHaveLength(500);
    expect(screen.queryByText('Show more')).toBeNull();
    expect(queries.map(({ after }) => after)).toEqual([undefined, entries[249]?.id]);
  });

  test('shows that it is empty, and how to find more', async () => {
    const queries = serveEntries([]);
    const { ui } = await open('&who=nobody%40example.com');
    const empty = (await screen.findByText('No entries match')).closest('td');
    await ui.click(within(empty ?? document.body).getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(queries.at(-1)).toEqual({ limit: '50', kind: 'actions' }));
  });

  test('shows a loading error and can be retried', async () => {
    server.use(mockCall(auditCalls.listAuditEntries, errorResponse('DatabaseUnavailable')));
    const { ui } = await open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The list could not be loaded');
    serveEntries([anEntry()]);
    await ui.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(tableRows('Entries')).toHaveLength(1));
  });
});
