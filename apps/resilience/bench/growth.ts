import type { BenchEnvironment } from './bench-environment.ts';
import { cpuMsSince, readDatabaseCpu } from './database-cpu.ts';
import { measure, median, sendRequests, type Measurement } from './measure.ts';
import type { MeasuredProcess } from './measured-process.ts';
import type { RequestKind } from './requests.ts';

/** The same call with a different amount of data. */
export interface Variant {
  readonly bench: BenchEnvironment;
  readonly api: MeasuredProcess;
  readonly requestKind: RequestKind;
  readonly visitors: number;
}

type Measured = Measurement & { readonly databaseCpuMs: number };

/** How the cost of a call grows with the data: medians over all rounds, per variant, and the ratio of the last to the first. */
export interface Growth {
  readonly cpuMs: readonly number[];
  readonly databaseCpuMs: readonly number[];
  readonly lastToFirst: { readonly speed: number; readonly cpu: number; readonly databaseCpu: number };
}

/** The variants take turns, and each is the first of a round equally often. */
export async function measureGrowth(variants: readonly Variant[], rounds: number, requests: number): Promise<Growth> {
  for (const { bench, api, requestKind, visitors } of variants) {
    await sendRequests(api.port, requestKind, { requests }, visitors);
    await bench.cleanUp();
  }
  const results = variants.map((): Measured[] => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < variants.length; turn++) {
      const index = (round + turn) % variants.length;
      const variant = variants[index];
      if (variant !== undefined) results[index]?.push(await measureVariant(variant, requests));
    }
  }
  const medianOf = (key: keyof Measured) => results.map((runs) => median(runs.map((run) => run[key])));
  const ratio = (key: keyof Measured) =>
    median((results.at(-1) ?? []).map((last, round) => last[key] / (results[0]?.[round]?.[key] ?? Number.NaN)));
  return {
    cpuMs: medianOf('cpuMs'),
    databaseCpuMs: medianOf('databaseCpuMs'),
    lastToFirst: { speed: ratio('perSecond'), cpu: ratio('cpuMs'), databaseCpu: ratio('databaseCpuMs') },
  };
}

async function measureVariant({ bench, api, requestKind, visitors }: Variant, requests: number): Promise<Measured> {
  const before = await readDatabaseCpu(bench);
  const measurement = await measure(api, requestKind, { requests }, visitors);
  const databaseCpuMs = cpuMsSince(before, await readDatabaseCpu(bench)) / requests;
  await bench.cleanUp();
  return { ...measurement, databaseCpuMs };
}
