import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type Stripe from 'stripe';
import * as z from 'zod';
import { messageOf } from '../stand-in/failure.ts';
import { Journal } from '../stand-in/journal.ts';
import type { Log } from '../stand-in/request-log.ts';
import type { Objects } from './objects.ts';
import type { Recorder } from './recorder.ts';

/** How events are sent: not yet, late, more than once, in another order than things happened. */
export const Manner = z.strictObject({
  hold: z.boolean().default(false),
  delayMs: z.int().min(0).max(120_000).default(0),
  times: z.int().min(1).max(100).default(1),
  order: z.enum(['as-happened', 'reversed', 'shuffled']).default('as-happened'),
});
export type Manner = z.infer<typeof Manner>;

const waits = [1, 2, 5, 10, 20];
const answerWithinMs = 10_000;

/** Everybody's trial may end in one moment, and whoever is told of it has others to answer, too. */
const atOnce = 20;

interface Target {
  readonly webhookUrl?: string;
  readonly webhookSecret: string;
  readonly log: Log;
  readonly record: Recorder;
}

/** Sends every event, signed, again and again until it is taken; what is not sent yet outlives a restart. */
export class Webhooks {
  readonly #waiting: Journal<number>;
  readonly #objects: Objects;
  readonly #target: Target;
  readonly #closing = new AbortController();
  readonly #due: string[] = [];
  #underWay = 0;
  #manner: Manner = Manner.parse({});

  constructor(folder: string, objects: Objects, target: Target) {
    this.#waiting = new Journal(join(folder, 'deliveries.jsonl'), z.number());
    this.#objects = objects;
    this.#target = target;
    this.#sendAll();
  }

  get manner(): Manner {
    return this.#manner;
  }

  change(manner: Manner): void {
    this.#manner = manner;
    if (!manner.hold) this.#sendAll();
  }

  add({ id }: Stripe.Event): void {
    if (this.#target.webhookUrl === undefined) return;
    this.#waiting.set(id, 0);
    if (!this.#manner.hold) this.#send(id);
  }

  /** Sends events in just this order, each once the one before was answered; answers how each was answered. */
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
  }

  #sendAll(): void {
    const ids = this.#waiting.entries().map(([id]) => id);
    if (this.#manner.order === 'reversed') ids.reverse();
    if (this.#manner.order === 'shuffled') ids.sort(() => Math.random() - 0.5);
    for (const id of ids) this.#send(id);
  }

  #send(id: string): void {
    const { times, delayMs } = this.#manner;
    for (let copy = 0; copy < times; copy++) this.#later(id, delayMs);
  }

  #later(id: string, ms: number): void {
    const timer = setTimeout(() => {
      this.#due.push(id);
      if (this.#underWay < atOnce) void this.#sendDue();
    }, ms);
    timer.unref();
    this.#closing.signal.addEventListener('abort', () => clearTimeout(timer));
  }

  async #sendDue(): Promise<void> {
    this.#underWay += 1;
    for (let id = this.#due.shift(); id !== undefined; id = this.#due.shift()) await this.#attempt(id);
    this.#underWay -= 1;
  }

  async #attempt(id: string): Promise<void> {
    const event = this.#objects.find('event', id);
    if (!event || this.#isClosed()) return;
    const status = await this.#post(event);
    if (status >= 200 && status < 300) {
      this.#waiting.delete(id);
      return;
    }
    const failures = this.#waiting.get(id);
    if (failures === undefined || this.#isClosed()) return;
    this.#waiting.set(id, failures + 1);
    this.#target.log(`The event ${event.type} was not taken (${status}); it will be sent again`);
    this.#later(id, (waits[Math.min(failures, waits.length - 1)] ?? 20) * 1_000);
  }

  /** The status that came back; 0 when none did. */
  async #post(event: Stripe.Event): Promise<number> {
    const { webhookUrl, webhookSecret, log, record } = this.#target;
    if (webhookUrl === undefined) return 0;
    record({ event });
    const body = JSON.stringify(event);
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(answerWithinMs)]);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': sign(body, webhookSecret),
    };
    try {
      const answer = await fetch(webhookUrl, { method: 'POST', headers, body, signal, redirect: 'error' });
      await answer.arrayBuffer();
      return answer.status;
    } catch (error) {
      if (!this.#isClosed()) log(`The webhook can’t be reached: ${messageOf(error)}`);
      return 0;
    }
  }
}

/** The signature is over the time of sending, whatever the moved clock says: receivers refuse old ones. */
function sign(body: string, secret: string): string {
  const time = Math.floor(Date.now() / 1_000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
