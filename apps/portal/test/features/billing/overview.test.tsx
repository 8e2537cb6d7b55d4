import { jest } from '@jest/globals';
import {
  billingCalls,
  billingOverviewCalls,
  type ActiveSubscription,
  type BillingOverview,
  type Invoice,
} from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { aBillingOverview, anInvoice, aSubscription, aUser, billingDetails } from '@portal/contract/fixtures';
import { createGate } from '../../support/gate.ts';
import { visit } from '../../support/render-portal.tsx';

const member = aUser();
const visa = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 };

interface Billing {
  subscription?: Partial<ActiveSubscription>;
  overview?: Partial<BillingOverview>;
  isSet?: boolean;
}

function mockBilling({ subscription = {}, overview = {}, isSet = true }: Billing = {}) {
  server.use(
    mockCall(billingCalls.getBillingDetails, { billingDetails: billingDetails() }),
    mockCall(billingCalls.getActiveSubscription, { activeSubscription: aSubscription(subscription) }),
    mockCall(billingCalls.hasBillingDetails, { paymentDetailsSet: isSet }),
    mockCall(billingOverviewCalls.getBillingOverview, { billingOverview: aBillingOverview(overview) }),
  );
}

afterEach(() => jest.useRealTimers());

/** The text of a row of the card. */
const valueOf = (name: string) => screen.queryByText(name, { selector: 'dt' })?.nextElementSibling?.textContent;

async function openBilling(billing: Billing) {
  mockBilling(billing);
  const visited = await visit('/billing', member);
  await screen.findByRole('heading', { name: 'Latest invoices' });
  return visited;
}

const paymentButton = () => screen.getByRole('link', { name: 'Add / Update Payment Details' });

const trialing = { isTrial: true, state: 'trialing', endingAt: '2026-12-21T12:00:00.000Z' } as const;

test.each<[string, Billing, Record<string, string | undefined>]>([
  [
    'a trial with a card',
    { subscription: trialing, overview: { card: visa } },
    {
      Price: '$49.00 per month after the trial',
      'Trial ends': undefined,
      'Next charge': '$49.00 on December 21, 2026Visa ending in 4242 will be charged.',
      'Next invoice': undefined,
      Card: 'Visa •••• 4242, 12/34Visa ending in 4242, expires 12/34',
    },
  ],
  [
    'a trial without a card',
    { subscription: trialing, overview: { nextInvoice: null }, isSet: false },
    {
      Price: '$49.00 per month after the trial',
      'Next invoice': 'None until a card is on file',
      Card: 'No payment details yet',
    },
  ],
  [
    'a trial that ends the plan without a card',
    { subscription: { ...trialing, trialEndBehavior: 'cancel' }, overview: { nextInvoice: null }, isSet: false },
    { 'Next invoice': 'None: without a card, the plan ends with the trial' },
  ],
  [
    'a trial that creates an invoice without a card',
    { subscription: { ...trialing, trialEndBehavior: 'createInvoice' }, isSet: false },
    { 'Next invoice': '$49.00 on December 21, 2026', Card: 'No payment details yet' },
  ],
  [
    'emailed invoices',
    { subscription: { collection: 'sendInvoice' }, isSet: false },
    { 'Next invoice': '$49.00 on December 21, 2026', Card: 'Not needed' },
  ],
  [
    'paused payments',
    { subscription: { collection: 'paused' }, overview: { card: visa, nextInvoice: null } },
    { 'Next invoice': 'None while payments are paused' },
  ],
  [
    'a trial of a plan that was cancelled',
    { subscription: trialing, overview: { card: visa, nextInvoice: null, isContinued: false } },
    { Price: '$49.00 per month', 'Next invoice': 'None' },
  ],
  [
    'a trial without a card of a plan that was cancelled',
    { subscription: trialing, overview: { nextInvoice: null, isContinued: false }, isSet: false },
    { Price: '$49.00 per month', 'Next invoice': 'None', Card: 'No payment details yet' },
  ],
  [
    'a paid month',
    { subscription: { exceededFreeTier: true }, overview: { card: visa } },
    { Price: '$49.00 per month', 'Next charge': '$49.00 on December 21, 2026Visa ending in 4242 will be charged.' },
  ],
  [
    'an invoice whose amount is not known before',
    { overview: { nextInvoice: { date: '2026-12-21T12:00:00.000Z', amount: null, currency: 'usd' } } },
    { 'Next charge': 'December 21, 2026Your payment method will be charged.' },
  ],
  [
    'a paused subscription',
    { subscription: { state: 'paused' }, overview: { nextInvoice: null, isContinued: false }, isSet: false },
    {
      Price: '$49.00 per month',
      'Next invoice': 'None until a card is on file',
      Card: 'No payment details yet',
    },
  ],
  [
    'an ended subscription',
    {
      subscription: { state: 'ended', endingAt: '2026-10-21T12:00:00.000Z' },
      overview: { nextInvoice: null, isContinued: false },
    },
    { Price: undefined, 'Next invoice': 'None', Card: 'Card on file' },
  ],
  [
    'a price of nothing',
    {
      subscription: { planCode: 'si_internal' },
      overview: { price: { amount: 0, currency: 'usd', interval: 'month', intervalCount: 1 } },
    },
    { Price: 'No charge' },
  ],
  [
    'a price in yen every three months',
    { overview: { price: { amount: 12_000, currency: 'jpy', interval: 'month', intervalCount: 3 } } },
    { Price: '¥12,000 every 3 months' },
  ],
  [
    'a subscription that Stripe has not been asked for yet',
    {
      subscription: { state: 'pending', planCode: null },
      overview: { price: null, nextInvoice: null, isContinued: false, invoices: null },
      isSet: false,
    },
    { Price: undefined, 'Next invoice': undefined, Card: 'No payment details yet' },
  ],
])('the billing page shows %s', async (_what, billing, expected) => {
  await openBilling(billing);
  const shown = Object.fromEntries(Object.keys(expected).map((name) => [name, valueOf(name)]));
  expect(shown).toEqual(expected);
});

const failedInvoice = anInvoice({ status: 'failed', due: 4_900 });

test('a paused subscription whose charge failed asks for the payment of the invoice', async () => {
  await openBilling({ subscription: { state: 'paused' }, overview: { invoices: [failedInvoice] } });
  expect(
    screen.getByText('Your payment failed, so your subscription is still paused. Pay the open invoice to resume it.'),
  ).toBeVisible();
  expect(screen.getAllByRole('link', { name: /^Pay \$49\.00/ })[0]).toBeVisible();
});

test('a failed payment can be paid from the warning and from the row of the invoice', async () => {
  await openBilling({ subscription: { state: 'pastDue' }, overview: { card: visa, invoices: [failedInvoice] } });
  const name = 'Pay $49.00 for the invoice ACME-0001 (opens in a new tab)';
  const section = screen.getByRole('region', { name: 'Latest invoices' });
  for (const place of [within(screen.getByRole('alert')), within(section)]) {
    const link = place.getByRole('link', { name });
    expect(link).toHaveAttribute('href', 'http://api.test/invoices/in_1/payment');
    expect(link).toHaveAttribute('target', '_blank');
  }
});

test('a failed payment says when the card is charged again, in place of the next period', async () => {
  const failed = { ...failedInvoice, nextAttemptAt: '2099-11-28T12:00:00.000Z' };
  await openBilling({
    subscription: { state: 'pastDue', exceededFreeTier: true },
    overview: { card: visa, invoices: [failed] },
  });
  expect({ 'Amount due': valueOf('Amount due') }).toEqual({
    'Amount due': '$49.00Visa ending in 4242 will be charged again on November 28, 2099.',
  });
  const notice =
    'We will charge the card again on November 28, 2099. If the invoice stays unpaid, your subscription ends.';
  expect(screen.getByText(notice)).toBeVisible();
});

test('a subscription whose first payment failed can be paid', async () => {
  await openBilling({ subscription: { state: 'pending' }, overview: { invoices: [failedInvoice] } });
  const warning = within(screen.getByRole('alert'));
  expect(
    warning.getByText('The payment for your subscription failed. Pay the open invoice to start it.'),
  ).toBeVisible();
  expect(warning.getByRole('link', { name: /^Pay \$49\.00/ })).toBeVisible();
});

test('a paid invoice has no button to pay it', async () => {
  await openBilling({ overview: { invoices: [anInvoice()] } });
  expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull();
});

test('a payment on the page of the invoice shows here by itself', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  await openBilling({ subscription: { state: 'pastDue' }, overview: { invoices: [failedInvoice] } });
  const [link] = screen.getAllByRole('link', { name: /^Pay/ });
  link?.addEventListener('click', (event) => event.preventDefault());
  act(() => link?.click());
  expect(screen.queryByText(/^Your invoice is paid/)).toBeNull();
  const nextInvoice = { date: '2026-12-21T12:00:00.000Z', amount: 4_900, currency: 'usd' };
  mockBilling({ overview: { invoices: [anInvoice()], card: visa, nextInvoice } });
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  await waitFor(() => expect(screen.queryByText(/^Your last payment failed/)).toBeNull());
  expect(await screen.findByText('Paid')).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull();
  // Paying an invoice with another card does not make it the default.
  const paid =
    'Your invoice is paid. We charge the next one to the card below, also if you paid with another card. To change the card, update your payment details.';
  expect(screen.getByText(paid)).toBeVisible();
});

test('the next charge comes first, before the invoices and the details', async () => {
  await openBilling({ overview: { card: visa, invoices: [anInvoice({ total: 0 })] } });
  const details = await screen.findByRole('heading', { name: 'Billing details' });
  const inOrder = [screen.getByText('Next charge'), screen.getByRole('heading', { name: 'Latest invoices' }), details];
  for (const [index, element] of inOrder.slice(1).entries())
    expect((inOrder[index]?.compareDocumentPosition(element) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('the button for payment details is the main one until a card is on file', async () => {
  await openBilling({ isSet: false });
  const withoutCard = paymentButton().className;
  mockBilling({ overview: { card: visa } });
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(await screen.findByText('Visa •••• 4242, 12/34')).toBeVisible();
  expect(paymentButton().className).not.toBe(withoutCard);
  // Like the button beside it.
  expect(paymentButton()).toHaveClass('bg-button');
  expect(screen.getByRole('link', { name: 'View Your Invoices' })).toHaveClass('bg-button');
});

test('a card that has expired is marked', async () => {
  await openBilling({ overview: { card: { ...visa, expMonth: 1, expYear: 2020 } } });
  expect(await screen.findByText('Expired')).toBeVisible();
});

test.each<[Invoice['status'], string]>([
  ['paid', 'Paid'],
  ['open', 'Open'],
  ['failed', 'Payment failed'],
  ['uncollectible', 'Unpaid'],
  ['void', 'Void'],
])('an invoice with the status %s is shown as %s, with its PDF', async (status, label) => {
  await openBilling({ overview: { invoices: [anInvoice({ status })] } });
  const section = screen.getByRole('region', { name: 'Latest invoices' });
  const row = within(within(section).getByRole('listitem'));
  expect(row.getByText('November 21, 2026')).toBeVisible();
  expect(row.getByText('ACME-0001')).toBeVisible();
  expect(row.getByText('$49.00')).toBeVisible();
  expect(row.getByText(label)).toBeVisible();
  const pdf = row.getByRole('link', { name: 'PDF of the invoice of November 21, 2026 (opens in a new tab)' });
  expect(pdf).toHaveAttribute('href', 'http://api.test/invoices/in_1/pdf');
  expect(pdf).toHaveAttribute('target', '_blank');
});

const invoiceOf = (month: number, overrides: Partial<Invoice> = {}) =>
  anInvoice({
    ...{
      id: `in_${month}`,
      number: `ACME-${month}`,
      createdAt: `2026-${String(month).padStart(2, '0')}-21T12:00:00.000Z`,
    },
    ...overrides,
  });

test('all invoices are listed on request, page by page, and an older one can be paid', async () => {
  const [latest, older] = [[12, 11, 10].map((month) => invoiceOf(month)), [9, 8].map((month) => invoiceOf(month))];
  const failed = invoiceOf(7, { status: 'failed', due: 4_900 });
  const overview = { invoices: latest, unpaidInvoice: failed };
  const { ui } = await openBilling({ subscription: { state: 'pastDue' }, overview });
  expect(
    within(screen.getByRole('alert')).getByRole('link', { name: /^Pay \$49\.00 for the invoice ACME-7 / }),
  ).toBeVisible();
  let fails = true;
  server.use(
    mockCall(billingOverviewCalls.listInvoices, ({ url }) => {
      if (url.searchParams.get('after') === null)
        return { invoices: [...latest, ...older], next: '2026-08-21T12:00:00.000Z_in_8' };
      if (fails) return errorResponse('DatabaseUnavailable');
      return { invoices: [failed], next: null };
    }),
  );
  await ui.click(screen.getByRole('button', { name: 'Show older invoices' }));
  const section = within(screen.getByRole('region', { name: 'All invoices' }));
  const numbers = () => section.getAllByRole('listitem').map(({ textContent }) => /ACME-\d+/.exec(textContent)?.[0]);
  await waitFor(() => expect(numbers()).toEqual(['ACME-12', 'ACME-11', 'ACME-10', 'ACME-9', 'ACME-8']));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'All invoices' }));
  await ui.click(section.getByRole('button', { name: 'Show more' }));
  expect(await section.findByText('The rest of the invoices could not be loaded')).toBeVisible();
  fails = false;
  await ui.click(section.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(numbers()).toHaveLength(6));
  expect(section.getByRole('link', { name: /^Pay \$49\.00 for the invoice ACME-7 / })).toBeVisible();
  expect(section.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('an invoice shows its period, and until when to pay it', async () => {
  const dueAt = '2026-12-30T12:00:00.000Z';
  await openBilling({ overview: { invoices: [anInvoice({ status: 'open', due: 900, dueAt })] } });
  const row = within(within(screen.getByRole('region', { name: 'Latest invoices' })).getByRole('listitem'));
  expect(row.getByText('November 21, 2026 to December 21, 2026')).toBeVisible();
  expect(row.getByText('Due on December 30, 2026')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show older invoices' })).toBeNull();
});

test('the page says that there are no invoices yet', async () => {
  await openBilling({});
  expect(screen.getByText('No invoices yet.')).toBeVisible();
});

test('invoices that the API has not read yet appear without a reload', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  await openBilling({ overview: { price: null, nextInvoice: null, isContinued: false, invoices: null } });
  expect(screen.getByText(/^Not available yet/)).toBeVisible();
  mockBilling({ overview: { invoices: [anInvoice()] } });
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  expect(await screen.findByText('ACME-0001')).toBeVisible();
  expect(valueOf('Price')).toBe('$49.00 per month');
});

test('the page loads the overview once more for a payment method that is not a card', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  // One step for each second, so that the page renders in between.
  const seconds = async (count: number) => {
    for (let step = 0; step < count; step++) await act(() => jest.advanceTimersByTimeAsync(1_000));
  };
  mockBilling({ isSet: false });
  await visit('/billing?payment=pending', member);
  expect(await screen.findByText('No payment details yet')).toBeVisible();
  mockBilling();
  let loads = 0;
  server.use(
    mockCall(billingOverviewCalls.getBillingOverview, () => {
      loads++;
      return { billingOverview: aBillingOverview() };
    }),
  );
  await seconds(3);
  expect(await screen.findByText('Card on file')).toBeVisible();
  await seconds(3);
  await waitFor(() => expect(loads).toBeGreaterThan(0));
  // If it had no end, it would be loaded about ten times. A response that is late may cause a second time.
  await seconds(180);
  expect(loads).toBeLessThan(3);
});

test('a card that is reported after the overview was read appears without a reload', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  mockBilling();
  const overviewRead = createGate();
  let card: BillingOverview['card'] = null;
  server.use(
    mockCall(billingOverviewCalls.getBillingOverview, () => {
      const billingOverview = aBillingOverview({ card });
      card = visa;
      overviewRead.open();
      return { billingOverview };
    }),
    mockCall(billingCalls.hasBillingDetails, { paymentDetailsSet: true }, overviewRead.wait),
  );
  await visit('/billing?payment=pending', member);
  await screen.findByRole('heading', { name: 'Latest invoices' });
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  expect(await screen.findByText('Visa •••• 4242, 12/34')).toBeVisible();
});

test('an overview that cannot be loaded can be retried, and the rest stays', async () => {
  mockBilling({ subscription: { exceededFreeTier: true, state: 'pastDue' } });
  server.use(mockCall(billingOverviewCalls.getBillingOverview, errorResponse('DatabaseUnavailable')));
  const { ui } = await visit('/billing', member);
  expect(await screen.findByText('Price, card and invoices could not be loaded')).toBeVisible();
  expect(screen.getByText('MONTHLY SUBSCRIPTION')).toBeVisible();
  expect(screen.getByText(/^Your last payment failed/)).toBeVisible();
  expect(paymentButton()).toBeVisible();
  mockBilling({ overview: { card: visa } });
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Visa •••• 4242, 12/34')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Price, card and invoices could not be loaded')).toBeNull());
});

test('a suspended user sees the invoice whose payment failed', async () => {
  mockBilling({
    subscription: { state: 'pastDue' },
    overview: { card: visa, invoices: [anInvoice({ status: 'failed' })] },
  });
  await visit('/suspension-notice', aUser({ suspendedAt: '2026-01-01T00:00:00.000Z' }));
  expect(await screen.findByText('Payment failed')).toBeVisible();
  expect(screen.getByText('Visa •••• 4242, 12/34')).toBeVisible();
});
