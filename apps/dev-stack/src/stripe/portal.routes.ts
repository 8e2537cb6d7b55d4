import express, { Router } from 'express';
import type Stripe from 'stripe';
import { sendPage } from '../emulator/page.ts';
import { cancellationDetails, collectPayment, payInvoice, settleInvoice, updateSubscription } from './billing-cycle.ts';
import { canBeCharged, readCard } from './cards.ts';
import { expiredPage } from './checkout.pages.ts';
import { CardFields } from './checkout.routes.ts';
import { idOf } from './objects.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { invoicePage, portalPage } from './portal.pages.ts';
import type { StripeState } from './state.ts';

/** None for an invoice of single items. */
const subscriptionOf = ({ parent }: Stripe.Invoice, { objects }: StripeState) =>
  objects.find('subscription', idOf(parent?.subscription_details?.subscription) ?? '');

const sessionLifetimeSeconds = 3_600;

/** The customer portal: invoices, payments, and cancelling the plan. */
export function portalRoutes(state: StripeState): Router {
  const { objects, clock } = state;
  const routes = Router();
  const getOpenSession = (id: string) => {
    const session = objects.find('billing_portal.session', id);
    return session && session.created + sessionLifetimeSeconds > clock.now ? session : null;
  };

  routes.get('/portal/:id', (request, response) => {
    const session = getOpenSession(request.params.id);
    const customer = session && objects.find('customer', session.customer);
    if (!customer) {
      sendPage(response, expiredPage());
      return;
    }
    const [subscription] = objects.all('subscription', (each) => each.customer === customer.id);
    const invoices = objects.all('invoice', (each) => each.customer === customer.id);
    const card = objects.find('payment_method', idOf(customer.invoice_settings.default_payment_method) ?? '');
    sendPage(response, portalPage({ session, customer, subscription, invoices, card }));
  });

  const addAction = (name: string, work: (subscription: Stripe.Subscription) => void) => {
    routes.post(`/portal/:id/${name}`, (request, response) => {
      const { id } = request.params;
      const session = getOpenSession(id);
      const [subscription] = session ? objects.all('subscription', (each) => each.customer === session.customer) : [];
      if (subscription) work(subscription);
      response.redirect(303, `/portal/${id}`);
    });
  };
  addAction('pay', (subscription) => {
    const invoice = objects.find('invoice', idOf(subscription.latest_invoice) ?? '');
    if (invoice?.status === 'open') collectPayment(subscription, invoice, state);
  });
  addAction('cancel', (subscription) => {
    const now = clock.nowFor(subscription.customer);
    const details = cancellationDetails(subscription, 'cancellation_requested');
    updateSubscription(subscription, { ...details, cancel_at_period_end: true, canceled_at: now }, state);
  });
  addAction('keep', (subscription) =>
    updateSubscription(
      subscription,
      { ...cancellationDetails(subscription, null), cancel_at_period_end: false, canceled_at: null },
      state,
    ),
  );

  routes.get('/invoices/:id', (request, response) => {
    const invoice = objects.find('invoice', request.params.id);
    sendPage(response, invoice ? invoicePage(invoice) : expiredPage());
  });

  routes.post('/invoices/:id', express.urlencoded({ extended: false, limit: '10kb' }), (request, response) => {
    const { id } = request.params;
    const values = CardFields.parse(request.body ?? {});
    const invoice = objects.find('invoice', id);
    // Staff can give up an invoice, and it can still be paid.
    if (invoice?.status !== 'open' && invoice?.status !== 'uncollectible') {
      response.redirect(303, `/invoices/${id}`);
      return;
    }
    const result = readCard(values, new Date(clock.now * 1_000));
    if ('errors' in result) sendPage(response, invoicePage(invoice, { values, errors: result.errors }));
    else if (!canBeCharged(result.card.number.slice(-4)))
      sendPage(response, invoicePage(invoice, { values, errors: { number: 'Your card was declined.' } }));
    else {
      const subscription = subscriptionOf(invoice, state);
      if (subscription) payInvoice(subscription, invoice, state);
      else settleInvoice(invoice, state);
      response.redirect(303, `/invoices/${id}`);
    }
  });

  routes.get('/invoices/:id/pdf', (request, response) => {
    const invoice = objects.find('invoice', request.params.id);
    if (!invoice) {
      sendPage(response, expiredPage());
      return;
    }
    const fileName = `Invoice-${invoice.number ?? invoice.id}.pdf`;
    response.type('application/pdf').set('Content-Disposition', `attachment; filename="${fileName}"`);
    response.send(invoicePdf(invoice));
  });
  return routes;
}
