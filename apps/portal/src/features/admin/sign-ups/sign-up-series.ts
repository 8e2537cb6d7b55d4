import type { ReportPeriod, SignUpCount } from '@portal/contract';
import { daysOf } from './report-period.ts';

/** Ways beyond these are one series, so that each has a colour of its own. */
const mostSeries = 6;
const others = 'Other ways';

export interface Series {
  readonly method: string;
  readonly total: number;
}

export interface Day {
  readonly day: string;
  readonly total: number;
  /** One for each series, in their order. */
  readonly people: readonly number[];
}

function totalsOf(counts: readonly SignUpCount[]): Series[] {
  const totals = new Map<string, number>();
  for (const { signupMethod, people } of counts) totals.set(signupMethod, (totals.get(signupMethod) ?? 0) + people);
  return [...totals]
    .map(([method, total]) => ({ method, total }))
    .sort((one, other) => other.total - one.total || one.method.localeCompare(other.method));
}

/** What a plot is drawn from: the ways with the most people first, and every day of the period, also the empty ones. */
export function seriesOf(counts: readonly SignUpCount[], period: ReportPeriod): { series: Series[]; days: Day[] } {
  const all = totalsOf(counts);
  const rest = all.length > mostSeries ? all.slice(mostSeries - 1) : [];
  const series = rest.length === 0 ? all : all.slice(0, mostSeries - 1);
  if (rest.length > 0) series.push({ method: others, total: rest.reduce((sum, { total }) => sum + total, 0) });

  const place = new Map(all.map(({ method }, index) => [method, Math.min(index, series.length - 1)]));
  const days = new Map(daysOf(period).map((day) => [day, series.map(() => 0)]));
  for (const { day, signupMethod, people } of counts) {
    const ofDay = days.get(day);
    const at = place.get(signupMethod) ?? 0;
    if (ofDay) ofDay[at] = (ofDay[at] ?? 0) + people;
  }
  return {
    series,
    days: [...days].map(([day, people]) => ({ day, people, total: people.reduce((sum, count) => sum + count, 0) })),
  };
}
