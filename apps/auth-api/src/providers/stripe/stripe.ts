import { SpanKind } from '@opentelemetry/api';
import type { Settings } from '../../settings.ts';
import { inSpan } from '../../tracing/spans.ts';
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

const span = { kind: SpanKind.CLIENT };
/** What answers at once, or bit by bit. */
const unasked = ['readEvent', 'customers'];

/** Has every question traced, and its failures sorted. */
function eachAtStripe(provider: BillingProvider): BillingProvider {
  const guarded = Object.entries(provider).map(([name, method]: [string, (...input: unknown[]) => unknown]) => [
    name,
    (...input: unknown[]) => {
      const ask = () => method(...input);
      return unasked.includes(name) ? ask() : inSpan(`stripe ${name}`, span, () => atStripe(ask() as Promise<unknown>));
    },
  ]);
  return Object.fromEntries(guarded) as BillingProvider;
}
