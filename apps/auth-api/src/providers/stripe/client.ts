import Stripe from 'stripe';
import { Fault } from '../../fault.ts';
import { problem } from '../../http/problem.ts';
import type { Settings } from '../../settings.ts';
import { KeySpent } from '../billing-provider.ts';

const retries = 1;

/** One attempt, which may outlast what a person waits for, see `inTime`; whoever lets people wait longer lets it take longer, too. */
const timeoutOf = (waitMs: number) => Math.max(4_000, waitMs / (1 + retries));

/** Stripe's own client for the address that the settings name. */
export function stripeClient({ STRIPE_SECRET_KEY, STRIPE_API_URL, STRIPE_WAIT_MS }: Settings): Stripe {
  const { protocol, hostname, port } = new URL(STRIPE_API_URL);
  return new Stripe(STRIPE_SECRET_KEY, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: timeoutOf(STRIPE_WAIT_MS),
    maxNetworkRetries: retries,
    telemetry: false,
  });
}

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/** Has what Stripe says sorted into failures of ours. */
export async function atStripe<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw asFailure(error);
  }
}

/** The same for what comes bit by bit. */
export async function* allAtStripe<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
  try {
    yield* items;
  } catch (error) {
    throw asFailure(error);
  }
}

/** Whatever says that Stripe can't do its work now, or that we may not ask it, is one type of problem. */
function asFailure(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const told = new (isKeySpent(error) ? KeySpent : Fault)(wordsOf(error), { cause: error });
  return isOurMistake(error) ? told : problem('BillingUnavailable', { retryAfter: 30, cause: told });
}

/** Parameters that Stripe refuses. That something is gone is none: it was deleted meanwhile, and we will know soon. */
const isOurMistake = (error: StripeError) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code !== 'resource_missing' &&
  error.statusCode !== 409;

/** For a day a key answers what it answered first, also a failure of Stripe’s own, and refuses other parameters. */
function isKeySpent(error: StripeError): boolean {
  const { statusCode = 0, headers } = error;
  if (error instanceof Stripe.errors.StripeIdempotencyError) return statusCode === 400;
  return statusCode >= 500 && headers?.['idempotent-replayed'] === 'true';
}

/** For operators. What Stripe itself says may repeat a part of the key, or what people typed. */
function wordsOf(error: StripeError): string {
  const { errors } = Stripe;
  if (error instanceof errors.StripeAuthenticationError) return 'Stripe refuses the key. Check STRIPE_SECRET_KEY.';
  if (error instanceof errors.StripePermissionError)
    return 'The key may not do this at Stripe. Check STRIPE_SECRET_KEY, and what a restricted key is let do.';
  if (error instanceof errors.StripeConnectionError)
    return 'Stripe can’t be reached, or does not answer in time. Check STRIPE_API_URL, and the network between.';
  if (error instanceof errors.StripeRateLimitError)
    return 'Stripe takes no more requests for a while. Try again later.';
  const { statusCode, code, param } = error;
  const known = [code, param].filter((each) => each !== undefined && /^[\w[\].]{1,80}$/.test(each));
  return `Stripe answered ${[statusCode, ...known].join(', ')}.`;
}
