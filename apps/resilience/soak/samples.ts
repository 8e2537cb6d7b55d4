import { readdir, readFile } from 'node:fs/promises';
import type { TestApi } from '@portal/auth-api/test/support/api.ts';

/** The metrics of one process at one time. */
export interface Sample {
  /** Seconds since the start of the run. */
  readonly at: number;
  /** The process had no requests and had just collected its garbage. */
  readonly isIdle: boolean;
  readonly process: string;
  readonly metrics: Readonly<Record<string, number>>;
}

interface MetricSource {
  readonly metric: string;
  /** The label sets to sum up. All of them by default. */
  readonly labels?: RegExp;
  readonly factor?: number;
}

const bytesToMegabytes = 1 / 1024 / 1024;

const metricSources: Readonly<Record<string, MetricSource>> = {
  'resident MB': { metric: 'process_resident_memory_bytes', factor: bytesToMegabytes },
  'heap MB': { metric: 'nodejs_heap_size_used_bytes', factor: bytesToMegabytes },
  'external MB': { metric: 'nodejs_external_memory_bytes', factor: bytesToMegabytes },
  handles: { metric: 'nodejs_active_resources_total' },
  descriptors: { metric: 'process_open_fds' },
  connections: { metric: 'portal_database_connections', labels: /busy|idle/ },
  'jobs waiting': { metric: 'portal_jobs' },
  'events waiting': { metric: 'portal_stripe_events_waiting' },
  'loop delay p99 ms': { metric: 'nodejs_eventloop_lag_p99_seconds', factor: 1_000 },
  'CPU s': { metric: 'process_cpu_seconds_total' },
};

/** Reads the Prometheus metrics of a replica. */
export async function readMetrics(metricsPort: number): Promise<Sample['metrics']> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const lines = text.split('\n').map((line) => /^(\w+)(\{.*\})? (\S+)$/.exec(line) ?? []);
  return Object.fromEntries(
    Object.entries(metricSources).map(([name, { metric, labels, factor = 1 }]) => {
      const values = lines
        .filter(([, lineMetric, lineLabels = '']) => lineMetric === metric && (labels?.test(lineLabels) ?? true))
        .map(([, , , value]) => Number(value));
      return [name, values.reduce((sum, value) => sum + value, 0) * factor];
    }),
  );
}

/** Reads from /proc what a process without metrics uses. */
export async function readProcess(pid: number): Promise<Sample['metrics']> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const descriptors = await readdir(`/proc/${pid}/fd`);
  return {
    'resident MB': Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024,
    descriptors: descriptors.length,
  };
}

/** CPU time of processes so far, in seconds, by process id. A process that has ended is left out. */
export type CpuSeconds = ReadonlyMap<number, number>;

/** The unit of the times in /proc/<pid>/stat: 100 a second on Linux. */
const ticksPerSecond = 100;

/** Reads from /proc how much CPU time all threads of the processes have used. */
export async function readCpuSeconds(pids: readonly number[]): Promise<CpuSeconds> {
  const seconds = new Map<number, number>();
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The fields after the name of the program, which may contain spaces: 12 and 13 are user and system time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (stat !== '') seconds.set(pid, (Number(fields[11]) + Number(fields[12])) / ticksPerSecond);
  }
  return seconds;
}

/** The CPU time between two readings, in seconds, with that of processes that started in between. */
export function cpuSecondsBetween(before: CpuSeconds, after: CpuSeconds): number {
  return [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
}

/** Counts the database connections of all replicas. */
export async function readDatabase({ services: { pool } }: TestApi): Promise<Sample['metrics']> {
  const { rows } = await pool.query<{ connections: number }>(
    `SELECT count(*)::int AS connections FROM pg_stat_activity WHERE datname = current_database()`,
  );
  return { connections: rows[0]?.connections ?? Number.NaN };
}
