import { auditCalls, calls, type AuditEntry } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { actOptions } from '../src/features/admin/audit-log/acts.ts';
import { searchOf, Selection, valuesIn } from '../src/features/admin/audit-log/audit-filter-values.ts';
import { apiUrl, on, refusal, server } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { findFaults } from './support/find-faults.ts';
import { headersOf, openSection, rowsOf } from './support/staff.ts';

const sam = { userId: ulid(), nickname: 'sam', email: 'sam@systeminit.com' };
const pat = { userId: ulid(), nickname: 'pat', email: 'pat@example.com' };
const playground = { workspaceId: ulid(), displayName: 'Playground' };
const ended = { sessions: 1, authTokens: 2 };
const lock = { at: '2026-01-01T00:00:00.000Z', until: null, reason: 'Spam' };

const anEntry = (given: Partial<AuditEntry> = {}): AuditEntry => ({
  id: ulid(),
  occurredAt: '2026-01-02T03:04:05.000Z',
  action: 'login',
  actor: sam,
  credential: 'session',
  workspace: null,
  subject: null,
  details: null,
  ip: '203.0.113.9',
  userAgent: 'A browser',
  requestId: ulid(),
  ...given,
});

/** Answers with these entries by pages, and keeps what was asked for. */
function serve(entries: readonly AuditEntry[], pageSize?: number) {
  const asked: Record<string, string>[] = [];
  server.use(
    on(auditCalls.listAuditEntries, ({ url }) => {
      const query = Object.fromEntries(url.searchParams);
      asked.push(query);
      const rest = entries.slice(entries.findIndex(({ id }) => id === query['after']) + 1);
      const page = rest.slice(0, pageSize ?? Number(query['limit']));
      return { entries: page, next: rest.length > page.length ? (page.at(-1)?.id ?? null) : null };
    }),
  );
  return asked;
}

const open = (filters = '') => openSection(`audit-log${filters}`, 'Audit log');
const shown = () => rowsOf('Entries').map(([, what]) => what);
const csv = () => screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href');

describe('the audit log', () => {
  test('who was invited and has come is named by the address of the invitation, and leads nowhere', async () => {
    const subject = { userId: 'GONE', nickname: null, email: null };
    serve([
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
      expect(shown()).toEqual([
        'sam@systeminit.com invited pat@example.com to Playground as Collaborator',
        'sam@systeminit.com made GONE another role in Playground',
      ]),
    );
    expect(screen.queryByRole('link', { name: /pat@example|GONE/ })).toBeNull();
  });

  test('is told in sentences, the newest first', async () => {
    const about = { subject: pat, workspace: playground };
    const asked = serve([
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
      anEntry({ action: 'restoreWorkspace', workspace: { ...playground, displayName: null } }),
      anEntry({ action: 'lookUpWorkspaceOwner', actor: { userId: 'GONE', nickname: null, email: null } }),
      anEntry({ action: 'aCallThatIsNoMore' }),
    ]);
    await open();
    await waitFor(() =>
      expect(shown()).toEqual([
        'sam@systeminit.com quarantined pat@example.com: “Spam”',
        'sam@systeminit.com changed the suspension of pat@example.com until February 1, 2026: “Spam”',
        'sam@systeminit.com ended the suspension of pat@example.com: “Paid”',
        'sam@systeminit.com ended no quarantine of Playground',
        'sam@systeminit.com set up Playground for pat@example.com',
        'sam@systeminit.com looked up users by “pat@example.com”',
        'sam@systeminit.com counted the signups from 2026-01-05 to 2026-01-11',
        'sam@systeminit.com logged in for the first time (GitHub)',
        'sam@systeminit.com was logged out by another login in that browser',
        'sam@systeminit.com invited pat@example.com to Playground as CollaboratorAPI token',
        'sam@systeminit.com made pat@example.com Approver in Playground',
        'sam@systeminit.com renamed Playground from “Old” to “New”',
        'sam@systeminit.com moved Playground to https://b.example',
        'sam@systeminit.com revoked the API token “ci” in Playground',
        'sam@systeminit.com logged in (GitHub), quarantined like another account with the address',
        'sam@systeminit.com verified an address that is quarantined',
        'sam@systeminit.com logged in (GitHub), which ended earlier staff sessions',
        'sam@systeminit.com lost staff rights by a profile refresh',
        'sam@systeminit.com lost staff rights by a profile refresh',
        'sam@systeminit.com had verified an address that was invited',
        `sam@systeminit.com restored ${playground.workspaceId}`,
        'GONE looked up who owns a workspace',
        'sam@systeminit.com did this: a call that is no more',
      ]),
    );
    expect(asked).toEqual([{ limit: '50' }]);
    expect(headersOf('Entries')).toEqual(['When', 'What Happened', 'From', 'Details']);
    expect(await findFaults()).toEqual([]);
  });

  test('has words for every act that the API writes down', () => {
    const known = actOptions.map(({ value }) => value);
    const written = Object.entries(calls).flatMap(([name, { audited }]) => (audited ? [name] : []));
    expect(written.filter((name) => !known.includes(name))).toEqual([]);
    expect(new Set(actOptions.map(({ label }) => label)).size).toBe(known.length);
  });

  test('shows all that is known of an entry on demand, and what else there is about it', async () => {
    const entry = anEntry({
      action: 'quarantineUser',
      subject: pat,
      workspace: playground,
      details: { quarantine: { from: null, to: lock } },
    });
    const asked = serve([entry]);
    const { person, router } = await open();
    await person.click(await screen.findByRole('button', { name: 'Details of what sam@systeminit.com did' }));
    const dialog = await screen.findByRole('dialog', { name: 'Quarantine a user, or end it' });
    for (const text of [entry.id, entry.requestId, entry.occurredAt, sam.userId, pat.userId, playground.workspaceId]) {
      expect(within(dialog).getByText(text)).toBeVisible();
    }
    expect(within(dialog).getByText('Browser session')).toBeVisible();
    expect(within(dialog).getByText('A browser')).toBeVisible();
    const ways = within(dialog).getAllByRole('link', { name: 'pat@example.com' });
    expect(ways[0]).toHaveAttribute('href', `/workspace-admin/users/${pat.userId}`);
    expect(within(dialog).getByRole('link', { name: 'Playground' })).toHaveAttribute(
      'href',
      `/workspace-admin/workspaces/${playground.workspaceId}`,
    );
    const kept = within(dialog).getByRole('group', { name: 'As it is kept' }).textContent;
    expect(JSON.parse(kept)).toEqual({ action: entry.action, details: entry.details });
    await person.click(within(dialog).getByRole('link', { name: 'All that was done to them' }));
    await waitFor(() => expect(asked.at(-1)).toEqual({ subjectUserId: pat.userId, limit: '50' }));
    expect(router.state.location.search).toBe(`?section=audit-log&whom=${pat.userId}`);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText('On Whom')).toHaveValue(pat.userId);
  });
});

describe('its filters', () => {
  test('narrow the list and the download, and stand in the address', async () => {
    const asked = serve([anEntry()]);
    const { person, router } = await open();
    await screen.findByRole('link', { name: 'Download CSV' });
    expect(csv()).toBe(`${apiUrl}/audit.csv`);
    await person.type(screen.getByLabelText('Who'), 'Sam@systeminit.com');
    await person.type(screen.getByLabelText('On Whom'), pat.userId.toLowerCase());
    await person.type(screen.getByLabelText('Workspace ID'), playground.workspaceId);
    await person.selectOptions(screen.getByLabelText('What'), 'What was done');
    await person.selectOptions(screen.getByLabelText('Signed In By'), 'API token');
    for (const words of ['Quarantine a user', 'restoreW']) {
      await person.type(screen.getByRole('combobox', { name: 'Acts' }), words);
      await screen.findByRole('option');
      await person.keyboard('{Enter}');
    }
    await person.type(screen.getByLabelText('From'), '2026-03-28');
    await person.type(screen.getByLabelText('To'), '2026-03-29');
    expect(asked).toHaveLength(1);
    await person.click(screen.getByRole('button', { name: 'Show Entries' }));
    const selection = {
      actorEmail: 'sam@systeminit.com',
      subjectUserId: pat.userId,
      workspaceId: playground.workspaceId,
      action: 'quarantineUser,restoreWorkspace',
      kind: 'acts',
      credential: 'api',
      from: new Date(2026, 2, 28).toISOString(),
      to: new Date(new Date(2026, 2, 30).getTime() - 1).toISOString(),
    };
    await waitFor(() => expect(asked.at(-1)).toEqual({ ...selection, limit: '50' }));
    expect(Object.fromEntries(new URL(csv() ?? '').searchParams)).toEqual(selection);
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      section: 'audit-log',
      who: 'Sam@systeminit.com',
      whom: pat.userId.toLowerCase(),
      workspace: playground.workspaceId,
      kind: 'acts',
      credential: 'api',
      from: '2026-03-28',
      to: '2026-03-29',
      actions: 'quarantineUser,restoreWorkspace',
    });
  });

  test('come from the address, and the way back leads to those before', async () => {
    const asked = serve([anEntry()]);
    const { person, router } = await open('&actions=login,logout&from=2026-02-01');
    expect(await screen.findByText('Log in')).toBeVisible();
    expect(screen.getByLabelText('From')).toHaveValue('2026-02-01');
    await person.click(screen.getByRole('button', { name: 'Remove the filter Log in' }));
    await person.click(screen.getByRole('button', { name: 'Show Entries' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ action: 'logout' }));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ action: 'login,logout' }));
    expect(await screen.findByRole('button', { name: 'Remove the filter Log in' })).toBeVisible();
    pastDoubleClick();
    await person.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(asked.at(-1)).toEqual({ limit: '50' }));
    expect(screen.getByLabelText('From')).toHaveValue('');
  });

  test('that were typed but never applied are cleared as well', async () => {
    serve([anEntry()]);
    const { person } = await open();
    await person.type(screen.getByLabelText('Who'), 'sam@');
    await person.selectOptions(screen.getByLabelText('What'), 'What was done');
    await person.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(screen.getByLabelText('Who')).toHaveValue('');
    expect(screen.getByLabelText('What')).toHaveDisplayValue('Everything');
    expect(screen.queryByText('Invalid email')).toBeNull();
  });

  test('that are wrong are said at their fields, and ask for nothing', async () => {
    const asked = serve([]);
    const { person } = await open('&who=a%40&from=2026-02-30&kind=odd');
    expect(await screen.findByText('Invalid email')).toBeVisible();
    expect(screen.getByText(/^Enter a date such as /)).toBeVisible();
    expect(screen.getByText(/^Must be one of /)).toBeVisible();
    await person.clear(screen.getByLabelText('Who'));
    await person.type(screen.getByLabelText('Who'), 'bogus');
    await person.type(screen.getByLabelText('Workspace ID'), 'xyz{Enter}');
    expect(await screen.findByText('Enter an email or a user ID')).toBeVisible();
    expect(screen.getByText('Enter the ID of a workspace')).toBeVisible();
    for (const name of ['Who', 'Workspace ID']) await person.clear(screen.getByLabelText(name));
    await person.selectOptions(screen.getByLabelText('What'), 'Everything');
    await person.clear(screen.getByLabelText('From'));
    await person.type(screen.getByLabelText('From'), '2026-02-10');
    await person.type(screen.getByLabelText('To'), '2026-02-09{Enter}');
    expect(await screen.findByText('The end is before the beginning')).toBeVisible();
    expect(asked).toEqual([]);
    await person.clear(screen.getByLabelText('To'));
    await person.type(screen.getByLabelText('To'), '2026-02-10{Enter}');
    await waitFor(() => expect(asked).toHaveLength(1));
  });

  test('that were applied already read the log again', async () => {
    const asked = serve([anEntry()]);
    const { person, router } = await open('&kind=acts');
    await waitFor(() => expect(asked).toHaveLength(1));
    await person.click(screen.getByRole('button', { name: 'Show Entries' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toEqual(asked[0]);
    expect(router.state.historyAction).toBe('POP');
  });

  test.each(['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2024-02-29', '2026-12-31'])(
    'take %s for a whole day of the reader’s own time zone, however long it is',
    (day) => {
      const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
      const result = Selection.safeParse({ ...valuesIn(new URLSearchParams()), from: day, to: day });
      expect(result).toEqual({
        success: true,
        data: {
          from: new Date(year, month - 1, date).toISOString(),
          to: new Date(new Date(year, month - 1, date + 1).getTime() - 1).toISOString(),
        },
      });
    },
  );

  test('are the same after they stood in an address', () => {
    const search = 'who=a%40b.example&kind=looks&credential=instance&from=2026-01-01&actions=login%2Clogout';
    expect(new URLSearchParams(searchOf(valuesIn(new URLSearchParams(search)))).toString()).toBe(search);
    expect(searchOf(valuesIn(new URLSearchParams()))).toEqual({});
  });
});

describe('the list', () => {
  test('is read page by page, and says where it stops', async () => {
    const entries = Array.from({ length: 501 }, () => anEntry());
    const asked = serve(entries, 250);
    const { person } = await open();
    await waitFor(() => expect(screen.getAllByText(sam.email)).toHaveLength(250));
    await person.click(screen.getByText('Show more'));
    expect(await screen.findByText(/^These are the newest 500\./)).toBeVisible();
    expect(screen.getAllByText(sam.email)).toHaveLength(500);
    expect(screen.queryByText('Show more')).toBeNull();
    expect(asked.map(({ after }) => after)).toEqual([undefined, entries[249]?.id]);
  });

  test('that is empty says so, and how to find more', async () => {
    const asked = serve([]);
    const { person } = await open('&who=nobody%40example.com');
    const empty = (await screen.findByText('No entry is like that')).closest('td');
    await person.click(within(empty ?? document.body).getByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(asked.at(-1)).toEqual({ limit: '50' }));
  });

  test('that could not be loaded says so, and is loaded on demand', async () => {
    server.use(on(auditCalls.listAuditEntries, refusal('DatabaseUnavailable')));
    const { person } = await open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The list could not be loaded');
    serve([anEntry()]);
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rowsOf('Entries')).toHaveLength(1));
  });
});
