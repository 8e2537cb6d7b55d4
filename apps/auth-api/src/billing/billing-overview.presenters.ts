import {
  InvoiceStatus,
  PriceInterval,
  type BillingOverview,
  type NextInvoice,
  type PaymentCard,
  type Price,
} from '@portal/contract';
import * as z from 'zod/mini';
import type { Settings } from '../config/settings.ts';
import type { BillingAccount, User } from '../generated/prisma/client.ts';
import type { MirroredInvoice } from '../integrations/stripe/billing-provider.ts';

const MirroredInvoices = z.array(
  z.object({
    id: z.string(),
    number: z.nullable(z.string()),
    createdAt: z.iso.datetime(),
    total: z.int(),
    currency: z.string(),
    status: InvoiceStatus,
  }),
);

/** The newest invoices of the mirror. Null until they have been read from Stripe. */
export const mirroredInvoicesOf = ({ invoices }: Pick<BillingAccount, 'invoices'>): MirroredInvoice[] | null =>
  invoices === null ? null : MirroredInvoices.parse(invoices);

/** What a user pays, when and with what, from the mirror. */
export function toBillingOverview(
  user: Pick<User, 'id'>,
  account: BillingAccount | null,
  { AUTH_API_URL }: Pick<Settings, 'AUTH_API_URL'>,
): BillingOverview {
  if (!account) return { price: null, nextInvoice: null, isContinued: false, card: null, invoices: null };
  const invoices = mirroredInvoicesOf(account);
  return {
    price: toPrice(account),
    nextInvoice: toNextInvoice(account),
    isContinued: isContinued(account),
    card: toCard(account),
    invoices:
      invoices?.map((invoice) => ({
        ...invoice,
        pdfUrl: `${AUTH_API_URL}/users/${user.id}/billing/invoices/${invoice.id}/pdf`,
      })) ?? null,
  };
}

export function toPrice({ priceAmount, priceInterval, priceIntervalCount, currency }: BillingAccount): Price | null {
  const interval = PriceInterval.safeParse(priceInterval);
  if (priceAmount === null || currency === null || !interval.success) return null;
  return { amount: priceAmount, currency, interval: interval.data, intervalCount: priceIntervalCount ?? 1 };
}

/** Stripe has no date of a next invoice for a plan that was cancelled. For a trial without a card it has one. */
export const isContinued = ({ nextInvoiceAt }: Pick<BillingAccount, 'nextInvoiceAt'>) => nextInvoiceAt !== null;

/** A trial without a card is paused at its end (`startTrial`), so no invoice follows. */
function toNextInvoice(account: BillingAccount): NextInvoice | null {
  const { nextInvoiceAt, nextInvoiceAmount, currency, subscriptionStatus, hasPaymentMethod } = account;
  if (nextInvoiceAt === null || currency === null) return null;
  if (subscriptionStatus === 'trialing' && !hasPaymentMethod) return null;
  return { date: nextInvoiceAt.toISOString(), amount: nextInvoiceAmount, currency };
}

export function toCard({ cardBrand, cardLast4, cardExpMonth, cardExpYear }: BillingAccount): PaymentCard | null {
  if (cardBrand === null || cardLast4 === null || cardExpMonth === null || cardExpYear === null) return null;
  return { brand: cardBrand, last4: cardLast4, expMonth: cardExpMonth, expYear: cardExpYear };
}
