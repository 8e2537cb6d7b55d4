import type Stripe from 'stripe';
import { html, type Html } from '../emulator/html.ts';
import type { Page } from '../emulator/page.ts';
import { footnote } from './checkout.pages.ts';
import { itemOf } from './new-subscription.ts';

export const formatDate = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10);
export const formatAmount = (amount: number, currency: string) =>
  `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;

interface PortalPageData {
  readonly session: Stripe.BillingPortal.Session;
  readonly customer: Stripe.Customer;
  readonly subscription: Stripe.Subscription | undefined;
  readonly invoices: readonly Stripe.Invoice[];
  readonly card: Stripe.PaymentMethod | undefined;
}

export function portalPage({ session, customer, subscription, invoices, card }: PortalPageData): Page {
  const body = html`<header class="top">
      <h1>Billing: ${customer.name ?? customer.email ?? customer.id}</h1>
      ${session.return_url !== null && html`<a class="button plain" href="${session.return_url}">Return</a>`}
    </header>
    <main class="panel">
      ${subscription && planSection(subscription, session)}
      <h2>Payment method</h2>
      <p>
        ${card?.card ? `Card ending in ${card.card.last4}, expires ${card.card.exp_month}/${card.card.exp_year}` : 'None'}
      </p>
      <h2>Invoices</h2>
      ${invoiceTable(invoices, session)}
    </main>`;
  return { title: 'Billing', body, footnote, layout: 'wide' };
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
  const rows = invoices.map(
    (invoice) =>
      html`<tr>
        <td>${formatDate(invoice.created)}</td>
        <td><a href="/invoices/${invoice.id}">${invoice.number}</a></td>
        <td>${formatAmount(invoice.total, invoice.currency)}</td>
        <td>
          ${invoice.status}
          ${
            invoice.status === 'open' &&
            html`<form method="post" action="/portal/${id}/pay"><button class="link">Pay now</button></form>`
          }
        </td>
      </tr>`,
  );
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Date</th>
        <th scope="col">Number</th>
        <th scope="col">Amount</th>
        <th scope="col">Status</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** Name and address of the customer of an invoice, in one line. */
export function billTo({ customer_name: name, customer_address: address }: Stripe.Invoice): string {
  const city = [address?.postal_code, address?.city].filter(Boolean).join(' ');
  return [name, address?.line1, address?.line2, city, address?.state, address?.country].filter(Boolean).join(', ');
}

/** A printable invoice. */
export function invoicePage(invoice: Stripe.Invoice): Page {
  const lines = invoice.lines.data.map(
    (line) =>
      html`<tr>
        <td>${line.description}</td>
        <td>${formatDate(line.period.start)} to ${formatDate(line.period.end)}</td>
        <td>${formatAmount(line.amount, line.currency)}</td>
      </tr>`,
  );
  const body = html`<main class="panel">
    <h1>Invoice ${invoice.number}</h1>
    <dl>
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
    <table>
      <tbody>
        ${lines}
      </tbody>
    </table>
    <p><a href="/invoices/${invoice.id}/pdf">Download PDF</a></p>
  </main>`;
  return { title: `Invoice ${invoice.number ?? ''}`, body, footnote, layout: 'wide' };
}
