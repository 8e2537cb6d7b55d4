export type TimestampSize = 'mini' | 'long' | 'extended';

// A format of `Intl` takes long to make, and one that is kept stays in the time zone that it was made in.
const months = 'January February March April May June July August September October November December'.split(' ');
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

function ordinal(day: number): string {
  const teens = day % 100 >= 11 && day % 100 <= 13;
  return `${day}${teens ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[day % 10] ?? 'th')}`;
}

/** `M/d/y`, `MMMM d, y` or `eeee MMMM do, y`. */
export function dateText(date: Date, size: TimestampSize): string {
  const year = date.getFullYear();
  const day = date.getDate();
  if (size === 'mini') return `${date.getMonth() + 1}/${day}/${year}`;
  const month = months[date.getMonth()] ?? '';
  if (size === 'long') return `${month} ${day}, ${year}`;
  return `${weekdays[date.getDay()] ?? ''} ${month} ${ordinal(day)}, ${year}`;
}

/** `h:mm:ss a` */
export function timeText(date: Date): string {
  const hours = date.getHours();
  const two = (number: number) => String(number).padStart(2, '0');
  return `${hours % 12 || 12}:${two(date.getMinutes())}:${two(date.getSeconds())} ${hours < 12 ? 'AM' : 'PM'}`;
}

export function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}

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
