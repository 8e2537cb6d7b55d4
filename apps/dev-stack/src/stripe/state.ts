import type { Clock } from './clock.ts';
import type { Events } from './events.ts';
import type { Objects } from './objects.ts';

/** The emulator's state, which every operation and page uses. */
export interface StripeState {
  readonly objects: Objects;
  readonly clock: Clock;
  readonly events: Events;
  /** The base URL of the emulator's pages. */
  readonly url: string;
  /** Aborted when the emulator stops, after which nothing may be stored. */
  readonly closing: AbortSignal;
}
