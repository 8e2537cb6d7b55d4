import { appendFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { Comparison } from './rounds.ts';

/** One recorded run: only ratios, since what is fast on one machine is slow on another. */
interface Entry {
  readonly at: string;
  readonly node: string;
  readonly machine: string;
  /** By call, the floor's CPU time over the API's, and the API's throughput over the floor's. */
  readonly ratios: Readonly<Record<string, { readonly cpu: number; readonly throughput: number }>>;
}

const file = new URL('history.jsonl', import.meta.url);
const short = (ratio: number) => Math.round(ratio * 1_000) / 1_000;

/** Adds a run to the history. */
export async function record(comparisons: readonly Comparison[]): Promise<void> {
  const ratios = comparisons.map(({ call, cpu, throughput }) => [
    call,
    { cpu: short(cpu), throughput: short(throughput) },
  ]);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`;
  const entry: Entry = {
    at: new Date().toISOString(),
    node: process.version,
    machine,
    ratios: Object.fromEntries(ratios) as Entry['ratios'],
  };
  await appendFile(file, `${JSON.stringify(entry)}\n`);
}
