import type Stripe from 'stripe';
import type { MirroredCustomer } from './billing-provider.ts';
import { expandedOf, idOf } from './expandable.ts';

/** What Stripe charges for the invoices of a subscription. */
export interface ChargedPayment {
  readonly id: string;
  /** Null if it is a source. */
  readonly method: Stripe.PaymentMethod | null;
}

/** Where Stripe looks for it. The payment methods are expanded, and the sources are not: that needs one more permission. */
interface Defaults {
  readonly default_payment_method?: string | Stripe.PaymentMethod | null;
  readonly default_source?: string | { readonly id: string } | null;
}

interface PayingCustomer {
  readonly invoice_settings: Pick<Defaults, 'default_payment_method'>;
  readonly default_source?: Defaults['default_source'];
}

/**
 * What Stripe charges, in Stripe's order: what the subscription has, then what the customer has. A payment method that is only attached
 * to the customer is never charged. Source: https://docs.stripe.com/api/subscriptions/object#subscription_object-default_payment_method
 */
export function chargedPayment(subscription: Defaults | undefined, customer: PayingCustomer): ChargedPayment | null {
  for (const { default_payment_method: method, default_source: source } of [
    subscription ?? {},
    { ...customer.invoice_settings, default_source: customer.default_source ?? null },
  ]) {
    const id = idOf(method) ?? idOf(source);
    if (id !== null) return { id, method: expandedOf(method) };
  }
  return null;
}

/** Whether a subscription has its own, so that the default of its customer does not count. */
export const hasOwnPayment = (subscription: Defaults) =>
  (idOf(subscription.default_payment_method) ?? idOf(subscription.default_source)) !== null;

type MirroredCard = Pick<MirroredCustomer, 'cardBrand' | 'cardLast4' | 'cardExpMonth' | 'cardExpYear'>;

const noCard: MirroredCard = { cardBrand: null, cardLast4: null, cardExpMonth: null, cardExpYear: null };

/** The card of a payment method, if it is one. */
export function toMirroredCard(paymentMethod: Pick<Stripe.PaymentMethod, 'type' | 'card'> | null): MirroredCard {
  const card = paymentMethod?.card;
  if (!card || !/^\d{4}$/.test(card.last4)) return noCard;
  return { cardBrand: card.brand, cardLast4: card.last4, cardExpMonth: card.exp_month, cardExpYear: card.exp_year };
}
