import { adminCalls } from '@portal/contract';
import { screen, within } from '@testing-library/react';
import { bodyOf, staffMember } from '../../support/admin.ts';
import { aUserForStaff, visitAsStaff } from '../../support/admin-fixtures.ts';
import { errorResponse, mockCall, server, type ReceivedRequest } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { returnFromLogin } from '../../support/render-portal.tsx';

const user = aUserForStaff({ email: 'pat@example.com' });
const me = staffMember();

beforeEach(() => sessionStorage.clear());

async function openDialog() {
  server.use(
    mockCall(adminCalls.getUserForStaff, user),
    mockCall(adminCalls.listWorkspacesOfUser, { workspaces: [], next: null }),
  );
  const portal = await visitAsStaff(`/workspace-admin/users/${user.id}`, me);
  await portal.ui.click(await screen.findByRole('button', { name: 'End sessions...' }));
  return { ...portal, dialog: within(await screen.findByRole('dialog', { name: 'End all sessions of this user?' })) };
}

function mockEnd(requests: ReceivedRequest[]) {
  server.use(
    mockCall(adminCalls.endUserSessions, (received) => {
      requests.push(received);
      return { userId: user.id, ended: { sessions: 2, instanceTokens: 1, connectCodes: 0 } };
    }),
  );
}

test('staff end all sessions of a user with a reason', async () => {
  const requests: ReceivedRequest[] = [];
  mockEnd(requests);
  const { ui, dialog } = await openDialog();
  expect(dialog.getByText('pat@example.com')).toBeVisible();
  await ui.click(dialog.getByRole('button', { name: 'End sessions' }));
  expect(await dialog.findByText('This field is required')).toBeVisible();
  await ui.type(dialog.getByLabelText(/^Reason/), 'Lost a laptop');
  skipDoubleClickGuard();
  await ui.click(dialog.getByRole('button', { name: 'End sessions' }));
  expect(await screen.findByText('pat@example.com was logged out everywhere')).toBeVisible();
  expect(screen.getByText('2 sessions were ended. 1 instance token was revoked.')).toBeVisible();
  expect(requests.map(bodyOf)).toEqual([{ reason: 'Lost a laptop' }]);
});

test('after a new login, which the API may require, the dialog reopens with its reason', async () => {
  server.use(mockCall(adminCalls.endUserSessions, errorResponse('FreshLoginRequired')));
  const { ui, dialog, externalUrls } = await openDialog();
  await ui.type(dialog.getByLabelText(/^Reason/), 'Lost a laptop');
  await ui.click(dialog.getByRole('button', { name: 'End sessions' }));
  await ui.click(await dialog.findByRole('button', { name: 'Log in again' }));
  expect(externalUrls).toEqual(['http://api.test/auth/login?fresh=1']);
  const requests: ReceivedRequest[] = [];
  mockEnd(requests);
  await returnFromLogin(me);
  const reopened = within(await screen.findByRole('dialog', { name: 'End all sessions of this user?' }));
  expect(reopened.getByLabelText(/^Reason/)).toHaveValue('Lost a laptop');
  expect(requests).toEqual([]);
});

test('staff cannot end their own sessions on this page', async () => {
  server.use(
    mockCall(adminCalls.getUserForStaff, aUserForStaff({ id: me.id })),
    mockCall(adminCalls.listWorkspacesOfUser, { workspaces: [], next: null }),
  );
  await visitAsStaff(`/workspace-admin/users/${me.id}`, me);
  await screen.findByText('You');
  expect(screen.queryByRole('button', { name: 'End sessions...' })).toBeNull();
});
