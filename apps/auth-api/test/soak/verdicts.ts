import { growthOf, median } from './growth.ts';
import type { Sample } from './samples.ts';

export interface Verdict {
  readonly process: string;
  readonly figure: string;
  /** Under load. */
  readonly median: number;
  readonly most: number;
  /** Each time that nothing was asked. */
  readonly atRest: readonly number[];
  /** From the first rest to the last. */
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
};

/**
 * Whether each figure of each process stayed as it was, at rest: under load it tells how much is being done, which other
 * programs of the machine have a say in.
 */
export function verdictsOf(samples: readonly Sample[]): Verdict[] {
  const processes = [...new Set(samples.map(({ process }) => process))];
  return processes.flatMap((process) =>
    Object.entries(allowances).flatMap(([figure, allowed]) => {
      const pointsOf = (wanted: boolean) =>
        samples
          .filter((sample) => sample.process === process && sample.isAtRest === wanted)
          .flatMap(({ at, figures }) => (figures[figure] === undefined ? [] : [{ at, value: figures[figure] }]));
      const rests = pointsOf(true);
      if (rests.length === 0) return [];
      const loaded = pointsOf(false).map(({ value }) => value);
      const growth = growthOf(rests);
      const atRest = rests.map(({ value }) => value);
      const most = Math.max(...loaded);
      return [{ process, figure, median: median(loaded), most, atRest, growth, allowed, isFlat: growth <= allowed }];
    }),
  );
}

export const verdictRows = (verdicts: readonly Verdict[]): string[][] => [
  ['process', 'figure', 'median', 'most', 'at rest', 'growth', 'allowed', 'verdict'],
  ...verdicts.map(({ process, figure, median: middle, most, atRest, growth, allowed, isFlat }) => [
    process,
    figure,
    middle.toFixed(1),
    most.toFixed(1),
    atRest.map((value) => value.toFixed(1)).join(', '),
    `${growth < 0 ? '' : '+'}${growth.toFixed(1)}`,
    `+${allowed}`,
    isFlat ? 'flat' : 'GROWS',
  ]),
];
