import { jest } from '@jest/globals';
import { billingCalls, sessionCalls, workspaceCalls, type ActiveSubscription } from '@portal/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { on, refusal, server } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { aSubscription, aUser, billingDetails } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const member = aUser();
const suspended = aUser({ suspendedAt: '2026-01-01T00:00:00.000Z' });

interface Billing {
  subscription?: Partial<ActiveSubscription>;
  isSet?: boolean;
}

/** What the API tells from now on. */
function tell({ subscription = {}, isSet = true }: Billing) {
  server.use(
    on(billingCalls.getBillingDetails, { billingDetails: billingDetails() }),
    on(billingCalls.getActiveSubscription, { activeSubscription: aSubscription(subscription) }),
    on(billingCalls.hasBillingDetails, { paymentDetailsSet: isSet }),
  );
}

test.each<[string, string, Partial<ActiveSubscription>]>([
  ['SI INTERNAL', 'Payment details are set', { planCode: 'si_internal' }],
  [
    '30-DAY FREE TRIAL',
    'Ends end of day December 21, 2026',
    { isTrial: true, endingAt: '2026-12-21T12:00:00.000Z', state: 'trialing' },
  ],
  ['MONTHLY SUBSCRIPTION', 'Payment details are set', { exceededFreeTier: true }],
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
  ['FREE SUBSCRIPTION', 'Ended on October 21, 2026', { endingAt: '2026-10-21T12:00:00.000Z', state: 'ended' }],
  ['FREE SUBSCRIPTION', 'Payment details are set', { planCode: null, state: 'none' }],
])('[4.subscription-tier] the billing page says %s, and %s', async (label, more, subscription) => {
  tell({ subscription });
  await visit('/billing', member);
  expect(await screen.findByText(label)).toBeVisible();
  expect(screen.getByText(more)).toBeVisible();
});

test('[4.subscription-tier.1] the billing page says no trial date beside SI INTERNAL', async () => {
  const trial = { isTrial: true, endingAt: '2026-12-21T12:00:00.000Z', state: 'trialing' } as const;
  tell({ subscription: { ...trial, planCode: 'si_internal' } });
  await visit('/billing', member);
  expect(await screen.findByText('SI INTERNAL')).toBeVisible();
  expect(screen.queryByText(/December/)).toBeNull();
});

test('it says when there are no payment details yet', async () => {
  tell({ isSet: false });
  await visit('/billing', member);
  expect(await screen.findByText('No payment details yet')).toBeVisible();
});

test('what can’t be read is no wrong tier, and can be tried again', async () => {
  tell({});
  server.use(on(billingCalls.getActiveSubscription, refusal('DatabaseUnavailable')));
  const { person } = await visit('/billing', member);
  expect(await screen.findByText('We can’t reach billing now')).toBeVisible();
  expect(screen.queryByText(/SUBSCRIPTION/)).toBeNull();
  tell({ subscription: { exceededFreeTier: true } });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('MONTHLY SUBSCRIPTION')).toBeVisible();
});

test('a subscription that is being made appears once it is there', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  tell({ subscription: { planCode: null, state: 'pending' } });
  await visit('/billing', member);
  expect(await screen.findByText(/^Your subscription is not ready yet/)).toBeVisible();
  tell({ subscription: { isTrial: true, state: 'trialing' } });
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  expect(await screen.findByText('30-DAY FREE TRIAL')).toBeVisible();
  jest.useRealTimers();
});

test.each([
  ['saved', 'Your payment details are saved.'],
  ['cancelled', 'Your payment details were not changed.'],
])('who comes back from the checkout is told once: %s', async (outcome, message) => {
  tell({});
  const { router } = await visit(`/billing?payment=${outcome}`, member);
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(screen.getByText(message)).toBeVisible();
});

test('what was changed on Stripe’s page beside this one shows on coming back', async () => {
  tell({ subscription: { exceededFreeTier: true, state: 'pastDue' } });
  await visit('/billing', member);
  expect(await screen.findByText(/^Your last payment failed/)).toBeVisible();
  tell({ subscription: { exceededFreeTier: true } });
  act(() => void window.dispatchEvent(new Event('focus')));
  await waitFor(() => expect(screen.queryByText(/^Your last payment failed/)).toBeNull());
});

test('a card that Stripe has yet to tell of is waited for', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  tell({ isSet: false, subscription: { state: 'paused' } });
  await visit('/billing?payment=pending', member);
  expect(await screen.findByText(/^Stripe has your payment details/)).toBeVisible();
  expect(await screen.findByText('No payment details yet')).toBeVisible();
  tell({ subscription: { exceededFreeTier: true } });
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  expect(await screen.findByText('Payment details are set')).toBeVisible();
  expect(await screen.findByText('MONTHLY SUBSCRIPTION')).toBeVisible();
  jest.useRealTimers();
});

test('[2.notices.2] a suspended user sees how their subscription is, and can pay', async () => {
  tell({ subscription: { state: 'paused' }, isSet: false });
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
});

test('a suspended user who paid is told so, and goes on once the pause is over', async () => {
  tell({});
  const { person, path } = await visit('/suspension-notice?payment=saved', suspended);
  expect(await screen.findByText('Your payment details are saved.')).toBeVisible();
  server.use(on(workspaceCalls.listWorkspaces, []));
  server.use(on(sessionCalls.whoami, { user: { ...suspended, suspendedAt: null } }));
  await person.click(screen.getByRole('button', { name: 'See whether the pause is over' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

test.each([
  ['/suspension-notice', suspended],
  ['/quarantine-notice', aUser({ quarantinedAt: '2026-01-01T00:00:00.000Z' })],
])('%s offers to look whether the pause is over, and says that it looked', async (notice, user) => {
  tell({});
  const { person, path } = await visit(notice, user);
  await person.click(await screen.findByRole('button', { name: 'See whether the pause is over' }));
  expect(await screen.findByText(/^Checked at .+: it is not over yet\.$/)).toBeVisible();
  server.use(on(workspaceCalls.listWorkspaces, []));
  server.use(on(sessionCalls.whoami, { user: { ...user, suspendedAt: null, quarantinedAt: null } }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'See whether the pause is over' })).toBeEnabled());
  pastDoubleClick();
  await person.click(screen.getByRole('button', { name: 'See whether the pause is over' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

test('whoever may not pay yet is led to the support alone', async () => {
  await visit('/suspension-notice', { ...suspended, needsTosUpdate: true });
  expect(await screen.findByRole('link', { name: 'Contact support' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Add / Update Payment Details' })).toBeNull();
});
