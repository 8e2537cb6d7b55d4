import { screen, within } from '@testing-library/react';
import { billingDetails } from '@portal/contract/fixtures';
import { openBilling, saveButton } from './open-billing.tsx';

test('details that are filled in show as a summary, until they are edited', async () => {
  const { ui, state } = await openBilling();
  expect(screen.getByLabelText(/First Name/)).toHaveFocus();
  await ui.type(screen.getByLabelText('State'), 'Kent');
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  const { billingInformation } = state.details;
  state.details = { ...state.details, billingInformation: { ...billingInformation, state: 'Kent' } };
  await ui.click(saveButton());
  await ui.click(await screen.findByRole('button', { name: 'Close' }));
  const edit = screen.getByRole('button', { name: 'Edit the billing details' });
  expect(edit).toHaveFocus();
  const summary = within(screen.getByRole('heading', { name: 'Billing details' }).closest('section') ?? document.body);
  const texts = ['Mia Member', 'member@example.com', 'Acme & Co. (UK)', 'DE123456789', 'This number is verified.'];
  for (const text of [...texts, '1 Long Lane', 'E1 6AN London', 'Kent', 'United Kingdom'])
    expect(summary.getByText(text)).toBeVisible();
  await ui.click(edit);
  expect(screen.getByLabelText('State')).toHaveValue('Kent');
});

test('details with a missing field show as the form', async () => {
  const { billingInformation } = billingDetails();
  await openBilling(billingDetails({ billingInformation: { ...billingInformation, city: null } }));
  expect(screen.queryByRole('button', { name: 'Edit the billing details' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
});
