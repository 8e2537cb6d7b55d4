import { databaseCpu, spentSince } from './database-cpu.ts';
import type { MeasuredProcess } from './measured-process.ts';
import { ask, median, stretch, type Stretch } from './rounds.ts';
import type { Stage } from './stage.ts';
import type { Visit } from './visitors.ts';

/** The same call where there is less or more of something. */
export interface Variant {
  readonly stage: Stage;
  readonly api: MeasuredProcess;
  readonly visit: Visit;
  readonly visitors: number;
}

/** What a stretch took, with the work of PostgreSQL. */
type Taken = Stretch & { readonly databaseCpuMs: number };

/** What variants of one call take: medians of all rounds, each in turn the first, and of how the last compares to the first. */
export interface Growth {
  readonly cpuMs: readonly number[];
  readonly databaseCpuMs: readonly number[];
  readonly lastToFirst: { readonly speed: number; readonly cpu: number; readonly databaseCpu: number };
}

export async function growthOf(variants: readonly Variant[], rounds: number, requests: number): Promise<Growth> {
  for (const { stage, api, visit, visitors } of variants) {
    await ask(api.port, visit, { requests }, visitors);
    await stage.tidy();
  }
  const taken = variants.map((): Taken[] => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < variants.length; turn++) {
      const at = (round + turn) % variants.length;
      const variant = variants[at];
      if (variant !== undefined) taken[at]?.push(await takenBy(variant, requests));
    }
  }
  const medianOf = (figure: keyof Taken) => taken.map((ofVariant) => median(ofVariant.map((each) => each[figure])));
  const ratio = (figure: keyof Taken) =>
    median((taken.at(-1) ?? []).map((last, round) => last[figure] / (taken[0]?.[round]?.[figure] ?? Number.NaN)));
  return {
    cpuMs: medianOf('cpuMs'),
    databaseCpuMs: medianOf('databaseCpuMs'),
    lastToFirst: { speed: ratio('perSecond'), cpu: ratio('cpuMs'), databaseCpu: ratio('databaseCpuMs') },
  };
}

async function takenBy({ stage, api, visit, visitors }: Variant, requests: number): Promise<Taken> {
  const before = await databaseCpu(stage);
  const took = await stretch(api, visit, { requests }, visitors);
  const databaseCpuMs = spentSince(before, await databaseCpu(stage)) / requests;
  await stage.tidy();
  return { ...took, databaseCpuMs };
}
