import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalPostgresError, systemErrorCode } from './local-postgres-error.ts';

/**
 * Clears away what an earlier start left in the folder when it was killed: a server that still runs is given time to
 * end (it does by itself once whoever started it is gone), and a pid file that names some other process is removed.
 */
export async function clearLeftover(folder: string, patienceMs = 10_000): Promise<void> {
  const pidFile = path.join(folder, 'postmaster.pid');
  const deadline = Date.now() + patienceMs;
  let asked = false;
  for (;;) {
    const pid = await pidIn(pidFile);
    if (pid === undefined) return;
    if (!(await isPostgresOf(folder, pid))) {
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
      askToEnd(pid);
      asked = true;
    }
    await sleep(50);
  }
}

async function pidIn(file: string): Promise<number | undefined> {
  try {
    const pid = Number((await readFile(file, 'utf8')).split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : 0;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether that process is the server of this folder. Where there is no /proc, PostgreSQL's own check has to do. */
async function isPostgresOf(folder: string, pid: number): Promise<boolean> {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
  try {
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    return command.includes(folder);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    return process.platform !== 'linux';
  }
}

function askToEnd(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error;
  }
}
