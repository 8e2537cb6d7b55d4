import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalPostgresError, errorCode } from './local-postgres-error.ts';

/**
 * Cleans up after a start that was killed. Waits for a server that is still running, which stops automatically once the
 * process that started it has exited, and removes a stale pid file.
 */
export async function stopStaleServer(folder: string, timeoutMs = 10_000): Promise<void> {
  const pidFile = path.join(folder, 'postmaster.pid');
  const deadline = Date.now() + timeoutMs;
  let hasRequestedShutdown = false;
  for (;;) {
    const pid = await readPid(pidFile);
    if (pid === undefined) return;
    if (!(await isServerOf(folder, pid))) {
      await rm(pidFile, { force: true });
      return;
    }
    if (Date.now() > deadline) {
      throw new LocalPostgresError(
        `Another PostgreSQL uses the data folder ${folder} (process ${pid}) and does not stop. Stop it with \`kill ${pid}\`.`,
      );
    }
    // It may already be stopping; a second signal would interrupt that.
    if (!hasRequestedShutdown && Date.now() > deadline - timeoutMs + 2000) {
      requestShutdown(pid);
      hasRequestedShutdown = true;
    }
    await sleep(50);
  }
}

async function readPid(file: string): Promise<number | undefined> {
  try {
    const pid = Number((await readFile(file, 'utf8')).split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : 0;
  } catch (error) {
    const code = errorCode(error);
    // ENOTDIR: the folder is a file, which the start reports.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Whether the process is the server of this folder. Without /proc, PostgreSQL's own check must be enough. */
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
