import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startPostgres } from '@portal/local-postgres';
import { childrenOf, sendSignal } from './process-signals.ts';

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
