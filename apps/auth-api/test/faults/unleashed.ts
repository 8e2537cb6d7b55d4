import { spawn, type SpawnOptions } from 'node:child_process';
import { until } from '../support/until.ts';

export interface Unleashed {
  readonly pid: number;
  stop(signal: NodeJS.Signals): Promise<void>;
}

interface Wish extends Pick<SpawnOptions, 'env' | 'uid' | 'gid'> {
  readonly program: string;
  readonly words: readonly string[];
  readonly listens: () => Promise<boolean>;
}

/** Somebody else's program, once it listens. It has no leash, and would go on behind a run that broke: it is killed then. */
export async function startUnleashed({ program, words, listens, ...options }: Wish): Promise<Unleashed> {
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  await Promise.race([until(listens, (ok) => ok), ended]);
  if (!(await listens())) throw new Error(`${program} did not start.`);
  return {
    pid: child.pid ?? 0,
    async stop(signal) {
      child.kill(signal);
      await ended;
      process.off('exit', kill);
    },
  };
}
