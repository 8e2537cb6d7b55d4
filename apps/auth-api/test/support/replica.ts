import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, startPostgres, type RunningPostgres } from '@portal/local-postgres';
import { addSignalFile, createBaseBackup } from './base-backup.ts';
import { queryOnce } from './database.ts';
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
    await createBaseBackup(primary.url, primaryFolder, replicaFolder);
    await addSignalFile(replicaFolder, 'standby.signal');
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
      atReplica: (sql) => queryOnce(replica.url, sql),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
