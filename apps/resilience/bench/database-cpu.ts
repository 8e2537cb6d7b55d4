import { readFile } from 'node:fs/promises';
import type { BenchEnvironment } from './bench-environment.ts';

/** CPU time of each PostgreSQL session of the bench database, in milliseconds, by process id. */
export type CpuMsByPid = ReadonlyMap<number, number>;

const selectSessions = `SELECT pid FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()`;

/** Empty on systems other than Linux, which do not expose the CPU time of another process. */
export async function readDatabaseCpu(bench: BenchEnvironment): Promise<CpuMsByPid> {
  if (process.platform !== 'linux') return new Map();
  const pids = ((await bench.asOwner(selectSessions)) as { pid: number }[]).map(({ pid }) => pid);
  return new Map(await Promise.all(pids.map(async (pid) => [pid, await cpuMsOf(pid)] as const)));
}

/** 0 for a session that has closed in the meantime. */
async function cpuMsOf(pid: number): Promise<number> {
  try {
    const [nanoseconds] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ');
    return Number(nanoseconds) / 1_000_000;
  } catch (error) {
    if (isMissingFile(error)) return 0;
    throw error;
  }
}

const isMissingFile = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** CPU time spent between two readings, including sessions opened in between. */
export function cpuMsSince(before: CpuMsByPid, after: CpuMsByPid): number {
  return [...after].reduce((sum, [pid, ms]) => sum + Math.max(0, ms - (before.get(pid) ?? 0)), 0);
}
