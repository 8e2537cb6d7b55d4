import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '../errors.ts';
import { StartError } from './start-error.ts';

const reasonByCode: Record<string, string> = {
  EACCES: 'you do not have write permission',
  EPERM: 'you do not have write permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'the path contains a file',
  EEXIST: 'the path contains a file',
  ENOENT: 'the folder cannot be created',
};

/** Creates the data folder and locks it for this process. The returned function releases the lock. */
export async function lockDataDir(dataDir: string, portalUrl: string): Promise<() => Promise<void>> {
  const lock = path.join(dataDir, 'running.json');
  try {
    await createFolder(path.join(dataDir, 'logs'));
    await writeFile(path.join(dataDir, '.gitignore'), '*\n');
    const runningStack = await readLock(lock);
    if (runningStack) {
      throw new StartError(
        `A stack already uses the data folder ${dataDir}: ${runningStack.url} (process ${runningStack.pid}). ` +
          'Stop it first, or start a second stack with a different DATA_DIR and PORT_OFFSET.',
      );
    }
    const content = { pid: process.pid, startTime: await processStartTime(process.pid), url: portalUrl };
    await writeFile(lock, JSON.stringify(content));
  } catch (error) {
    const reason = reasonByCode[errorCode(error) ?? ''];
    if (reason === undefined) throw error;
    throw new StartError(`The data folder ${dataDir} can't be used: ${reason}. Choose another one with DATA_DIR.`, {
      cause: error,
    });
  }
  return () => rm(lock, { force: true });
}

/** Does not use `mkdir` with `recursive`, which hangs on file systems that cannot create folders, such as /proc. */
async function createFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  if (!existsSync(path.dirname(folder))) await createFolder(path.dirname(folder));
  await mkdir(folder);
}

export interface LockHolder {
  pid: number;
  url: string;
}

/** The running stack that holds the lock. A stale lock of a killed process and a malformed lock are ignored. */
export async function readLock(lock: string): Promise<LockHolder | undefined> {
  let text: string;
  try {
    text = await readFile(lock, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const match = /"pid":(\d+),"startTime":"([^"]*)","url":"([^"]*)"/.exec(text);
  if (!match) return undefined;
  const [, pid = '', startTime, url = ''] = match;
  const isAlive = (await processStartTime(Number(pid))) === startTime;
  return isAlive ? { pid: Number(pid), url } : undefined;
}

/**
 * The start time of a process, in a platform-specific unit; undefined if it does not run. With the pid it identifies a
 * process, because pids are reused.
 */
async function processStartTime(pid: number): Promise<string | undefined> {
  try {
    if (!existsSync('/proc/self/stat')) {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]);
      return stdout.trim();
    }
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The process name in parentheses may contain spaces; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch (error) {
    const code = errorCode(error);
    // `ps` exits with a numeric code if there is no such process.
    if (code === 'ENOENT' || code === 'ESRCH' || code === undefined) return undefined;
    throw error;
  }
}
