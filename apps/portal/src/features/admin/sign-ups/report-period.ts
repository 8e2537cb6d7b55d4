import { dayMs, type ReportPeriod } from '@portal/contract';

const isoDay = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

/** The previous week, Monday to Sunday, in UTC like the report. */
export function previousWeek(now: Date): ReportPeriod {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  const monday = today - (sinceMonday + 7) * dayMs;
  return { startDate: isoDay(monday), endDate: isoDay(monday + 6 * dayMs) };
}

export function daysOf({ startDate, endDate }: ReportPeriod): string[] {
  const start = Date.parse(startDate);
  const count = Math.round((Date.parse(endDate) - start) / dayMs) + 1;
  return Array.from({ length: count }, (_, index) => isoDay(start + index * dayMs));
}
