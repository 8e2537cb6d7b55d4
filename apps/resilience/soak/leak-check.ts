import type { Sample } from './samples.ts';

/** A measurement, and its time in seconds since the start of the run. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

export interface GrowthCheck {
  readonly process: string;
  readonly metric: string;
  /** Under load. */
  readonly median: number;
  /** Under load. */
  readonly max: number;
  /** At each idle pause. */
  readonly idleValues: readonly number[];
  /** From the first idle pause to the last. */
  readonly growth: number;
  readonly allowedGrowth: number;
  readonly isFlat: boolean;
}

/** The growth that is allowed over a run of any length. A slow leak shows only in a longer run. */
const allowedGrowth: Readonly<Record<string, number>> = {
  'resident MB': 24,
  'heap MB': 8,
  'external MB': 8,
  handles: 8,
  descriptors: 8,
  connections: 4,
};

/** Compares the metrics of each process at the idle pauses. Under load they depend on how busy the machine is. */
export function checkGrowth(samples: readonly Sample[]): GrowthCheck[] {
  const processes = [...new Set(samples.map(({ process }) => process))];
  return processes.flatMap((process) =>
    Object.entries(allowedGrowth).flatMap(([metric, allowed]) => {
      const pointsWhere = (isIdle: boolean) =>
        samples
          .filter((sample) => sample.process === process && sample.isIdle === isIdle)
          .flatMap(({ at, metrics }) => (metrics[metric] === undefined ? [] : [{ at, value: metrics[metric] }]));
      const idlePoints = pointsWhere(true);
      if (idlePoints.length === 0) return [];
      const loadedValues = pointsWhere(false).map(({ value }) => value);
      const growth = growthOf(idlePoints);
      return [
        {
          process,
          metric,
          median: median(loadedValues),
          max: Math.max(...loadedValues),
          idleValues: idlePoints.map(({ value }) => value),
          growth,
          allowedGrowth: allowed,
          isFlat: growth <= allowed,
        },
      ];
    }),
  );
}

/** The growth from the first point to the last by the Theil–Sen estimator, the median of all slopes, which ignores outliers. */
export function growthOf(points: readonly Point[]): number {
  const slopes = points.flatMap((one, index) =>
    points.slice(index + 1).map((other) => (other.value - one.value) / (other.at - one.at)),
  );
  return median(slopes) * ((points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length === 0 ? 0 : ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

export const growthRows = (checks: readonly GrowthCheck[]): string[][] => [
  ['process', 'metric', 'median', 'max', 'idle', 'growth', 'allowed', 'result'],
  ...checks.map((check) => [
    check.process,
    check.metric,
    check.median.toFixed(1),
    check.max.toFixed(1),
    check.idleValues.map((value) => value.toFixed(1)).join(', '),
    `${check.growth < 0 ? '' : '+'}${check.growth.toFixed(1)}`,
    `+${check.allowedGrowth}`,
    check.isFlat ? 'flat' : 'GROWS',
  ]),
];
