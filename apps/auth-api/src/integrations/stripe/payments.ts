import { dayMs } from '@portal/contract';
import Stripe from 'stripe';
import type { Settings } from '../../platform/config/settings.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { BillingProvider } from './billing-provider.ts';
import { hasOwnPayment } from './charged-payment.ts';
import { idempotentRequest } from './client.ts';
import { expandedOf, idOf } from './expandable.ts';
import { nullIfMissing } from './customers.ts';
import { currentSubscription, findProducts, hasEnded } from './current-subscription.ts';

const trialDays = 30;
const daySeconds = dayMs / 1_000;

type Payments = Pick<
  BillingProvider,
  | 'startTrial'
  | 'listUnpaidInvoices'
  | 'findInvoice'
  | 'findCheckoutCard'
  | 'setDefaultPaymentMethod'
  | 'resumeSubscription'
  | 'restartSubscription'
  | 'openCheckout'
  | 'openPortal'
>;

/** Subscriptions, cards, and Stripe's Checkout and customer portal. */
export function stripePayments(stripe: Stripe, settings: Settings): Payments {
  async function findPriceId(): Promise<string> {
    const lookupKey = settings.STRIPE_PRICE_LOOKUP_KEY;
    const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
    const [price] = data;
    const missing = () => new AppError(`Stripe has no active price with the lookup key ${lookupKey}`);
    if (!price) throw apiError('BillingMisconfigured', { retryAfter: 60, cause: missing() });
    return price.id;
  }

  /**
   * When the trial of a replacing customer ends, in seconds: with the last one, and at least a day from now. All attempts with one
   * idempotency key have to send the same time. So it counts in whole days from the creation of the customer. Stripe's clock is
   * ahead of ours only if it is a test clock.
   */
  async function restOfTrial(lastTrialEndsAt: Date, customerId: string): Promise<number> {
    const customer = await stripe.customers.retrieve(customerId);
    const now = Math.floor(Date.now() / 1_000);
    const createdAt = customer.deleted ? now : customer.created;
    const age = Math.max(now - createdAt, 0);
    const firstEnd = createdAt + (Math.floor(age / daySeconds) + 2) * daySeconds;
    return Math.max(Math.floor(lastTrialEndsAt.getTime() / 1_000), firstEnd);
  }

  return {
    async startTrial(customerId, key, lastTrialEndsAt) {
      const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 1 });
      if (data.length > 0) return;
      await stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price: await findPriceId() }],
          ...(lastTrialEndsAt === null
            ? { trial_period_days: trialDays }
            : { trial_end: await restOfTrial(lastTrialEndsAt, customerId) }),
          trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
        },
        idempotentRequest(key),
      );
    },

    async listUnpaidInvoices(customer) {
      const open = await stripe.invoices.list({ customer, status: 'open', limit: 100 }).catch(nullIfMissing);
      return (open?.data ?? [])
        .filter(({ amount_remaining: amount }) => amount > 0)
        .map(({ amount_remaining: amount, currency, hosted_invoice_url: url }) => ({
          amount,
          currency,
          url: url ?? null,
        }));
    },

    async findInvoice(customerId, invoiceId) {
      const invoice = await stripe.invoices.retrieve(invoiceId).catch(nullIfMissing);
      if (!invoice || idOf(invoice.customer) !== customerId) return null;
      const { customer_name: customerName, next_payment_attempt: nextAttempt } = invoice;
      return {
        pdfUrl: invoice.invoice_pdf ?? null,
        pageUrl: invoice.hosted_invoice_url ?? null,
        customerName,
        nextAttemptAt: nextAttempt === null ? null : new Date(nextAttempt * 1_000),
      };
    },

    async findCheckoutCard(customerId) {
      const { data } = await stripe.checkout.sessions.list({
        customer: customerId,
        status: 'complete',
        limit: 10,
        expand: ['data.setup_intent.payment_method'],
      });
      const cards = data.flatMap(({ id, setup_intent: intent }) => {
        const method = expandedOf(expandedOf(intent)?.payment_method);
        return method ? [{ checkoutId: id, method }] : [];
      });
      const [newest] = cards.toSorted((a, b) => b.method.created - a.method.created);
      // If the customer has removed it, an older one must not replace the card that the customer has chosen instead.
      if (!newest || newest.method.customer === null) return null;
      return { checkoutId: newest.checkoutId, paymentMethod: newest.method.id };
    },

    async setDefaultPaymentMethod(customerId, paymentMethod) {
      await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: paymentMethod } });
      const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
      const subscription = currentSubscription(data, await findProducts(stripe, settings));
      if (!subscription || hasEnded(subscription) || !hasOwnPayment(subscription)) return;
      await stripe.subscriptions.update(subscription.id, { default_payment_method: paymentMethod });
    },

    async resumeSubscription(subscriptionId, key) {
      // Stripe's default does not charge the card in this request, and after 23 hours voids the invoice.
      const params = { payment_behavior: 'resume_on_payment_success' } as const;
      await stripe.subscriptions.resume(subscriptionId, params, { idempotencyKey: key }).catch((error: unknown) => {
        // With a declined card the subscription stays paused; the next sync reads that.
        if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
      });
    },

    async restartSubscription(customerId, subscriptionId, key) {
      const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
      // Stripe keeps the subscriptions of a deleted customer. Source: `Subscription.customer` of the library, which can be deleted.
      const last =
        currentSubscription(data, await findProducts(stripe, settings)) ??
        (await stripe.subscriptions.retrieve(subscriptionId).catch(nullIfMissing));
      if (!last || !hasEnded(last)) return;
      const [item, ...others] = last.items.data;
      if (!item?.price.active || item.price.lookup_key === null || others.length > 0) return;
      // If the charge fails, the subscription waits for a payment of its invoice.
      const items = [{ price: item.price.id, quantity: item.quantity ?? 1 }];
      await stripe.subscriptions.create({ customer: customerId, items }, idempotentRequest(key));
    },

    async openCheckout({ customerId, currency, returnUrl, cancelUrl, notice }) {
      const { url } = await stripe.checkout.sessions.create({
        mode: 'setup',
        customer: customerId,
        currency,
        success_url: `${returnUrl}?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: cancelUrl,
        ...(notice !== undefined && { custom_text: { submit: { message: notice } } }),
      });
      if (url === null) throw new AppError('Stripe returned a Checkout session without a URL');
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
