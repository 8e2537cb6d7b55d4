import { billingCalls, billingOverviewCalls, type ActiveSubscription, type BillingOverview } from '@portal/contract';
import { screen, within } from '@testing-library/react';
import { aBillingOverview, anInvoice, aSubscription, billingDetails } from '@portal/contract/fixtures';
import { mockCall, server } from '../../support/api-server.ts';
import { visit } from '../../support/render-portal.tsx';
import { member } from './open-billing.tsx';

async function openWithoutCard(subscription: Partial<ActiveSubscription>, overview: Partial<BillingOverview>) {
  server.use(
    mockCall(billingCalls.getBillingDetails, { billingDetails: billingDetails() }),
    mockCall(billingCalls.getActiveSubscription, { activeSubscription: aSubscription(subscription) }),
    mockCall(billingCalls.hasBillingDetails, { paymentDetailsSet: false }),
    mockCall(billingOverviewCalls.getBillingOverview, { billingOverview: aBillingOverview(overview) }),
  );
  await visit('/billing', member);
  await screen.findByRole('heading', { name: 'Latest invoices' });
}

const plan = () => screen.getByText('Plan', { selector: 'dt' }).nextElementSibling;

test('a paused subscription has a badge, and the page says what the pause means', async () => {
  await openWithoutCard({ state: 'paused' }, { nextInvoice: null });
  expect(plan()).toHaveTextContent('FREE SUBSCRIPTIONPaused');
  expect(
    screen.getByText(
      'While it is paused, nothing is charged, and your workspaces, members and API tokens stay as they are. The pause has no end date.',
    ),
  ).toBeVisible();
});

test('while a payment is past due, paying it is the one main action', async () => {
  const failed = anInvoice({ status: 'failed', due: 4_900 });
  await openWithoutCard({ state: 'pastDue', exceededFreeTier: true }, { invoices: [failed], unpaidInvoice: failed });
  expect(plan()).toHaveTextContent('MONTHLY SUBSCRIPTIONPast due');
  expect(screen.getByRole('alert')).toHaveClass('bg-destructive');
  expect(screen.getByText('$49.00 is unpaid')).toBeVisible();
  const primary = screen.getAllByRole('link').filter(({ classList }) => classList.contains('bg-action-solid'));
  expect(primary).toEqual([within(screen.getByRole('alert')).getByRole('link', { name: /^Pay \$49\.00/ })]);
});
