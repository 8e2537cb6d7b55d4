import { jest } from '@jest/globals';

const now = Date.now.bind(Date);
/** Longer than the time between the clicks of a double click. */
const guardMs = 1_000;
let offsetMs = 0;

/** Moves `Date.now` forward, so that a button accepts the next click at once. Timers are not affected. */
export function skipDoubleClickGuard(): void {
  offsetMs += guardMs;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + offsetMs);
}
