import { dayMs } from '../dates.rules.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const unitMs: Readonly<Record<string, number>> = { m: minuteMs, h: hourMs, d: dayMs, y: 365 * dayMs };

const timeString = /^(\d{1,6}) *(m|mins?|minutes?|h|hrs?|hours?|d|days?|y|yrs?|years?)$/;

/**
 * Parses a time string such as `60m` or `2 hours` to milliseconds; null if it is invalid.
 * Invalid: a bare number, zero, a sign, a fraction, an unknown unit, and a unit in capitals (`1M` could mean a month).
 */
export function parseTimeString(text: string): number | null {
  const [, amount, unit] = timeString.exec(text.trim()) ?? [];
  if (!amount || !unit || Number(amount) === 0) return null;
  return Number(amount) * (unitMs[unit.charAt(0)] ?? 0);
}
