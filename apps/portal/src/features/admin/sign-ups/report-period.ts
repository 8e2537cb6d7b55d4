import type { ReportPeriod } from '@portal/contract';

const dayLength = 86_400_000;

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** The last whole week, from Monday to Sunday, in UTC as the report counts. */
export function lastWeek(now: Date): ReportPeriod {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  const monday = today - (sinceMonday + 7) * dayLength;
  return { startDate: dayOf(monday), endDate: dayOf(monday + 6 * dayLength) };
}

/** Every day of a period. */
export function daysOf({ startDate, endDate }: ReportPeriod): string[] {
  const start = Date.parse(startDate);
  const count = Math.round((Date.parse(endDate) - start) / dayLength) + 1;
  return Array.from({ length: count }, (_, index) => dayOf(start + index * dayLength));
}
