import * as z from 'zod/mini';
import { pageSize, TimeCursor } from '../pagination.ts';
import { IdInput, IsoTimestamp, validationMessages } from '../primitives.ts';

/** The interval of a recurring price, as at Stripe. */
export const PriceInterval = z.enum(['day', 'week', 'month', 'year']);

/** A recurring price. Amounts are in the smallest unit of the currency, such as cents. */
export const Price = z.object({
  amount: z.int(),
  /** The ISO 4217 code in lower case. */
  currency: z.string(),
  interval: PriceInterval,
  /** For example 3 for an invoice every three months. */
  intervalCount: z.int(),
});
export type Price = z.infer<typeof Price>;

/**
 * The state of an invoice. `open`: not paid yet. `failed`: not paid, and an attempt to charge the card failed. `uncollectible`: given
 * up. `void`: cancelled.
 */
export const InvoiceStatus = z.enum(['open', 'failed', 'paid', 'uncollectible', 'void']);
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;

/** The id of an invoice at Stripe. */
const InvoiceId = z.string(validationMessages.invalid).check(z.regex(/^in_\w{1,200}$/, validationMessages.invalid));

/** An invoice of Stripe that is not a draft. */
export const Invoice = z.object({
  /** The id at Stripe. */
  id: z.string(),
  /** The number on the invoice. */
  number: z.nullable(z.string()),
  createdAt: IsoTimestamp,
  /** What is invoiced. Null if that is not a period. */
  period: z.nullable(z.object({ start: IsoTimestamp, end: IsoTimestamp })),
  /** In the smallest unit of the currency. */
  total: z.int(),
  currency: z.string(),
  status: InvoiceStatus,
  /** What is left to pay, in the smallest unit of the currency. */
  due: z.int(),
  /** Until when to pay it. Null if the card is charged at once. */
  dueAt: z.nullable(IsoTimestamp),
  /** When the card is charged again after a failed attempt. Null if it is not. */
  nextAttemptAt: z.optional(z.nullable(IsoTimestamp)),
  paidAt: z.nullable(IsoTimestamp),
  /** The URL of the PDF. It is a URL of this API that redirects to Stripe. */
  pdfUrl: z.string(),
  /** The URL of Stripe's page of the invoice, on which it can be paid. It is a URL of this API that redirects to Stripe. */
  paymentUrl: z.string(),
});
export type Invoice = z.infer<typeof Invoice>;

/** A credit card, without its number. */
export const PaymentCard = z.object({
  /** As at Stripe, such as `visa`. */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
});
export type PaymentCard = z.infer<typeof PaymentCard>;

/** The invoice that Stripe creates when the current period ends. */
export const NextInvoice = z.object({
  date: IsoTimestamp,
  /** In the smallest unit of the currency. Null if discounts, taxes or a balance change it. */
  amount: z.nullable(z.int()),
  currency: z.string(),
});
export type NextInvoice = z.infer<typeof NextInvoice>;

/** What a user pays, when, and with what. Fields are null as long as they are unknown. */
export const BillingOverview = z.object({
  price: z.nullable(Price),
  /** Null if no payment follows: the subscription ends or is paused, its payments are paused, or it is a trial without a card. */
  nextInvoice: z.nullable(NextInvoice),
  /** Whether another period follows the current one, if it can be paid. False if the plan was cancelled, and while it is paused. */
  isContinued: z.boolean(),
  /** The card on file. It is charged if an invoice follows. Null also for a payment method of another kind. */
  card: z.nullable(PaymentCard),
  /** The newest invoices, three at most. Null until they have been read from Stripe. */
  invoices: z.nullable(z.array(Invoice)),
  /** The newest invoice with something left to pay, which can be older than those. */
  unpaidInvoice: z.nullable(Invoice),
});
export type BillingOverview = z.infer<typeof BillingOverview>;

/** What the API last read from Stripe. */
export const BillingOverviewResult = z.object({ billingOverview: BillingOverview });

/** Path parameters of the calls about an invoice. */
export const InvoiceParams = z.object({
  /** The user's id. `whoami` returns your own. */
  userId: IdInput,
  /** The id of the invoice at Stripe. */
  invoiceId: InvoiceId,
});

/** Without parameters the response is the first page. */
export const InvoicesQuery = z.strictObject({
  /** The `next` of the previous page. */
  after: z.optional(TimeCursor),
  /** The maximum number of rows; 20 by default. */
  limit: z.optional(pageSize(100)),
});

/** A page of invoices. */
export const Invoices = z.object({
  /** Newest first. */
  invoices: z.array(Invoice),
  /** The cursor of the next page. Null on the last one. */
  next: z.nullable(TimeCursor),
});
