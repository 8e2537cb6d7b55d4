import { join } from 'node:path';
import type Stripe from 'stripe';
import * as z from 'zod';
import { Journal } from '../emulator/journal.ts';
import { idOf } from './objects.ts';

const allCustomers = 'ahead';

/** The emulator's clock. Tests can move it forward, for all customers or for one. */
export class Clock {
  readonly #offsets: Journal<number>;

  constructor(folder: string) {
    this.#offsets = new Journal(join(folder, 'clock.jsonl'), z.number());
  }

  /** Unix time in seconds. */
  get now(): number {
    return Math.floor(Date.now() / 1_000) + this.offsetSeconds;
  }

  /** How far the clock was moved forward, in seconds. */
  get offsetSeconds(): number {
    return this.#offsets.get(allCustomers) ?? 0;
  }

  /** The Unix time for one customer, in seconds. */
  nowFor(customer: Stripe.Subscription['customer']): number {
    return this.now + (this.#offsets.get(idOf(customer) ?? '') ?? 0);
  }

  advance(seconds: number, customerId = allCustomers): void {
    this.#offsets.set(customerId, (this.#offsets.get(customerId) ?? 0) + seconds);
  }
}
