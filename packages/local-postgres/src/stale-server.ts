import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalPostgresError, errorCode } from './local-postgres-error.ts';

/**
 * Clears away what an earlier start left in the folder when it was killed: a server that still runs is given time to
 * end (it does by itself once whoever started it is gone), and a pid file that names some other process is removed.
 */
export async function stopStaleServer(folder: string, patienceMs = 10_000): Promise<void> {
  const pidFile = path.join(folder, 'postmaster.pid');
  const deadline = Date.now() + patienceMs;
  let asked = false;
  for (;;) {
    const pid = await readPid(pidFile);
    if (pid === undefined) return;
    if (!(await isServerOf(folder, pid))) {
      await rm(pidFile, { force: true });
      return;
    }
    if (Date.now() > deadline) {
      throw new LocalPostgresError(
        `Another PostgreSQL uses the data folder ${folder} (process ${pid}) and doesn't end. End it with \`kill ${pid}\`.`,
      );
    }
    // It may be ending already: then asking again would only cut that short.
    if (!asked && Date.now() > deadline - patienceMs + 2000) {
      requestShutdown(pid);
      asked = true;
    }
    await sleep(50);
  }
}

async function readPid(file: string): Promise<number | undefined> {
  try {
    const pid = Number((await readFile(file, 'utf8')).split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : 0;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether that process is the server of this folder. Where there is no /proc, PostgreSQL's own check has to do. */
async function isServerOf(folder: string, pid: number): Promise<boolean> {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  try {
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    return command.includes(folder);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return process.platform !== 'linux';
  }
}

function requestShutdown(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}
