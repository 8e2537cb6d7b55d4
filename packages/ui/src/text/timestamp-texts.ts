import { format } from 'date-fns';

export type TimestampSize = 'mini' | 'long' | 'extended';

/** Source: specification section 9, "Timestamp formats". */
const patterns = { mini: 'M/d/y', long: 'MMMM d, y', extended: 'eeee MMMM do, y' } as const;

export const dateText = (date: Date, size: TimestampSize) => format(date, patterns[size]);

export const timeText = (date: Date) => format(date, 'h:mm:ss a');

const steps = [
  { unit: 'year', short: 'y', seconds: 31_557_600 },
  { unit: 'month', short: 'mo', seconds: 2_629_800 },
  { unit: 'day', short: 'd', seconds: 86_400 },
  { unit: 'hour', short: 'h', seconds: 3_600 },
  { unit: 'minute', short: 'm', seconds: 60 },
] as const;

/** `3 hours ago` or `in 2 days`; short, `3h ago` or `in 2d`. */
export function relativeText(date: Date, now: number, shorthand: boolean): string {
  const seconds = (date.getTime() - now) / 1000;
  const distance = Math.abs(seconds);
  // To the next smaller unit, so that three days less a second are three days.
  const rounded = (at: number) => {
    const smaller = steps[at + 1]?.seconds ?? 1;
    return Math.round(distance / smaller) * smaller;
  };
  const at = steps.findIndex((step, index) => rounded(index) >= step.seconds);
  const step = steps[at];
  if (!step) return seconds > 30 ? (shorthand ? 'in <1m' : 'in less than a minute') : shorthand ? 'now' : 'just now';
  // What is over counts once it is complete; what is to come is told as the nearest whole.
  const amount = seconds < 0 ? Math.floor(rounded(at) / step.seconds) : Math.round(rounded(at) / step.seconds);
  const text = shorthand ? `${amount}${step.short}` : `${amount} ${step.unit}${amount === 1 ? '' : 's'}`;
  return seconds < 0 ? `${text} ago` : `in ${text}`;
}
