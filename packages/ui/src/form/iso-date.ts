type Parts = Readonly<Record<'year' | 'month' | 'day', string>>;

/** How people write a date. `8/14/2024` is month first, as the product shows dates, unless the first number is no month. */
const formats: readonly RegExp[] = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?:T.*)?$/,
  /^(?<month>0?[1-9]|1[0-2])\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
  /^(?<day>\d{1,2})\.\s*(?<month>\d{1,2})\.\s*(?<year>\d{4})$/,
  /^(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})$/i,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?\s+(?<month>[a-z]{3,9})\.?,?\s+(?<year>\d{4})$/i,
];

const months = [
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

/** The number of a month that is written as a number, by its English name, or by at least three letters of that. */
const monthOf = (text: string) =>
  /^\d+$/.test(text) ? Number(text) : months.findIndex((name) => name.startsWith(text.toLowerCase())) + 1;

const two = (number: number) => String(number).padStart(2, '0');

/** A date in the form `2024-08-14`. A text that is no date stays as it is, for the check of the field to refuse. */
export function isoDate(text: string): string {
  const typed = text.trim();
  const found = formats.map((format) => format.exec(typed)?.groups).find(Boolean) as Parts | undefined;
  const month = found ? monthOf(found.month) : 0;
  return found && month >= 1 && month <= 12 ? `${found.year}-${two(month)}-${two(Number(found.day))}` : typed;
}
