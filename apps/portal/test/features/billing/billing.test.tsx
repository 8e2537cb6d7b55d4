import { jest } from '@jest/globals';
import { billingCalls, workspaceCalls } from '@portal/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { portalApi } from '../../../src/api/cache/portal-api.ts';
import { mockCall, errorResponse, server } from '../../support/api-server.ts';
import { createGate } from '../../support/gate.ts';
import { aSubscription, aUser, billingDetails } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';
import { member, openBilling, saveButton } from './open-billing.tsx';

afterEach(() => jest.useRealTimers());

// @covers 5.billing.1
test('[2.10] [2.billing-page.1] names are required, and the email is read-only', async () => {
  const { ui, saved } = await openBilling();
  expect(screen.getByRole('heading', { level: 1, name: 'Update Your Billing Information' })).toBeVisible();
  for (const label of [/First Name/, /Last Name/]) expect(screen.getByLabelText(label)).toBeRequired();
  const email = screen.getByLabelText(/Email/);
  expect(email).toBeRequired();
  expect(email).toHaveValue('member@example.com');
  expect(email).toHaveAttribute('readonly');
  await ui.clear(screen.getByLabelText(/First Name/));
  await ui.tab();
  expect(await screen.findByText('This field is required')).toBeVisible();
  expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
  expect(saved).toEqual([]);
});

test('missing billing names default to the profile names, unsaved until the next save', async () => {
  const user = aUser({ firstName: 'Ada', lastName: 'Lovelace' });
  const { ui, saved } = await openBilling(billingDetails({ firstName: null, lastName: 'Byron' }), user);
  expect(screen.getByLabelText(/First Name/)).toHaveValue('Ada');
  expect(screen.getByLabelText(/Last Name/)).toHaveValue('Byron');
  expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
  await ui.type(screen.getByLabelText('Company Legal Number'), '7');
  await ui.click(saveButton());
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ firstName: 'Ada' });
  expect(saved[0]).not.toHaveProperty('lastName', 'Ada');
});

test('the success of a save disappears when the form is edited', async () => {
  const { ui } = await openBilling();
  server.use(mockCall(billingCalls.updateBillingDetails, { billingDetails: billingDetails() }));
  const [state, save] = [screen.getByLabelText('State'), saveButton()];
  await ui.type(state, 'Kent');
  await ui.click(save);
  expect(await screen.findByText('Billing details saved')).toBeVisible();
  const savedText = (state as HTMLInputElement).value;
  await ui.type(state, 'y');
  expect(save).toHaveTextContent('Save Billing Details');
  await ui.keyboard('{Backspace}');
  expect(state).toHaveValue(savedText);
  await waitFor(() => expect(save).toHaveAttribute('aria-disabled', 'true'));
  expect(save).toHaveTextContent('Save Billing Details');
});

test('the success of a save disappears when a country is chosen', async () => {
  const { ui } = await openBilling();
  const gate = createGate();
  server.use(mockCall(billingCalls.updateBillingDetails, { billingDetails: billingDetails() }, gate.wait));
  const [save, country] = [saveButton(), screen.getByRole('combobox', { name: /Country/ })];
  await ui.type(screen.getByLabelText('State'), 'Kent');
  await ui.click(save);
  await waitFor(() => expect(gate.arrivals).toBe(1));
  // The options are open before the success shows, which it does for two seconds only.
  await ui.click(country);
  const option = await screen.findByRole('option', { name: 'Austria' });
  gate.open();
  expect(await screen.findByText('Billing details saved')).toBeVisible();
  await ui.click(option);
  expect(country).toHaveValue('Austria');
  expect(save).toHaveTextContent('Save Billing Details');
  await ui.click(country);
  await ui.click(await screen.findByRole('option', { name: 'United Kingdom' }));
  await waitFor(() => expect(save).toHaveAttribute('aria-disabled', 'true'));
  expect(save).toHaveTextContent('Save Billing Details');
});

test('a field that is edited during a save shows no error before it loses the focus', async () => {
  const { ui } = await openBilling();
  const gate = createGate();
  const details = { billingDetails: billingDetails() };
  server.use(mockCall(billingCalls.updateBillingDetails, details, gate.wait));
  const [first, last] = [screen.getByLabelText(/First Name/), screen.getByLabelText(/Last Name/)];
  const save = saveButton();
  await ui.type(screen.getByLabelText('State'), 'Kent');
  await ui.click(save);
  await waitFor(() => expect(gate.arrivals).toBe(1));
  await ui.clear(first);
  await ui.clear(last);
  gate.open();
  await waitFor(() => expect(save).not.toHaveAttribute('aria-busy'));
  // The names are not saved.
  expect(save).toHaveTextContent('Save Billing Details');
  // The first field lost the focus during the save, the second still has it.
  await waitFor(() => expect(first).toBeInvalid());
  expect(last).toHaveValue('');
  expect(last).toBeValid();
  await ui.tab();
  await waitFor(() => expect(last).toBeInvalid());
});

test('[2.billing-page.2] the company section is optional', async () => {
  await openBilling();
  const company = within(screen.getByRole('group', { name: /^Company Information/ }));
  for (const label of ['Company Legal Name', 'Company Legal Number', 'Tax Identification Number', 'Phone Number'])
    expect(company.getByLabelText(label)).not.toBeRequired();
  expect(company.getByLabelText('Tax Identification Number')).toHaveAccessibleDescription('This number is verified.');
});

test('[2.billing-page.3] the address requires a first line, a zip code, a city and a country', async () => {
  await openBilling();
  const billing = within(screen.getByRole('group', { name: 'Billing Information' }));
  for (const label of [/Address Line 1/, /Zip code/, /City/]) expect(billing.getByLabelText(label)).toBeRequired();
  expect(billing.getByRole('combobox', { name: /Country/ })).toBeRequired();
  for (const label of ['Address Line 2', 'State']) expect(billing.getByLabelText(label)).not.toBeRequired();
  expect(billing.getByRole('combobox', { name: /Country/ })).toHaveValue('United Kingdom');
});

test('[2.billing-page.3] each of the 249 countries can be chosen, and is found by typing', async () => {
  const { ui, saved } = await openBilling();
  const country = screen.getByRole('combobox', { name: /Country/ });
  await ui.click(country);
  expect(await screen.findAllByRole('option')).toHaveLength(249);
  await ui.clear(country);
  await ui.type(country, 'aland');
  expect(await screen.findByRole('option', { name: 'Åland Islands' })).toBeVisible();
  await ui.keyboard('{Enter}');
  expect(country).toHaveValue('Åland Islands');
  await ui.click(saveButton());
  await waitFor(() => expect(saved).toMatchObject([{ billingInformation: { country: 'AX' } }]));
});

test('countries have names in the user’s language, and are also found by the English name', async () => {
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'en-US@posix']);
  const { ui } = await openBilling();
  const country = screen.getByRole('combobox', { name: /Country/ });
  expect(country).toHaveValue('Vereinigtes Königreich');
  await ui.clear(country);
  await ui.type(country, 'austria');
  expect(await screen.findByRole('option', { name: 'Österreich' })).toBeVisible();
});

test('[2.billing-page.4] one button opens the checkout, one the invoices in a new tab', async () => {
  await openBilling();
  expect(await screen.findByRole('link', { name: 'Add / Update Payment Details' })).toHaveAttribute(
    'href',
    'http://api.test/checkout',
  );
  const invoices = screen.getByRole('link', { name: 'View Your Invoices' });
  expect(invoices).toHaveAttribute('href', 'http://api.test/portal');
  expect(invoices).toHaveAttribute('target', '_blank');
  expect(saveButton()).toBeVisible();
});

test('[2.billing-page.5] the page redirects an unverified user to the profile, and an unauthenticated one to the login', async () => {
  const unverified = await visit('/billing', aUser({ emailVerified: false }));
  await waitFor(() => expect(unverified.path()).toBe('/profile'));
  const anonymous = await visit('/billing', null);
  await waitFor(() => expect(anonymous.path()).toBe('/login'));
});

test('[2.billing-page.6] the page shows that it loads, then the error, and retries', async () => {
  const gate = createGate();
  server.use(
    mockCall(billingCalls.getActiveSubscription, { activeSubscription: aSubscription() }),
    mockCall(billingCalls.hasBillingDetails, { paymentDetailsSet: true }),
    mockCall(billingCalls.getBillingDetails, errorResponse('DatabaseUnavailable'), gate.wait),
  );
  const { ui } = await visit('/billing', member);
  expect((await screen.findAllByText('Loading...')).length).toBeGreaterThan(0);
  gate.open();
  expect(await screen.findByText('Your billing details could not be loaded')).toBeVisible();
  server.use(mockCall(billingCalls.getBillingDetails, { billingDetails: billingDetails() }));
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Mia Member')).toBeVisible();
  expect(screen.queryByText('Your billing details could not be loaded')).toBeNull();
});

// @covers 5.shared-form-rules.9
test('[5.shared-form-rules.9] the phone number keeps digits and plus', async () => {
  const { ui, saved } = await openBilling();
  const phone = screen.getByLabelText('Phone Number');
  await ui.type(phone, '+44 (20) 7946-0000 x');
  await ui.tab();
  expect(phone).toHaveValue('+442079460000');
  await ui.click(saveButton());
  await waitFor(() => expect(saved).toMatchObject([{ companyInformation: { phoneNumber: '+442079460000' } }]));
});

test.each([/Last Name/, /Zip code/])('the required field %s says what to enter if there is none', async (label) => {
  const { ui } = await openBilling();
  const field = screen.getByLabelText(label);
  expect(field).toHaveAccessibleDescription('If there is none, enter a hyphen (-).');
  await ui.clear(field);
  await ui.tab();
  await waitFor(() => expect(field).toBeInvalid());
  expect(field).toHaveAccessibleDescription(/This field is required.*enter a hyphen/);
  await ui.type(field, '-');
  await ui.tab();
  await waitFor(() => expect(field).toBeValid());
});

test('a phone number with too few digits is rejected at the field', async () => {
  const { ui, saved } = await openBilling();
  const phone = screen.getByLabelText('Phone Number');
  await ui.type(phone, '12-3');
  await ui.tab();
  expect(await screen.findByText('A phone number has 7 to 15 digits')).toBeVisible();
  expect(phone).toBeInvalid();
  expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
  expect(saved).toEqual([]);
});

test('a stored phone number that would be rejected today does not prevent saving other fields', async () => {
  const details = billingDetails();
  const { ui, saved } = await openBilling({
    ...details,
    companyInformation: { ...details.companyInformation, phoneNumber: '123' },
  });
  await ui.type(screen.getByLabelText('State'), 'Kent');
  await ui.click(saveButton());
  await waitFor(() => expect(saved).toMatchObject([{ billingInformation: { state: 'Kent' } }]));
  expect(saved[0]).not.toHaveProperty('companyInformation');
  expect(screen.getByLabelText('Phone Number')).toBeValid();
});

test('[4.billing.1] only changed fields are saved in the API’s format, then loaded again', async () => {
  const { ui, saved, state } = await openBilling();
  const phone = screen.getByLabelText('Phone Number');
  await ui.type(phone, '+49 (30) 12-34');
  await ui.tab();
  expect(phone).toHaveValue('+49301234');
  await ui.clear(screen.getByLabelText('Tax Identification Number'));
  await ui.clear(screen.getByLabelText(/City/));
  await ui.type(screen.getByLabelText(/City/), ' Łódź ');
  expect(screen.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
  const { companyInformation, billingInformation } = state.details;
  state.details = billingDetails({
    companyInformation: {
      ...companyInformation,
      taxIdentificationNumber: null,
      taxNumberState: null,
      phoneNumber: '+49301234',
    },
    billingInformation: { ...billingInformation, city: 'Łódź' },
  });
  await ui.click(saveButton());
  expect(await screen.findByText('Billing details saved')).toBeVisible();
  expect(saved).toEqual([
    {
      requestUlid: expect.any(String) as string,
      companyInformation: { taxIdentificationNumber: null, phoneNumber: '+49301234' },
      billingInformation: { city: 'Łódź' },
    },
  ]);
  await waitFor(() => expect(state.loads).toBe(2));
  expect(screen.getByLabelText(/City/)).toHaveValue('Łódź');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull());
});

test('[5.billing.1] fields that are missing from the start also prevent a save', async () => {
  const { ui, saved } = await openBilling(
    billingDetails({
      billingInformation: {
        addressLine1: null,
        addressLine2: null,
        zipCode: null,
        city: null,
        state: null,
        country: null,
      },
    }),
  );
  await ui.type(screen.getByLabelText(/Zip code/), '1000');
  await ui.click(saveButton());
  expect(await screen.findAllByText('This field is required')).toHaveLength(3);
  expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
  expect(saved).toEqual([]);
});

test('stored values that would be rejected today do not prevent saving other fields', async () => {
  const unusual = billingDetails({ lastName: 'O<Brien>' });
  const { ui, saved } = await openBilling(unusual);
  await ui.type(screen.getByLabelText('State'), 'Kent');
  await ui.click(saveButton());
  await waitFor(() => expect(saved).toMatchObject([{ billingInformation: { state: 'Kent' } }]));
});

test('a field that only the API rejects shows the error and gets the focus', async () => {
  const { ui } = await openBilling();
  const message = 'This field is invalid';
  server.use(
    mockCall(
      billingCalls.updateBillingDetails,
      errorResponse('InvalidInput', undefined, [{ path: 'body.companyInformation.taxIdentificationNumber', message }]),
    ),
  );
  const field = screen.getByLabelText('Tax Identification Number');
  await ui.type(field, '0');
  await ui.click(saveButton());
  await waitFor(() => expect(field).toHaveAccessibleDescription(message));
  expect(field).toBeInvalid();
  expect(screen.getByRole('group', { name: /Company Information/ })).toHaveAttribute('data-error');
  expect(screen.queryByText('Your billing details were not saved')).toBeNull();
  expect(field).toHaveFocus();
  expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
});

test('a tax number that is only stored says so at its field', async () => {
  const details = billingDetails();
  const { companyInformation } = details;
  await openBilling({ ...details, companyInformation: { ...companyInformation, taxNumberState: 'unsupported' } });
  expect(screen.getByLabelText('Tax Identification Number')).toHaveAccessibleDescription(
    /^This number is saved, but not verified or shown on invoices\./,
  );
});

test('[8.3] a failed save stays visible on the page and shows whether it may have been applied', async () => {
  const { ui, state } = await openBilling();
  const shown = jest.spyOn(Element.prototype, 'scrollIntoView');
  server.use(mockCall(billingCalls.updateBillingDetails, errorResponse('BillingUnavailable')));
  await ui.type(screen.getByLabelText('State'), 'Kent');
  await ui.click(saveButton());
  expect(
    await screen.findByText('We can’t tell whether your billing details were saved. It is safe to save them again.'),
  ).toBeVisible();
  expect(screen.getByText('Billing can’t be reached right now. Try again in a minute.')).toBeVisible();
  expect(screen.getByLabelText('State')).toHaveValue('Kent');
  expect(state.loads).toBe(1);
  expect(shown).toHaveBeenCalledTimes(1);
});

test('a save while Stripe refuses our key shows that nothing was saved', async () => {
  const { ui } = await openBilling();
  server.use(mockCall(billingCalls.updateBillingDetails, errorResponse('BillingMisconfigured')));
  await ui.type(screen.getByLabelText('State'), 'Kent');
  await ui.click(saveButton());
  expect(await screen.findByText('Your billing details were not saved')).toBeVisible();
  expect(screen.getByText(/^Billing is not available because of a problem on our side\./)).toBeVisible();
  expect(screen.getByLabelText('State')).toHaveValue('Kent');
});

test('[8.3] a rejected save also stays on the page', async () => {
  const { ui } = await openBilling();
  server.use(mockCall(billingCalls.updateBillingDetails, errorResponse('TooManyRequests')));
  await ui.type(screen.getByLabelText('State'), 'Kent');
  await ui.click(saveButton());
  expect(await screen.findByText('Your billing details were not saved')).toBeVisible();
});

test('the verification of a tax number appears without a reload', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { companyInformation } = billingDetails();
  const { state } = await openBilling(
    billingDetails({ companyInformation: { ...companyInformation, taxNumberState: 'pending' } }),
  );
  const field = screen.getByLabelText('Tax Identification Number');
  expect(field).toHaveAccessibleDescription('This number is being verified.');
  state.details = billingDetails();
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  await waitFor(() => expect(field).toHaveAccessibleDescription('This number is verified.'));
});

test('unsaved changes are not lost by a link, and can be reset', async () => {
  const { ui, path, router } = await openBilling();
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  await ui.type(screen.getByLabelText('State'), 'Kent');
  await act(() => router.navigate('/workspaces'));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await ui.click(screen.getByRole('button', { name: 'Stay here' }));
  await ui.click(screen.getByRole('button', { name: 'Undo changes' }));
  expect(screen.getByLabelText('State')).toHaveValue('');
  await act(() => router.navigate('/workspaces'));
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

test('[1.shell.2] the header links to billing once the profile is reviewed and the terms are accepted', async () => {
  await openBilling();
  expect(screen.getByRole('link', { name: 'Billing' })).toHaveAttribute('aria-current', 'page');
  cleanup();
  await visit('/profile', aUser({ onboardingDetails: { reviewedProfile: null } }));
  expect(await screen.findByRole('heading', { name: 'Welcome To the product!' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Billing' })).toBeNull();
});

test('details that changed elsewhere show in the form, but never replace what the user types', async () => {
  const { ui, state, store, saved } = await openBilling();
  const first = screen.getByLabelText(/First Name/);
  await ui.clear(first);
  await ui.type(first, 'Mina');
  state.details = billingDetails({ firstName: 'Stripe', lastName: 'Elsewhere' });
  act(() => void store.dispatch(portalApi.util.invalidateTags(['Billing'])));
  await waitFor(() => expect(screen.getByLabelText(/Last Name/)).toHaveValue('Elsewhere'));
  expect(first).toHaveValue('Mina');
  await ui.click(saveButton());
  await waitFor(() => expect(saved).toMatchObject([{ firstName: 'Mina' }]));
  expect(saved[0]).not.toHaveProperty('lastName');
});
