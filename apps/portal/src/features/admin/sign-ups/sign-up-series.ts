import type { ReportPeriod, SignUpCount } from '@portal/contract';
import { daysOf } from './report-period.ts';

/** The chart has this many colours. The least used methods share the last series. */
const maxSeries = 6;
const otherMethods = 'Other methods';

export interface Series {
  readonly method: string;
  readonly total: number;
}

/** A bar of the chart: a day, or a week from Monday to Sunday. */
export interface Day {
  readonly day: string;
  /** The last day of a week. */
  readonly lastDay?: string;
  readonly total: number;
  /** One count for each series, in the same order. */
  readonly counts: readonly number[];
}

function totalsByMethod(counts: readonly SignUpCount[]): Series[] {
  const totals = new Map<string, number>();
  for (const { signupMethod, people: count } of counts)
    totals.set(signupMethod, (totals.get(signupMethod) ?? 0) + count);
  return [...totals]
    .map(([method, total]) => ({ method, total }))
    .sort((a, b) => b.total - a.total || a.method.localeCompare(b.method));
}

/** The data of the chart: methods by descending total, and every day of the period, including days without signups. */
export function toSeries(counts: readonly SignUpCount[], period: ReportPeriod): { series: Series[]; days: Day[] } {
  const totals = totalsByMethod(counts);
  const rest = totals.length > maxSeries ? totals.slice(maxSeries - 1) : [];
  const series = rest.length === 0 ? totals : totals.slice(0, maxSeries - 1);
  if (rest.length > 0) series.push({ method: otherMethods, total: rest.reduce((sum, { total }) => sum + total, 0) });

  const seriesIndex = new Map(totals.map(({ method }, index) => [method, Math.min(index, series.length - 1)]));
  const days = new Map(daysOf(period).map((day) => [day, series.map(() => 0)]));
  for (const { day, signupMethod, people: count } of counts) {
    const dayCounts = days.get(day);
    const index = seriesIndex.get(signupMethod) ?? 0;
    if (dayCounts) dayCounts[index] = (dayCounts[index] ?? 0) + count;
  }
  return {
    series,
    days: [...days].map(([day, counts]) => ({ day, counts, total: counts.reduce((sum, count) => sum + count, 0) })),
  };
}

/** From this many days on, the chart has a bar for each week. */
const minDaysForWeeks = 60;

const isMonday = (day: string) => new Date(day).getUTCDay() === 1;

/** The bars of the chart. The first and the last week can have fewer days, because the period does not cover them. */
export function toBars(days: readonly Day[]): readonly Day[] {
  if (days.length < minDaysForWeeks) return days;
  const weeks: Day[] = [];
  for (const { day, total, counts } of days) {
    const week = isMonday(day) ? undefined : weeks.at(-1);
    if (week) {
      weeks[weeks.length - 1] = {
        ...week,
        lastDay: day,
        total: week.total + total,
        counts: week.counts.map((count, index) => count + (counts[index] ?? 0)),
      };
    } else weeks.push({ day, lastDay: day, total, counts });
  }
  return weeks;
}
