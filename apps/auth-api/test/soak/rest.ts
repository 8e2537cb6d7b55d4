import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiProcess } from '../support/api-process.ts';
import type { TestApi } from '../support/api.ts';
import { until } from '../support/until.ts';
import type { Sample } from './samples.ts';

/** Node's arguments for a program that tells, when it is asked, what it holds once its garbage is collected. */
export const collecting = ['--expose-gc', '--import', new URL('collect-on-signal.mjs', import.meta.url).href];

/** Somewhat longer than anybody keeps a connection that nobody uses: Caddy two minutes, the pools half a one. */
const idleForMs = 150_000;
const workDoneWithinMs = 120_000;

/** Waits until what was asked is done, jobs and all, and idle connections are closed; answers how much is never done. */
export async function comeToRest({ services: { pool } }: TestApi): Promise<number> {
  const left = async () => {
    const { rows } = await pool.query<{ left: number }>(
      `SELECT (SELECT count(*) FROM graphile_worker.jobs WHERE run_at < now())::int
         + (SELECT count(*) FROM stripe_events WHERE applied_at IS NULL)::int AS left`,
    );
    return rows[0]?.left ?? Number.NaN;
  };
  const undone = await until(left, (count) => count === 0, workDoneWithinMs);
  await sleep(idleForMs);
  return undone;
}

/** What a process that was started with `collecting` holds. */
export async function readHeld({ pid, lines }: Pick<ApiProcess, 'pid' | 'lines'>): Promise<Sample['figures']> {
  const known = lines.length;
  process.kill(pid, 'SIGUSR2');
  const tell = () => Promise.resolve(lines.slice(known).find((line) => line.startsWith('{"collected"')));
  const line = await until(tell, (told) => told !== undefined, workDoneWithinMs);
  if (line === undefined) throw new Error('A replica does not tell what it holds.');
  const { collected } = JSON.parse(line) as { collected: NodeJS.MemoryUsage };
  return {
    'resident MB': collected.rss / 1024 / 1024,
    'heap MB': collected.heapUsed / 1024 / 1024,
    'external MB': collected.external / 1024 / 1024,
  };
}
