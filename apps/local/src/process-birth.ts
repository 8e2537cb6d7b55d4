import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { systemErrorCode } from './start-failure.ts';

/** When a process was born, in any unit: with the id it names one process for ever. Undefined when there is none. */
export async function processBirth(pid: number): Promise<string | undefined> {
  try {
    if (!existsSync('/proc/self/stat')) {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]);
      return stdout.trim();
    }
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold spaces; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ESRCH' || typeof code !== 'string') return undefined;
    throw error;
  }
}
