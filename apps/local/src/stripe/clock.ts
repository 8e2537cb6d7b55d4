import { join } from 'node:path';
import * as z from 'zod';
import { Journal } from '../stand-in/journal.ts';

/** The time that this Stripe lives in: it runs as ours does, and can be moved forward. */
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
    return this.#ahead.get('ahead') ?? 0;
  }

  advance(seconds: number): void {
    this.#ahead.set('ahead', this.ahead + seconds);
  }
}
