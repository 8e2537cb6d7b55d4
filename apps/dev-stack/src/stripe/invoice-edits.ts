import type Stripe from 'stripe';
import { newInvoice, toPaidInvoice } from './new-invoice.ts';
import { idOf } from './objects.ts';
import type { StripeState } from './state.ts';

export interface Edit {
  /** The label of its button. */
  readonly label: string;
  readonly apply: (customer: Stripe.Customer, state: StripeState) => void;
}

type Invoice = Stripe.Invoice;

/** How many invoices `manyInvoices` adds: more than a page of Stripe's list, whose maximum is 100. */
const many = 120;
const daySeconds = 86_400;

/**
 * What staff can do with invoices. Sources: https://docs.stripe.com/invoicing/overview#invoice-lifecycle (states),
 * https://docs.stripe.com/invoicing/integration/programmatic-credit-notes, https://docs.stripe.com/invoicing/partial-payments
 */
export const invoiceEdits = {
  draftInvoice: {
    label: 'Create the draft of an invoice of a single item',
    apply: (customer, state) => addInvoice(customer, draft, state, 'invoice.created'),
  },
  finalizeDrafts: {
    label: 'Finalize the drafts',
    apply(customer, state) {
      const now = state.clock.nowFor(customer.id);
      editInvoices(
        customer,
        ['draft'],
        (invoice) => ({ ...finalized(invoice, customer, state), effective_at: now }),
        'invoice.finalized',
        state,
      );
    },
  },
  failFinalization: {
    label: 'Fail to finalize the drafts',
    apply(customer, state) {
      const error = { type: 'invalid_request_error', code: 'customer_tax_location_invalid' } as const;
      editInvoices(
        customer,
        ['draft'],
        () => ({ last_finalization_error: error }),
        'invoice.finalization_failed',
        state,
      );
    },
  },
  deleteDrafts: {
    label: 'Delete the drafts',
    apply(customer, state) {
      for (const invoice of invoicesOf(customer, ['draft'], state)) {
        state.objects.remove(invoice);
        state.events.emit('invoice.deleted', invoice);
      }
    },
  },
  invoiceInYen: {
    label: 'Add an unpaid invoice of a single item, in yen, due after 30 days',
    apply: (customer, state) => addInvoice(customer, dueIn('jpy', customer, state), state, 'invoice.sent'),
  },
  invoiceInRupiah: {
    label: 'Add an unpaid invoice of 25 million rupiah, due after 30 days',
    apply: (customer, state) =>
      // At Stripe, rupiah have two decimals. Source: https://docs.stripe.com/currencies#zero-decimal
      addInvoice(customer, dueIn('idr', customer, state), state, 'invoice.sent', 2_500_000_000),
  },
  manyInvoices: {
    label: `Add ${many} older invoices that are paid`,
    apply(customer, state) {
      const now = state.clock.nowFor(customer.id);
      // An id is also the order of the list, so the oldest is created first.
      for (let index = many; index > 0; index--) {
        const paid = (invoice: Invoice) => toPaidInvoice({ ...invoice, created: now - index * 30 * daySeconds }, now);
        addInvoice(customer, paid, state);
      }
      state.events.emit('customer.updated', customer);
    },
  },
  payPart: {
    label: 'Pay a part of the unpaid invoices',
    apply: (customer, state) =>
      editInvoices(
        customer,
        ['open'],
        ({ total }) => ({ amount_paid: 900, amount_remaining: total - 900 }),
        'invoice.updated',
        state,
      ),
  },
  creditNote: {
    label: 'Credit a part of the unpaid invoices',
    apply: (customer, state) =>
      editInvoices(
        customer,
        ['open'],
        ({ total }) => ({
          pre_payment_credit_notes_amount: 400,
          amount_due: total - 400,
          amount_remaining: total - 400,
        }),
        'invoice.updated',
        state,
      ),
  },
  voidInvoices: {
    label: 'Void the unpaid invoices',
    apply: (customer, state) =>
      editInvoices(customer, ['open', 'uncollectible'], () => ({ status: 'void' }), 'invoice.voided', state),
  },
  giveUpInvoices: {
    label: 'Mark the unpaid invoices as uncollectible',
    apply: (customer, state) =>
      editInvoices(customer, ['open'], () => ({ status: 'uncollectible' }), 'invoice.marked_uncollectible', state),
  },
} as const satisfies Record<string, Edit>;

const invoicesOf = ({ id }: Stripe.Customer, statuses: readonly Invoice['status'][], { objects }: StripeState) =>
  objects.all('invoice', ({ customer, status }) => idOf(customer) === id && statuses.includes(status));

function editInvoices(
  customer: Stripe.Customer,
  statuses: readonly Invoice['status'][],
  changesOf: (invoice: Invoice) => Partial<Invoice>,
  event: Stripe.Event['type'],
  state: StripeState,
): void {
  for (const invoice of invoicesOf(customer, statuses, state))
    state.events.emit(event, state.objects.save({ ...invoice, ...changesOf(invoice) }), invoice);
}

/** Adds an invoice of a single item, which belongs to no subscription. */
function addInvoice(
  customer: Stripe.Customer,
  change: (invoice: Invoice) => Invoice,
  state: StripeState,
  event?: Stripe.Event['type'],
  total = 4_900,
): void {
  const { objects, events, clock, url } = state;
  const [subscription] = objects.all('subscription', (each) => idOf(each.customer) === customer.id);
  const current = objects.find('customer', customer.id);
  if (!subscription || !current) return;
  const now = clock.nowFor(customer.id);
  const created = newInvoice({ subscription, customer: current, total, reason: 'manual', now, url });
  const invoice = objects.save(change(withoutSubscription(created, now)));
  if (invoice.status !== 'draft') countInvoice(current, state);
  if (event) events.emit(event, invoice);
}

const countInvoice = (customer: Stripe.Customer, { objects }: StripeState) =>
  objects.save({ ...customer, next_invoice_sequence: (customer.next_invoice_sequence ?? 1) + 1 });

/** The period of a single item is a moment. */
function withoutSubscription(invoice: Invoice, now: number): Invoice {
  const [line] = invoice.lines.data;
  const item = line && {
    ...line,
    description: 'Training',
    parent: null,
    subscription: null,
    period: { start: now, end: now },
  };
  return { ...invoice, parent: null, lines: { ...invoice.lines, data: item ? [item] : [] } };
}

/** A draft has no number, and no pages. */
const draft = (invoice: Invoice): Invoice => ({
  ...invoice,
  status: 'draft',
  number: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  effective_at: null,
  status_transitions: { ...invoice.status_transitions, finalized_at: null },
});

function finalized(invoice: Invoice, { id }: Stripe.Customer, state: StripeState): Partial<Invoice> {
  const customer = state.objects.get('customer', id);
  countInvoice(customer, state);
  const sequence = String(customer.next_invoice_sequence ?? 1).padStart(4, '0');
  return {
    status: 'open',
    number: `${customer.invoice_prefix ?? 'LOCAL'}-${sequence}`,
    hosted_invoice_url: `${state.url}/invoices/${invoice.id}`,
    invoice_pdf: `${state.url}/invoices/${invoice.id}/pdf`,
    last_finalization_error: null,
    status_transitions: { ...invoice.status_transitions, finalized_at: state.clock.nowFor(id) },
  };
}

const dueIn =
  (currency: string, { id }: Stripe.Customer, { clock }: StripeState) =>
  (invoice: Invoice): Invoice => ({
    ...invoice,
    currency,
    collection_method: 'send_invoice',
    due_date: clock.nowFor(id) + 30 * daySeconds,
  });
