import { readFile } from 'node:fs/promises';
import type { Stage } from './stage.ts';

/** By its process, what each session of a stage's database has spent on a processor, in milliseconds. */
export type DatabaseCpu = ReadonlyMap<number, number>;

const sessions = `SELECT pid FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()`;

/** Only Linux tells it; elsewhere there are none. */
export async function databaseCpu(stage: Stage): Promise<DatabaseCpu> {
  if (process.platform !== 'linux') return new Map();
  const pids = ((await stage.asOwner(sessions)) as { pid: number }[]).map(({ pid }) => pid);
  const spent = pids.map(async (pid) => [pid, await spentBy(pid)] as const);
  return new Map(await Promise.all(spent));
}

/** Nothing by a session that has ended since it was told. */
async function spentBy(pid: number): Promise<number> {
  try {
    const [nanoseconds] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ');
    return Number(nanoseconds) / 1_000_000;
  } catch (error) {
    if (hasEnded(error)) return 0;
    throw error;
  }
}

const hasEnded = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** What they have spent since, those that began in between included. */
export function spentSince(before: DatabaseCpu, after: DatabaseCpu): number {
  return [...after].reduce((sum, [pid, spent]) => sum + Math.max(0, spent - (before.get(pid) ?? 0)), 0);
}
