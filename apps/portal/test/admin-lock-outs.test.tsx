import { messages, staffCalls, supportCalls, type Ended } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { knownUser } from '../src/api/session.api.ts';
import { on, refusal, server, type Received } from './support/api-server.ts';
import { inPages } from './support/in-pages.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { aGate } from './support/gate.ts';
import {
  anOwnedWorkspace,
  aQuarantinedUser,
  aSuspendedUser,
  clickTwice,
  headersOf,
  openSection,
  rowsOf,
  said,
} from './support/staff.ts';
import { aUserForStaff } from './support/support-desk.ts';

const nothing: Ended = { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0 };
const id = ulid();

const quarantined = (ended = nothing, until: string | null = null) => ({
  userId: id,
  isQuarantined: true,
  quarantinedAt: new Date().toISOString(),
  reason: null,
  until,
  ended,
});
const email = 'pat@example.com';
beforeEach(() => server.use(on(supportCalls.getUserForStaff, aUserForStaff({ id, email }))));

const released = { ...quarantined(), isQuarantined: false, quarantinedAt: null };

describe('[2.workspace-admin-pa.4] account quarantine', () => {
  const open = async (...users: ReturnType<typeof aQuarantinedUser>[]) => {
    server.use(on(staffCalls.listQuarantinedUsers, users));
    const portal = await openSection('account-quarantine', 'Manage account quarantine');
    await waitFor(() => expect(rowsOf('Quarantined users').length).toBe(Math.max(1, users.length)));
    return portal;
  };

  // @covers 2.workspace-admin-pa.4
  test('[3.8] lists who is quarantined, since when, why, by whom and until when', async () => {
    const until = new Date(Date.now() + 3 * 86_400_000 + 60_000).toISOString();
    const quarantinedAt = new Date(Date.now() - 7_200_000).toISOString();
    const user = aQuarantinedUser({ quarantinedAt, until });
    await open(user, aQuarantinedUser({ reason: null }));
    expect(headersOf('Quarantined users').slice(0, 3)).toEqual(['User ID', 'Email', 'Quarantined At']);
    expect(rowsOf('Quarantined users')[0]).toEqual([
      user.userId,
      user.email,
      '2 hours ago',
      'Spamby sam@systeminit.com',
      'in 3 days',
      'Unquarantine',
    ]);
    expect(rowsOf('Quarantined users')[1]?.slice(3, 5)).toEqual(['No reason givenby sam@systeminit.com', 'Never']);
    const [link] = screen.getAllByRole('link', { name: user.email });
    expect(link).toHaveAttribute('href', `/workspace-admin/users/${user.userId}`);
  });

  test('says so when nobody is quarantined', async () => {
    await open();
    expect(screen.getByText('Nobody is quarantined')).toBeVisible();
  });

  // @covers 2.workspace-admin-pa.4
  test('asks first, naming the account, and tells what ended; the list is read again', async () => {
    const seen: Received[] = [];
    const { person } = await open();
    const user = aQuarantinedUser({ userId: id, email: 'new@example.com' });
    let looks = 0;
    server.use(
      on(supportCalls.getUserForStaff, () => {
        looks += 1;
        return aUserForStaff({ id, email });
      }),
      on(staffCalls.quarantineUser, (received) => {
        seen.push(received);
        return quarantined({ sessions: 2, authTokens: 1, instanceTokens: 0, connectCodes: 0 });
      }),
      on(staffCalls.listQuarantinedUsers, [user]),
    );
    await person.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Quarantine this account?' }));
    expect(dialog.getByText('Pat Person')).toBeVisible();
    expect(dialog.getByText(email)).toBeVisible();
    expect(seen).toEqual([]);
    await person.type(dialog.getByLabelText(/^Reason/), 'Spam, ticket #42');
    await person.click(dialog.getByRole('button', { name: 'Quarantine' }));
    expect(await screen.findByText(`${email} is quarantined`)).toBeVisible();
    expect(screen.getByText('2 sessions and 1 API token were ended.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(seen[0]?.params.userId).toBe(id);
    expect(seen.map(said)).toEqual([{ isQuarantined: true, reason: 'Spam, ticket #42' }]);
    await waitFor(() => expect(rowsOf('Quarantined users')[0]?.[1]).toBe('new@example.com'));
    expect(looks).toBe(1);
  });

  // @covers 2.workspace-admin-pa.4
  test('of an id that is nobody’s is told before anything is asked', async () => {
    const { person } = await open();
    server.use(on(supportCalls.getUserForStaff, refusal('UserNotFound')), on(staffCalls.quarantineUser, released));
    await person.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was changed');
    expect(screen.queryByRole('dialog')).toBeNull();
    await clickTwice(person, 'Unquarantine');
    expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was changed');
    expect(screen.getByLabelText('User ID')).toHaveValue(id);
  });

  test('ends by itself when a chosen day begins where the reader is; a day that is over is refused', async () => {
    const seen: Received[] = [];
    const end = new Date(2099, 7, 14);
    const { person } = await open();
    server.use(
      on(staffCalls.quarantineUser, (received) => {
        seen.push(received);
        return quarantined(nothing, end.toISOString());
      }),
    );
    await person.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText('Ends On'), '2020-01-01{Enter}');
    expect(await dialog.findByText('Choose a day after today')).toBeVisible();
    await person.type(dialog.getByLabelText(/^Reason/), 'Spam');
    await person.clear(dialog.getByLabelText('Ends On'));
    await person.type(dialog.getByLabelText('Ends On'), '2099-08-14{Enter}');
    expect(await screen.findByText(/The quarantine ends by itself on/)).toHaveTextContent(
      /August 14, 2099 12:00:00 AM/,
    );
    expect(screen.getByText(/There was no session or token to end/)).toBeVisible();
    expect(seen.map(({ body }) => (body as { until: string }).until)).toEqual([end.toISOString()]);
  });

  test('is not begun without a reason, and says what becomes of it', async () => {
    const seen: Received[] = [];
    const { person } = await open();
    server.use(
      on(staffCalls.quarantineUser, (received) => {
        seen.push(received);
        return quarantined();
      }),
    );
    await person.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    const dialog = within(await screen.findByRole('dialog'));
    expect(
      dialog.getByText('The person reads it in the mail and after the login, and other staff see it'),
    ).toBeVisible();
    await person.type(dialog.getByLabelText(/^Reason/), '  ');
    await person.click(dialog.getByRole('button', { name: 'Quarantine' }));
    expect(await dialog.findByText(messages.required)).toBeVisible();
    expect(seen).toEqual([]);
  });

  test('of oneself is not even asked about', async () => {
    const { person, store } = await open();
    const { email = '' } = knownUser(store.getState()) ?? {};
    server.use(on(supportCalls.getUserForStaff, aUserForStaff({ id, email, auth0Id: 'auth0|mia-too' })));
    await person.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('You can’t quarantine or suspend yourself.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('of an account that someone else signed up with one’s own address is offered', async () => {
    const { person, store } = await open();
    const { email = '' } = knownUser(store.getState()) ?? {};
    server.use(on(supportCalls.getUserForStaff, aUserForStaff({ id, email, auth0Id: 'google-oauth2|2' })));
    await person.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  test('is not begun when somebody thinks better of it', async () => {
    const { person } = await open();
    await person.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    await person.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText('User ID')).toHaveValue(id);
  });

  test('a refusal of the API stands in the dialog: nobody quarantines themself', async () => {
    const message = 'You can’t quarantine or suspend yourself.';
    const { person } = await open();
    server.use(on(staffCalls.quarantineUser, refusal('NotAllowed', message)));
    await person.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText(/^Reason/), 'Spam');
    await person.click(dialog.getByRole('button', { name: 'Quarantine' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(message);
  });

  test('is ended by id, by a click that is confirmed', async () => {
    const seen: Received[] = [];
    const { person } = await open();
    server.use(
      on(staffCalls.quarantineUser, (received) => {
        seen.push(received);
        return released;
      }),
    );
    await person.type(screen.getByLabelText('User ID'), id);
    await clickTwice(person, 'Unquarantine');
    expect(await screen.findByText(`${email} is no longer quarantined.`)).toBeVisible();
    expect(seen.map(said)).toEqual([{ isQuarantined: false }]);
    expect(screen.getByLabelText('User ID')).toHaveValue('');
  });

  test('is undone in the row by one button, or the page says why not', async () => {
    const user = aQuarantinedUser({ userId: id });
    const { person } = await open(user);
    server.use(on(staffCalls.quarantineUser, refusal('DatabaseUnavailable')));
    await person.click(screen.getByRole('button', { name: `Unquarantine ${user.email}` }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/Nothing was changed/);
    await person.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    await person.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alert')).toBeNull();
    server.use(on(staffCalls.quarantineUser, released), on(staffCalls.listQuarantinedUsers, []));
    pastDoubleClick();
    await person.click(screen.getByRole('button', { name: `Unquarantine ${user.email}` }));
    expect(await screen.findByText(`${user.email} is no longer quarantined.`)).toBeVisible();
    expect(await screen.findByText('Nobody is quarantined')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('of two that are undone at once each row shows its own, and the one that failed is named', async () => {
    const [one, other] = ['one@example.com', 'other@example.com'].map((email) => aQuarantinedUser({ email }));
    const { person } = await open(...[one, other].filter((user) => user !== undefined));
    const answer = aGate();
    server.use(
      on(
        staffCalls.quarantineUser,
        ({ params }) => (params.userId === one?.userId ? refusal('DatabaseUnavailable') : released),
        answer.wait,
      ),
    );
    const buttons = [one, other].map((user) => screen.getByRole('button', { name: `Unquarantine ${user?.email}` }));
    for (const button of buttons) await person.click(button);
    await waitFor(() => expect(answer.came).toBe(2));
    for (const button of buttons) expect(button).toHaveTextContent('Unquarantining...');
    answer.open();
    expect(await screen.findByText('Nothing was changed for one@example.com')).toBeVisible();
    expect(await screen.findByText('other@example.com is no longer quarantined.')).toBeVisible();
  });

  test('[5.admin.2] takes ids of 26 characters; both buttons are disabled while there is none', async () => {
    const { person } = await open();
    const buttons = ['Quarantine', 'Unquarantine'].map((name) => screen.getByRole('button', { name }));
    for (const button of buttons) expect(button).toHaveAttribute('aria-disabled', 'true');
    await person.type(screen.getByLabelText('User ID'), `${id}1`);
    expect(screen.getByLabelText('User ID')).toHaveValue(id);
    for (const button of buttons) expect(button).not.toHaveAttribute('aria-disabled');
    await person.clear(screen.getByLabelText('User ID'));
    await person.type(screen.getByLabelText('User ID'), 'a b{Enter}');
    expect(await screen.findByText(messages.invalid)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a long list shows a page, and more on demand', async () => {
    const rows = Array.from({ length: 51 }, (_, index) => aQuarantinedUser({ email: `person${index}@example.com` }));
    const asked: number[] = [];
    server.use(inPages(staffCalls.listQuarantinedUsers, { rows, size: 50, before: (begin) => void asked.push(begin) }));
    const { person } = await openSection('account-quarantine', 'Manage account quarantine');
    await waitFor(() => expect(rowsOf('Quarantined users')).toHaveLength(50));
    await person.click(screen.getByText('Show more'));
    await waitFor(() => expect(rowsOf('Quarantined users')).toHaveLength(51));
    await waitFor(() => expect(screen.getByText('person50@example.com').closest('tr')).toHaveFocus());
    expect(asked).toEqual([0, 50]);
    expect(screen.queryByText('Show more')).toBeNull();
  });

  test('a list of exactly a page has no more', async () => {
    await open(...Array.from({ length: 50 }, (_, index) => aQuarantinedUser({ email: `person${index}@example.com` })));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('a list that could not be loaded says so, and can be tried again', async () => {
    server.use(on(staffCalls.listQuarantinedUsers, refusal('DatabaseUnavailable')));
    const { person } = await openSection('account-quarantine', 'Manage account quarantine');
    expect(await screen.findByRole('alert')).toHaveTextContent(/The list could not be loaded/);
    server.use(on(staffCalls.listQuarantinedUsers, []));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nobody is quarantined')).toBeVisible();
  });
});

describe('[2.workspace-admin-pa.6] suspensions', () => {
  const suspended = { userId: id, isSuspended: true, suspendedAt: null, reason: null, until: null, ended: nothing };

  // @covers 2.workspace-admin-pa.6
  test('are listed, begun after a question, and ended in the row', async () => {
    const user = aSuspendedUser({ userId: id, suspendedAt: new Date(Date.now() - 7_200_000).toISOString() });
    const seen: unknown[] = [];
    server.use(
      on(staffCalls.listSuspendedUsers, [user]),
      on(staffCalls.suspendUser, ({ body }) => {
        const { isSuspended } = body as { isSuspended: boolean };
        seen.push(isSuspended);
        return { ...suspended, isSuspended };
      }),
    );
    const { person } = await openSection('suspensions', 'Manage user suspensions');
    await waitFor(() => expect(rowsOf('Suspended users')[0]?.slice(0, 3)).toEqual([id, user.email, '2 hours ago']));
    expect(headersOf('Suspended users').slice(0, 3)).toEqual(['User ID', 'Email', 'Suspended At']);
    await person.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend this account?' }));
    await person.type(dialog.getByLabelText(/^Reason/), 'Has not paid');
    await person.click(dialog.getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText(`${email} is suspended`)).toBeVisible();
    await person.click(screen.getByRole('button', { name: `Unsuspend ${user.email}` }));
    expect(await screen.findByText(`${user.email} is no longer suspended.`)).toBeVisible();
    expect(seen).toEqual([true, false]);
  });

  test('[5.admin.2] take ids of 26 characters; both buttons are disabled while there is none', async () => {
    server.use(on(staffCalls.listSuspendedUsers, []));
    const { person } = await openSection('suspensions', 'Manage user suspensions');
    for (const name of ['Suspend', 'Unsuspend']) {
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    }
    await person.type(screen.getByLabelText('User ID'), `${id}1`);
    expect(screen.getByLabelText('User ID')).toHaveValue(id);
  });
});

describe('[2.workspace-admin-pa.5] workspace quarantine', () => {
  const open = () => openSection('workspace-quarantine', 'Manage workspace quarantine');
  const workspace = anOwnedWorkspace();

  // @covers 2.workspace-admin-pa.5
  test('asks first, naming the workspace and its owner', async () => {
    const seen: Received[] = [];
    let looks = 0;
    server.use(
      on(staffCalls.lookUpWorkspaceOwner, () => {
        looks += 1;
        return workspace;
      }),
      on(staffCalls.quarantineWorkspace, (received) => {
        seen.push(received);
        return { ...workspace, quarantinedAt: new Date().toISOString() };
      }),
    );
    const { person } = await open();
    await person.type(screen.getByLabelText('Workspace ID'), `${workspace.workspaceId}{Enter}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Quarantine this workspace?' }));
    expect(dialog.getByText('Playground')).toBeVisible();
    expect(dialog.getByText('olga@example.com')).toBeVisible();
    await person.type(dialog.getByLabelText(/^Reason/), 'Mines coins');
    await person.click(dialog.getByRole('button', { name: 'Quarantine' }));
    expect(await screen.findByText('Playground of olga@example.com is now quarantined.')).toBeVisible();
    expect(seen[0]?.params.workspaceId).toBe(workspace.workspaceId);
    expect(seen[0]?.body).toMatchObject({ isQuarantined: true, reason: 'Mines coins' });
    expect(looks).toBe(1);
  });

  test('is ended by a click that is confirmed', async () => {
    const seen: Received[] = [];
    server.use(
      on(staffCalls.quarantineWorkspace, (received) => {
        seen.push(received);
        return workspace;
      }),
    );
    const { person } = await open();
    await person.type(screen.getByLabelText('Workspace ID'), workspace.workspaceId);
    await clickTwice(person, 'Unquarantine');
    expect(await screen.findByText('Playground of olga@example.com is no longer quarantined.')).toBeVisible();
    expect(seen.map(said)).toEqual([{ isQuarantined: false }]);
  });

  test('a workspace that does not exist is said, and nothing is asked', async () => {
    server.use(on(staffCalls.lookUpWorkspaceOwner, refusal('WorkspaceNotFound')));
    const { person } = await open();
    await person.type(screen.getByLabelText('Workspace ID'), `${id}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(/Nothing was changed/);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('[5.admin.2] [9.2] takes ids of 26 characters; both buttons are disabled while there is none', async () => {
    const { person } = await open();
    for (const name of ['Quarantine', 'Unquarantine']) {
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    }
    await person.type(screen.getByLabelText('Workspace ID'), `${id}1`);
    expect(screen.getByLabelText('Workspace ID')).toHaveValue(id);
  });
});
