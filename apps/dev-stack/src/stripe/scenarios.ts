import type { RequestHandler } from 'express';
import * as z from 'zod';
import { StripeError } from './http/stripe-error.ts';
import { DeliverySettings } from './webhooks.ts';

interface Scenario {
  /** The text on the emulator's page. */
  readonly label: string;
  /** What each request of the API gets instead of a result. */
  readonly error?: () => StripeError;
  readonly headers?: Readonly<Record<string, string>>;
  /** Each request is executed, and its response is lost. */
  readonly losesResponse?: true;
  readonly delivery?: Partial<DeliverySettings>;
}

/** The texts and codes are those of https://docs.stripe.com/api/errors, /rate-limits, /keys/restricted-api-keys and /declines/codes. */
export const scenarios = {
  normal: { label: 'Everything works' },
  key_rejected: {
    label: 'API: the key is rejected (401)',
    error: () => new StripeError('Invalid API Key provided: sk_test_****', { status: 401 }),
  },
  permission_missing: {
    label: 'API: the restricted key lacks a permission (403)',
    error: () =>
      // As in https://github.com/stripe/stripe-node/issues/2246
      new StripeError(
        "The provided key 'rk_test_****' does not have the required permissions for this endpoint on account 'acct_1'. Having the 'rak_customer_write' permission would allow this request to continue.",
        { status: 403 },
      ),
  },
  card_declined: {
    label: 'API: a charge is declined (402)',
    error: () =>
      new StripeError('Your card was declined.', {
        ...{ status: 402, type: 'card_error', code: 'card_declined', declineCode: 'insufficient_funds' },
      }),
  },
  rate_limited: {
    label: 'API: too many requests (429)',
    error: () => new StripeError('Request rate limit exceeded.', { status: 429, code: 'rate_limit' }),
    headers: { 'Stripe-Rate-Limited-Reason': 'global-rate', 'Stripe-Should-Retry': 'false' },
  },
  lock_timeout: {
    label: 'API: the object is in use (429)',
    error: () =>
      new StripeError(
        'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
        { status: 429, code: 'lock_timeout' },
      ),
    headers: { 'Stripe-Should-Retry': 'false' },
  },
  server_error: {
    label: 'API: internal error (500)',
    error: () => new StripeError('An unknown error occurred.', { status: 500, type: 'api_error' }),
    headers: { 'Stripe-Should-Retry': 'false' },
  },
  lost_response: { label: 'API: the connection breaks', losesResponse: true },
  events_held: { label: 'Events: held back until “Everything works”', delivery: { paused: true } },
  events_late: { label: 'Events: 30 seconds late', delivery: { delayMs: 30_000 } },
  events_twice: { label: 'Events: each twice', delivery: { times: 2 } },
  events_old_version: { label: 'Events: of API version 2020-08-27', delivery: { apiVersion: '2020-08-27' } },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;
export const scenarioNames = Object.keys(scenarios) as [ScenarioName, ...ScenarioName[]];

export const ScenarioForm = z.strictObject({ name: z.enum(scenarioNames) });

/** What the emulator does at the moment. A restart resets it. */
export class CurrentScenario {
  #name: ScenarioName = 'normal';
  readonly #configureDelivery: (settings: DeliverySettings) => void;

  constructor(configureDelivery: (settings: DeliverySettings) => void) {
    this.#configureDelivery = configureDelivery;
  }

  get name(): ScenarioName {
    return this.#name;
  }

  get #scenario(): Scenario {
    return scenarios[this.#name];
  }

  change(name: ScenarioName): void {
    this.#name = name;
    // Events that were held back are sent, the last first.
    const order = name === 'normal' ? 'reversed' : 'chronological';
    this.#configureDelivery(DeliverySettings.parse({ order, ...this.#scenario.delivery }));
  }

  readonly guard: RequestHandler = (_request, response, next) => {
    const { error, headers, losesResponse } = this.#scenario;
    if (losesResponse) {
      response.json = () => {
        response.socket?.destroy();
        return response;
      };
    }
    if (headers) response.set(headers);
    if (error) throw error();
    next();
  };
}
