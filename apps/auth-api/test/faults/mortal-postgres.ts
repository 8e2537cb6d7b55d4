import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startPostgres } from '@portal/local-postgres';

/** A PostgreSQL of a run's own, that can be killed and frozen. It keeps its port and its data through all of it. */
export interface MortalPostgres {
  readonly url: string;
  /** Kills the main process; all sessions die with it, and nothing is written out. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Stops the main process and every session where they stand; nothing is closed. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  close(): Promise<void>;
}

// What was acknowledged must survive a kill, not a power cut.
const settings = { fsync: 'off', max_connections: '60', wal_level: 'minimal', max_wal_senders: '0' };

export async function startMortalPostgres(): Promise<MortalPostgres> {
  const home = await mkdtemp(join(tmpdir(), 'faults-postgres-'));
  await chmod(home, 0o711);
  const folder = join(home, 'data');
  const port = await freePort();
  const start = () => startPostgres({ folder, port, database: 'template', settings });
  let running = await start();
  const pid = async () => Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  return {
    url: running.url,
    async kill() {
      process.kill(await pid(), 'SIGKILL');
      await running.ended;
    },
    async restart() {
      running = await start();
    },
    async freeze() {
      const main = await pid();
      // First the one that begins sessions, or one that it began meanwhile would go on.
      signal(main, 'SIGSTOP');
      for (const each of await childrenOf(main)) signal(each, 'SIGSTOP');
    },
    async thaw() {
      const main = await pid();
      for (const each of [...(await childrenOf(main)), main]) signal(each, 'SIGCONT');
    },
    async close() {
      await running.stop();
      await rm(home, { recursive: true });
    },
  };
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const parents = await Promise.all(pids.map(parentOf));
  return pids.filter((_pid, index) => parents[index] === parent);
}

/** Zero for a process that has ended meanwhile. */
async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(/\) \S (\d+)/.exec(stat)?.[1] ?? 0);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ESRCH') throw error;
  }
}
