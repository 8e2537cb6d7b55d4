import { isDeepStrictEqual } from 'node:util';
import type Stripe from 'stripe';
import type { Clock } from './clock.ts';
import { idOf, newId, type ObjectTypes, type Objects } from './objects.ts';
import { apiVersion } from './settings.ts';

/** Stores events and passes them to the webhooks. */
export class Events {
  readonly #objects: Objects;
  readonly #clock: Clock;
  readonly #send: (event: Stripe.Event) => void;

  constructor(objects: Objects, clock: Clock, send: (event: Stripe.Event) => void) {
    this.#objects = objects;
    this.#clock = clock;
    this.#send = send;
  }

  emit(type: Stripe.Event['type'], object: ObjectTypes[keyof ObjectTypes], before?: object): void {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: this.#clock.nowFor(customerOf(object)),
      data: { object, ...(before && { previous_attributes: previousValues(before, object) }) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      // Stripe's types pair each event type with its object, which a generic function cannot express.
    } as Stripe.Event;
    this.#objects.save(event);
    this.#send(event);
  }
}

/** A test can move the clock of one customer. */
const customerOf = (object: ObjectTypes[keyof ObjectTypes]) =>
  object.object === 'customer' ? object.id : 'customer' in object ? (idOf(object.customer) ?? '') : '';

/** The previous values of the changed fields. */
const previousValues = (before: object, object: object) =>
  Object.fromEntries(
    Object.entries(before).filter(([name, value]) => !isDeepStrictEqual(value, object[name as keyof typeof object])),
  );
