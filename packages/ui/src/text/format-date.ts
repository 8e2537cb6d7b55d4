/** UTC instead of the time zone of the user, for days that are counted in UTC. */
export type TimeZone = 'UTC' | undefined;

const fields = {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
} as const;

/**
 * Returns a function that gets a format. Formats are created when they are needed first: on a slow computer, one
 * with many fields takes 60 ms to create. The product is in English, so its dates do not follow the language of the browser.
 */
function lazyFormats(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<TimeZone, Intl.DateTimeFormat>();
  return (timeZone: TimeZone): Intl.DateTimeFormat => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    formats.set(timeZone, format);
    return format;
  };
}

const dateFormat = lazyFormats({ dateStyle: 'long' });
const fieldsFormat = lazyFormats(fields);

/** Returns a function that gets the parts of a date. */
export function partsOf(date: Date, timeZone: TimeZone) {
  const parts = fieldsFormat(timeZone).formatToParts(date);
  return (type: keyof typeof fields | 'dayPeriod') => parts.find((part) => part.type === type)?.value ?? '';
}

/** `November 21, 2026`, the style of the product. */
export const formatDate = (date: Date, timeZone?: TimeZone): string => dateFormat(timeZone).format(date);

/** `Saturday, November 21, 2026`, where the day of the week matters. */
export const formatDateWithWeekday = (date: Date, timeZone?: TimeZone) =>
  `${partsOf(date, timeZone)('weekday')}, ${formatDate(date, timeZone)}`;

/** `12:05 PM`, for points in time that need no seconds, such as a deadline. */
export function formatMinutes(date: Date, timeZone?: TimeZone): string {
  const part = partsOf(date, timeZone);
  return `${part('hour')}:${part('minute')} ${part('dayPeriod')}`;
}

/** `GMT+1`, the time zone of the user at a date. A time that is also in an email, which has UTC, needs it. */
export const formatTimeZone = (date: Date, timeZone?: TimeZone): string =>
  timeZone ?? partsOf(date, timeZone)('timeZoneName');

/** `November 21, 2026 12:05 PM GMT+1` */
export const formatDateTime = (date: Date, timeZone?: TimeZone) =>
  `${formatDate(date, timeZone)} ${formatMinutes(date, timeZone)} ${formatTimeZone(date, timeZone)}`;
