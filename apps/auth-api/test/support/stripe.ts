import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStripe } from '@portal/dev-stack/stripe';
import { testEnvironment } from './api.ts';

interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly object: { readonly id: string; readonly customer?: string } };
}

/** The Stripe emulator of the local stack, with the controls that a test needs. */
export interface StripeEmulator {
  readonly url: string;
  /** Sends a request to Stripe's API with the secret key. */
  request<Result>(method: 'GET' | 'POST' | 'DELETE', path: string, form?: Record<string, string>): Promise<Result>;
  setFaults(faults: object): Promise<void>;
  /** How webhooks are delivered: paused, delayed, repeated, shuffled. */
  setWebhooks(options: object): Promise<void>;
  /** Delivers events in this order and returns the response statuses. */
  deliver(events: readonly string[]): Promise<number[]>;
  /** All events, or those of one customer; the oldest first. */
  events(customer?: string): Promise<StripeEvent[]>;
  moveClock(days: number): Promise<void>;
  /** How Stripe fails or delivers events, such as `rate_limited`; `normal` ends it. */
  play(name: string): Promise<void>;
  /** Edits the customer with this email address as staff can at Stripe, such as `attachCard`. */
  edit(name: string, email: string): Promise<void>;
  /** Submits a card on a checkout page. Returns the URL that the browser is redirected to, or null if the card is declined. */
  enterCard(checkoutUrl: string, number?: string): Promise<string | null>;
  stop(): Promise<void>;
}

export async function startStripeEmulator(webhookUrl?: string): Promise<StripeEmulator> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stripe-'));
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRETS: webhookSecret } = testEnvironment;
  const recordFile = process.env['STRIPE_RECORD_FILE'];
  const stripe = await startStripe({
    port: 0,
    dataDir,
    secretKey,
    webhookSecret,
    log: () => undefined,
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...(recordFile !== undefined && { recordFile }),
  });
  const control = async <Result>(path: string, body?: object): Promise<Result> => {
    const response = await fetch(stripe.url + path, {
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} failed with ${response.status}: ${await response.text()}`);
    return (await response.json()) as Result;
  };
  return {
    url: stripe.url,
    async request<Result>(method: string, path: string, form?: Record<string, string>) {
      const response = await fetch(stripe.url + path, {
        method,
        headers: { authorization: `Bearer ${secretKey}` },
        ...(form && { body: new URLSearchParams(form) }),
      });
      return (await response.json()) as Result;
    },
    setFaults: (faults) => control('/_test/faults', faults),
    setWebhooks: (options) => control('/_test/webhooks', options),
    deliver: (events) => control('/_test/deliveries', { events }),
    async events(customer) {
      const all = await control<StripeEvent[]>('/_test/events');
      const isOfCustomer = ({ data: { object } }: StripeEvent) =>
        object.customer === customer || object.id === customer;
      return customer === undefined ? all : all.filter(isOfCustomer);
    },
    play: (name) => control('/_test/scenario', { name }),
    edit: (edit, email) => control('/_test/edits', { edit, email }),
    moveClock: (days) => control('/_test/clock', { days }),
    async enterCard(checkoutUrl, number = '4242424242424242') {
      const response = await fetch(checkoutUrl, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ number, expiry: '12 / 60', cvc: '123' }),
      });
      return response.headers.get('location');
    },
    async stop() {
      await stripe.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
