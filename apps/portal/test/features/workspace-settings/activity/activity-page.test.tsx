import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { anInvitation, aToken } from '@portal/contract/fixtures';
import { errorResponse } from '../../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../../support/double-click.ts';
import { findA11yViolations } from '../../../support/find-a11y-violations.ts';
import { anEntry, ci, hook, ofInvitation, openActivity, removedUser, zoe } from '../../../support/open-activity.ts';

test('entries are below the heading of their day, with the time of day', async () => {
  await openActivity([
    anEntry({ action: 'updateWorkspace', occurredAt: new Date(2026, 0, 2, 9, 5).toISOString() }),
    anEntry({ action: 'setApprovals', occurredAt: new Date(2026, 0, 2, 8, 0).toISOString() }),
    anEntry({ occurredAt: new Date(2026, 0, 1, 23, 59).toISOString() }),
  ]);
  const today = await screen.findByRole('region', { name: 'Friday, January 2, 2026' });
  expect(within(today).getAllByRole('listitem')).toHaveLength(2);
  expect(within(today).getByText('9:05 AM')).toBeVisible();
  const before = screen.getByRole('region', { name: 'Thursday, January 1, 2026' });
  expect(within(before).getByText('11:59 PM')).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Friday, January 2, 2026',
    'Thursday, January 1, 2026',
  ]);
  expect(await findA11yViolations()).toEqual([]);
});

test('an entry links to what it is about, unless that no longer exists', async () => {
  const token = aToken({ name: 'Deploy' });
  const invitation = anInvitation({ email: 'ann@example.com' });
  const { workspace } = await openActivity(
    [
      anEntry({ action: 'createAuthToken', details: { tokenId: token.id, name: 'Deploy' } }),
      anEntry({ action: 'createAuthToken', details: { tokenId: ulid(), name: 'Old' } }),
      anEntry({ action: 'createServiceAccount', details: { serviceAccountId: ci.id, name: 'CI', role: 'EDITOR' } }),
      anEntry({ action: 'inviteMember', details: { ...ofInvitation, invitationId: invitation.id } }),
      anEntry({ action: 'inviteMember', details: ofInvitation }),
      anEntry({ action: 'changeMemberRole', subject: zoe, details: { role: { from: 'EDITOR', to: 'APPROVER' } } }),
      anEntry({ action: 'changeMemberRole', subject: removedUser }),
      anEntry({ action: 'pauseWebhook', details: { webhookId: hook.id, host: 'hooks.example.com' } }),
      anEntry({ action: 'deleteWebhook', details: { webhookId: ulid(), host: 'old.example.com' } }),
      anEntry({ action: 'quarantineWorkspace', bySupport: true, actor: null }),
    ],
    { tokens: [token], invitations: [invitation] },
  );
  await screen.findByRole('link', { name: 'View token Deploy' });
  await screen.findByRole('link', { name: 'View service account CI' });
  await screen.findByRole('link', { name: 'View webhook hooks.example.com' });
  const links = screen.getAllByRole('listitem').map((item) => {
    const link = within(item).queryByRole('link');
    return link && [link.textContent, link.getAttribute('href')];
  });
  const page = `/workspace/${workspace.id}`;
  expect(links).toEqual([
    ['View token Deploy', `${page}/tokens#token-${token.id}`],
    null,
    ['View service account CI', `${page}/tokens#service-account-${ci.id}`],
    ['View invitation ann@example.com', `${page}/members#member-${invitation.id}`],
    null,
    ['View member zoe@example.com', `${page}/members#member-${zoe.userId}`],
    null,
    ['View webhook hooks.example.com', `${page}/webhooks`],
    null,
    null,
  ]);
});

test('the filters are applied when they are chosen, are in the address, and select the downloads', async () => {
  const token = aToken({ name: 'Deploy' });
  const { ui, queries, workspace, router } = await openActivity([anEntry({})], { tokens: [token] });
  await screen.findByText('created the workspace', { exact: false });
  await ui.click(screen.getByLabelText('Who'));
  await ui.click(await screen.findByRole('option', { name: 'zoe (zoe@example.com)' }));
  await ui.selectOptions(screen.getByLabelText('What'), 'Members and invitations');
  await ui.click(screen.getByLabelText('API token'));
  await ui.click(await screen.findByRole('option', { name: 'Deploy' }));
  await ui.type(screen.getByLabelText('From'), '2026-01-01');
  await ui.type(screen.getByLabelText('To'), '2026-01-02');
  await ui.tab();
  const filters = {
    actorUserId: zoe.userId,
    tokenId: token.id,
    group: 'members',
    from: new Date(2026, 0, 1).toISOString(),
    to: new Date(2026, 0, 2, 23, 59, 59, 999).toISOString(),
  };
  await waitFor(() => expect(queries.at(-1)).toEqual({ ...filters, limit: '50' }));
  await waitFor(() => {
    const { pathname, search } = router.state.location;
    expect([pathname, Object.fromEntries(new URLSearchParams(search))]).toEqual([
      `/workspace/${workspace.id}/activity`,
      { who: `user-${zoe.userId}`, what: 'members', token: token.id, from: '2026-01-01', to: '2026-01-02' },
    ]);
  });
  for (const [format, file] of [
    ['CSV', 'audit.csv'],
    ['NDJSON', 'audit.ndjson'],
  ]) {
    const url = new URL(screen.getByRole('link', { name: `Download ${format}` }).getAttribute('href') ?? '');
    expect([url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      `/workspaces/${workspace.id}/${file}`,
      filters,
    ]);
  }
  await ui.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ limit: '50' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(screen.getByLabelText('From')).toHaveValue('');
});

test('a day is applied when the typing pauses, but not before it exists', async () => {
  const { ui, queries } = await openActivity([anEntry({})]);
  await waitFor(() => expect(queries).toHaveLength(1));
  await ui.type(screen.getByLabelText('From'), '2026-02-30');
  await ui.tab();
  await waitFor(() => expect(screen.getByLabelText('From')).toBeInvalid());
  expect(queries).toHaveLength(1);
  await ui.clear(screen.getByLabelText('From'));
  await ui.type(screen.getByLabelText('From'), '2026-02-03');
  await waitFor(() => expect(queries.at(-1)).toEqual({ from: new Date(2026, 1, 3).toISOString(), limit: '50' }));
  expect(screen.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
    'href',
    expect.stringContaining(`from=${encodeURIComponent(new Date(2026, 1, 3).toISOString())}`),
  );
});

test('filters that are chosen at once are all applied, and Back shows the ones before', async () => {
  const { queries, router } = await openActivity([anEntry({})], { search: '?from=2026-01-01' });
  await waitFor(() => expect(queries).toHaveLength(1));
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-01-02' } });
  fireEvent.blur(screen.getByLabelText('To'));
  fireEvent.change(screen.getByLabelText('What'), { target: { value: 'tokens' } });
  await waitFor(() => expect(router.state.location.search).toBe('?what=tokens&from=2026-01-01&to=2026-01-02'));
  const to = new Date(2026, 0, 2, 23, 59, 59, 999).toISOString();
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ group: 'tokens', to }));
  const shown = () => ['What', 'From', 'To'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
  for (const values of [
    ['', '2026-01-01', '2026-01-02'],
    ['', '2026-01-01', ''],
  ]) {
    await act(() => router.navigate(-1));
    await waitFor(() => expect(shown()).toEqual(values));
  }
});

test('a day before the other one is an error, and is no longer shown when the filters are cleared', async () => {
  const { ui, queries } = await openActivity([anEntry({})], { search: '?what=members&from=2026-01-02' });
  await waitFor(() => expect(queries).toHaveLength(1));
  await ui.type(screen.getByLabelText('To'), '2026-01');
  expect(screen.getByLabelText('To')).toBeValid();
  await ui.type(screen.getByLabelText('To'), '-01');
  expect(screen.getByLabelText('To')).toBeInvalid();
  expect(screen.getByText('The end is before the start')).toBeVisible();
  await ui.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ limit: '50' }));
  expect(queries).toHaveLength(2);
  expect(screen.getByLabelText('To')).toHaveValue('');
});

test('an address with filters shows them, also of a service account and of a former member', async () => {
  const { queries } = await openActivity([anEntry({})], { search: `?who=service-account-${ci.id}&what=tokens` });
  await waitFor(() => expect(queries).toEqual([{ actorServiceAccountId: ci.id, group: 'tokens', limit: '50' }]));
  await waitFor(() => expect(screen.getByLabelText('Who')).toHaveValue('CI (service account)'));
  expect(screen.getByLabelText('What')).toHaveDisplayValue('API tokens and service accounts');
});

test('users in the entries who are not members can be chosen, too', async () => {
  const tomas = { userId: ulid(), nickname: 'Tomás', email: 'tomas@example.com' };
  const { ui, queries } = await openActivity([anEntry({ action: 'removeMember', subject: tomas })]);
  await screen.findByText(/removed/);
  await ui.click(screen.getByLabelText('Who'));
  await ui.click(await screen.findByRole('option', { name: 'tomas@example.com (not a member)' }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ actorUserId: tomas.userId, limit: '50' }));
});

test('a former member in the address is named by the ID', async () => {
  const id = ulid();
  await openActivity([anEntry({})], { search: `?who=user-${id}` });
  await waitFor(() => expect(screen.getByLabelText('Who')).toHaveValue(`No longer here (${id})`));
});

test('a day in the address that does not exist is an error and no request', async () => {
  const { queries } = await openActivity([anEntry({})], { search: '?from=2026-02-30' });
  await waitFor(() => expect(screen.getByLabelText('From')).toBeInvalid());
  expect(queries).toEqual([]);
});

test.each([
  ['OWNER', 'nonsense', 'Unknown kind', 'The address of this page asks for a kind of entries that does not exist.'],
  ['APPROVER', 'ownership', 'Ownership', 'Only the owner can see entries of the kind “Ownership”.'],
] as const)('as %s, the page says why the kind %s shows no entries', async (role, what, label, notice) => {
  const { ui, queries, router } = await openActivity([anEntry({})], {
    search: `?what=${what}&from=2026-01-01`,
    workspace: { role },
  });
  expect(await screen.findByText(notice)).toBeVisible();
  expect(screen.getByLabelText('What')).toHaveDisplayValue(label);
  expect(screen.queryByRole('link', { name: 'Download CSV' })).toBeNull();
  expect(queries).toEqual([]);
  expect(await findA11yViolations()).toEqual([]);
  await ui.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(queries).toEqual([{ limit: '50' }]));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(screen.getByLabelText('What')).toHaveDisplayValue('Everything');
  expect(screen.queryByText(notice)).toBeNull();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('without entries the page says so, and with filters it offers to clear them', async () => {
  const { ui, queries } = await openActivity([], { search: '?what=deletion' });
  expect(await screen.findByText('No entries match')).toBeVisible();
  const [, clear] = screen.getAllByRole('button', { name: 'Clear filters' });
  if (clear) await ui.click(clear);
  expect(await screen.findByText('No activity yet')).toBeVisible();
  expect(queries).toEqual([{ group: 'deletion', limit: '50' }, { limit: '50' }]);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Entries' })).toHaveFocus());
});

test('an error offers another attempt', async () => {
  let isDown = true;
  const { ui } = await openActivity([anEntry({})], {
    fail: () => (isDown ? errorResponse('TooManyRequests') : undefined),
  });
  expect(await screen.findByText('The activity could not be loaded')).toBeVisible();
  isDown = false;
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('created the workspace', { exact: false })).toBeVisible();
});

test('the activity loads page by page to its end', async () => {
  const entries = Array.from({ length: 120 }, (_, index) => anEntry({ action: `act${index}` }));
  const { ui, queries } = await openActivity(entries);
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(50));
  expect(screen.getByText('The newest 50 entries are shown')).toHaveAttribute('role', 'status');
  await ui.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(100));
  skipDoubleClickGuard();
  await ui.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(120));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(screen.getByText('120 entries found')).toHaveAttribute('role', 'status');
  await waitFor(() => expect(screen.getAllByRole('listitem')[100]).toHaveFocus());
  expect(queries.map(({ after }) => after)).toEqual([undefined, entries[49]?.id, entries[99]?.id]);
});

test('an approver sees the activity, with the groups of actions that approvers see', async () => {
  await openActivity([anEntry({})], { workspace: { role: 'APPROVER' } });
  expect(await screen.findByText('created the workspace', { exact: false })).toBeVisible();
  const options = within(screen.getByLabelText('What')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Everything',
    'Members and invitations',
    'API tokens and service accounts',
    'Name, description and approvals',
  ]);
});

test('an editor learns who can see the activity, and no entries are requested', async () => {
  const { queries } = await openActivity([anEntry({})], { workspace: { role: 'EDITOR' } });
  expect(screen.getByText('You cannot see the activity')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Activity' })).toBeNull();
  expect(queries).toEqual([]);
});
