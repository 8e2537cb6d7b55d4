import { jest } from '@jest/globals';

const now = Date.now.bind(Date);
/** In milliseconds; longer than between the clicks of a double click. */
const longEnough = 1_000;
let ahead = 0;

/** Puts the clock forward: a button takes the next click as another, however soon it comes. No time goes by, so that nothing else ends meanwhile. */
export function pastDoubleClick(): void {
  ahead += longEnough;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
}
