import { appendFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { Comparison } from './measure.ts';

/** One recorded run. It holds only ratios, because absolute speeds differ between machines. */
interface HistoryEntry {
  readonly at: string;
  readonly node: string;
  readonly machine: string;
  /** By call: CPU time of the baseline divided by the API's, and throughput of the API divided by the baseline's. */
  readonly ratios: Readonly<Record<string, { readonly cpu: number; readonly throughput: number }>>;
}

const file = new URL('history.jsonl', import.meta.url);
const rounded = (ratio: number) => Math.round(ratio * 1_000) / 1_000;

export async function appendToHistory(comparisons: readonly Comparison[]): Promise<void> {
  const ratios = comparisons.map(({ call, cpu, throughput }) => [
    call,
    { cpu: rounded(cpu), throughput: rounded(throughput) },
  ]);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`;
  const entry: HistoryEntry = {
    at: new Date().toISOString(),
    node: process.version,
    machine,
    ratios: Object.fromEntries(ratios) as HistoryEntry['ratios'],
  };
  await appendFile(file, `${JSON.stringify(entry)}\n`);
}
