import express, { Router } from 'express';
import type Stripe from 'stripe';
import { sendPage } from '../stand-in/page.ts';
import { readCard, type Card } from './cards.ts';
import { checkoutPage, closedPage } from './checkout.pages.ts';
import { newPaymentMethod } from './new-checkout.ts';
import { idOf } from './objects.ts';
import type { World } from './world.ts';

/** The page where people enter a card. */
export function checkoutRoutes(world: World): Router {
  const { objects, clock } = world;
  const routes = Router();
  const open = (id: string) => {
    const session = objects.find('checkout.session', id);
    return session?.status === 'open' && session.expires_at > clock.now ? session : null;
  };

  routes.get('/checkout/:id', (request, response) => {
    const session = open(request.params.id);
    sendPage(response, session ? checkoutPage(session) : closedPage());
  });

  routes.post('/checkout/:id', express.urlencoded({ extended: false, limit: '10kb' }), (request, response) => {
    const session = open(request.params.id);
    if (!session) {
      sendPage(response, closedPage());
      return;
    }
    const given = (request.body ?? {}) as Record<string, string | undefined>;
    const card = readCard(given, new Date(clock.now * 1_000));
    if (typeof card === 'string') sendPage(response, checkoutPage(session, { alert: card, given }));
    else response.redirect(303, complete(session, card, world));
  });
  return routes;
}

/** Keeps the card for its customer; answers where the browser goes now. */
function complete(session: Stripe.Checkout.Session, card: Card, { objects, events, clock }: World): string {
  const customer = idOf(session.customer) ?? '';
  const method = objects.save(newPaymentMethod(card, customer, clock.now));
  const intent = objects.get('setup_intent', idOf(session.setup_intent) ?? '');
  const succeeded = objects.save({ ...intent, status: 'succeeded' as const, payment_method: method.id });
  const completed = objects.save({ ...session, status: 'complete' as const, url: null });
  events.tell('payment_method.attached', method);
  events.tell('setup_intent.succeeded', succeeded);
  events.tell('checkout.session.completed', completed);
  return (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}
