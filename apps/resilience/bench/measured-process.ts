import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiFolder } from '@portal/auth-api/test/support/programs.ts';
import { freePort } from '@portal/local-postgres';

const probe = new URL('./probe.mjs', import.meta.url).href;

/** Resources that a process has used since it started. */
export interface Usage {
  readonly cpuMs: number;
  /** CPU time of the main thread; of all threads on systems other than Linux. */
  readonly mainThreadMs: number;
  readonly residentBytes: number;
}

/** A server in its own process. Its log goes to a file, as in a container. */
export interface MeasuredProcess {
  readonly port: number;
  /** Time from the start of the process until it was ready. */
  readonly readyMs: number;
  usage(): Promise<Usage>;
  /** Records a V8 CPU profile during `work`. */
  profile(work: () => Promise<unknown>): Promise<Profiler.Profile>;
  stop(): Promise<void>;
}

/** A response of `probe.mjs`. */
interface UsageReply {
  readonly cpu: NodeJS.CpuUsage;
  readonly mainThreadMs: number | null;
  readonly residentBytes: number;
}

interface Program {
  readonly nodeArgs: readonly string[];
  readonly environment: Record<string, string>;
  /** The path that responds with 200 or 401 once the server is ready. */
  readonly readyPath: string;
  readonly logFile: string;
}

export async function startMeasuredProcess({
  nodeArgs,
  environment,
  readyPath,
  logFile,
}: Program): Promise<MeasuredProcess> {
  const port = await freePort();
  const log = await open(logFile, 'w');
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--import', probe, ...nodeArgs], {
    cwd: apiFolder,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: String(port), ...environment },
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
  });
  await log.close();
  const exited = once(child, 'exit');
  const query = async <Result>(name: string): Promise<Result> => {
    const reply = once(child, 'message') as Promise<[{ result: Result }]>;
    child.send(name);
    const [{ result }] = await reply;
    return result;
  };
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}${readyPath}`).then(
      ({ status }) => status === 200 || status === 401,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${nodeArgs.join(' ')} did not start: see ${logFile}`);
    await sleep(10);
  }
  return {
    port,
    readyMs: performance.now() - startedAt,
    async usage() {
      const { cpu, mainThreadMs, residentBytes } = await query<UsageReply>('usage');
      const cpuMs = (cpu.user + cpu.system) / 1_000;
      return { cpuMs, mainThreadMs: mainThreadMs ?? cpuMs, residentBytes };
    },
    async profile(work) {
      await query('startProfile');
      await work();
      return query('stopProfile');
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
