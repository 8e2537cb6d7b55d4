import { formatAmount, formatUtcDate } from '@portal/contract';
import type Stripe from 'stripe';
import { html, type Html } from '../emulator/html.ts';
import type { Page } from '../emulator/page.ts';
import { table } from '../emulator/table.ts';
import { cardFields, footnote, testCardList, type CheckoutForm } from './checkout.pages.ts';
import { itemOf } from './new-subscription.ts';

/** A timestamp of Stripe, which is in seconds. */
export const formatDate = (seconds: number) => formatUtcDate(new Date(seconds * 1_000));

interface PortalPageData {
  readonly session: Stripe.BillingPortal.Session;
  readonly customer: Stripe.Customer;
  readonly subscription: Stripe.Subscription | undefined;
  readonly invoices: readonly Stripe.Invoice[];
  readonly card: Stripe.PaymentMethod | undefined;
}

export function portalPage({ session, customer, subscription, invoices, card }: PortalPageData): Page {
  const body = html`${subscription && planSection(subscription, session)}
    <h2>Payment method</h2>
    <p>
      ${card?.card ? `Card ending in ${card.card.last4}, expires ${card.card.exp_month}/${card.card.exp_year}` : 'None'}
    </p>
    <h2>Invoices</h2>
    ${invoiceTable(invoices, session)}`;
  const back = session.return_url === null ? undefined : { label: 'Return', href: session.return_url };
  const title = `Billing: ${customer.name ?? customer.email ?? customer.id}`;
  return { title, body, footnote, layout: 'details', back };
}

function planSection(subscription: Stripe.Subscription, { id }: Stripe.BillingPortal.Session): Html {
  const { price, current_period_end: end } = itemOf(subscription);
  const name = price.lookup_key ?? price.id;
  const action = subscription.cancel_at_period_end ? ['keep', 'Keep plan'] : ['cancel', 'Cancel plan'];
  return html`<h2>Plan</h2>
    <p>
      ${name}, <span class="badge">${subscription.status}</span>,
      ${subscription.cancel_at_period_end ? 'ends' : 'next invoice'} on ${formatDate(end)}
    </p>
    ${
      subscription.status !== 'canceled' &&
      html`<form method="post" action="/portal/${id}/${action[0]}" class="actions">
        <button class="plain">${action[1]}</button>
      </form>`
    }`;
}

function invoiceTable(invoices: readonly Stripe.Invoice[], { id }: Stripe.BillingPortal.Session): Html {
  if (invoices.length === 0) return html`<p class="quiet">No invoices yet.</p>`;
  const rows = invoices.map((invoice) => [
    formatDate(invoice.created),
    html`<a href="/invoices/${invoice.id}">${invoice.number}</a>`,
    formatAmount(invoice.total, invoice.currency),
    invoiceStatus(invoice, id),
  ]);
  return table(['Date', 'Number', 'Amount', 'Status'], rows);
}

const invoiceStatus = ({ status }: Stripe.Invoice, portalSessionId: string): Html =>
  html`${status}
  ${
    status === 'open' &&
    html`<form method="post" action="/portal/${portalSessionId}/pay"><button class="link">Pay now</button></form>`
  }`;

/** Name and address of the customer of an invoice, in one line. */
export function billTo({ customer_name: name, customer_address: address }: Stripe.Invoice): string {
  const city = [address?.postal_code, address?.city].filter(Boolean).join(' ');
  return [name, address?.line1, address?.line2, city, address?.state, address?.country].filter(Boolean).join(', ');
}

/** The hosted page of an invoice, on which it can be paid without a login. Source: https://docs.stripe.com/invoicing/hosted-invoice-page */
export function invoicePage(invoice: Stripe.Invoice, { values = {}, errors }: CheckoutForm = {}): Page {
  const lines = invoice.lines.data.map((line) => [
    line.description,
    `${formatDate(line.period.start)} to ${formatDate(line.period.end)}`,
    formatAmount(line.amount, line.currency),
  ]);
  const body = html`<dl>
      <dt>Date</dt>
      <dd>${formatDate(invoice.created)}</dd>
      <dt>Bill to</dt>
      <dd>${billTo(invoice)}</dd>
      <dt>Email</dt>
      <dd>${invoice.customer_email}</dd>
      <dt>Status</dt>
      <dd>${invoice.status}</dd>
      <dt>Total</dt>
      <dd>${formatAmount(invoice.total, invoice.currency)}</dd>
    </dl>
    <h2>Items</h2>
    ${table(['Description', 'Period', 'Amount'], lines)}
    <p><a href="/invoices/${invoice.id}/pdf">Download PDF</a></p>
    ${
      invoice.status === 'open' &&
      html`<h2>Pay with a card</h2>
        <form method="post" action="/invoices/${invoice.id}" class="stack">
          ${cardFields(values, errors)}
          <button class="full">Pay ${formatAmount(invoice.amount_remaining, invoice.currency)}</button>
        </form>
        ${testCardList()}`
    }`;
  return { title: `Invoice ${invoice.number ?? ''}`, body, footnote, layout: 'details' };
}
