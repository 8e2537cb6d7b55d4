import Stripe from 'stripe';
import { itemOf, monthBefore } from './new-subscription.ts';
import { idOf, newId } from './objects.ts';

const daySeconds = 86_400;

interface NewInvoice {
  readonly subscription: Stripe.Subscription;
  readonly customer: Stripe.Customer;
  readonly total: number;
  readonly reason: Stripe.Invoice['billing_reason'];
  readonly now: number;
  readonly url: string;
}

/** A finalized, unpaid invoice. */
export function newInvoice({ subscription, customer, total, reason, now, url }: NewInvoice): Stripe.Invoice {
  const id = newId('in');
  const line = newLine(id, subscription, total);
  const sequence = String(customer.next_invoice_sequence ?? 1).padStart(4, '0');
  return {
    ...amounts(total),
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Stripe emulator',
    account_tax_ids: null,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: subscription.collection_method,
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: subscription.days_until_due === null ? null : now + subscription.days_until_due * daySeconds,
    effective_at: now,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `${url}/invoices/${id}`,
    invoice_pdf: `${url}/invoices/${id}/pdf`,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: [line], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `${customer.invoice_prefix ?? 'LOCAL'}-${sequence}`,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: {}, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    // The period before that of the line, in which its items were added. Source: `period_end` of the invoice object.
    period_end: line.period.start,
    period_start: reason === 'subscription_cycle' ? monthBefore(line.period.start) : line.period.start,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    statement_descriptor: null,
    status: 'open',
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    test_clock: null,
    webhooks_delivered_at: null,
  };
}

/** The invoice as `pause_collection` leaves it. Source: https://docs.stripe.com/billing/subscriptions/pause-payment */
export function toPausedInvoice(
  invoice: Stripe.Invoice,
  behavior: Stripe.Subscription.PauseCollection.Behavior,
): Stripe.Invoice {
  const { effective_at: now, status_transitions: transitions } = invoice;
  switch (behavior) {
    case 'void':
      return { ...invoice, status: 'void', status_transitions: { ...transitions, voided_at: now } };
    case 'mark_uncollectible':
      return {
        ...invoice,
        status: 'uncollectible',
        status_transitions: { ...transitions, marked_uncollectible_at: now },
      };
    default:
      return {
        ...invoice,
        ...{ status: 'draft', number: null, hosted_invoice_url: null, invoice_pdf: null, effective_at: null },
        ...{ auto_advance: false, status_transitions: { ...transitions, finalized_at: null } },
      };
  }
}

/** The invoice after its payment. */
export const toPaidInvoice = (invoice: Stripe.Invoice, now: number): Stripe.Invoice => ({
  ...invoice,
  status: 'paid',
  amount_paid: invoice.total,
  amount_remaining: 0,
  attempted: true,
  attempt_count: invoice.attempt_count + (invoice.total > 0 ? 1 : 0),
  next_payment_attempt: null,
  status_transitions: { ...invoice.status_transitions, paid_at: now },
});

const amounts = (total: number) => ({
  amount_due: total,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_remaining: total,
  amount_shipping: 0,
  ending_balance: 0,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  starting_balance: 0,
  subtotal: total,
  subtotal_excluding_tax: total,
  total,
  total_discount_amounts: [],
  total_excluding_tax: total,
  total_pretax_credit_amounts: [],
  total_taxes: [],
});

function newLine(invoice: string, subscription: Stripe.Subscription, amount: number): Stripe.InvoiceLineItem {
  const item = itemOf(subscription);
  const { price } = item;
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: subscription.currency,
    description: subscription.status === 'trialing' ? 'Free trial' : `1 × ${price.lookup_key ?? price.id}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) ?? '' },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: 1,
    quantity_decimal: Stripe.Decimal.from(1),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
}
