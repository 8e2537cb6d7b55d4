import { globalAgent as httpAgent } from 'node:http';
import { globalAgent as httpsAgent } from 'node:https';
import Stripe from 'stripe';
import type { Settings } from '../../platform/config/settings.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { IdempotencyKeyExhausted, MissingAtStripe } from './billing-provider.ts';

const maxRetries = 1;

/**
 * How to reach Stripe. The timeout is that of one attempt: it can be longer than the timeout of the API's request, see
 * `withStripeTimeout`, and grows with `STRIPE_TIMEOUT_MS`.
 */
export function clientConfig({
  STRIPE_API_URL,
  STRIPE_TIMEOUT_MS,
}: Pick<Settings, 'STRIPE_API_URL' | 'STRIPE_TIMEOUT_MS'>): Stripe.StripeConfig {
  const { protocol, hostname, port } = new URL(STRIPE_API_URL);
  return {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: Math.max(4_000, STRIPE_TIMEOUT_MS / (1 + maxRetries)),
    maxNetworkRetries: maxRetries,
    // Node's own agent, which connects through a proxy with NODE_USE_ENV_PROXY (docs/operating/networks.md).
    httpAgent: protocol === 'http:' ? httpAgent : httpsAgent,
    telemetry: false,
  };
}

export const stripeClient = (settings: Settings): Stripe =>
  new Stripe(settings.STRIPE_SECRET_KEY, clientConfig(settings));

/**
 * The options of a request with an idempotency key. While Stripe processes the first request with a key, it rejects others with
 * 409. Their retries pause together as long as Stripe can take, so they get the result of the first request.
 */
export const idempotentRequest = (idempotencyKey: string) => ({ idempotencyKey, maxNetworkRetries: 3 });

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/** Maps the errors of Stripe to errors of the API. */
export async function withStripeErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw mapStripeError(error);
  }
}

/** Like `withStripeErrors`, for a list that is read page by page. */
export async function* iterateWithStripeErrors<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
  try {
    yield* items;
  } catch (error) {
    throw mapStripeError(error);
  }
}

/**
 * An error that the API's own request caused is a bug. An operator has to correct a key that Stripe refuses. With all others, Stripe
 * cannot be reached.
 */
function mapStripeError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const appError = new (errorClassOf(error))(operatorMessage(error), { cause: error });
  if (isInvalidRequest(error)) return appError;
  return apiError(isKeyRefused(error) ? 'BillingMisconfigured' : 'BillingUnavailable', { cause: appError });
}

const isKeyRefused = (error: StripeError): boolean =>
  error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError;

function errorClassOf(error: StripeError) {
  if (isKeyExhausted(error)) return IdempotencyKeyExhausted;
  return error.code === 'resource_missing' ? MissingAtStripe : AppError;
}

/** Stripe rejected the parameters. A missing resource does not count: it was deleted, or is of another account or mode. */
const isInvalidRequest = (error: StripeError) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== 'resource_missing';

/** For a day Stripe replays the first response to a key, also an internal error, and rejects other parameters. */
function isKeyExhausted(error: StripeError): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
  const { statusCode = 0, headers } = error;
  return statusCode >= 500 && headers?.['idempotent-replayed'] === 'true';
}

/** A message for operators. Stripe's own message is not logged: it can contain a part of the API key, or user input. */
function operatorMessage(error: StripeError): string {
  const { errors } = Stripe;
  if (error instanceof errors.StripeAuthenticationError)
    return 'Stripe responded with 401: it rejected the API key. Check STRIPE_SECRET_KEY.';
  if (error instanceof errors.StripePermissionError)
    return `Stripe responded with 403: the API key lacks ${missingPermission(error)}. Check STRIPE_SECRET_KEY, and the permissions of a restricted key.`;
  if (error instanceof errors.StripeConnectionError)
    return 'Stripe is unreachable or timed out. Check STRIPE_API_URL and the network.';
  if (error instanceof errors.StripeRateLimitError) return 'Stripe’s rate limit is exceeded. Try again later.';
  const { statusCode, code, param } = error;
  const details = [code, param].filter((detail) => detail !== undefined && /^[\w[\].]{1,80}$/.test(detail));
  return `Stripe responded with ${[statusCode, ...details].join(', ')}.`;
}

/** Stripe names the permission in its message. */
function missingPermission({ message }: StripeError): string {
  const name = /'((?:rak_)?[a-z_]+_(?:read|write))'/.exec(message)?.[1];
  return name === undefined ? 'a permission' : `the permission ${name}`;
}
