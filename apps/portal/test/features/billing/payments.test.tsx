import { jest } from '@jest/globals';
import {
  billingCalls,
  billingOverviewCalls,
  sessionCalls,
  workspaceCalls,
  type ActiveSubscription,
  type PaymentCard,
} from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { mockCall, errorResponse, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { aBillingOverview, aSubscription, aUser, billingDetails } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';

const member = aUser();
const visa = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 };
const suspended = aUser({ suspendedAt: '2026-01-01T00:00:00.000Z' });

interface Billing {
  subscription?: Partial<ActiveSubscription>;
  isSet?: boolean;
  card?: PaymentCard | null;
}

function mockBilling({ subscription = {}, isSet = true, card = null }: Billing) {
  server.use(
    mockCall(billingCalls.getBillingDetails, { billingDetails: billingDetails() }),
    mockCall(billingCalls.getActiveSubscription, { activeSubscription: aSubscription(subscription) }),
    mockCall(billingCalls.hasBillingDetails, { paymentDetailsSet: isSet }),
    mockCall(billingOverviewCalls.getBillingOverview, { billingOverview: aBillingOverview({ card }) }),
  );
}

afterEach(() => jest.useRealTimers());

test.each<[string, string, Partial<ActiveSubscription>]>([
  ['SI INTERNAL', 'Card on file', { planCode: 'si_internal' }],
  [
    '30-DAY FREE TRIAL',
    'Ends end of day December 21, 2026',
    { isTrial: true, endingAt: '2026-12-21T12:00:00.000Z', state: 'trialing' },
  ],
  ['MONTHLY SUBSCRIPTION', 'Card on file', { exceededFreeTier: true }],
  [
    'MONTHLY SUBSCRIPTION',
    'Ends on December 21, 2026',
    { exceededFreeTier: true, endingAt: '2026-12-21T12:00:00.000Z' },
  ],
  [
    'MONTHLY SUBSCRIPTION',
    'Your last payment failed. Check your payment details, then pay the open invoice.',
    { exceededFreeTier: true, state: 'pastDue' },
  ],
  [
    'FREE SUBSCRIPTION',
    'Your subscription is paused because the trial ended without payment details.',
    { state: 'paused' },
  ],
  [
    'FREE SUBSCRIPTION',
    'Your subscription is paused because the trial ended without payment details. When you add a card, your subscription resumes and we will charge $49.00 at once.',
    { state: 'paused', chargedOnResume: { amount: 4_900, currency: 'usd' } },
  ],
  [
    'FREE SUBSCRIPTION',
    'Your subscription is paused. Contact support to resume it.',
    { state: 'paused', collection: 'paused' },
  ],
  [
    'MONTHLY SUBSCRIPTION',
    'Your last invoice is overdue. Pay the open invoice.',
    { exceededFreeTier: true, state: 'pastDue', collection: 'sendInvoice' },
  ],
  [
    'MONTHLY SUBSCRIPTION',
    'We email your invoices to you. Your card is not charged.',
    { exceededFreeTier: true, collection: 'sendInvoice' },
  ],
  ['FREE SUBSCRIPTION', 'Payments are paused. New invoices are not charged.', { collection: 'paused' }],
  [
    'FREE SUBSCRIPTION',
    'Payments are paused until December 21, 2026. New invoices are not charged until then.',
    { collection: 'paused', collectionResumesAt: '2026-12-21T12:00:00.000Z' },
  ],
  ['FREE SUBSCRIPTION', 'Ended on October 21, 2026', { endingAt: '2026-10-21T12:00:00.000Z', state: 'ended' }],
  ['FREE SUBSCRIPTION', 'Card on file', { planCode: null, state: 'none' }],
])('[4.subscription-tier] the billing page shows %s, and %s', async (label, more, subscription) => {
  mockBilling({ subscription });
  await visit('/billing', member);
  expect(await screen.findByText(label)).toBeVisible();
  expect(screen.getByText(more)).toBeVisible();
});

const ended = { state: 'ended', chargedOnRestart: { amount: 4_900, currency: 'usd' } } as const;

test('an ended subscription can be started again with a card, and the page says what is charged', async () => {
  let restarts = 0;
  mockBilling({ subscription: ended, card: visa });
  server.use(
    mockCall(billingCalls.restartSubscription, () => {
      restarts++;
      mockBilling({ subscription: { exceededFreeTier: true } });
      return {};
    }),
  );
  const { ui } = await visit('/billing', member);
  expect(
    await screen.findByText(/^Your subscription has ended\. .+ no second trial, and we will charge \$49\.00/),
  ).toBeVisible();
  await ui.click(screen.getByRole('button', { name: 'Start again' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Start your subscription again?' }));
  expect(dialog.getByText('Visa ending in 4242 will be charged $49.00 today. There is no second trial.')).toBeVisible();
  expect(dialog.getByText('The subscription then costs $49.00 per month, until you cancel it.')).toBeVisible();
  expect(restarts).toBe(0);
  await ui.click(dialog.getByRole('button', { name: 'Start and pay $49.00' }));
  expect(await screen.findByText('MONTHLY SUBSCRIPTION')).toBeVisible();
  expect(restarts).toBe(1);
  // The button is removed.
  await waitFor(() => expect(document.activeElement).toHaveProperty('tagName', 'H1'));
});

test.each([
  ['BillingUnavailable', 'We can’t tell whether your subscription started. It is safe to try again.'],
  ['InternalError', 'We can’t tell whether your subscription started. It is safe to try again.'],
  ['BillingMisconfigured', 'Your subscription was not started'],
  ['TooManyRequests', 'Your subscription was not started'],
] as const)('a start that fails with %s shows whether it may have worked', async (type, title) => {
  mockBilling({ subscription: ended });
  server.use(mockCall(billingCalls.restartSubscription, errorResponse(type)));
  const { ui } = await visit('/billing', member);
  await ui.click(await screen.findByRole('button', { name: 'Start again' }));
  await ui.click(await screen.findByRole('button', { name: 'Start and pay $49.00' }));
  expect(await screen.findByText(title)).toBeVisible();
});

test('an ended subscription needs a card before it can be started again', async () => {
  mockBilling({ subscription: ended, isSet: false });
  await visit('/billing', member);
  expect(await screen.findByText(/Add payment details first\.$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Start again' })).toBeNull();
});

test('[4.subscription-tier.1] the billing page shows no trial date beside SI INTERNAL', async () => {
  const trial = { isTrial: true, endingAt: '2026-12-21T12:00:00.000Z', state: 'trialing' } as const;
  mockBilling({ subscription: { ...trial, planCode: 'si_internal' } });
  await visit('/billing', member);
  expect(await screen.findByText('SI INTERNAL')).toBeVisible();
  expect(screen.queryByText(/^Ends/)).toBeNull();
});

test('the page shows when there are no payment details yet', async () => {
  mockBilling({ isSet: false });
  await visit('/billing', member);
  expect(await screen.findByText('No payment details yet')).toBeVisible();
});

test('a subscription that cannot be loaded shows no tier and can be retried', async () => {
  mockBilling({});
  server.use(mockCall(billingCalls.getActiveSubscription, errorResponse('DatabaseUnavailable')));
  const { ui } = await visit('/billing', member);
  expect(await screen.findByText('We can’t reach billing right now')).toBeVisible();
  expect(screen.queryByText(/SUBSCRIPTION/)).toBeNull();
  mockBilling({ subscription: { exceededFreeTier: true } });
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('MONTHLY SUBSCRIPTION')).toBeVisible();
});

test('a subscription that is being set up appears once it is ready', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  mockBilling({ subscription: { planCode: null, state: 'pending' } });
  await visit('/billing', member);
  expect(await screen.findByText(/^Your subscription is not ready yet/)).toBeVisible();
  mockBilling({ subscription: { isTrial: true, state: 'trialing' } });
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  expect(await screen.findByText('30-DAY FREE TRIAL')).toBeVisible();
});

test.each([
  ['saved', 'Your payment details are saved.'],
  ['cancelled', 'Your payment details were not changed.'],
])('a user who returns from the checkout sees one message: %s', async (outcome, message) => {
  mockBilling({});
  const { router } = await visit(`/billing?payment=${outcome}`, member);
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(screen.getByText(message)).toBeVisible();
});

test('changes on the Stripe page show when the user returns', async () => {
  mockBilling({ subscription: { exceededFreeTier: true, state: 'pastDue' } });
  await visit('/billing', member);
  expect(await screen.findByText(/^Your last payment failed/)).toBeVisible();
  mockBilling({ subscription: { exceededFreeTier: true } });
  act(() => void window.dispatchEvent(new Event('focus')));
  await waitFor(() => expect(screen.queryByText(/^Your last payment failed/)).toBeNull());
});

test('the page waits for a card that Stripe has not reported yet', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  mockBilling({ isSet: false, subscription: { state: 'paused' } });
  await visit('/billing?payment=pending', member);
  expect(await screen.findByText(/^Stripe is processing your payment details/)).toBeVisible();
  expect(await screen.findByText('No payment details yet')).toBeVisible();
  mockBilling({ subscription: { exceededFreeTier: true } });
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  expect(await screen.findByText('Card on file')).toBeVisible();
  expect(await screen.findByText('MONTHLY SUBSCRIPTION')).toBeVisible();
});

test('[2.notices.2] a suspended user sees their subscription and can pay', async () => {
  mockBilling({ subscription: { state: 'paused' }, isSet: false });
  const { path } = await visit('/workspaces', suspended);
  expect(await screen.findByRole('heading', { name: 'Account Paused' })).toBeVisible();
  expect(path()).toBe('/suspension-notice');
  expect(await screen.findByText(/^Your subscription is paused/)).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Add / Update Payment Details' })).toHaveAttribute(
    'href',
    'http://api.test/checkout',
  );
  expect(screen.getByRole('link', { name: 'View Your Invoices' })).toHaveAttribute('target', '_blank');
  expect(screen.queryByRole('link', { name: 'Billing' })).toBeNull();
  // What lifts the suspension comes first.
  const support = screen.getByRole('link', { name: 'Contact support' });
  const order = screen.getByRole('heading', { name: 'Subscription' }).compareDocumentPosition(support);
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('a suspended user who paid sees it, and continues once the suspension is lifted', async () => {
  mockBilling({});
  const { ui, path } = await visit('/suspension-notice?payment=saved', suspended);
  expect(await screen.findByText('Your payment details are saved.')).toBeVisible();
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  server.use(mockCall(sessionCalls.whoami, { user: { ...suspended, suspendedAt: null } }));
  await ui.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

test.each([
  ['/suspension-notice', suspended],
  ['/quarantine-notice', aUser({ quarantinedAt: '2026-01-01T00:00:00.000Z' })],
])('%s offers to check whether the lock is lifted, and shows that it checked', async (notice, user) => {
  mockBilling({});
  const { ui, path } = await visit(notice, user);
  await ui.click(await screen.findByRole('button', { name: 'Check again' }));
  expect(await screen.findByText(/^Checked at .+ [AP]M [A-Z].*\. Your account is still paused\.$/)).toBeVisible();
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  server.use(mockCall(sessionCalls.whoami, { user: { ...user, suspendedAt: null, quarantinedAt: null } }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Check again' })).toBeEnabled());
  skipDoubleClickGuard();
  await ui.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

test('a user who cannot pay yet only sees a link to support', async () => {
  await visit('/suspension-notice', { ...suspended, needsTosUpdate: true });
  expect(await screen.findByRole('link', { name: 'Contact support' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Add / Update Payment Details' })).toBeNull();
});
