import Stripe from 'stripe';
import { problem } from '../../http/problem.ts';
import type { Settings } from '../../settings.ts';

/** One attempt; what a person waits for is shorter, see `inTime`. */
const timeoutMs = 4_000;
const retries = 1;

/** Stripe's own client for the address that the settings name. */
export function stripeClient({ STRIPE_SECRET_KEY, STRIPE_API_URL }: Settings): Stripe {
  const { protocol, hostname, port } = new URL(STRIPE_API_URL);
  return new Stripe(STRIPE_SECRET_KEY, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
  });
}

/** Whatever says that Stripe can't do its work now, or that we may not ask it, is one type of problem. */
export async function atStripe<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || isOurMistake(error)) throw error;
    throw problem('BillingUnavailable', { retryAfter: 30, cause: error });
  }
}

/** Parameters that Stripe refuses. That something is gone is none: it was deleted meanwhile, and we will know soon. */
const isOurMistake = (error: InstanceType<typeof Stripe.errors.StripeError>) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code !== 'resource_missing' &&
  error.statusCode !== 409;
