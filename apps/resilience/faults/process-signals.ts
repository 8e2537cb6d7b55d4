import { readdir, readFile } from 'node:fs/promises';

export async function childrenOf(parentPid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const parentPids = await Promise.all(pids.map(parentPidOf));
  return pids.filter((_pid, index) => parentPids[index] === parentPid);
}

/** Returns 0 for a process that no longer exists. */
async function parentPidOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(/\) \S (\d+)/.exec(stat)?.[1] ?? 0);
}

/** Does nothing if the process no longer exists, or for the id 0, which would be the whole process group. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  if (pid <= 0) return;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ESRCH') throw error;
  }
}
