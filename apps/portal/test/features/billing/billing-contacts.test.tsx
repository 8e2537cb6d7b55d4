import { billingCalls, billingContactCalls, billingOverviewCalls, type BillingContact } from '@portal/contract';
import { aBillingOverview, aSubscription, aUser, billingDetails } from '@portal/contract/fixtures';
import { screen, waitFor, within } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { visit } from '../../support/render-portal.tsx';

const member = aUser();

const aContact = (overrides: Partial<BillingContact> = {}): BillingContact => ({
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  email: 'books@example.com',
  state: 'confirmed',
  createdAt: '2026-11-21T12:00:00.000Z',
  ...overrides,
});

async function openBilling(contacts: readonly BillingContact[]) {
  server.use(
    mockCall(billingCalls.getBillingDetails, { billingDetails: billingDetails() }),
    mockCall(billingCalls.getActiveSubscription, { activeSubscription: aSubscription() }),
    mockCall(billingCalls.hasBillingDetails, { paymentDetailsSet: true }),
    mockCall(billingOverviewCalls.getBillingOverview, { billingOverview: aBillingOverview() }),
    mockCall(billingContactCalls.listBillingContacts, { contacts: [...contacts] }),
  );
  const { ui } = await visit('/billing', member);
  return { ui, section: within(await screen.findByRole('region', { name: 'Billing contacts' })) };
}

test.each([
  ['pending', 'Not confirmed yet', ['Resend the email to books@example.com', 'Remove books@example.com']],
  ['confirmed', 'Confirmed', ['Remove books@example.com']],
  ['unsubscribed', 'Unsubscribed', ['Remove books@example.com']],
] as const)('a billing contact that is %s is shown as “%s”', async (state, label, buttons) => {
  const { section } = await openBilling([aContact({ state })]);
  const row = within(await section.findByRole('listitem'));
  expect(row.getByText('books@example.com', { selector: 'p' })).toBeVisible();
  expect(row.getByText(label)).toBeVisible();
  expect(row.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
});

test('a billing contact that unsubscribed is said to have done so, and that only it can undo that', async () => {
  const { section } = await openBilling([aContact({ state: 'unsubscribed' })]);
  expect(
    await section.findByText('This contact stopped the emails. Only a link in the emails turns them on again.'),
  ).toBeVisible();
});

test('a billing contact is added, and the page says that a confirmation follows', async () => {
  const { ui, section } = await openBilling([]);
  const sent: unknown[] = [];
  const contact = aContact({ email: 'books@example.com', state: 'pending' });
  server.use(
    mockCall(billingContactCalls.addBillingContact, ({ body }) => {
      sent.push(body);
      server.use(mockCall(billingContactCalls.listBillingContacts, { contacts: [contact] }));
      return { contact };
    }),
  );
  const field = await section.findByLabelText(/New contact/);
  await ui.type(field, 'books');
  await ui.click(section.getByRole('button', { name: 'Add contact' }));
  expect(sent).toEqual([]);
  await ui.type(field, '@example.com');
  skipDoubleClickGuard();
  await ui.click(section.getByRole('button', { name: 'Add contact' }));
  expect(await section.findByText('Not confirmed yet')).toBeVisible();
  expect(sent).toMatchObject([{ email: 'books@example.com' }]);
  expect(section.getByText(/^We’ll email a link to books@example\.com\./)).toBeVisible();
  expect(field).toHaveValue('');
});

test.each([
  ['TooManyRequests', 'The email was not sent'],
  ['BillingContactUnsubscribed', 'The email was not sent'],
] as const)('an addition that fails with %s keeps what was typed', async (type, title) => {
  const { ui, section } = await openBilling([]);
  server.use(mockCall(billingContactCalls.addBillingContact, errorResponse(type)));
  const field = await section.findByLabelText(/New contact/);
  await ui.type(field, 'books@example.com');
  await ui.click(section.getByRole('button', { name: 'Add contact' }));
  expect(await section.findByText(title)).toBeVisible();
  expect(field).toHaveValue('books@example.com');
});

test('adding a billing contact can require a new login', async () => {
  const { ui, section } = await openBilling([]);
  server.use(mockCall(billingContactCalls.addBillingContact, errorResponse('FreshLoginRequired')));
  await ui.type(await section.findByLabelText(/New contact/), 'books@example.com');
  await ui.click(section.getByRole('button', { name: 'Add contact' }));
  expect(await section.findByRole('button', { name: 'Log in again' })).toBeVisible();
});

test('a billing contact is removed after a second click', async () => {
  const { ui, section } = await openBilling([aContact()]);
  const removed: unknown[] = [];
  server.use(
    mockCall(billingContactCalls.removeBillingContact, ({ params }) => {
      removed.push(params['contactId']);
      server.use(mockCall(billingContactCalls.listBillingContacts, { contacts: [] }));
      return {};
    }),
  );
  await ui.click(await section.findByRole('button', { name: 'Remove books@example.com' }));
  expect(removed).toEqual([]);
  skipDoubleClickGuard();
  await ui.click(section.getByRole('button', { name: /^Remove\? Click again/ }));
  await waitFor(() => expect(section.queryByRole('listitem')).toBeNull());
  expect(removed).toEqual([aContact().id]);
});

test('five billing contacts are the maximum, and one who stopped the emails does not count', async () => {
  const contacts = [1, 2, 3, 4, 5].map((number) =>
    aContact({ id: `01ARZ3NDEKTSV4RRFFQ69G5FA${number}`, email: `books-${number}@example.com` }),
  );
  const { section } = await openBilling(contacts);
  expect(await section.findByText('You have 5 billing contacts, the maximum.')).toBeVisible();
  expect(section.queryByRole('button', { name: 'Add contact' })).toBeNull();
});

test('billing contacts that cannot be loaded can be retried', async () => {
  const { ui } = await openBilling([]);
  server.use(mockCall(billingContactCalls.listBillingContacts, errorResponse('DatabaseUnavailable')));
  await visit('/billing', member);
  expect(await screen.findByText('Your billing contacts could not be loaded')).toBeVisible();
  server.use(mockCall(billingContactCalls.listBillingContacts, { contacts: [aContact()] }));
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('books@example.com', { selector: 'p' })).toBeVisible();
});
