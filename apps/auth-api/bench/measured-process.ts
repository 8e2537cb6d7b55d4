import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../test/faults/proxy.ts';

const apiFolder = fileURLToPath(new URL('..', import.meta.url));

/** What a process has used since it began, and what it holds. */
export interface Usage {
  readonly cpuMs: number;
  /** Of the thread that answers; of all threads where the system does not tell them apart. */
  readonly mainThreadMs: number;
  readonly residentBytes: number;
}

/** A server in a process of its own, its log in a file as a container's would be. */
export interface MeasuredProcess {
  readonly port: number;
  readonly readyMs: number;
  usage(): Promise<Usage>;
  /** Has V8 note where the time goes while work is done. */
  profile(work: () => Promise<unknown>): Promise<Profiler.Profile>;
  stop(): Promise<void>;
}

interface Answered {
  readonly cpu: NodeJS.CpuUsage;
  readonly mainThreadMs: number | null;
  readonly residentBytes: number;
}

interface Program {
  readonly words: readonly string[];
  readonly environment: Record<string, string>;
  /** The path that is answered with 200 once it is ready. */
  readonly readyAt: string;
  readonly logFile: string;
}

export async function startMeasured({ words, environment, readyAt, logFile }: Program): Promise<MeasuredProcess> {
  const [port = 0] = await freePorts(1);
  const log = await open(logFile, 'w');
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--import', join(apiFolder, 'bench', 'probe.mjs'), ...words], {
    cwd: apiFolder,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: String(port), ...environment },
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
  });
  await log.close();
  const ended = once(child, 'exit');
  const ask = async <Answer>(question: string): Promise<Answer> => {
    const answered = once(child, 'message') as Promise<[{ answer: Answer }]>;
    child.send(question);
    const [{ answer }] = await answered;
    return answer;
  };
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}${readyAt}`).then(
      ({ status }) => status === 200 || status === 401,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${words.join(' ')} did not start: see ${logFile}`);
    await sleep(10);
  }
  return {
    port,
    readyMs: performance.now() - startedAt,
    async usage() {
      const { cpu, mainThreadMs, residentBytes } = await ask<Answered>('usage');
      const cpuMs = (cpu.user + cpu.system) / 1_000;
      return { cpuMs, mainThreadMs: mainThreadMs ?? cpuMs, residentBytes };
    },
    async profile(work) {
      await ask('beginProfile');
      await work();
      return ask('endProfile');
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
