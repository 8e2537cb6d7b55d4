import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiProcess } from '@portal/auth-api/test/support/api-process.ts';
import type { TestApi } from '@portal/auth-api/test/support/api.ts';
import { pollUntil } from '@portal/auth-api/test/support/polling.ts';
import type { Sample } from './samples.ts';

/** Node's arguments for a process whose memory `readMemoryAfterGc` can read. */
export const gcOnSignalArgs = ['--expose-gc', '--import', new URL('./gc-on-signal.mjs', import.meta.url).href];

/** A little longer than any idle connection stays open: Caddy keeps them two minutes, the pools 30 seconds. */
const idleMs = 150_000;
const workTimeoutMs = 120_000;

/** Waits until all jobs are done and idle connections are closed. Returns the number of jobs and events that did not finish. */
export async function waitUntilIdle({ services: { pool } }: TestApi): Promise<number> {
  const countPending = async () => {
    const { rows } = await pool.query<{ pending: number }>(
      `SELECT (SELECT count(*) FROM graphile_worker.jobs WHERE run_at < now())::int
         + (SELECT count(*) FROM stripe_events WHERE applied_at IS NULL)::int AS pending`,
    );
    return rows[0]?.pending ?? Number.NaN;
  };
  const pending = await pollUntil(countPending, (count) => count === 0, workTimeoutMs);
  await sleep(idleMs);
  return pending;
}

/** Reads the memory usage of a process that was started with `gcOnSignalArgs`. */
export async function readMemoryAfterGc({ pid, lines }: Pick<ApiProcess, 'pid' | 'lines'>): Promise<Sample['metrics']> {
  const linesBefore = lines.length;
  process.kill(pid, 'SIGUSR2');
  const findLine = () => Promise.resolve(lines.slice(linesBefore).find((line) => line.startsWith('{"collected"')));
  const line = await pollUntil(findLine, (found) => found !== undefined, workTimeoutMs);
  if (line === undefined) throw new Error('A replica did not report its memory usage.');
  const { collected } = JSON.parse(line) as { collected: NodeJS.MemoryUsage };
  return {
    'resident MB': collected.rss / 1024 / 1024,
    'heap MB': collected.heapUsed / 1024 / 1024,
    'external MB': collected.external / 1024 / 1024,
  };
}
