import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort, startPostgres, type RunningPostgres } from '@portal/local-postgres';
import pg from 'pg';
import { singleRow } from '../../src/db/single-row.ts';
import { prepareTemplate } from './prepare-template.ts';

export interface ReplicatedPostgres {
  /** The URL of the migrated template database. Databases that are created from it are replicated. */
  readonly templateUrl: string;
  /** The URL at the replica of a database. */
  replicaUrlOf(url: string): string;
  /** Runs SQL at the replica, as the superuser. */
  atReplica(sql: string): Promise<unknown[]>;
  stop(): Promise<void>;
}

const settings = {
  fsync: 'off',
  autovacuum: 'off',
  wal_level: 'replica',
  wal_keep_size: '1GB',
  max_wal_senders: '4',
};

/** Starts PostgreSQL with a streaming replica. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-replicated-'));
  // PostgreSQL may run as a different user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  const [primaryFolder, replicaFolder] = [path.join(folder, 'primary'), path.join(folder, 'replica')];
  const running: RunningPostgres[] = [];
  const stop = async () => {
    for (const postgres of running.toReversed()) await postgres.stop();
    await rm(folder, { recursive: true });
  };
  try {
    const primary = await startPostgres({
      folder: primaryFolder,
      port: await freePort(),
      database: 'template',
      settings,
    });
    running.push(primary);
    await prepareTemplate(primary.url);
    await copyRunning(primary.url, primaryFolder, replicaFolder);
    const replica = await startPostgres({
      folder: replicaFolder,
      port: await freePort(),
      database: 'template',
      settings: {
        ...settings,
        primary_conninfo: `host=127.0.0.1 port=${primary.port} user=${new URL(primary.url).username}`,
      },
    });
    running.push(replica);
    const replicaUrlOf = (url: string) => {
      const replicaUrl = new URL(url);
      replicaUrl.port = String(replica.port);
      return replicaUrl.href;
    };
    return {
      templateUrl: primary.url,
      replicaUrlOf,
      atReplica: (sql) => withClient(replica.url, (client) => query(client, sql)),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Copies the files of a running server, as its documentation describes for a low-level base backup, and makes the copy a standby. */
async function copyRunning(url: string, from: string, to: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`SELECT pg_backup_start('replica', true)`);
    await promisify(execFile)('cp', ['-a', from, to]);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await rm(path.join(to, 'postmaster.pid'));
    // The replica gets the WAL from the primary.
    await rm(path.join(to, 'pg_wal'), { recursive: true });
    await mkdir(path.join(to, 'pg_wal'), { mode: 0o700 });
    await writeFile(path.join(to, 'backup_label'), singleRow(rows).labelfile);
    await writeFile(path.join(to, 'standby.signal'), '');
    const { uid, gid } = await stat(from);
    for (const name of ['pg_wal', 'backup_label', 'standby.signal']) await chown(path.join(to, name), uid, gid);
  });
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const query = async (client: pg.Client, sql: string): Promise<unknown[]> => (await client.query<object>(sql)).rows;
