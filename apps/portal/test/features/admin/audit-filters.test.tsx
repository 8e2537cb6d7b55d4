import { act, screen, waitFor, within } from '@testing-library/react';
import {
  filtersToSearch,
  auditFilterSchema,
  filtersFromSearch,
} from '../../../src/features/admin/audit-log/audit-filter-values.ts';
import { apiUrl } from '../../support/api-server.ts';
import { anEntry, openAuditLog as open, pat, playground, serveEntries } from '../../support/audit-log.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';

const csv = () => screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href');

describe('the filters', () => {
  test('apply to the list and the download, and are in the URL', async () => {
    const queries = serveEntries([anEntry()]);
    const { ui, router } = await open();
    await screen.findByRole('link', { name: 'Download CSV' });
    expect(csv()).toBe(`${apiUrl}/audit.csv?kind=actions`);
    expect(screen.getByLabelText('From')).not.toBeVisible();
    await ui.click(screen.getByRole('button', { name: 'More filters' }));
    await ui.type(screen.getByLabelText('Who'), 'Sam@systeminit.com');
    await ui.type(screen.getByLabelText('Target'), pat.userId.toLowerCase());
    await ui.type(screen.getByLabelText('Workspace ID'), playground.workspaceId);
    await ui.type(screen.getByLabelText('From'), '2026-03-28');
    await ui.type(screen.getByLabelText('To'), '2026-03-29');
    // Texts apply on submit, a choice applies at once.
    expect(queries).toHaveLength(1);
    await ui.selectOptions(screen.getByLabelText('Authenticated with'), 'API token');
    for (const words of ['Quarantine a user', 'restoreW']) {
      await ui.type(screen.getByRole('combobox', { name: 'Actions' }), words);
      await screen.findByRole('option');
      await ui.keyboard('{Enter}');
    }
    const selection = {
      actorEmail: 'sam@systeminit.com',
      subjectUserId: pat.userId,
      workspaceId: playground.workspaceId,
      action: 'quarantineUser,restoreWorkspace',
      kind: 'actions',
      credential: 'api',
      from: new Date(2026, 2, 28).toISOString(),
      to: new Date(new Date(2026, 2, 30).getTime() - 1).toISOString(),
    };
    await waitFor(() => expect(queries.at(-1)).toEqual({ ...selection, limit: '50' }));
    expect(Object.fromEntries(new URL(csv() ?? '').searchParams)).toEqual(selection);
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      section: 'audit-log',
      who: 'Sam@systeminit.com',
      target: pat.userId.toLowerCase(),
      workspace: playground.workspaceId,
      credential: 'api',
      from: '2026-03-28',
      to: '2026-03-29',
      actions: 'quarantineUser,restoreWorkspace',
    });
  });

  test('are read from the URL, and the back button restores the previous ones', async () => {
    const queries = serveEntries([anEntry()]);
    const { ui, router } = await open('&actions=login,logout&from=2026-02-01');
    expect(await screen.findByText('203.0.113.9')).toBeVisible();
    expect(screen.getByText('Log in')).toBeVisible();
    expect(screen.getByLabelText('From')).toHaveValue('2026-02-01');
    expect(screen.getByLabelText('From')).toBeVisible();
    await ui.click(screen.getByRole('button', { name: 'Remove filter Log in' }));
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ action: 'logout' }));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ action: 'login,logout' }));
    expect(await screen.findByRole('button', { name: 'Remove filter Log in' })).toBeVisible();
    skipDoubleClickGuard();
    await ui.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(queries.at(-1)).toEqual({ limit: '50', kind: 'actions' }));
    expect(screen.getByLabelText('From')).toHaveValue('');
  });

  test('are also cleared when they were typed but never applied', async () => {
    serveEntries([anEntry()]);
    const { ui } = await open('&actions=login');
    await ui.type(screen.getByLabelText('Who'), 'sam@');
    await ui.click(screen.getByRole('button', { name: 'More filters' }));
    await ui.selectOptions(screen.getByLabelText('Authenticated with'), 'API token');
    await ui.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(screen.getByLabelText('Who')).toHaveValue(''));
    expect(screen.getByLabelText('Authenticated with')).toHaveDisplayValue('Any');
    expect(screen.queryByText('Invalid email')).toBeNull();
  });

  test.each(['2026-13-01', '2026-00-10'])('accept no day %s', async (day) => {
    const queries = serveEntries([]);
    await open(`&to=${day}`);
    expect(await screen.findByText('This day does not exist')).toBeVisible();
    expect(queries).toEqual([]);
  });

  test('show errors at their fields and send no request when they are invalid', async () => {
    const queries = serveEntries([]);
    const { ui } = await open('&who=a%40&from=2026-02-30&credential=odd');
    expect(await screen.findByText('Invalid email')).toBeVisible();
    expect(screen.getByText('This day does not exist')).toBeVisible();
    expect(screen.getByText(/^Must be one of /)).toBeVisible();
    await ui.clear(screen.getByLabelText('Who'));
    await ui.type(screen.getByLabelText('Who'), 'bogus');
    await ui.type(screen.getByLabelText('Workspace ID'), 'xyz{Enter}');
    expect(await screen.findByText('Enter an email or a user ID')).toBeVisible();
    expect(screen.getByText('Enter a workspace ID')).toBeVisible();
    for (const name of ['Who', 'Workspace ID']) await ui.clear(screen.getByLabelText(name));
    await ui.selectOptions(screen.getByLabelText('Authenticated with'), 'Any');
    await ui.clear(screen.getByLabelText('From'));
    await ui.type(screen.getByLabelText('From'), '2026-02-10');
    await ui.type(screen.getByLabelText('To'), '2026-02-09{Enter}');
    expect(await screen.findByText('The end is before the start')).toBeVisible();
    expect(queries).toEqual([]);
    await ui.clear(screen.getByLabelText('To'));
    await ui.type(screen.getByLabelText('To'), '2026-02-10{Enter}');
    await waitFor(() => expect(queries).toHaveLength(1));
  });

  test('hide the reads of staff until one asks for them, which is in the URL', async () => {
    const queries = serveEntries([anEntry()]);
    const { ui, router } = await open();
    const kinds = within(screen.getByRole('group', { name: 'Which entries to show' }));
    await waitFor(() => expect(queries).toEqual([{ limit: '50', kind: 'actions' }]));
    expect(kinds.getByRole('button', { pressed: true })).toHaveTextContent('Changes');
    await ui.click(kinds.getByRole('button', { name: 'All' }));
    await waitFor(() => expect(queries.at(-1)).toEqual({ limit: '50' }));
    expect(router.state.location.search).toBe('?section=audit-log&kind=any');
    await ui.click(kinds.getByRole('button', { name: 'Staff reads' }));
    await waitFor(() => expect(queries.at(-1)).toEqual({ limit: '50', kind: 'reads' }));
    await act(() => router.navigate(-2));
    await waitFor(() => expect(kinds.getByRole('button', { pressed: true })).toHaveTextContent('Changes'));
  });

  test('offer only the actions of the chosen kind', async () => {
    serveEntries([anEntry()]);
    const { ui } = await open();
    const actions = screen.getByRole('combobox', { name: 'Actions' });
    await ui.type(actions, 'Search users');
    expect(await screen.findByText('No changes match. Staff reads are under “All”.')).toBeVisible();
    // An open list hides the rest of the page.
    await ui.clear(actions);
    await ui.keyboard('{Escape}');
    await ui.click(await screen.findByRole('button', { name: 'Staff reads' }));
    await ui.type(actions, 'Restore a workspace');
    expect(await screen.findByText('No staff reads match. Changes are under “All”.')).toBeVisible();
    await ui.clear(actions);
    await ui.keyboard('{Escape}');
    await ui.click(await screen.findByRole('button', { name: 'All' }));
    for (const action of ['Search users', 'Restore a workspace']) {
      await ui.clear(actions);
      await ui.type(actions, action);
      expect(await screen.findByRole('option', { name: action })).toBeVisible();
    }
  });

  test('drop the chosen actions that another kind does not contain', async () => {
    const queries = serveEntries([anEntry()]);
    const { ui } = await open('&kind=any&actions=searchUsers,restoreWorkspace');
    expect(await screen.findByRole('button', { name: 'Remove filter Search users' })).toBeVisible();
    await ui.click(screen.getByRole('button', { name: 'Changes' }));
    await waitFor(() => expect(queries.at(-1)).toEqual({ limit: '50', kind: 'actions', action: 'restoreWorkspace' }));
    expect(screen.queryByRole('button', { name: 'Remove filter Search users' })).toBeNull();
  });

  test('reload the log when they are applied again', async () => {
    const queries = serveEntries([anEntry()]);
    const { ui, router } = await open('&kind=any');
    expect(await screen.findByText('203.0.113.9')).toBeVisible();
    await ui.click(screen.getByRole('button', { name: 'Show entries' }));
    await waitFor(() => expect(queries).toHaveLength(2));
    expect(queries[1]).toEqual(queries[0]);
    expect(router.state.historyAction).toBe('POP');
  });

  test.each(['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2024-02-29', '2026-12-31'])(
    'treat %s as a whole day of the local time zone, whatever its length',
    (day) => {
      const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
      const result = auditFilterSchema.safeParse({ ...filtersFromSearch(new URLSearchParams()), from: day, to: day });
      expect(result).toEqual({
        success: true,
        data: {
          kind: 'actions',
          from: new Date(year, month - 1, date).toISOString(),
          to: new Date(new Date(year, month - 1, date + 1).getTime() - 1).toISOString(),
        },
      });
    },
  );

  test('survive the conversion to a URL and back', () => {
    const search = 'who=a%40b.example&kind=reads&credential=instance&from=2026-01-01&actions=login%2Clogout';
    expect(new URLSearchParams(filtersToSearch(filtersFromSearch(new URLSearchParams(search)))).toString()).toBe(
      search,
    );
    expect(filtersToSearch(filtersFromSearch(new URLSearchParams()))).toEqual({});
  });
});
