import Stripe from 'stripe';
import { Fault } from '../../fault.ts';
import { problem } from '../../http/problem.ts';
import type { Settings } from '../../settings.ts';
import type { BillingProvider } from '../billing-provider.ts';
import { onceUnder } from './once-under.ts';

const trialDays = 30;

type Payments = Pick<
  BillingProvider,
  'startTrial' | 'enteredCard' | 'makeDefault' | 'resume' | 'openCheckout' | 'openPortal'
>;

/** Subscriptions, cards, and the pages where people enter and see them. */
export function paymentsAt(stripe: Stripe, settings: Settings): Payments {
  async function planPrice(): Promise<string> {
    const lookupKey = settings.STRIPE_PRICE_LOOKUP_KEY;
    const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
    const [price] = data;
    const missing = () => new Fault(`Stripe has no active price with the lookup key ${lookupKey}`);
    if (!price) throw problem('BillingUnavailable', { retryAfter: 60, cause: missing() });
    return price.id;
  }

  return {
    async startTrial(customerId, key) {
      const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 1 });
      if (data.length > 0) return;
      await stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price: await planPrice() }],
          trial_period_days: trialDays,
          trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
        },
        onceUnder(key),
      );
    },

    async enteredCard(customerId) {
      const { data } = await stripe.checkout.sessions.list({
        customer: customerId,
        status: 'complete',
        limit: 10,
        expand: ['data.setup_intent.payment_method'],
      });
      const cards = data.flatMap(({ id, setup_intent: intent }) => {
        const method = intent && typeof intent === 'object' ? intent.payment_method : null;
        return method && typeof method === 'object' && method.customer !== null ? [{ checkoutId: id, method }] : [];
      });
      const [newest] = cards.toSorted((one, other) => other.method.created - one.method.created);
      return newest ? { checkoutId: newest.checkoutId, paymentMethod: newest.method.id } : null;
    },

    async makeDefault(customerId, paymentMethod) {
      await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: paymentMethod } });
    },

    async resume(subscriptionId, key) {
      await stripe.subscriptions.resume(subscriptionId, {}, { idempotencyKey: key }).catch((error: unknown) => {
        // A declined card leaves it paused, and that is what will be read.
        if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
      });
    },

    async openCheckout({ customerId, currency, returnUrl, cancelUrl }) {
      const { url } = await stripe.checkout.sessions.create({
        mode: 'setup',
        customer: customerId,
        currency,
        success_url: `${returnUrl}?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: cancelUrl,
      });
      if (url === null) throw new Fault('Stripe made a checkout without an address');
      return url;
    },

    async openPortal({ customerId, returnUrl }) {
      const configuration = settings.STRIPE_PORTAL_CONFIGURATION;
      const { url } = await stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
        ...(configuration !== undefined && { configuration }),
      });
      return url;
    },
  };
}
