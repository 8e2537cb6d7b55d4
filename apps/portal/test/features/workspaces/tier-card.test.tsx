import { jest } from '@jest/globals';
import { billingCalls, workspaceCalls, type ActiveSubscription } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { portalApi } from '../../../src/api/cache/portal-api.ts';
import { mockCall, errorResponse, server } from '../../support/api-server.ts';
import { aSubscription, aUser } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';

const card = async () => within(await screen.findByRole('region', { name: 'Subscription' }));

async function open(overrides: Partial<ActiveSubscription> | Response, wait = 0) {
  const response = overrides instanceof Response ? overrides : { activeSubscription: aSubscription(overrides) };
  server.use(mockCall(workspaceCalls.listWorkspaces, []), mockCall(billingCalls.getActiveSubscription, response, wait));
  return { ...(await visit('/workspaces', aUser())), tier: await card() };
}

test.each<[id: string, label: string, overrides: Partial<ActiveSubscription>]>([
  ['4.subscription-tier.1', 'SI INTERNAL', { planCode: 'si_internal', exceededFreeTier: true }],
  ['4.subscription-tier.2', '30-DAY FREE TRIAL', { isTrial: true, state: 'trialing' }],
  ['4.subscription-tier.3', 'MONTHLY SUBSCRIPTION', { exceededFreeTier: true }],
  ['4.subscription-tier.4', 'FREE SUBSCRIPTION', {}],
])('[%s] the tier card of the workspaces page shows %s', async (_id, label, overrides) => {
  const { tier } = await open(overrides);
  expect(await tier.findByText(label)).toBeVisible();
});

test('[4.subscription-tier.2] a trial shows its last day', async () => {
  const { tier } = await open({ isTrial: true, state: 'trialing', endingAt: '2026-12-21T12:00:00.000Z' });
  expect(await tier.findByText('Ends end of day December 21, 2026')).toBeVisible();
});

test.each([
  [8, null],
  [7, '7 days left'],
  [1, '1 day left'],
  [0, 'Last day'],
])('a trial that ends in %s days shows %j', async (days, text) => {
  const end = new Date();
  end.setDate(end.getDate() + days);
  const { tier } = await open({ isTrial: true, state: 'trialing', endingAt: end.toISOString() });
  expect(await tier.findByText(/^Ends end of day/)).toBeVisible();
  if (text === null) expect(tier.queryByText(/left|Last day/)).toBeNull();
  else expect(tier.getByText(text)).toBeVisible();
});

test('[2.workspaces-page.2] the tier card has a help link to the pricing', async () => {
  const { tier } = await open({});
  expect(tier.getByRole('link', { name: /^Help with pricing/ })).toHaveAttribute(
    'href',
    'https://www.systeminit.com/pricing',
  );
});

test('[4.subscription-tier.1] SI INTERNAL has no trial date beside it', async () => {
  const { tier } = await open({
    planCode: 'si_internal',
    isTrial: true,
    state: 'trialing',
    endingAt: '2026-12-21T12:00:00.000Z',
  });
  expect(await tier.findByText('SI INTERNAL')).toBeVisible();
  expect(tier.queryByText(/Ends|December/)).toBeNull();
});

type State = [state: ActiveSubscription['state'], label: string, notice: string, action: [string, string] | null];

test.each<State>([
  [
    'paused',
    'FREE SUBSCRIPTION',
    'Your subscription is paused because the trial ended without payment details.',
    ['Add payment details', '/billing'],
  ],
  [
    'ended',
    'FREE SUBSCRIPTION',
    'Your subscription has ended. Contact support to start a new one.',
    ['Contact support', 'mailto:support@systeminit.com'],
  ],
  [
    'pending',
    'FREE SUBSCRIPTION',
    'Your subscription is not ready yet. We are setting it up, which can take a moment.',
    null,
  ],
])(
  '[4.subscription-tier] a subscription that is %s keeps the label %s, with a notice',
  async (state, label, notice, action) => {
    const { tier } = await open({ state });
    expect(await tier.findByText(label)).toBeVisible();
    expect(tier.getAllByText(/SUBSCRIPTION|TRIAL|INTERNAL/)).toHaveLength(1);
    expect(tier.getByText(notice)).toBeVisible();
    if (action) expect(tier.getByRole('link', { name: action[0] })).toHaveAttribute('href', action[1]);
    else expect(tier.getAllByRole('link')).toEqual([tier.getByRole('link', { name: /^Help with pricing/ })]);
  },
);

test('[4.subscription-tier] a subscription that is past due keeps its label, and its notice is in the list of what needs the user', async () => {
  const { tier } = await open({ state: 'pastDue', exceededFreeTier: true });
  expect(await tier.findByText('MONTHLY SUBSCRIPTION')).toBeVisible();
  expect(tier.getAllByRole('link')).toEqual([tier.getByRole('link', { name: /^Help with pricing/ })]);
  const needs = within(await screen.findByRole('list', { name: 'Needs you' }));
  expect(
    needs.getByText('Your last payment failed. Check your payment details, then pay the open invoice.'),
  ).toBeVisible();
  expect(needs.getByRole('link', { name: 'Check payment details' })).toHaveAttribute('href', '/billing');
});

test('a subscription that can be started again leads to the billing page', async () => {
  const { tier } = await open({ state: 'ended', chargedOnRestart: { amount: 4_900, currency: 'usd' } });
  expect(await tier.findByRole('link', { name: 'Start again' })).toHaveAttribute('href', '/billing');
});

test('a subscription that cannot be loaded shows no tier and can be retried', async () => {
  const { tier, ui } = await open(errorResponse('DatabaseUnavailable'));
  expect(await tier.findByText('Your subscription can’t be shown right now.')).toBeVisible();
  expect(tier.queryByText(/SUBSCRIPTION|TRIAL/)).toBeNull();
  server.use(mockCall(billingCalls.getActiveSubscription, { activeSubscription: aSubscription() }));
  await ui.click(tier.getByRole('button', { name: 'Try again' }));
  expect(await tier.findByText('FREE SUBSCRIPTION')).toBeVisible();
});

test('a subscription that cannot be refreshed stays, is marked as out of date and can be retried', async () => {
  const { tier, ui, store } = await open({ state: 'paused' });
  expect(await tier.findByText('FREE SUBSCRIPTION')).toBeVisible();
  server.use(mockCall(billingCalls.getActiveSubscription, errorResponse('DatabaseUnavailable')));
  act(() => void store.dispatch(portalApi.util.invalidateTags(['Billing'])));
  expect(await tier.findByText('This may be out of date. It can’t be refreshed right now.')).toBeVisible();
  expect(tier.getByText('FREE SUBSCRIPTION')).toBeVisible();
  expect(tier.getByRole('link', { name: 'Add payment details' })).toBeVisible();
  expect(tier.queryByText('Your subscription can’t be shown right now.')).toBeNull();
  server.use(
    mockCall(billingCalls.getActiveSubscription, { activeSubscription: aSubscription({ exceededFreeTier: true }) }),
  );
  await ui.click(tier.getByRole('button', { name: 'Try again' }));
  expect(await tier.findByText('MONTHLY SUBSCRIPTION')).toBeVisible();
  expect(tier.queryByText(/out of date/)).toBeNull();
});

test('a subscription that is not ready can be checked again at once', async () => {
  const { tier, ui } = await open({ state: 'pending' });
  expect(await tier.findByText(/^Your subscription is not ready yet/)).toBeVisible();
  server.use(mockCall(billingCalls.getActiveSubscription, { activeSubscription: aSubscription() }));
  await ui.click(await tier.findByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(tier.queryByText(/not ready yet/)).toBeNull());
  expect(tier.getByText('FREE SUBSCRIPTION')).toBeVisible();
  expect(tier.queryByRole('button', { name: 'Check again' })).toBeNull();
});

test('a subscription that could not be loaded appears once the API responds', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { tier } = await open(errorResponse('DatabaseUnavailable'));
  expect(await tier.findByText('Your subscription can’t be shown right now.')).toBeVisible();
  server.use(mockCall(billingCalls.getActiveSubscription, { activeSubscription: aSubscription() }));
  await act(() => jest.advanceTimersByTimeAsync(5500));
  expect(await tier.findByText('FREE SUBSCRIPTION')).toBeVisible();
  jest.useRealTimers();
});

test('a subscription that is being set up appears once it is ready', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { tier } = await open({ state: 'pending' });
  expect(await tier.findByText(/^Your subscription is not ready yet/)).toBeVisible();
  server.use(
    mockCall(billingCalls.getActiveSubscription, {
      activeSubscription: aSubscription({ isTrial: true, state: 'trialing' }),
    }),
  );
  await act(() => jest.advanceTimersByTimeAsync(5500));
  expect(await tier.findByText('30-DAY FREE TRIAL')).toBeVisible();
  expect(tier.queryByText(/not ready yet/)).toBeNull();
  jest.useRealTimers();
});
