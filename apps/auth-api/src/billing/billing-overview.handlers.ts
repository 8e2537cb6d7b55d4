import type { billingOverviewCalls } from '@portal/contract';
import { apiError } from '../errors/api-error.ts';
import type { Handlers } from '../pipeline/types.ts';
import { mirroredInvoicesOf, toBillingOverview } from './billing-overview.presenters.ts';
import { withStripeTimeout } from './stripe-calls.ts';

export const billingOverviewHandlers: Handlers<typeof billingOverviewCalls> = {
  async getBillingOverview(_input, { actor: { user }, db, services }) {
    const account = await db.billingAccount.findUnique({ where: { userId: user.id } });
    return { billingOverview: toBillingOverview(user, account, services.settings) };
  },

  async goToInvoice({ params: { invoiceId } }, context) {
    const { actor, db, services } = context;
    const { user } = actor;
    if (context.needsConfirmation) return context.confirmationPage(confirmInvoice);
    const account = await db.billingAccount.findUnique({ where: { userId: user.id } });
    const isMirrored = account && mirroredInvoicesOf(account)?.some(({ id }) => id === invoiceId);
    if (!isMirrored || account.customerId === null) throw apiError('InvoiceNotFound');
    const { customerId } = account;
    const url = await withStripeTimeout(() => services.billing.findInvoicePdf(customerId, invoiceId), services);
    if (url === null) throw apiError('InvoiceNotFound');
    return { redirect: url };
  },
};

const confirmInvoice = {
  title: 'Open the invoice?',
  text: 'This link opens one of your invoices at Stripe. Continue only if you expected this.',
  label: 'Open invoice',
};
