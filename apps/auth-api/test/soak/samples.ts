import { readdir, readFile } from 'node:fs/promises';
import type { TestApi } from '../support/api.ts';

/** What one process took at a moment. */
export interface Sample {
  /** Seconds since the beginning. */
  readonly at: number;
  /** Whether nothing was asked then, and garbage was collected. */
  readonly isAtRest: boolean;
  readonly process: string;
  readonly figures: Readonly<Record<string, number>>;
}

interface Figure {
  readonly metric: string;
  /** Which labels count; all unless told. */
  readonly labels?: RegExp;
  readonly times?: number;
}

const megabytes = 1 / 1024 / 1024;

const figures: Readonly<Record<string, Figure>> = {
  'resident MB': { metric: 'process_resident_memory_bytes', times: megabytes },
  'heap MB': { metric: 'nodejs_heap_size_used_bytes', times: megabytes },
  'external MB': { metric: 'nodejs_external_memory_bytes', times: megabytes },
  handles: { metric: 'nodejs_active_resources_total' },
  descriptors: { metric: 'process_open_fds' },
  connections: { metric: 'portal_database_connections', labels: /busy|idle/ },
  'jobs waiting': { metric: 'portal_jobs' },
  'events waiting': { metric: 'portal_stripe_events_waiting' },
  'loop delay p99 ms': { metric: 'nodejs_eventloop_lag_p99_seconds', times: 1_000 },
  'CPU s': { metric: 'process_cpu_seconds_total' },
};

/** The figures that a process of the API serves for Prometheus. */
export async function readFigures(metricsPort: number): Promise<Sample['figures']> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const lines = text.split('\n').map((line) => /^(\w+)(\{.*\})? (\S+)$/.exec(line) ?? []);
  return Object.fromEntries(
    Object.entries(figures).map(([name, { metric, labels, times = 1 }]) => {
      const values = lines
        .filter(([, found, of = '']) => found === metric && (labels?.test(of) ?? true))
        .map(([, , , value]) => Number(value));
      return [name, values.reduce((sum, value) => sum + value, 0) * times];
    }),
  );
}

/** What the system tells of a process that tells nothing by itself. */
export async function readProcess(pid: number): Promise<Sample['figures']> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const descriptors = await readdir(`/proc/${pid}/fd`);
  return {
    'resident MB': Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024,
    descriptors: descriptors.length,
  };
}

/** How many connections all processes of the API have to the database. */
export async function readDatabase({ services: { pool } }: TestApi): Promise<Sample['figures']> {
  const { rows } = await pool.query<{ connections: number }>(
    `SELECT count(*)::int AS connections FROM pg_stat_activity WHERE datname = current_database()`,
  );
  return { connections: rows[0]?.connections ?? Number.NaN };
}
