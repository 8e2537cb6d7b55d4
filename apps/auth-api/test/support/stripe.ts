import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStripe } from '@portal/local/stripe';
import { testEnvironment } from './api.ts';

interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly object: { readonly id: string; readonly customer?: string } };
}

/** The local stack's Stripe on a port of its own, and what a test may do to it. */
export interface TestStripe {
  readonly url: string;
  /** Asks its API as the portal's API does. */
  ask<Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, form?: Record<string, string>): Promise<Answer>;
  faults(faults: object): Promise<void>;
  /** How events are sent: held, late, doubled, shuffled. */
  webhooks(manner: object): Promise<void>;
  /** Sends events in this order, and answers the statuses. */
  deliver(events: readonly string[]): Promise<number[]>;
  /** Every event, the oldest first. */
  events(customer?: string): Promise<StripeEvent[]>;
  moveClock(days: number): Promise<void>;
  /** Enters a card on the page of a checkout; answers the address that the browser is sent to, or null. */
  enterCard(checkoutUrl: string, number?: string): Promise<string | null>;
  stop(): Promise<void>;
}

export async function startTestStripe(webhookUrl?: string): Promise<TestStripe> {
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
  const tell = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(stripe.url + path, {
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  return {
    url: stripe.url,
    async ask<Answer>(method: string, path: string, form?: Record<string, string>) {
      const answer = await fetch(stripe.url + path, {
        method,
        headers: { authorization: `Bearer ${secretKey}` },
        ...(form && { body: new URLSearchParams(form) }),
      });
      return (await answer.json()) as Answer;
    },
    faults: (faults) => tell('/_test/faults', faults),
    webhooks: (manner) => tell('/_test/webhooks', manner),
    deliver: (events) => tell('/_test/deliveries', { events }),
    async events(customer) {
      const all = await tell<StripeEvent[]>('/_test/events');
      const isOf = ({ data: { object } }: StripeEvent) => object.customer === customer || object.id === customer;
      return customer === undefined ? all : all.filter(isOf);
    },
    moveClock: (days) => tell('/_test/clock', { days }),
    async enterCard(checkoutUrl, number = '4242424242424242') {
      const answer = await fetch(checkoutUrl, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ number, expiry: '12 / 60', cvc: '123' }),
      });
      return answer.headers.get('location');
    },
    async stop() {
      await stripe.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
