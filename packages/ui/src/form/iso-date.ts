type DateParts = Readonly<Record<'year' | 'month' | 'day', string>>;

/** Accepted date formats. `8/14/2024` is month first, as the product shows dates, unless the first number exceeds 12. */
const datePatterns: readonly RegExp[] = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?:T.*)?$/,
  /^(?<month>0?[1-9]|1[0-2])\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
  /^(?<day>\d{1,2})\.\s*(?<month>\d{1,2})\.\s*(?<year>\d{4})$/,
  /^(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})$/i,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?\s+(?<month>[a-z]{3,9})\.?,?\s+(?<year>\d{4})$/i,
];

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Accepts a number, an English month name, or at least its first three letters. Returns 0 for an unknown month. */
const parseMonth = (text: string) =>
  /^\d+$/.test(text) ? Number(text) : monthNames.findIndex((name) => name.startsWith(text.toLowerCase())) + 1;

const twoDigits = (number: number) => String(number).padStart(2, '0');

/**
 * Converts a typed date to the form `2024-08-14`, also a day that does not exist. Returns any other text trimmed, so that validation
 * can reject both.
 */
export function toIsoDate(text: string): string {
  const trimmed = text.trim();
  const parts = datePatterns.map((format) => format.exec(trimmed)?.groups).find(Boolean) as DateParts | undefined;
  const month = parts ? parseMonth(parts.month) : 0;
  // `31/13/2024` is no day in any order. `8.14.2024` is a day with the month first, but dots are for the day first: it stays a text.
  const isNoDay = parts !== undefined && /^\d+$/.test(parts.month) && month > 12 && Number(parts.day) > 12;
  return parts && ((month >= 1 && month <= 12) || isNoDay)
    ? `${parts.year}-${twoDigits(month)}-${twoDigits(Number(parts.day))}`
    : trimmed;
}

/** Whether the text is an existing day in the form `YYYY-MM-DD`. */
export function isIsoDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${text}T`);
}
