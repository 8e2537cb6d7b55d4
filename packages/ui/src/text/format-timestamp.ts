import { formatDate, partsOf, type TimeZone } from './format-date.ts';

export type TimestampSize = 'mini' | 'long' | 'extended';

const createNumericFormat = (timeZone: TimeZone) => new Intl.DateTimeFormat('en-US', { timeZone });
const localNumericFormat = createNumericFormat(undefined);
const utcNumericFormat = createNumericFormat('UTC');

const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinalSuffixes: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' };

/** `21` becomes `21st`. */
const toOrdinal = (day: string) => day + (ordinalSuffixes[ordinalRules.select(Number(day))] ?? 'th');

/**
 * `11/21/2026`, `November 21, 2026` or `Saturday November 21st, 2026`.
 * Source: specification section 9, "Timestamp formats".
 */
export function formatDateAs(size: TimestampSize, date: Date, timeZone?: TimeZone): string {
  if (size === 'mini') return (timeZone ? utcNumericFormat : localNumericFormat).format(date);
  if (size === 'long') return formatDate(date, timeZone);
  const part = partsOf(date, timeZone);
  return `${part('weekday')} ${part('month')} ${toOrdinal(part('day'))}, ${part('year')}`;
}

/** `12:05:09 PM` */
export function formatTime(date: Date, timeZone?: TimeZone): string {
  const part = partsOf(date, timeZone);
  return `${part('hour')}:${part('minute')}:${part('second')} ${part('dayPeriod')}`;
}
