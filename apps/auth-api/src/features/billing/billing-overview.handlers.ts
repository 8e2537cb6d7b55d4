import type { billingOverviewCalls } from '@portal/contract';
import { apiError } from '../../platform/errors/api-error.ts';
import type { InvoiceUrls } from '../../integrations/stripe/billing-provider.ts';
import type { ActorContext, Handlers } from '../../request/call/types.ts';
import { mirroredInvoicesOf, toBillingOverview } from '../../integrations/stripe/billing-overview.presenters.ts';
import { withStripeTimeout } from './stripe-request-guards.ts';

export const billingOverviewHandlers: Handlers<typeof billingOverviewCalls> = {
  async getBillingOverview(_input, { actor: { user }, db, services }) {
    const account = await db.billingAccount.findUnique({ where: { userId: user.id } });
    return { billingOverview: toBillingOverview(user, account, services.settings) };
  },

  async goToInvoice({ params }, context) {
    if (context.needsConfirmation) return context.confirmationPage(confirmInvoice);
    return { redirect: await findInvoiceUrl('pdfUrl', params.invoiceId, context) };
  },

  async goToInvoicePayment({ params }, context) {
    if (context.needsConfirmation) return context.confirmationPage(confirmPayment);
    return { redirect: await findInvoiceUrl('pageUrl', params.invoiceId, context) };
  },
};

/** Stripe's URL of an invoice that the user has, by the mirror and at Stripe. */
async function findInvoiceUrl(
  name: keyof InvoiceUrls,
  invoiceId: string,
  { actor, db, services }: ActorContext,
): Promise<string> {
  const account = await db.billingAccount.findUnique({ where: { userId: actor.user.id } });
  const isMirrored = account && mirroredInvoicesOf(account)?.some(({ id }) => id === invoiceId);
  if (!isMirrored || account.customerId === null) throw apiError('InvoiceNotFound');
  const { customerId } = account;
  const invoice = await withStripeTimeout(() => services.billing.findInvoice(customerId, invoiceId), services);
  const url = invoice?.[name] ?? null;
  if (url === null) throw apiError('InvoiceNotFound');
  return url;
}

const confirmInvoice = {
  title: 'Open the invoice?',
  text: 'This link opens one of your invoices at Stripe. Continue only if you expected this.',
  label: 'Open invoice',
};

const confirmPayment = {
  title: 'Pay the invoice?',
  text: 'This link opens one of your invoices at Stripe, where you can pay it. Continue only if you expected this.',
  label: 'Open invoice',
};
