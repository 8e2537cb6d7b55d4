import { jest } from '@jest/globals';
import { billingCalls, workspaceCalls, type BillingDetails } from '@portal/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { portalApi } from '../src/api/portal-api.ts';
import { on, refusal, server, type Received } from './support/api-server.ts';
import { aGate } from './support/gate.ts';
import { aSubscription, aUser, billingDetails } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const member = aUser();

/** The page of a person, whose details are those of the last save. */
async function openBilling(given: BillingDetails = billingDetails(), user = member) {
  const saved: unknown[] = [];
  const state = { details: given, loads: 0 };
  server.use(
    on(billingCalls.getActiveSubscription, { activeSubscription: aSubscription() }),
    on(billingCalls.hasBillingDetails, { paymentDetailsSet: true }),
    on(billingCalls.getBillingDetails, () => {
      state.loads += 1;
      return { billingDetails: state.details };
    }),
    on(billingCalls.updateBillingDetails, ({ body }: Received) => {
      saved.push(body);
      return { billingDetails: state.details };
    }),
  );
  const visited = await visit('/billing', user);
  await screen.findByLabelText(/First Name/);
  return { ...visited, saved, state };
}

const saveButton = () => screen.getByRole('button', { name: 'Save Billing Details' });

// @covers 5.billing.1
test('[2.10] [2.billing-page.1] names are required, and the e-mail is only shown', async () => {
  const { person, saved } = await openBilling();
  expect(screen.getByRole('heading', { level: 1, name: 'Update Your Billing Information' })).toBeVisible();
  for (const label of [/First Name/, /Last Name/]) expect(screen.getByLabelText(label)).toBeRequired();
  const email = screen.getByLabelText(/Email/);
  expect(email).toBeRequired();
  expect(email).toHaveValue('member@example.com');
  expect(email).toHaveAttribute('readonly');
  await person.clear(screen.getByLabelText(/First Name/));
  await person.tab();
  expect(await screen.findByText('This field is required')).toBeVisible();
  expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
  expect(saved).toEqual([]);
});

test('names that billing has none of are those of the profile, unsaved until something is saved', async () => {
  const user = aUser({ firstName: 'Ada', lastName: 'Lovelace' });
  const { person, saved } = await openBilling(billingDetails({ firstName: null, lastName: 'Byron' }), user);
  expect(screen.getByLabelText(/First Name/)).toHaveValue('Ada');
  expect(screen.getByLabelText(/Last Name/)).toHaveValue('Byron');
  expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
  await person.type(screen.getByLabelText('Company Legal Number'), '7');
  await person.click(saveButton());
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ firstName: 'Ada' });
  expect(saved[0]).not.toHaveProperty('lastName', 'Ada');
});

test('an entry that is typed while another is saved is not called wrong before it was left', async () => {
  const { person } = await openBilling();
  const answer = aGate();
  const details = { billingDetails: billingDetails() };
  server.use(on(billingCalls.updateBillingDetails, details, answer.wait));
  const [first, last] = [screen.getByLabelText(/First Name/), screen.getByLabelText(/Last Name/)];
  await person.type(screen.getByLabelText('State'), 'Kent');
  await person.click(saveButton());
  await waitFor(() => expect(answer.came).toBe(1));
  await person.clear(first);
  await person.clear(last);
  answer.open();
  expect(await screen.findByRole('button', { name: 'Success!' })).toBeVisible();
  // The first was left during the save, the second is still being typed.
  await waitFor(() => expect(first).toBeInvalid());
  expect(last).toHaveValue('');
  expect(last).toBeValid();
  await person.tab();
  await waitFor(() => expect(last).toBeInvalid());
});

test('[2.billing-page.2] the part about the company is optional', async () => {
  await openBilling();
  const company = within(screen.getByRole('group', { name: 'Company Information' }));
  for (const label of ['Company Legal Name', 'Company Legal Number', 'Tax Identification Number', 'Phone Number'])
    expect(company.getByLabelText(label)).not.toBeRequired();
  expect(company.getByLabelText('Tax Identification Number')).toHaveAccessibleDescription(
    'The authorities confirmed this number.',
  );
});

test('[2.billing-page.3] the address wants a first line, a zip code, a city and a country', async () => {
  await openBilling();
  const billing = within(screen.getByRole('group', { name: 'Billing Information' }));
  for (const label of [/Address Line 1/, /Zip code/, /City/, /Country/])
    expect(billing.getByLabelText(label)).toBeRequired();
  for (const label of ['Address Line 2', 'State']) expect(billing.getByLabelText(label)).not.toBeRequired();
  expect(billing.getByRole('combobox', { name: /Country/ })).toHaveValue('United Kingdom');
});

test('[2.billing-page.3] each of the 249 countries can be chosen, and is found by what is typed', async () => {
  const { person, saved } = await openBilling();
  const country = screen.getByRole('combobox', { name: /Country/ });
  await person.click(country);
  expect(await screen.findAllByRole('option')).toHaveLength(249);
  await person.clear(country);
  await person.type(country, 'aland');
  expect(await screen.findByRole('option', { name: 'Åland Islands' })).toBeVisible();
  await person.keyboard('{Enter}');
  expect(country).toHaveValue('Åland Islands');
  await person.click(saveButton());
  await waitFor(() => expect(saved).toMatchObject([{ billingInformation: { country: 'AX' } }]));
});

test('countries have their names in the reader’s language, and are found by the English ones, too', async () => {
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'en-US@posix']);
  const { person } = await openBilling();
  const country = screen.getByRole('combobox', { name: /Country/ });
  expect(country).toHaveValue('Vereinigtes Königreich');
  await person.clear(country);
  await person.type(country, 'austria');
  expect(await screen.findByRole('option', { name: 'Österreich' })).toBeVisible();
});

test('[2.billing-page.4] one button leads to the checkout, one opens the invoices in a new tab', async () => {
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

test('[2.billing-page.5] without a verified e-mail the page leads to the profile, without a login to the login', async () => {
  const unverified = await visit('/billing', aUser({ emailVerified: false }));
  await waitFor(() => expect(unverified.path()).toBe('/profile'));
  const nobody = await visit('/billing', null);
  await waitFor(() => expect(nobody.path()).toBe('/login'));
});

test('[2.billing-page.6] it shows that it loads, then what failed, and tries again', async () => {
  server.use(
    on(billingCalls.getActiveSubscription, { activeSubscription: aSubscription() }),
    on(billingCalls.hasBillingDetails, { paymentDetailsSet: true }),
    on(billingCalls.getBillingDetails, refusal('DatabaseUnavailable'), 60),
  );
  const { person } = await visit('/billing', member);
  expect((await screen.findAllByText('Loading...')).length).toBeGreaterThan(0);
  expect(await screen.findByText('Your billing details could not be loaded')).toBeVisible();
  server.use(on(billingCalls.getBillingDetails, { billingDetails: billingDetails() }));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText(/First Name/)).toHaveValue('Mia');
  expect(screen.queryByText('Your billing details could not be loaded')).toBeNull();
});

test('a phone number with letters is refused, not shortened to another number', async () => {
  const { person, saved } = await openBilling();
  const phone = screen.getByLabelText('Phone Number');
  await person.type(phone, '+44 (20) 7946-0000 ext 5');
  await person.tab();
  expect(phone).toHaveValue('+44 (20) 7946-0000 ext 5');
  expect(await screen.findByText('This field is invalid')).toBeVisible();
  expect(saved).toEqual([]);
});

test('[4.billing.1] only what changed is saved, as the API wants it, and then loaded again', async () => {
  const { person, saved, state } = await openBilling();
  const phone = screen.getByLabelText('Phone Number');
  await person.type(phone, '+49 (30) 12-34');
  await person.tab();
  expect(phone).toHaveValue('+49301234');
  await person.clear(screen.getByLabelText('Tax Identification Number'));
  await person.clear(screen.getByLabelText(/City/));
  await person.type(screen.getByLabelText(/City/), ' Łódź ');
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
  await person.click(saveButton());
  expect(await screen.findByText('Success!')).toBeVisible();
  expect(saved).toEqual([
    {
      requestUlid: expect.any(String) as string,
      companyInformation: { taxIdentificationNumber: null, phoneNumber: '+49301234' },
      billingInformation: { city: 'Łódź' },
    },
  ]);
  await waitFor(() => expect(state.loads).toBe(2));
  expect(screen.getByLabelText(/City/)).toHaveValue('Łódź');
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull();
});

test('[5.billing.1] what is missing from the start stops the save, too', async () => {
  const { person, saved } = await openBilling(
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
  await person.type(screen.getByLabelText(/Zip code/), '1000');
  await person.click(saveButton());
  expect(await screen.findAllByText('This field is required')).toHaveLength(3);
  expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
  expect(saved).toEqual([]);
});

test('what our rules would refuse can stay as Stripe has it', async () => {
  const odd = billingDetails({ lastName: 'O<Brien>' });
  const { person, saved } = await openBilling(odd);
  await person.type(screen.getByLabelText('State'), 'Kent');
  await person.click(saveButton());
  await waitFor(() => expect(saved).toMatchObject([{ billingInformation: { state: 'Kent' } }]));
});

test('a tax number that Stripe refuses is told at its field', async () => {
  const { person } = await openBilling();
  const message = 'This is not a valid tax identification number of the chosen country.';
  server.use(
    on(
      billingCalls.updateBillingDetails,
      refusal('InvalidInput', undefined, [{ path: 'body.companyInformation.taxIdentificationNumber', message }]),
    ),
  );
  const field = screen.getByLabelText('Tax Identification Number');
  await person.type(field, '0');
  await person.click(saveButton());
  await waitFor(() => expect(field).toHaveAccessibleDescription(message));
  expect(field).toBeInvalid();
  expect(screen.getByRole('group', { name: /Company Information/ })).toHaveAttribute('data-error');
  expect(screen.queryByText('Your billing details were not saved')).toBeNull();
  expect(field).toHaveFocus();
  expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
  // It may be the country that was wrong.
  const country = screen.getByRole('combobox', { name: /Country/ });
  await person.clear(country);
  await person.type(country, 'german');
  await person.keyboard('{Enter}');
  await waitFor(() => expect(field).toBeValid());
  expect(saveButton()).not.toHaveAttribute('aria-disabled');
});

test('[8.3] a failed save stays on the page, where it can be seen, and says whether it may have come through', async () => {
  const { person, state } = await openBilling();
  const shown = jest.spyOn(Element.prototype, 'scrollIntoView');
  server.use(on(billingCalls.updateBillingDetails, refusal('BillingUnavailable')));
  await person.type(screen.getByLabelText('State'), 'Kent');
  await person.click(saveButton());
  expect(
    await screen.findByText('We can’t tell whether your billing details were saved. It is safe to save them again.'),
  ).toBeVisible();
  expect(screen.getByText('Billing can’t be reached right now. Try again in a minute.')).toBeVisible();
  expect(screen.getByLabelText('State')).toHaveValue('Kent');
  expect(state.loads).toBe(1);
  expect(shown).toHaveBeenCalledTimes(1);
});

test('[8.3] a save that was refused stays on the page, too', async () => {
  const { person } = await openBilling();
  server.use(on(billingCalls.updateBillingDetails, refusal('TooManyRequests')));
  await person.type(screen.getByLabelText('State'), 'Kent');
  await person.click(saveButton());
  expect(await screen.findByText('Your billing details were not saved')).toBeVisible();
});

test('what the authorities say of a tax number appears without a reload', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { companyInformation } = billingDetails();
  const { state } = await openBilling(
    billingDetails({ companyInformation: { ...companyInformation, taxNumberState: 'pending' } }),
  );
  const field = screen.getByLabelText('Tax Identification Number');
  expect(field).toHaveAccessibleDescription('The authorities are checking this number.');
  state.details = billingDetails();
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  await waitFor(() => expect(field).toHaveAccessibleDescription('The authorities confirmed this number.'));
  jest.useRealTimers();
});

test('changes that are not saved are not lost by a link, and can be undone', async () => {
  const { person, path, router } = await openBilling();
  server.use(on(workspaceCalls.listWorkspaces, []));
  await person.type(screen.getByLabelText('State'), 'Kent');
  await act(() => router.navigate('/workspaces'));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Stay here' }));
  await person.click(screen.getByRole('button', { name: 'Undo changes' }));
  expect(screen.getByLabelText('State')).toHaveValue('');
  await act(() => router.navigate('/workspaces'));
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

test('[1.shell.2] the header leads to it once the profile is reviewed and the terms are accepted', async () => {
  await openBilling();
  expect(screen.getByRole('link', { name: 'Billing' })).toHaveAttribute('aria-current', 'page');
  cleanup();
  await visit('/profile', aUser({ onboardingDetails: { reviewedProfile: null } }));
  expect(await screen.findByRole('heading', { name: 'Welcome To the product!' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Billing' })).toBeNull();
});

test('details that changed elsewhere show in the form, but never in the place of what somebody is typing', async () => {
  const { person, state, store, saved } = await openBilling();
  const first = screen.getByLabelText(/First Name/);
  await person.clear(first);
  await person.type(first, 'Mina');
  state.details = billingDetails({ firstName: 'Stripe', lastName: 'Elsewhere' });
  act(() => void store.dispatch(portalApi.util.invalidateTags(['Billing'])));
  await waitFor(() => expect(screen.getByLabelText(/Last Name/)).toHaveValue('Elsewhere'));
  expect(first).toHaveValue('Mina');
  await person.click(saveButton());
  await waitFor(() => expect(saved).toMatchObject([{ firstName: 'Mina' }]));
  expect(saved[0]).not.toHaveProperty('lastName');
});
