import { defineCalls } from '../call.ts';
import { UserParams } from '../users/users.schemas.ts';
import { BillingOverviewResult, InvoiceParams, Invoices, InvoicesQuery } from './billing-overview.schemas.ts';

const access = { who: 'self', requires: ['verifiedEmail', 'acceptedTerms'], allowedWhile: ['suspension'] } as const;

/** Apart from the other calls of billing, because the list of workspaces loads those. */
export const billingOverviewCalls = defineCalls({
  getBillingOverview: {
    method: 'GET',
    path: '/users/:userId/billing/overview',
    access,
    params: UserParams,
    result: BillingOverviewResult,
    providesTags: ['Billing'],
    summary: 'Get your price, next invoice, card and latest invoices',
  },
  listInvoices: {
    method: 'GET',
    path: '/users/:userId/billing/invoices',
    access,
    params: UserParams,
    query: InvoicesQuery,
    paginated: true,
    result: Invoices,
    providesTags: ['Billing'],
    summary: 'List your invoices',
  },
  goToInvoice: {
    method: 'GET',
    path: '/users/:userId/billing/invoices/:invoiceId/pdf',
    rateLimit: { times: 60, seconds: 3_600, per: 'user' },
    access,
    upstream: 'stripe',
    responseKind: 'redirect',
    confirmWhen: 'cross-site',
    params: InvoiceParams,
    errors: ['BillingUnavailable', 'BillingMisconfigured', 'InvoiceNotFound'],
    summary: 'Redirect to the PDF of an invoice at Stripe',
  },
  goToInvoicePayment: {
    method: 'GET',
    path: '/users/:userId/billing/invoices/:invoiceId/payment',
    rateLimit: { times: 60, seconds: 3_600, per: 'user' },
    access,
    upstream: 'stripe',
    responseKind: 'redirect',
    confirmWhen: 'cross-site',
    params: InvoiceParams,
    errors: ['BillingUnavailable', 'BillingMisconfigured', 'InvoiceNotFound'],
    summary: 'Redirect to the page of an invoice at Stripe, on which it can be paid',
  },
});
