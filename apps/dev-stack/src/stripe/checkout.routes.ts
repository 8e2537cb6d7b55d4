import express, { Router } from 'express';
import type Stripe from 'stripe';
import * as z from 'zod';
import { sendPage } from '../emulator/page.ts';
import { readCard, type Card } from './cards.ts';
import { checkoutPage, expiredPage } from './checkout.pages.ts';
import { newPaymentMethod } from './new-checkout.ts';
import { idOf } from './objects.ts';
import type { StripeState } from './state.ts';

const field = z.string().catch('');
export const CardFields = z.object({ number: field, expiry: field, cvc: field });

/** The checkout page, on which the user enters a card. */
export function checkoutRoutes(state: StripeState): Router {
  const { objects, clock } = state;
  const routes = Router();
  const findSession = (id: string) => objects.find('checkout.session', id);
  const getOpenSession = (id: string) => {
    const session = findSession(id);
    return session?.status === 'open' && session.expires_at > clock.now ? session : null;
  };

  routes.get('/checkout/:id', (request, response) => {
    const session = getOpenSession(request.params.id);
    sendPage(response, session ? checkoutPage(session) : expiredPage(findSession(request.params.id)));
  });

  routes.post('/checkout/:id', express.urlencoded({ extended: false, limit: '10kb' }), (request, response) => {
    const session = getOpenSession(request.params.id);
    if (!session) {
      sendPage(response, expiredPage(findSession(request.params.id)));
      return;
    }
    const values = CardFields.parse(request.body ?? {});
    const result = readCard(values, new Date(clock.now * 1_000));
    if ('errors' in result) sendPage(response, checkoutPage(session, { values, errors: result.errors }));
    else response.redirect(303, complete(session, result.card, state));
  });
  return routes;
}

/** Attaches the card to the customer. Returns the URL to redirect to. */
function complete(session: Stripe.Checkout.Session, card: Card, { objects, events, clock }: StripeState): string {
  const customer = idOf(session.customer) ?? '';
  const method = objects.save(newPaymentMethod(card, customer, clock.now));
  const intent = objects.get('setup_intent', idOf(session.setup_intent) ?? '');
  const succeeded = objects.save({ ...intent, status: 'succeeded' as const, payment_method: method.id });
  const completed = objects.save({ ...session, status: 'complete' as const, url: null });
  events.emit('payment_method.attached', method);
  events.emit('setup_intent.succeeded', succeeded);
  events.emit('checkout.session.completed', completed);
  return (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}
