import { join } from 'node:path';
import type Stripe from 'stripe';
import * as z from 'zod';
import { Journal } from '../stand-in/journal.ts';
import { idOf } from './objects.ts';

const everybody = 'ahead';

/** The time that this Stripe lives in: it runs as ours does, and can be moved forward, for all customers or for one. */
export class Clock {
  readonly #ahead: Journal<number>;

  constructor(folder: string) {
    this.#ahead = new Journal(join(folder, 'clock.jsonl'), z.number());
  }

  /** Seconds since 1970. */
  get now(): number {
    return Math.floor(Date.now() / 1_000) + this.ahead;
  }

  /** How many seconds it was moved forward. */
  get ahead(): number {
    return this.#ahead.get(everybody) ?? 0;
  }

  /** What it is for one customer, in seconds since 1970. */
  nowOf(customer: Stripe.Subscription['customer']): number {
    return this.now + (this.#ahead.get(idOf(customer) ?? '') ?? 0);
  }

  advance(seconds: number, whose = everybody): void {
    this.#ahead.set(whose, (this.#ahead.get(whose) ?? 0) + seconds);
  }
}
