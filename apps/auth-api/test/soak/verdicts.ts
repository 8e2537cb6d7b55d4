import { growthOf, median } from './growth.ts';
import type { Sample } from './samples.ts';

export interface Verdict {
  readonly process: string;
  readonly figure: string;
  readonly median: number;
  readonly most: number;
  /** Since it was warm. */
  readonly growth: number;
  readonly allowed: number;
  readonly isFlat: boolean;
}

/** By how much each may grow over a run, however long it is; a leak shows by a longer run at the latest. */
const allowances: Readonly<Record<string, number>> = {
  'resident MB': 24,
  'heap MB': 8,
  'external MB': 8,
  handles: 8,
  descriptors: 8,
  connections: 4,
  'jobs waiting': 20,
  'events waiting': 20,
  'loop delay p99 ms': 20,
};

/** Whether each figure of each process stayed as it was. */
export function verdictsOf(samples: readonly Sample[]): Verdict[] {
  const processes = [...new Set(samples.map(({ process }) => process))];
  return processes.flatMap((process) =>
    Object.entries(allowances).flatMap(([figure, allowed]) => {
      const points = samples
        .filter((sample) => sample.process === process)
        .flatMap(({ at, figures }) => (figures[figure] === undefined ? [] : [{ at, value: figures[figure] }]));
      if (points.length === 0) return [];
      const values = points.map(({ value }) => value);
      const growth = growthOf(points);
      const most = Math.max(...values);
      return [{ process, figure, median: median(values), most, growth, allowed, isFlat: growth <= allowed }];
    }),
  );
}

export const verdictRows = (verdicts: readonly Verdict[]): string[][] => [
  ['process', 'figure', 'median', 'most', 'growth', 'allowed', 'verdict'],
  ...verdicts.map(({ process, figure, median: middle, most, growth, allowed, isFlat }) => [
    process,
    figure,
    middle.toFixed(1),
    most.toFixed(1),
    `${growth < 0 ? '' : '+'}${growth.toFixed(1)}`,
    `+${allowed}`,
    isFlat ? 'flat' : 'GROWS',
  ]),
];
