import type { ReportPeriod, SignUpCount } from '@portal/contract';
import { daysOf } from './report-period.ts';

/** The chart has this many colours. The least used methods share the last series. */
const maxSeries = 6;
const otherMethods = 'Other methods';

export interface Series {
  readonly method: string;
  readonly total: number;
}

export interface Day {
  readonly day: string;
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
