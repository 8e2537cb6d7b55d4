import { spawn, type SpawnOptions } from 'node:child_process';
import { pollUntil } from '@portal/auth-api/test/support/polling.ts';

export interface ExternalProcess {
  readonly pid: number;
  stop(signal: NodeJS.Signals): Promise<void>;
}

interface ExternalProcessOptions extends Pick<SpawnOptions, 'env' | 'uid' | 'gid' | 'stdio'> {
  readonly program: string;
  readonly args: readonly string[];
  readonly isReady: () => Promise<boolean>;
  /** How long it may take to become ready. */
  readonly startTimeoutMs?: number;
}

/**
 * Starts a third-party program and waits until it is ready. Unlike our own processes it does not exit with its parent, so
 * it is killed when this process exits.
 */
export async function startExternalProcess({
  program,
  args,
  isReady,
  startTimeoutMs,
  ...options
}: ExternalProcessOptions): Promise<ExternalProcess> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
  const exited = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  await Promise.race([pollUntil(isReady, (ready) => ready, startTimeoutMs), exited]);
  if (!(await isReady())) throw new Error(`${program} did not start.`);
  return {
    pid: child.pid ?? 0,
    async stop(signal) {
      child.kill(signal);
      await exited;
      process.off('exit', kill);
    },
  };
}
