const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const units: Readonly<Record<string, number>> = { m: minute, h: hour, d: day, y: 365 * day };

const timeString = /^(\d{1,6}) *(m|mins?|minutes?|h|hrs?|hours?|d|days?|y|yrs?|years?)$/;

/**
 * The milliseconds that a time string such as `60m` or `2 hours` stands for; null if it is none.
 * A bare number is none, nor is zero, a sign, a fraction, another unit or one in capitals: `1M` may mean a month.
 */
export function parseTimeString(text: string): number | null {
  const [, amount, unit] = timeString.exec(text.trim()) ?? [];
  if (!amount || !unit || Number(amount) === 0) return null;
  return Number(amount) * (units[unit.charAt(0)] ?? 0);
}
