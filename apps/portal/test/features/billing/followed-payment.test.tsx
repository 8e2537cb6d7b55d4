import { jest } from '@jest/globals';
import { billingCalls, billingOverviewCalls, type Invoice } from '@portal/contract';
import { aBillingOverview, anInvoice, aSubscription, aUser, billingDetails } from '@portal/contract/fixtures';
import { act, screen } from '@testing-library/react';
import { mockCall, server } from '../../support/api-server.ts';
import { visit } from '../../support/render-portal.tsx';

const member = aUser();

afterEach(() => jest.useRealTimers());

const invoiceOf = (month: number, overrides: Partial<Invoice> = {}) =>
  anInvoice({
    id: `in_${month}`,
    number: `ACME-${month}`,
    createdAt: `2026-${String(month).padStart(2, '0')}-21T12:00:00.000Z`,
    ...overrides,
  });

/** Clicks the button to pay an invoice, without following its link. */
function pay(number: string) {
  const [link] = screen.getAllByRole('link', { name: new RegExp(`^Pay .* for the invoice ${number} `) });
  link?.addEventListener('click', (event) => event.preventDefault());
  act(() => link?.click());
}

test.each([
  ['of the latest', invoiceOf(11, { status: 'failed', due: 4_900 })],
  ['older than the latest', invoiceOf(7, { status: 'failed', due: 4_900 })],
])('the payment of one that is %s shows while another invoice is unpaid, and ends the polling', async (_, payable) => {
  jest.useFakeTimers({ advanceTimers: true });
  const unpaid = invoiceOf(12, { status: 'failed', due: 900 });
  const others = [invoiceOf(10), invoiceOf(9), invoiceOf(8)];
  const mock = (invoice: Invoice) => {
    const invoices = [unpaid, ...others, invoice].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    const loads = { subscription: 0 };
    const billingOverview = aBillingOverview({ invoices: invoices.slice(0, 3), unpaidInvoice: unpaid });
    server.use(
      mockCall(billingCalls.getBillingDetails, { billingDetails: billingDetails() }),
      mockCall(billingCalls.hasBillingDetails, { paymentDetailsSet: true }),
      mockCall(billingOverviewCalls.getBillingOverview, { billingOverview }),
      mockCall(billingOverviewCalls.listInvoices, { invoices, next: null }),
      mockCall(billingCalls.getActiveSubscription, () => {
        loads.subscription += 1;
        return { activeSubscription: aSubscription({ state: 'pastDue' }) };
      }),
    );
    return loads;
  };
  mock(payable);
  const { ui } = await visit('/billing', member);
  await ui.click(await screen.findByRole('button', { name: 'Show older invoices' }));
  await screen.findByRole('link', { name: new RegExp(`^Pay .* for the invoice ${payable.number ?? ''} `) });
  pay(payable.number ?? '');
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  expect(screen.queryByText(/^Your invoice is paid/)).toBeNull();
  const loads = mock({ ...payable, status: 'paid', due: 0 });
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  expect(await screen.findByText(/^Your invoice is paid/)).toBeVisible();
  const before = loads.subscription;
  await act(() => jest.advanceTimersByTimeAsync(120_000));
  expect(loads.subscription).toBe(before);
});
