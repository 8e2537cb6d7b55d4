import { adminCalls } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { mockCall, errorResponse, server, type ReceivedRequest } from '../../support/api-server.ts';
import { openSection } from '../../support/admin.ts';
import { aUserForStaff } from '../../support/admin-fixtures.ts';

const id = ulid();

async function open() {
  server.use(
    mockCall(adminCalls.getUserForStaff, aUserForStaff({ id })),
    mockCall(adminCalls.listQuarantinedUsers, []),
  );
  const { ui } = await openSection('account-quarantine', 'Manage account quarantine');
  await ui.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
  return { ui, dialog: within(await screen.findByRole('dialog')) };
}

test('errors of the reason and the end date replace the hints of the fields', async () => {
  const { ui, dialog } = await open();
  expect(dialog.getByLabelText(/^Reason/)).toHaveAccessibleDescription(/^Shown to the user by email/);
  expect(dialog.getByLabelText('Ends on')).toHaveAccessibleDescription(/^Ends at 00:00 your time\./);
  await ui.type(dialog.getByLabelText(/^Reason/), 'Spam <b>{Tab}');
  expect(await dialog.findByText('Remove < and >')).toBeVisible();
  expect(dialog.getByLabelText(/^Reason/)).toHaveAccessibleDescription('Remove < and >');
  for (const [day, problem] of [
    ['2020-08-14', 'Choose a date after today'],
    ['31/02/2099', 'This day does not exist'],
    ['14.8.', 'Enter a valid date, for example 2024-08-14'],
  ] as const) {
    await ui.clear(dialog.getByLabelText('Ends on'));
    await ui.type(dialog.getByLabelText('Ends on'), `${day}{Tab}`);
    expect(await dialog.findByText(problem)).toBeVisible();
  }
  expect(dialog.getByLabelText('Ends on')).toHaveAccessibleDescription('Enter a valid date, for example 2024-08-14');
});

test('the end date is repeated in words, so that staff notice a day and a month in the wrong order', async () => {
  const { ui, dialog } = await open();
  await ui.type(dialog.getByLabelText('Ends on'), '05/06/2099{Tab}');
  expect(dialog.getByLabelText('Ends on')).toHaveValue('2099-05-06');
  expect(dialog.getByText('May 6, 2099')).toBeVisible();
  expect(dialog.getByLabelText('Ends on')).toHaveAccessibleDescription(/^May 6, 2099 Ends at 00:00 your time/);
});

test('a reason of several lines is sent as one line, and Enter does not submit it', async () => {
  const requests: ReceivedRequest[] = [];
  server.use(
    mockCall(adminCalls.quarantineUser, (received) => {
      requests.push(received);
      return errorResponse('UserNotFound');
    }),
  );
  const { ui, dialog } = await open();
  await ui.click(dialog.getByLabelText(/^Reason/));
  await ui.paste('Mines coins.\nHas done so before.');
  await ui.keyboard('{Enter}Twice.');
  expect(requests).toEqual([]);
  await ui.tab();
  expect(dialog.getByLabelText(/^Reason/)).toHaveValue('Mines coins. Has done so before. Twice.');
  await ui.click(dialog.getByRole('button', { name: 'Quarantine' }));
  await waitFor(() =>
    expect(requests[0]?.body).toMatchObject({ isQuarantined: true, reason: 'Mines coins. Has done so before. Twice.' }),
  );
});

test('an end date that the API rejects shows the error at the field', async () => {
  const message = 'Choose a time in the future';
  server.use(
    mockCall(adminCalls.quarantineUser, errorResponse('InvalidInput', message, [{ path: 'body.until', message }])),
  );
  const { ui, dialog } = await open();
  await ui.type(dialog.getByLabelText(/^Reason/), 'Spam');
  await ui.type(dialog.getByLabelText('Ends on'), '2099-08-14{Enter}');
  await waitFor(() => expect(dialog.getByLabelText('Ends on')).toBeInvalid());
  expect(dialog.getByText(message)).toBeVisible();
});

test('Enter keeps the focus in the dialog', async () => {
  server.use(mockCall(adminCalls.quarantineUser, errorResponse('UserNotFound')));
  const { ui, dialog } = await open();
  await ui.type(dialog.getByLabelText(/^Reason/), 'Spam');
  await ui.type(dialog.getByLabelText('Ends on'), '2099-08-14{Enter}');
  expect(await dialog.findByRole('alert')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus());
});
