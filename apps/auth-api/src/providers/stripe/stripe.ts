import type { Settings } from '../../settings.ts';
import type { BillingProvider } from '../billing-provider.ts';
import { atStripe, stripeClient } from './client.ts';
import { customersAt } from './customers.ts';
import { detailsAt } from './details.ts';
import { readStripeEvent } from './events.ts';
import { paymentsAt } from './payments.ts';

/** Billing by Stripe. */
export function stripeBilling(settings: Settings): BillingProvider {
  const stripe = stripeClient(settings);
  return eachAtStripe({
    ...customersAt(stripe),
    ...detailsAt(stripe),
    ...paymentsAt(stripe, settings),
    readEvent: (body, signature) => readStripeEvent(stripe, body, signature, settings.STRIPE_WEBHOOK_SECRETS),
  });
}

/** Has the failures of every promise sorted. */
function eachAtStripe(provider: BillingProvider): BillingProvider {
  const guarded = Object.entries(provider).map(([name, method]: [string, (...input: unknown[]) => unknown]) => [
    name,
    (...input: unknown[]) => {
      const answer = method(...input);
      return answer instanceof Promise ? atStripe(answer) : answer;
    },
  ]);
  return Object.fromEntries(guarded) as BillingProvider;
}
