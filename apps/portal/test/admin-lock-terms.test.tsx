import { staffCalls, supportCalls } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { on, refusal, server, type Received } from './support/api-server.ts';
import { openSection } from './support/staff.ts';
import { aUserForStaff } from './support/support-desk.ts';

const id = ulid();

async function open() {
  server.use(on(supportCalls.getUserForStaff, aUserForStaff({ id })), on(staffCalls.listQuarantinedUsers, []));
  const { person } = await openSection('account-quarantine', 'Manage account quarantine');
  await person.type(screen.getByLabelText('User ID'), `${id}{Enter}`);
  return { person, dialog: within(await screen.findByRole('dialog')) };
}

test('what is wrong with a reason or an end is said, beside what the fields are for', async () => {
  const { person, dialog } = await open();
  await person.type(dialog.getByLabelText(/^Reason/), 'Spam <b>{Tab}');
  expect(await dialog.findByText('Leave out < and >')).toBeVisible();
  expect(dialog.getByText(/^The person reads it in the mail/)).toBeVisible();
  for (const [day, problem] of [
    ['2020-08-14', 'Choose a day after today'],
    ['2099-02-30', 'Write a day that there is, as YYYY-MM-DD'],
    ['14.8.', 'Write a day that there is, as YYYY-MM-DD'],
  ] as const) {
    await person.clear(dialog.getByLabelText('Ends On'));
    await person.type(dialog.getByLabelText('Ends On'), `${day}{Tab}`);
    expect(await dialog.findByText(problem)).toBeVisible();
  }
  expect(dialog.getByText('When that day begins by your clock; empty for no end')).toBeVisible();
});

test('a reason in several lines is sent as one, and not by Enter', async () => {
  const seen: Received[] = [];
  server.use(
    on(staffCalls.quarantineUser, (received) => {
      seen.push(received);
      return refusal('UserNotFound');
    }),
  );
  const { person, dialog } = await open();
  await person.click(dialog.getByLabelText(/^Reason/));
  await person.paste('Mines coins.\nHas done so before.');
  await person.keyboard('{Enter}Twice.');
  expect(seen).toEqual([]);
  await person.tab();
  expect(dialog.getByLabelText(/^Reason/)).toHaveValue('Mines coins. Has done so before. Twice.');
  await person.click(dialog.getByRole('button', { name: 'Quarantine' }));
  await waitFor(() =>
    expect(seen[0]?.body).toMatchObject({ isQuarantined: true, reason: 'Mines coins. Has done so before. Twice.' }),
  );
});

test('an end that the API refuses is told at the field', async () => {
  const message = 'Choose a moment in the future';
  server.use(on(staffCalls.quarantineUser, refusal('InvalidInput', message, [{ path: 'body.until', message }])));
  const { person, dialog } = await open();
  await person.type(dialog.getByLabelText(/^Reason/), 'Spam');
  await person.type(dialog.getByLabelText('Ends On'), '2099-08-14{Enter}');
  await waitFor(() => expect(dialog.getByLabelText('Ends On')).toBeInvalid());
  expect(dialog.getByText(message)).toBeVisible();
});

test('Enter leaves the focus in the dialog', async () => {
  server.use(on(staffCalls.quarantineUser, refusal('UserNotFound')));
  const { person, dialog } = await open();
  await person.type(dialog.getByLabelText(/^Reason/), 'Spam');
  await person.type(dialog.getByLabelText('Ends On'), '2099-08-14{Enter}');
  expect(await dialog.findByRole('alert')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus());
});
