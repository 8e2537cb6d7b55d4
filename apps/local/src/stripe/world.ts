import type { Clock } from './clock.ts';
import type { Events } from './events.ts';
import type { Objects } from './objects.ts';

/** What every part of this Stripe works with. */
export interface World {
  readonly objects: Objects;
  readonly clock: Clock;
  readonly events: Events;
  /** Where its pages are reached. */
  readonly url: string;
}
