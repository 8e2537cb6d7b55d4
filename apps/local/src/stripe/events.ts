import { isDeepStrictEqual } from 'node:util';
import type Stripe from 'stripe';
import type { Clock } from './clock.ts';
import { newId, type Kinds, type Objects } from './objects.ts';
import { apiVersion } from './version.ts';

/** Tells what happened: every event is kept, and given to whoever sends them. */
export class Events {
  readonly #objects: Objects;
  readonly #clock: Clock;
  readonly #send: (event: Stripe.Event) => void;

  constructor(objects: Objects, clock: Clock, send: (event: Stripe.Event) => void) {
    this.#objects = objects;
    this.#clock = clock;
    this.#send = send;
  }

  tell(type: Stripe.Event['type'], object: Kinds[keyof Kinds], before?: object): void {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: this.#clock.now,
      data: { object, ...(before && { previous_attributes: changedOf(before, object) }) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      // The types pair every type with its object, which no general function can.
    } as Stripe.Event;
    this.#objects.save(event);
    this.#send(event);
  }
}

/** Of what was before, what is another now. */
const changedOf = (before: object, object: object) =>
  Object.fromEntries(
    Object.entries(before).filter(([name, value]) => !isDeepStrictEqual(value, object[name as keyof typeof object])),
  );
