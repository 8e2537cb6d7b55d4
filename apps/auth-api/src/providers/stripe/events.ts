import Stripe from 'stripe';
import type { BillingEvent } from '../billing-provider.ts';

/** An event whose signature one of the secrets made, within the last minutes; null otherwise. */
export function readStripeEvent(
  stripe: Stripe,
  body: Buffer,
  signature: string,
  secrets: readonly string[],
): BillingEvent | null {
  for (const secret of secrets) {
    try {
      const event = stripe.webhooks.constructEvent(body, signature, secret);
      return { id: event.id, type: event.type, customerId: customerOf(event) };
    } catch (error) {
      // With two secrets, the other one may have made it.
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    }
  }
  return null;
}

type Told = { readonly customer?: unknown; readonly object?: unknown; readonly id?: unknown };

/** Whom an event is about. What is taken off a customer names it only in what was before. */
function customerOf({ data }: Stripe.Event): string | null {
  const object = data.object as Told;
  const before = (data.previous_attributes ?? {}) as Told;
  const named = object.object === 'customer' ? object.id : (object.customer ?? before.customer);
  if (typeof named === 'string') return named;
  const { id } = (named ?? {}) as Told;
  return typeof id === 'string' ? id : null;
}
