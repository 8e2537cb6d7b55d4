import { dayMs } from '../dates.rules.ts';
import { parseTimeString } from './time-string.rules.ts';

const minuteMs = 60_000;

/** How long a replaced token still works. A request with the token cannot choose less than `shortest`, so that its answer can be lost. */
export const overlapMs = { shortest: 10 * minuteMs, longest: 7 * dayMs, standard: dayMs };

/** Parses an overlap such as `24h` to milliseconds; null if it is none. `0` is none at all. */
export function parseOverlap(text: string): number | null {
  if (text.trim() === '0') return 0;
  const ms = parseTimeString(text);
  return ms === null || ms < overlapMs.shortest || ms > overlapMs.longest ? null : ms;
}
