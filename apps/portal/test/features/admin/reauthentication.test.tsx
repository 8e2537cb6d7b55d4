import { adminCalls } from '@portal/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { mockCall, errorResponse, server, type ReceivedRequest } from '../../support/api-server.ts';
import { mockFullStorage } from '../../support/full-storage.ts';
import { returnFromLogin, visit } from '../../support/render-portal.tsx';
import {
  aWorkspaceWithOwner,
  aUserAccount,
  adminFlag,
  tableRows,
  bodyOf,
  noWorkspaces,
  staffMember,
} from '../../support/admin.ts';
import { aUserForStaff } from '../../support/admin-fixtures.ts';

const id = '01J9ZQ4F3T5V7X9A1C3E5G7J9M';
const nothingRevoked = { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0 };
const suspended = {
  userId: id,
  isSuspended: true,
  suspendedAt: null,
  reason: null,
  until: null,
  ended: nothingRevoked,
};
const suspensions = '/workspace-admin?section=suspensions';
const newLoginUrl = 'http://api.test/auth/login?fresh=1';

const me = staffMember();
const visitSection = async (path: string, heading: string | RegExp) => {
  server.use(adminFlag(true), mockCall(adminCalls.listSuspendedUsers, []));
  const portal = await visit(path, me);
  await screen.findByRole('heading', { level: 2, name: heading });
  return portal;
};
const open = (path = suspensions) => visitSection(path, /^Manage /);

/** Fills in the dialog until the API requires a new login. */
async function startSuspension() {
  const user = aUserForStaff({ id, email: 'pat@example.com' });
  server.use(
    mockCall(adminCalls.suspendUser, errorResponse('FreshLoginRequired')),
    mockCall(adminCalls.getUserForStaff, user),
  );
  const portal = await open();
  const { ui } = portal;
  await ui.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend this account?' }));
  await ui.type(dialog.getByLabelText(/^Reason/), 'Has not paid');
  await ui.type(dialog.getByLabelText('Ends on'), '2099-08-14');
  await ui.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(await dialog.findByText('This action requires a recent login. Log in again and retry.')).toBeVisible();
  // It is no error.
  expect(dialog.queryByRole('alert')).toBeNull();
  return { ...portal, dialog };
}

beforeEach(() => sessionStorage.clear());

describe('a new login', () => {
  test('starts even when the browser cannot store the form', async () => {
    const { ui, dialog, externalUrls } = await startSuspension();
    mockFullStorage();
    await ui.click(dialog.getByRole('button', { name: 'Log in again' }));
    expect(externalUrls).toEqual([newLoginUrl]);
  });

  // @covers 2.workspace-admin-pa.6
  test('starts from the dialog and returns to it with its values; one click confirms the action', async () => {
    const requests: ReceivedRequest[] = [];
    const { ui, dialog, externalUrls } = await startSuspension();
    await ui.click(dialog.getByRole('button', { name: 'Log in again' }));
    expect(externalUrls).toEqual([newLoginUrl]);
    server.use(
      mockCall(adminCalls.suspendUser, (received) => {
        requests.push(received);
        return suspended;
      }),
    );
    const returned = await returnFromLogin(me);
    const reopened = within(await screen.findByRole('dialog', { name: 'Suspend this account?' }));
    expect(returned.router.state.location.pathname + returned.router.state.location.search).toBe(suspensions);
    expect(reopened.getByText('pat@example.com')).toBeVisible();
    expect(reopened.getByLabelText(/^Reason/)).toHaveValue('Has not paid');
    expect(reopened.getByLabelText('Ends on')).toHaveValue('2099-08-14');
    expect(requests).toEqual([]);
    await returned.ui.click(reopened.getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText('pat@example.com is suspended')).toBeVisible();
    expect(requests.map(bodyOf)).toEqual([
      { isSuspended: true, reason: 'Has not paid', until: new Date(2099, 7, 14).toISOString() },
    ]);
    expect(requests[0]?.params.userId).toBe(id);
  });

  test('reopens the dialog once, only on the page where it was', async () => {
    const { ui, dialog } = await startSuspension();
    await ui.click(dialog.getByRole('button', { name: 'Log in again' }));
    await returnFromLogin(me);
    await screen.findByRole('dialog', { name: 'Suspend this account?' });
    cleanup();
    await open();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that was not completed does not reopen the dialog', async () => {
    const { ui, dialog } = await startSuspension();
    await ui.click(dialog.getByRole('button', { name: 'Log in again' }));
    cleanup();
    await open();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('of another user shows nothing of it', async () => {
    const { ui, dialog } = await startSuspension();
    await ui.click(dialog.getByRole('button', { name: 'Log in again' }));
    await returnFromLogin(staffMember());
    await screen.findByRole('heading', { level: 2, name: /^Manage / });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sessionStorage.getItem('SI-PENDING-ACTION')).toBeNull();
  });

  test('that took 15 minutes does not reopen the dialog', async () => {
    const { ui, dialog } = await startSuspension();
    await ui.click(dialog.getByRole('button', { name: 'Log in again' }));
    const stored = JSON.parse(sessionStorage.getItem('SI-PENDING-ACTION') ?? '{}') as { storedAt: number };
    sessionStorage.setItem('SI-PENDING-ACTION', JSON.stringify({ ...stored, storedAt: stored.storedAt - 15 * 60_000 }));
    await returnFromLogin(me);
    await screen.findByRole('heading', { level: 2, name: /^Manage / });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each(['null', 'not json', '{"name":"accountLock"}'])(
    'returns to a page that ignores %s in the storage',
    async (stored) => {
      sessionStorage.setItem('SI-PENDING-ACTION', stored);
      await open();
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  test('also restores the quarantine of a workspace', async () => {
    const workspace = aWorkspaceWithOwner();
    server.use(
      mockCall(adminCalls.listQuarantinedWorkspaces, noWorkspaces),
      mockCall(adminCalls.lookUpWorkspaceOwner, workspace),
      mockCall(adminCalls.quarantineWorkspace, errorResponse('FreshLoginRequired')),
    );
    const { ui, externalUrls } = await open('/workspace-admin?section=workspace-quarantine');
    await ui.type(screen.getByLabelText('Workspace ID'), `${workspace.workspaceId}{Enter}`);
    const dialog = within(await screen.findByRole('dialog'));
    await ui.type(dialog.getByLabelText(/^Reason/), 'Mines coins');
    await ui.click(dialog.getByRole('button', { name: 'Quarantine' }));
    await ui.click(await dialog.findByRole('button', { name: 'Log in again' }));
    expect(externalUrls).toEqual([newLoginUrl]);
    await returnFromLogin(me);
    const reopened = within(await screen.findByRole('dialog', { name: 'Quarantine this workspace?' }));
    expect(reopened.getByText('Playground')).toBeVisible();
    expect(reopened.getByLabelText(/^Reason/)).toHaveValue('Mines coins');
  });

  test('repeats the lookup of the user who was being locked', async () => {
    const user = aUserAccount({ auth0Id: 'github|1' });
    server.use(
      mockCall(adminCalls.findUsersByEmail, { data: [user] }),
      mockCall(adminCalls.suspendUser, errorResponse('FreshLoginRequired')),
    );
    const { ui } = await visitSection('/workspace-admin?section=user-accounts', 'User accounts');
    await ui.type(screen.getByLabelText('User email'), `${user.email}{Enter}`);
    await ui.click(await screen.findByRole('button', { name: 'Actions for github|1' }));
    await ui.click(await screen.findByRole('menuitem', { name: 'Suspend...' }));
    const dialog = within(await screen.findByRole('dialog'));
    await ui.type(dialog.getByLabelText(/^Reason/), 'Has not paid');
    await ui.click(dialog.getByRole('button', { name: 'Suspend' }));
    await ui.click(await dialog.findByRole('button', { name: 'Log in again' }));
    const returned = await returnFromLogin(me);
    // The page behind an open dialog is hidden from the accessibility tree.
    await returned.ui.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(tableRows('Accounts found')[0]?.[2]).toBe(user.email));
  });
});
