import { billingCalls, type BillingDetails } from '@portal/contract';
import { screen } from '@testing-library/react';
import { mockCall, server, type ReceivedRequest } from '../../support/api-server.ts';
import { aSubscription, aUser, billingDetails } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';

export const member = aUser();

/** The billing page, with the details of the last save. */
export async function openBilling(given: BillingDetails = billingDetails(), user = member) {
  const saved: unknown[] = [];
  const state = { details: given, loads: 0 };
  server.use(
    mockCall(billingCalls.getActiveSubscription, { activeSubscription: aSubscription() }),
    mockCall(billingCalls.hasBillingDetails, { paymentDetailsSet: true }),
    mockCall(billingCalls.getBillingDetails, () => {
      state.loads += 1;
      return { billingDetails: state.details };
    }),
    mockCall(billingCalls.updateBillingDetails, ({ body }: ReceivedRequest) => {
      saved.push(body);
      return { billingDetails: state.details };
    }),
  );
  const visited = await visit('/billing', user);
  // Details that are filled in are a summary.
  await screen.findByText('Latest invoices');
  const edit = screen.queryByRole('button', { name: 'Edit the billing details' });
  if (edit) await visited.ui.click(edit);
  await screen.findByLabelText(/First Name/);
  return { ...visited, saved, state };
}

export const saveButton = () => screen.getByRole('button', { name: 'Save Billing Details' });
