import { SpanKind } from '@opentelemetry/api';
import type { Settings } from '../../platform/config/settings.ts';
import { withSpan } from '../../platform/observability/spans.ts';
import { stripeBillingDetails } from './billing-details.ts';
import type { BillingProvider } from './billing-provider.ts';
import { stripeClient, withStripeErrors } from './client.ts';
import { stripeCustomers } from './customers.ts';
import { verifyStripeEvent } from './events.ts';
import { stripePayments } from './payments.ts';

/** The billing provider that calls Stripe. */
export function stripeBilling(settings: Settings): BillingProvider {
  const stripe = stripeClient(settings);
  return withSpansAndErrors({
    ...stripeCustomers(stripe, settings),
    ...stripeBillingDetails(stripe),
    ...stripePayments(stripe, settings),
    verifyEvent: (body, signature) => verifyStripeEvent(stripe, body, signature, settings.STRIPE_WEBHOOK_SECRETS),
  });
}

const span = { kind: SpanKind.CLIENT };
/** These send no request, or several: they have no span of their own. */
const untracedMethods = ['verifyEvent', 'listCustomers'];

/** Adds a span and the error mapping to each method. */
function withSpansAndErrors(provider: BillingProvider): BillingProvider {
  const wrapped = Object.entries(provider).map(([name, method]: [string, (...input: unknown[]) => unknown]) => [
    name,
    (...input: unknown[]) => {
      const call = () => method(...input);
      return untracedMethods.includes(name)
        ? call()
        : withSpan(`stripe ${name}`, span, () => withStripeErrors(call() as Promise<unknown>));
    },
  ]);
  return Object.fromEntries(wrapped) as BillingProvider;
}
