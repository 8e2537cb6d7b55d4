import { validationMessages, adminCalls, type RevokedCounts } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { selectUser } from '../../../src/api/session.api.ts';
import { mockCall, errorResponse, server, type ReceivedRequest } from '../../support/api-server.ts';
import { paginatedHandler } from '../../support/paginated-handler.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { createGate } from '../../support/gate.ts';
import {
  aQuarantinedUser,
  aSuspendedUser,
  aUserAccount,
  clickTwice,
  tableHeaders,
  openSection,
  tableRows,
  bodyOf,
} from '../../support/admin.ts';
import { aUserForStaff } from '../../support/admin-fixtures.ts';

const nothingRevoked: RevokedCounts = { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0 };
const id = ulid();

const quarantined = (ended = nothingRevoked, until: string | null = null) => ({
  userId: id,
  isQuarantined: true,
  quarantinedAt: new Date().toISOString(),
  reason: null,
  until,
  ended,
});
const email = 'pat@example.com';
beforeEach(() => server.use(mockCall(adminCalls.getUserForStaff, aUserForStaff({ id, email }))));

const unlocked = { ...quarantined(), isQuarantined: false, quarantinedAt: null };

describe('[2.workspace-admin-pa.4] account quarantine', () => {
  const open = async (...users: ReturnType<typeof aQuarantinedUser>[]) => {
    server.use(mockCall(adminCalls.listQuarantinedUsers, users));
    const portal = await openSection('account-quarantine', 'Manage account quarantine');
    await waitFor(() => expect(tableRows('Quarantined users').length).toBe(Math.max(1, users.length)));
    return portal;
  };

  // @covers 2.workspace-admin-pa.4
  test('[3.8] lists quarantined users with start, reason, author and end', async () => {
    const until = new Date(Date.now() + 3 * 86_400_000 + 60_000).toISOString();
    const user = aQuarantinedUser({ quarantinedAt: '2026-03-04T12:00:00.000Z', until });
    await open(user, aQuarantinedUser({ reason: null }));
    expect(tableHeaders('Quarantined users').slice(0, 3)).toEqual(['User ID', 'Email', 'Quarantined At']);
    expect(tableRows('Quarantined users')[0]).toEqual([
      user.userId,
      user.email,
      'March 4, 2026',
      'SpamBy sam@systeminit.com',
      'in 3d',
      'Unquarantine',
    ]);
    expect(tableRows('Quarantined users')[1]?.slice(3, 5)).toEqual(['No reason givenBy sam@systeminit.com', 'Never']);
    const [link] = screen.getAllByRole('link', { name: user.email });
    expect(link).toHaveAttribute('href', `/workspace-admin/users/${user.userId}`);
  });

  test('shows that no users are quarantined', async () => {
    await open();
    expect(screen.getByText('No quarantined users')).toBeVisible();
  });

  // @covers 2.workspace-admin-pa.4
  test('asks for confirmation with the account’s name, reports what was revoked and reloads the list', async () => {
    const requests: ReceivedRequest[] = [];
    const { ui } = await open();
    const user = aQuarantinedUser({ userId: id, email: 'new@example.com' });
    let requestCount = 0;
    server.use(
      mockCall(adminCalls.getUserForStaff, () => {
        requestCount += 1;
        return aUserForStaff({ id, email });
      }),
      mockCall(adminCalls.quarantineUser, (received) => {
        requests.push(received);
        return quarantined({ sessions: 2, authTokens: 1, instanceTokens: 0, connectCodes: 0 });
      }),
      mockCall(adminCalls.listQuarantinedUsers, [user]),
    );
    await ui.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Quarantine this account?' }));
    expect(dialog.getByText('Pat Person')).toBeVisible();
    expect(dialog.getByText(email)).toBeVisible();
    expect(requests).toEqual([]);
    await ui.type(dialog.getByLabelText(/^Reason/), 'Spam, ticket #42');
    await ui.click(dialog.getByRole('button', { name: 'Quarantine' }));
    expect(await screen.findByText(`${email} is quarantined`)).toBeVisible();
    expect(screen.getByText('2 sessions were ended. 1 API token was revoked.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requests[0]?.params.userId).toBe(id);
    expect(requests.map(bodyOf)).toEqual([{ isQuarantined: true, reason: 'Spam, ticket #42' }]);
    await waitFor(() => expect(tableRows('Quarantined users')[0]?.[1]).toBe('new@example.com'));
    expect(requestCount).toBe(1);
  });

  // @covers 2.workspace-admin-pa.4
  test('reports an unknown user ID before the confirmation', async () => {
    const { ui } = await open();
    server.use(
      mockCall(adminCalls.getUserForStaff, errorResponse('UserNotFound')),
      mockCall(adminCalls.quarantineUser, unlocked),
    );
    await ui.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('No changes were made');
    expect(screen.queryByRole('dialog')).toBeNull();
    await clickTwice(ui, 'Unquarantine');
    expect(await screen.findByRole('alert')).toHaveTextContent('No changes were made');
    expect(screen.getByLabelText('User ID')).toHaveValue(id);
  });

  test('ends at local midnight of the chosen day; a past day is rejected', async () => {
    const requests: ReceivedRequest[] = [];
    const end = new Date(2099, 7, 14);
    const { ui } = await open();
    server.use(
      mockCall(adminCalls.quarantineUser, (received) => {
        requests.push(received);
        return quarantined(nothingRevoked, end.toISOString());
      }),
    );
    await ui.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    const dialog = within(await screen.findByRole('dialog'));
    await ui.type(dialog.getByLabelText('Ends on'), '2020-01-01{Enter}');
    expect(await dialog.findByText('Choose a date after today')).toBeVisible();
    await ui.type(dialog.getByLabelText(/^Reason/), 'Spam');
    await ui.clear(dialog.getByLabelText('Ends on'));
    await ui.type(dialog.getByLabelText('Ends on'), '2099-08-14{Enter}');
    expect(await screen.findByText(/The quarantine lifts automatically on/)).toHaveTextContent(
      /August 14, 2099 12:00 AM/,
    );
    expect(screen.getByText(/No sessions or tokens were active/)).toBeVisible();
    expect(requests.map(({ body }) => (body as { until: string }).until)).toEqual([end.toISOString()]);
  });

  test('requires a reason, and shows who reads it', async () => {
    const requests: ReceivedRequest[] = [];
    const { ui } = await open();
    server.use(
      mockCall(adminCalls.quarantineUser, (received) => {
        requests.push(received);
        return quarantined();
      }),
    );
    await ui.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Shown to the user by email and at login, and to other staff')).toBeVisible();
    await ui.type(dialog.getByLabelText(/^Reason/), '  ');
    await ui.click(dialog.getByRole('button', { name: 'Quarantine' }));
    expect(await dialog.findByText(validationMessages.required)).toBeVisible();
    expect(requests).toEqual([]);
  });

  test('of one’s own account is rejected without a confirmation', async () => {
    const { ui, store } = await open();
    const { email = '' } = selectUser(store.getState()) ?? {};
    server.use(mockCall(adminCalls.getUserForStaff, aUserForStaff({ id, email, auth0Id: 'auth0|mia-too' })));
    await ui.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('You can’t quarantine or suspend yourself.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is allowed for an account that someone else created with one’s own email', async () => {
    const { ui, store } = await open();
    const { email = '' } = selectUser(store.getState()) ?? {};
    server.use(mockCall(adminCalls.getUserForStaff, aUserForStaff({ id, email, auth0Id: 'google-oauth2|2' })));
    await ui.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  test('is not applied when staff cancel', async () => {
    const { ui } = await open();
    await ui.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    await ui.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText('User ID')).toHaveValue(id);
  });

  test('shows the API’s error in the dialog: staff cannot quarantine themselves', async () => {
    const message = 'You can’t quarantine or suspend yourself.';
    const { ui } = await open();
    server.use(mockCall(adminCalls.quarantineUser, errorResponse('NotAllowed', message)));
    await ui.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    const dialog = within(await screen.findByRole('dialog'));
    await ui.type(dialog.getByLabelText(/^Reason/), 'Spam');
    await ui.click(dialog.getByRole('button', { name: 'Quarantine' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(message);
  });

  test('is lifted by user ID with a confirmed click', async () => {
    const requests: ReceivedRequest[] = [];
    const { ui } = await open();
    server.use(
      mockCall(adminCalls.quarantineUser, (received) => {
        requests.push(received);
        return unlocked;
      }),
    );
    await ui.type(screen.getByLabelText('User ID'), id);
    await clickTwice(ui, 'Unquarantine');
    expect(await screen.findByText(`${email} is no longer quarantined.`)).toBeVisible();
    expect(requests.map(bodyOf)).toEqual([{ isQuarantined: false }]);
    expect(screen.getByLabelText('User ID')).toHaveValue('');
  });

  test('is lifted from its row with a confirmed click, or the page shows why not', async () => {
    const user = aQuarantinedUser({ userId: id });
    const { ui } = await open(user);
    server.use(mockCall(adminCalls.quarantineUser, errorResponse('DatabaseUnavailable')));
    await clickTwice(ui, `Unquarantine ${user.email}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(/No changes were made/);
    await ui.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    await ui.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alert')).toBeNull();
    server.use(mockCall(adminCalls.quarantineUser, unlocked), mockCall(adminCalls.listQuarantinedUsers, []));
    skipDoubleClickGuard();
    await clickTwice(ui, `Unquarantine ${user.email}`);
    expect(await screen.findByText(`${user.email} is no longer quarantined.`)).toBeVisible();
    expect(await screen.findByText('No quarantined users')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('two lifts at once each show their own progress, and the failed one is named', async () => {
    const [one, other] = ['one@example.com', 'other@example.com'].map((email) => aQuarantinedUser({ email }));
    const { ui } = await open(...[one, other].filter((user) => user !== undefined));
    const gate = createGate();
    server.use(
      mockCall(
        adminCalls.quarantineUser,
        ({ params }) => (params.userId === one?.userId ? errorResponse('DatabaseUnavailable') : unlocked),
        gate.wait,
      ),
    );
    const buttons = [one, other].map((user) => screen.getByRole('button', { name: `Unquarantine ${user?.email}` }));
    for (const button of buttons) {
      await ui.click(button);
      skipDoubleClickGuard();
      await ui.click(button);
    }
    await waitFor(() => expect(gate.arrivals).toBe(2));
    for (const button of buttons) expect(button).toHaveTextContent('Unquarantining...');
    gate.open();
    expect(await screen.findByText('No changes were made for one@example.com')).toBeVisible();
    expect(await screen.findByText('other@example.com is no longer quarantined.')).toBeVisible();
  });

  test('is applied and lifted by email, as the only account with it', async () => {
    const emails: (string | null)[] = [];
    const requests: ReceivedRequest[] = [];
    const { ui } = await open();
    server.use(
      mockCall(adminCalls.findUsersByEmail, ({ url }) => {
        emails.push(url.searchParams.get('email'));
        return { data: [aUserAccount({ id, email })] };
      }),
      mockCall(adminCalls.quarantineUser, (received) => {
        requests.push(received);
        return bodyOf(received)['isQuarantined'] ? quarantined() : unlocked;
      }),
    );
    await ui.type(screen.getByLabelText('User email'), 'Pat@Example.com{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Quarantine this account?' }));
    expect(dialog.getByText(email)).toBeVisible();
    await ui.type(dialog.getByLabelText(/^Reason/), 'Spam');
    await ui.click(dialog.getByRole('button', { name: 'Quarantine' }));
    expect(await screen.findByText(`${email} is quarantined`)).toBeVisible();
    skipDoubleClickGuard();
    await clickTwice(ui, 'Unquarantine by email');
    expect(await screen.findByText(`${email} is no longer quarantined.`)).toBeVisible();
    expect(requests.map(({ params }) => params.userId)).toEqual([id, id]);
    expect(emails).toEqual([email, email]);
    expect(screen.getByLabelText('User email')).toHaveValue('');
    expect(screen.queryByRole('table', { name: 'Accounts found' })).toBeNull();
  });

  test('by an email that several accounts have lets staff choose one', async () => {
    const accounts = [aUserAccount({ id, email }), aUserAccount({ email, auth0Id: 'google-oauth2|2' })];
    const { ui } = await open();
    server.use(mockCall(adminCalls.findUsersByEmail, { data: accounts }));
    await ui.type(screen.getByLabelText('User email'), `${email}{Enter}`);
    expect(await screen.findByRole('table', { name: 'Accounts found', busy: false })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    await ui.click(screen.getByRole('button', { name: 'Actions for google-oauth2|2' }));
    await ui.click(await screen.findByRole('menuitem', { name: 'Quarantine...' }));
    expect(await screen.findByRole('dialog', { name: 'Quarantine this account?' })).toBeVisible();
  });

  test('by an unknown email, or by one’s own, changes nothing', async () => {
    const { ui, store } = await open();
    const own = selectUser(store.getState())?.email ?? '';
    server.use(mockCall(adminCalls.findUsersByEmail, { data: [] }));
    await ui.type(screen.getByLabelText('User email'), `unknown@example.com{Enter}`);
    expect(await screen.findByText('No accounts with this email')).toBeVisible();
    server.use(
      mockCall(adminCalls.findUsersByEmail, { data: [aUserAccount({ email: own, auth0Id: 'auth0|mia-too' })] }),
    );
    await ui.clear(screen.getByLabelText('User email'));
    await ui.type(screen.getByLabelText('User email'), `${own}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('You can’t quarantine or suspend yourself.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('[5.admin.2] accepts IDs of 26 characters; both buttons are disabled while the field is empty', async () => {
    const { ui } = await open();
    const buttons = ['Quarantine', 'Unquarantine'].map((name) => screen.getByRole('button', { name }));
    for (const button of buttons) expect(button).toHaveAttribute('aria-disabled', 'true');
    await ui.type(screen.getByLabelText('User ID'), `${id}1`);
    expect(screen.getByLabelText('User ID')).toHaveValue(id);
    for (const button of buttons) expect(button).not.toHaveAttribute('aria-disabled');
    await ui.clear(screen.getByLabelText('User ID'));
    await ui.type(screen.getByLabelText('User ID'), 'a b{Enter}');
    expect(await screen.findByText(validationMessages.id)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a long list shows one page, and more on request', async () => {
    const rows = Array.from({ length: 51 }, (_, index) => aQuarantinedUser({ email: `person${index}@example.com` }));
    const requests: number[] = [];
    server.use(
      paginatedHandler(adminCalls.listQuarantinedUsers, {
        rows,
        pageSize: 50,
        beforePage: (offset) => void requests.push(offset),
      }),
    );
    const { ui } = await openSection('account-quarantine', 'Manage account quarantine');
    await waitFor(() => expect(tableRows('Quarantined users')).toHaveLength(50));
    await ui.click(screen.getByText('Show more'));
    await waitFor(() => expect(tableRows('Quarantined users')).toHaveLength(51));
    await waitFor(() => expect(screen.getByText('person50@example.com').closest('tr')).toHaveFocus());
    expect(requests).toEqual([0, 50]);
    expect(screen.queryByText('Show more')).toBeNull();
  });

  test('a list of exactly one page has no more button', async () => {
    await open(...Array.from({ length: 50 }, (_, index) => aQuarantinedUser({ email: `person${index}@example.com` })));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('a list that could not be loaded shows an error and can be retried', async () => {
    server.use(mockCall(adminCalls.listQuarantinedUsers, errorResponse('DatabaseUnavailable')));
    const { ui } = await openSection('account-quarantine', 'Manage account quarantine');
    expect(await screen.findByRole('alert')).toHaveTextContent(/The list could not be loaded/);
    server.use(mockCall(adminCalls.listQuarantinedUsers, []));
    await ui.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No quarantined users')).toBeVisible();
  });
});

describe('[2.workspace-admin-pa.6] suspensions', () => {
  const suspended = {
    userId: id,
    isSuspended: true,
    suspendedAt: null,
    reason: null,
    until: null,
    ended: nothingRevoked,
  };

  // @covers 2.workspace-admin-pa.6
  test('are listed, applied after a confirmation and lifted from the row', async () => {
    const user = aSuspendedUser({ userId: id, suspendedAt: new Date(Date.now() - 7_200_000).toISOString() });
    const requests: unknown[] = [];
    server.use(
      mockCall(adminCalls.listSuspendedUsers, [user]),
      mockCall(adminCalls.suspendUser, ({ body }) => {
        const { isSuspended } = body as { isSuspended: boolean };
        requests.push(isSuspended);
        return { ...suspended, isSuspended };
      }),
    );
    const { ui } = await openSection('suspensions', 'Manage user suspensions');
    await waitFor(() => expect(tableRows('Suspended users')[0]?.slice(0, 2)).toEqual([id, user.email]));
    expect(tableHeaders('Suspended users').slice(0, 3)).toEqual(['User ID', 'Email', 'Suspended At']);
    await ui.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend this account?' }));
    await ui.type(dialog.getByLabelText(/^Reason/), 'Has not paid');
    await ui.click(dialog.getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText(`${email} is suspended`)).toBeVisible();
    await clickTwice(ui, `Unsuspend ${user.email}`);
    expect(await screen.findByText(`${user.email} is no longer suspended.`)).toBeVisible();
    expect(requests).toEqual([true, false]);
  });

  test('[5.admin.2] accept IDs of 26 characters; both buttons are disabled while the field is empty', async () => {
    server.use(mockCall(adminCalls.listSuspendedUsers, []));
    const { ui } = await openSection('suspensions', 'Manage user suspensions');
    for (const name of ['Suspend', 'Unsuspend']) {
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    }
    await ui.type(screen.getByLabelText('User ID'), `${id}1`);
    expect(screen.getByLabelText('User ID')).toHaveValue(id);
  });
});
