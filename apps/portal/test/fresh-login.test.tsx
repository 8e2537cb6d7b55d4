import { staffCalls, supportCalls } from '@portal/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { on, refusal, server, type Received } from './support/api-server.ts';
import { storageIsFull } from './support/full-storage.ts';
import { visit } from './support/render-portal.tsx';
import { anOwnedWorkspace, aStaffUser, flagIs, rowsOf, said, staffMember } from './support/staff.ts';
import { aUserForStaff } from './support/support-desk.ts';

const id = '01J9ZQ4F3T5V7X9A1C3E5G7J9M';
const nothing = { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0 };
const suspended = { userId: id, isSuspended: true, suspendedAt: null, reason: null, until: null, ended: nothing };
const suspensions = '/workspace-admin?section=suspensions';
const freshLogin = 'http://api.test/auth/login?fresh=1';

const me = staffMember();
const visitSection = async (path: string, heading: string | RegExp) => {
  server.use(flagIs(true), on(staffCalls.listSuspendedUsers, []));
  const portal = await visit(path, me);
  await screen.findByRole('heading', { level: 2, name: heading });
  return portal;
};
const open = (path = suspensions) => visitSection(path, /^Manage /);

/** Fills the dialog in and is asked for a fresh login. */
async function askToSuspend() {
  const user = aUserForStaff({ id, email: 'pat@example.com' });
  server.use(on(staffCalls.suspendUser, refusal('FreshLoginRequired')), on(supportCalls.getUserForStaff, user));
  const portal = await open();
  const { person } = portal;
  await person.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend this account?' }));
  await person.type(dialog.getByLabelText(/^Reason/), 'Has not paid');
  await person.type(dialog.getByLabelText('Ends On'), '2099-08-14');
  await person.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Your last login is too long ago for this');
  return { ...portal, dialog };
}

/** Comes back from the login to where it leads, as the same or another page of the browser. */
async function comeBack(who = me) {
  cleanup();
  return visit('/login-success', who);
}

beforeEach(() => sessionStorage.clear());

describe('a fresh login', () => {
  test('is led to also where the browser keeps nothing of what was typed', async () => {
    const { person, dialog, went } = await askToSuspend();
    storageIsFull();
    await person.click(dialog.getByRole('button', { name: 'Log in again' }));
    expect(went).toEqual([freshLogin]);
  });

  // @covers 2.workspace-admin-pa.6
  test('is led to from the dialog, and leads back to it with what was typed; the act is one click more', async () => {
    const seen: Received[] = [];
    const { person, dialog, went } = await askToSuspend();
    await person.click(dialog.getByRole('button', { name: 'Log in again' }));
    expect(went).toEqual([freshLogin]);
    server.use(
      on(staffCalls.suspendUser, (received) => {
        seen.push(received);
        return suspended;
      }),
    );
    const back = await comeBack();
    const reopened = within(await screen.findByRole('dialog', { name: 'Suspend this account?' }));
    expect(back.router.state.location.pathname + back.router.state.location.search).toBe(suspensions);
    expect(reopened.getByText('pat@example.com')).toBeVisible();
    expect(reopened.getByLabelText(/^Reason/)).toHaveValue('Has not paid');
    expect(reopened.getByLabelText('Ends On')).toHaveValue('2099-08-14');
    expect(seen).toEqual([]);
    await back.person.click(reopened.getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText('pat@example.com is suspended')).toBeVisible();
    expect(seen.map(said)).toEqual([
      { isSuspended: true, reason: 'Has not paid', until: new Date(2099, 7, 14).toISOString() },
    ]);
    expect(seen[0]?.params.userId).toBe(id);
  });

  test('opens the dialog once, on the page where it was and nowhere else', async () => {
    const { person, dialog } = await askToSuspend();
    await person.click(dialog.getByRole('button', { name: 'Log in again' }));
    server.use(on(staffCalls.listQuarantinedUsers, []));
    cleanup();
    await open('/workspace-admin?section=account-quarantine');
    expect(screen.queryByRole('dialog')).toBeNull();
    cleanup();
    await open();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('of somebody else shows them nothing of it', async () => {
    const { person, dialog } = await askToSuspend();
    await person.click(dialog.getByRole('button', { name: 'Log in again' }));
    await comeBack(staffMember());
    await screen.findByRole('heading', { level: 2, name: /^Manage / });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sessionStorage.getItem('SI-KEPT-ACT')).toBeNull();
  });

  test('that took a quarter of an hour begins anew', async () => {
    const { person, dialog } = await askToSuspend();
    await person.click(dialog.getByRole('button', { name: 'Log in again' }));
    const kept = JSON.parse(sessionStorage.getItem('SI-KEPT-ACT') ?? '{}') as { since: number };
    sessionStorage.setItem('SI-KEPT-ACT', JSON.stringify({ ...kept, since: kept.since - 15 * 60_000 }));
    await comeBack();
    await screen.findByRole('heading', { level: 2, name: /^Manage / });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each(['null', 'not json', '{"act":"lockOut"}'])('comes back to a page that can’t read %s', async (stored) => {
    sessionStorage.setItem('SI-KEPT-ACT', stored);
    await open();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('keeps the quarantine of a workspace likewise', async () => {
    const workspace = anOwnedWorkspace();
    server.use(
      on(staffCalls.lookUpWorkspaceOwner, workspace),
      on(staffCalls.quarantineWorkspace, refusal('FreshLoginRequired')),
    );
    const { person, went } = await open('/workspace-admin?section=workspace-quarantine');
    await person.type(screen.getByLabelText('Workspace ID'), `${workspace.workspaceId}{Enter}`);
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText(/^Reason/), 'Mines coins');
    await person.click(dialog.getByRole('button', { name: 'Quarantine' }));
    await person.click(await dialog.findByRole('button', { name: 'Log in again' }));
    expect(went).toEqual([freshLogin]);
    await comeBack();
    const reopened = within(await screen.findByRole('dialog', { name: 'Quarantine this workspace?' }));
    expect(reopened.getByText('Playground')).toBeVisible();
    expect(reopened.getByLabelText(/^Reason/)).toHaveValue('Mines coins');
  });

  test('has the person looked up again who was to be locked out from their row', async () => {
    const user = aStaffUser({ auth0Id: 'github|1' });
    server.use(
      on(staffCalls.findUsersByEmail, { data: [user] }),
      on(staffCalls.suspendUser, refusal('FreshLoginRequired')),
    );
    const { person } = await visitSection('/workspace-admin?section=user-accounts', 'User accounts');
    await person.type(screen.getByLabelText('User Email'), `${user.email}{Enter}`);
    await person.click(await screen.findByRole('button', { name: 'Actions for github|1' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Suspend...' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText(/^Reason/), 'Has not paid');
    await person.click(dialog.getByRole('button', { name: 'Suspend' }));
    await person.click(await dialog.findByRole('button', { name: 'Log in again' }));
    const back = await comeBack();
    // What is behind an open dialog is nobody's to read.
    await back.person.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(rowsOf('Accounts found')[0]?.[2]).toBe(user.email));
  });
});
