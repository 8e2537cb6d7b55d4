import { billingCalls, billingOverviewCalls } from '@portal/contract';
import { aBillingOverview, anInvoice, aSubscription, aUser, billingDetails } from '@portal/contract/fixtures';
import { screen, within } from '@testing-library/react';
import { mockCall, server } from '../../support/api-server.ts';
import { visit } from '../../support/render-portal.tsx';

const trialing = { isTrial: true, state: 'trialing', endingAt: '2026-12-21T12:00:00.000Z' } as const;

beforeEach(() =>
  server.use(
    mockCall(billingCalls.getBillingDetails, { billingDetails: billingDetails() }),
    mockCall(billingCalls.hasBillingDetails, { paymentDetailsSet: true }),
  ),
);

test.each([
  ['once, in the label of the plan', 'monthly', 'Ends end of day December 21, 2026'],
  ['for the internal plan, whose label does not have it', 'si_internal', /^December 21, 2026 \d+:\d\d [AP]M \S+$/],
])('the page shows the end of a trial %s', async (_how, planCode, end) => {
  server.use(
    mockCall(billingCalls.getActiveSubscription, { activeSubscription: aSubscription({ ...trialing, planCode }) }),
  );
  await visit('/billing', aUser());
  await screen.findByRole('heading', { name: 'Latest invoices' });
  expect(screen.getAllByText(/December 21, 2026 \d|^Ends end of day/)).toEqual([screen.getByText(end)]);
});

test('an invoice of $0 is only among all invoices', async () => {
  const free = anInvoice({ total: 0 });
  server.use(
    mockCall(billingOverviewCalls.getBillingOverview, { billingOverview: aBillingOverview({ invoices: [free] }) }),
    mockCall(billingOverviewCalls.listInvoices, { invoices: [free], next: null }),
  );
  const { ui } = await visit('/billing', aUser());
  const section = within(await screen.findByRole('region', { name: 'Latest invoices' }));
  expect(section.getByText('No charges yet.')).toBeVisible();
  expect(section.queryByRole('listitem')).toBeNull();
  await ui.click(section.getByRole('button', { name: 'Show all invoices' }));
  const all = within(screen.getByRole('region', { name: 'All invoices' }));
  expect(all.getByRole('listitem')).toHaveTextContent('$0.00');
});
