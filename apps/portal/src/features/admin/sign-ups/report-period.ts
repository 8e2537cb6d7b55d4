import { dayMs, reportPeriodError, type ReportPeriod } from '@portal/contract';

const isoDay = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

/** Today, in UTC like the report. */
export const today = () => isoDay(Date.now());

/** A number of days up to today. */
export const lastDays = (count: number): ReportPeriod => ({
  startDate: isoDay(Date.now() - (count - 1) * dayMs),
  endDate: today(),
});

const lengthOf = ({ startDate, endDate }: ReportPeriod) =>
  Math.round((Date.parse(endDate) - Date.parse(startDate)) / dayMs) + 1;

/** A period together with the one of the same length before it; null if no report can cover both. */
export function withPeriodBefore(period: ReportPeriod): ReportPeriod | null {
  const startDate = isoDay(Date.parse(period.startDate) - lengthOf(period) * dayMs);
  return reportPeriodError(startDate, period.endDate) ? null : { startDate, endDate: period.endDate };
}

/** The previous week, Monday to Sunday, in UTC like the report. */
export function previousWeek(now: Date): ReportPeriod {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  const monday = today - (sinceMonday + 7) * dayMs;
  return { startDate: isoDay(monday), endDate: isoDay(monday + 6 * dayMs) };
}

export function daysOf({ startDate, endDate }: ReportPeriod): string[] {
  const start = Date.parse(startDate);
  return Array.from({ length: lengthOf({ startDate, endDate }) }, (_, index) => isoDay(start + index * dayMs));
}
