import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type Stripe from 'stripe';
import * as z from 'zod';
import { errorMessage } from '../errors.ts';
import { Journal } from '../emulator/journal.ts';
import type { Log } from '../emulator/request-log.ts';
import { newId, type Objects } from './objects.ts';
import { apiVersion } from './settings.ts';
import type { Recorder } from './http/recording.ts';

/** How events are delivered: paused, delayed, repeated or out of order. */
export const DeliverySettings = z.strictObject({
  paused: z.boolean().default(false),
  delayMs: z.int().min(0).max(120_000).default(0),
  times: z.int().min(1).max(100).default(1),
  order: z.enum(['chronological', 'reversed', 'shuffled']).default('chronological'),
  /** That of the webhook endpoint at Stripe, which can be older than that of the client. */
  apiVersion: z.string().default(apiVersion),
});
export type DeliverySettings = z.infer<typeof DeliverySettings>;

const retryDelaysSeconds = [1, 2, 5, 10, 20];
const responseTimeoutMs = 10_000;

/** Limits parallel deliveries: many trials may end at once, and the receiver has other requests to handle. */
const maxConcurrent = 20;

interface WebhookOptions {
  readonly webhookUrl?: string;
  readonly webhookSecret: string;
  readonly log: Log;
  readonly record: Recorder;
}

/** Delivers signed events and retries them until they are accepted. Pending events survive a restart. */
export class Webhooks {
  readonly #pending: Journal<number>;
  readonly #objects: Objects;
  readonly #options: WebhookOptions;
  readonly #closing = new AbortController();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #queue: string[] = [];
  #activeSenders = 0;
  #deliverySettings: DeliverySettings = DeliverySettings.parse({});

  constructor(folder: string, objects: Objects, target: WebhookOptions) {
    this.#pending = new Journal(join(folder, 'deliveries.jsonl'), z.number());
    this.#objects = objects;
    this.#options = target;
    this.#sendAll();
  }

  get deliverySettings(): DeliverySettings {
    return this.#deliverySettings;
  }

  configure(settings: DeliverySettings): void {
    this.#deliverySettings = settings;
    this.#cancelScheduled();
    this.#sendAll();
  }

  add({ id }: Stripe.Event): void {
    if (this.#options.webhookUrl === undefined) return;
    this.#pending.set(id, 0);
    this.#send(id);
  }

  /** Delivers events one after the other, in this order. Returns the response statuses. */
  async deliver(ids: readonly string[]): Promise<number[]> {
    const statuses: number[] = [];
    for (const id of ids) statuses.push(await this.#post(this.#objects.get('event', id)));
    return statuses;
  }

  #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  close(): void {
    this.#closing.abort();
    this.#cancelScheduled();
  }

  /** The events stay pending. */
  #cancelScheduled(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#queue.length = 0;
  }

  #sendAll(): void {
    const ids = this.#pending.entries().map(([id]) => id);
    if (this.#deliverySettings.order === 'reversed') ids.reverse();
    if (this.#deliverySettings.order === 'shuffled') ids.sort(() => Math.random() - 0.5);
    for (const id of ids) this.#send(id);
  }

  #send(id: string): void {
    const { times, delayMs } = this.#deliverySettings;
    for (let copy = 0; copy < times; copy++) this.#schedule(id, delayMs);
  }

  /** Does nothing during a pause, whose end sends all pending events. */
  #schedule(id: string, ms: number): void {
    if (this.#deliverySettings.paused) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#queue.push(id);
      if (this.#activeSenders < maxConcurrent) void this.#drainQueue();
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }

  async #drainQueue(): Promise<void> {
    this.#activeSenders += 1;
    for (let id = this.#queue.shift(); id !== undefined; id = this.#queue.shift()) await this.#attempt(id);
    this.#activeSenders -= 1;
  }

  async #attempt(id: string): Promise<void> {
    const event = this.#objects.find('event', id);
    if (!event || this.#isClosed()) return;
    const status = await this.#post(inVersion(event, this.#deliverySettings.apiVersion));
    if (status >= 200 && status < 300) {
      this.#pending.delete(id);
      return;
    }
    const failures = this.#pending.get(id);
    if (failures === undefined || this.#isClosed()) return;
    this.#pending.set(id, failures + 1);
    this.#options.log(`event ${event.type} was not accepted (${status}), will retry`);
    this.#schedule(id, (retryDelaysSeconds[Math.min(failures, retryDelaysSeconds.length - 1)] ?? 20) * 1_000);
  }

  /** Sends a notification of the API v2 once. Source: https://docs.stripe.com/event-destinations#thin-payload */
  sendThinEvent(): Promise<number> {
    return this.#post({
      id: newId('evt'),
      object: 'v2.core.event',
      type: 'v1.billing.meter.error_report_triggered',
      created: new Date().toISOString(),
      livemode: false,
      context: null,
      related_object: { id: 'mtr_1', type: 'billing.meter', url: '/v1/billing/meters/mtr_1' },
    });
  }

  /** The response status; 0 without a response. */
  async #post(event: object): Promise<number> {
    const { webhookUrl, webhookSecret, log, record } = this.#options;
    if (webhookUrl === undefined) return 0;
    if (!('object' in event && event.object === 'v2.core.event')) record({ event });
    const body = JSON.stringify(event);
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(responseTimeoutMs)]);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': sign(body, webhookSecret),
    };
    try {
      const response = await fetch(webhookUrl, { method: 'POST', headers, body, signal, redirect: 'error' });
      await response.arrayBuffer();
      return response.status;
    } catch (error) {
      if (!this.#isClosed()) log(`webhook unreachable: ${errorMessage(error)}`);
      return 0;
    }
  }
}

/**
 * An event as an endpoint of an earlier version gets it: an invoice names its subscription, and a subscription has the period.
 * Source: https://docs.stripe.com/changelog/basil
 */
function inVersion(event: Stripe.Event, version: string): object {
  if (version === apiVersion) return event;
  const { object } = event.data;
  const former =
    object.object === 'invoice'
      ? { ...object, subscription: object.parent?.subscription_details?.subscription ?? null, parent: undefined }
      : object.object === 'subscription'
        ? { ...object, current_period_end: object.items.data[0]?.current_period_end }
        : object;
  return { ...event, api_version: version, data: { ...event.data, object: former } };
}

/** Signs with the real time, not the emulator's clock, because receivers reject old signatures. */
function sign(body: string, secret: string): string {
  const timestamp = Math.floor(Date.now() / 1_000);
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}
