import type { Day } from './sign-up-series.ts';

/** The plot leaves at least this part of the height free above the tallest bar. */
const headroom = 0.05;

/** The smallest of 1, 2, 5, 10, 20, 50, ... that divides a maximum into at most four steps. */
function stepFor(max: number): number {
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= rough) ?? 10;
  return Math.max(1, factor * power);
}

/** The values of the vertical axis. The last one is the top of the plot, above the maximum. */
export function countTicks(max: number): readonly number[] {
  const step = stepFor(Math.max(1, max));
  const steps = Math.ceil((Math.max(1, max) * (1 + headroom)) / step);
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

const maxDayLabels = 10;
const dayIntervals = [1, 2, 7, 14, 28];

/** The days that the horizontal axis labels, with their indexes. */
export function dayTicks(days: readonly Day[]): readonly { readonly day: string; readonly index: number }[] {
  const interval = dayIntervals.find((length) => days.length / length <= maxDayLabels) ?? 56;
  return days.map(({ day }, index) => ({ day, index })).filter(({ index }) => index % interval === 0);
}
