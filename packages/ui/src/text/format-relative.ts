const timeUnits = [
  { unit: 'year', short: 'y', seconds: 31_557_600 },
  { unit: 'month', short: 'mo', seconds: 2_629_800 },
  { unit: 'day', short: 'd', seconds: 86_400 },
  { unit: 'hour', short: 'h', seconds: 3_600 },
  { unit: 'minute', short: 'm', seconds: 60 },
] as const;

/**
 * For example `3 hours ago` or `in 2 days`; in shorthand `3h ago` or `in 2d`. Where times are below each other, in a column or on
 * the cards of a grid, they are in shorthand. In a sentence, and as a single detail, they are in words. Either has the full time
 * as a tooltip.
 */
export function formatRelative(date: Date, now: number, shorthand: boolean): string {
  const seconds = (date.getTime() - now) / 1000;
  const distance = Math.abs(seconds);
  // Rounds to the next smaller unit, so that three days less a second are three days.
  const roundFor = (unitIndex: number) => {
    const smaller = timeUnits[unitIndex + 1]?.seconds ?? 1;
    return Math.round(distance / smaller) * smaller;
  };
  const index = timeUnits.findIndex((step, index) => roundFor(index) >= step.seconds);
  const unit = timeUnits[index];
  if (!unit) return seconds > 30 ? (shorthand ? 'in <1m' : 'in less than a minute') : shorthand ? 'now' : 'just now';
  // Past times round down to complete units, future times to the nearest unit.
  const amount = seconds < 0 ? Math.floor(roundFor(index) / unit.seconds) : Math.round(roundFor(index) / unit.seconds);
  const text = shorthand ? `${amount}${unit.short}` : `${amount} ${unit.unit}${amount === 1 ? '' : 's'}`;
  return seconds < 0 ? `${text} ago` : `in ${text}`;
}
