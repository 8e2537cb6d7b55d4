import { formatTimeCursor, parseTimeCursor, type billingOverviewCalls } from '@portal/contract';
import { apiError } from '../../platform/errors/api-error.ts';
import type { InvoiceUrls } from '../../integrations/stripe/billing-provider.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { paginate } from '../../request/call/pagination.ts';
import type { ActorContext, Handlers } from '../../request/call/types.ts';
import { toBillingOverview, toInvoice } from '../../integrations/stripe/billing-overview.presenters.ts';
import { findUnpaidInvoice, newestFirst } from './unpaid-invoice.ts';
import { withStripeTimeout } from './stripe-request-guards.ts';

/** How many invoices are shown beside the subscription. */
const latestInvoices = 3;
const defaultPageSize = 20;

/** In the order of `newestFirst`. */
const isAfter = ({ timestamp, id }: { readonly timestamp: Date; readonly id: string }) =>
  ({
    OR: [{ createdAt: { lt: timestamp } }, { createdAt: timestamp, id: { lt: id } }],
  }) satisfies Prisma.InvoiceWhereInput;

export const billingOverviewHandlers: Handlers<typeof billingOverviewCalls> = {
  async getBillingOverview(_input, { actor: { user }, db, services }) {
    const account = await db.billingAccount.findUnique({ where: { userId: user.id } });
    const ofUser = { userId: user.id };
    const latest = await db.invoice.findMany({ where: ofUser, orderBy: newestFirst, take: latestInvoices });
    const unpaid = await findUnpaidInvoice(user.id, db);
    return { billingOverview: toBillingOverview(account, { latest, unpaid }, services.settings) };
  },

  async listInvoices({ query: { after, limit = defaultPageSize } }, context) {
    const { actor, db, services } = context;
    const cursor = after === undefined ? null : parseTimeCursor(after);
    const found = await db.invoice.findMany({
      where: { userId: actor.user.id, ...(cursor && isAfter(cursor)) },
      orderBy: newestFirst,
      take: limit + 1,
    });
    const { rows, next } = paginate(
      found,
      limit,
      ({ createdAt, id }) => formatTimeCursor(createdAt.toISOString(), id),
      context,
    );
    return { invoices: rows.map((row) => toInvoice(row, services.settings)), next };
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
  const mirrored = await db.invoice.findFirst({ where: { id: invoiceId, userId: actor.user.id } });
  if (!mirrored) throw apiError('InvoiceNotFound');
  const { customerId } = mirrored;
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
