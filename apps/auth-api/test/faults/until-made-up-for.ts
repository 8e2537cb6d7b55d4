import { setTimeout as sleep } from 'node:timers/promises';
import { endPausesOfJobs } from '../support/until-by-jobs.ts';
import type { Length } from './length.ts';
import type { Stage } from './stage.ts';

interface Wait {
  readonly length: Length;
  readonly withinMs: number;
  /** How much is left to be made up for by jobs. */
  readonly left: () => Promise<number>;
}

/** Waits until jobs have made up for everything, or their time is over; answers how long it took. The short form ends their pauses. */
export async function untilMadeUpFor({ inside }: Stage, { length, withinMs, left }: Wait): Promise<number> {
  const since = performance.now();
  while ((await left()) > 0 && performance.now() < since + withinMs) {
    if (length === 'short') await endPausesOfJobs(inside);
    await sleep(100);
  }
  return performance.now() - since;
}
