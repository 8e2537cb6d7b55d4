import { Router } from 'express';
import type Stripe from 'stripe';
import { sendPage } from '../stand-in/page.ts';
import { collect, update } from './billing-cycle.ts';
import { closedPage } from './checkout.pages.ts';
import { idOf } from './objects.ts';
import { invoicePage, portalPage } from './portal.pages.ts';
import type { World } from './world.ts';

const hour = 3_600;

/** The pages where people see their invoices, pay open ones, and end or keep their plan. */
export function portalRoutes(world: World): Router {
  const { objects, clock } = world;
  const routes = Router();
  const open = (id: string) => {
    const session = objects.find('billing_portal.session', id);
    return session && session.created + hour > clock.now ? session : null;
  };

  routes.get('/portal/:id', (request, response) => {
    const session = open(request.params.id);
    const customer = session && objects.find('customer', session.customer);
    if (!customer) {
      sendPage(response, closedPage());
      return;
    }
    const [subscription] = objects.all('subscription', (each) => each.customer === customer.id);
    const invoices = objects.all('invoice', (each) => each.customer === customer.id);
    const card = objects.find('payment_method', idOf(customer.invoice_settings.default_payment_method) ?? '');
    sendPage(response, portalPage({ session, customer, subscription, invoices, card }));
  });

  const act = (name: string, work: (subscription: Stripe.Subscription) => void) => {
    routes.post(`/portal/:id/${name}`, (request, response) => {
      const { id } = request.params;
      const session = open(id);
      const [subscription] = session ? objects.all('subscription', (each) => each.customer === session.customer) : [];
      if (subscription) work(subscription);
      response.redirect(303, `/portal/${id}`);
    });
  };
  act('pay', (subscription) => {
    const invoice = objects.find('invoice', idOf(subscription.latest_invoice) ?? '');
    if (invoice?.status === 'open') collect(subscription, invoice, world);
  });
  act('cancel', (subscription) => {
    const now = clock.nowOf(subscription.customer);
    update(subscription, { cancel_at_period_end: true, canceled_at: now }, world);
  });
  act('keep', (subscription) => update(subscription, { cancel_at_period_end: false, canceled_at: null }, world));

  routes.get('/invoices/:id', (request, response) => {
    const invoice = objects.find('invoice', request.params.id);
    sendPage(response, invoice ? invoicePage(invoice) : closedPage());
  });
  return routes;
}
