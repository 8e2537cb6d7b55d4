import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startPostgres } from '@portal/local-postgres';

/** A PostgreSQL server that a test can kill and pause. It keeps its port and its data. */
export interface CrashablePostgres {
  readonly url: string;
  /** Kills the postmaster with SIGKILL: all sessions end and nothing is flushed. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Suspends the postmaster and every session with SIGSTOP. No connection is closed. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

// fsync is off: acknowledged writes must survive a killed process, not a power cut.
const settings = { fsync: 'off', max_connections: '60', wal_level: 'minimal', max_wal_senders: '0' };

export async function startCrashablePostgres(): Promise<CrashablePostgres> {
  const home = await mkdtemp(join(tmpdir(), 'faults-postgres-'));
  await chmod(home, 0o711);
  const folder = join(home, 'data');
  const port = await freePort();
  const start = () => startPostgres({ folder, port, database: 'template', settings });
  let running = await start();
  const postmasterPid = async () => Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  return {
    url: running.url,
    async kill() {
      process.kill(await postmasterPid(), 'SIGKILL');
      await running.exited;
    },
    async restart() {
      running = await start();
    },
    async pause() {
      const postmaster = await postmasterPid();
      // The postmaster stops first, because it could start a session that would keep running.
      sendSignal(postmaster, 'SIGSTOP');
      for (const pid of await childrenOf(postmaster)) sendSignal(pid, 'SIGSTOP');
    },
    async resume() {
      const postmaster = await postmasterPid();
      for (const pid of [...(await childrenOf(postmaster)), postmaster]) sendSignal(pid, 'SIGCONT');
    },
    async close() {
      await running.stop();
      await rm(home, { recursive: true });
    },
  };
}

async function childrenOf(parentPid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const parentPids = await Promise.all(pids.map(parentPidOf));
  return pids.filter((_pid, index) => parentPids[index] === parentPid);
}

/** Returns 0 for a process that no longer exists. */
async function parentPidOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(/\) \S (\d+)/.exec(stat)?.[1] ?? 0);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ESRCH') throw error;
  }
}
