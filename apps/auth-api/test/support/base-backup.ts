import { execFile } from 'node:child_process';
import { chown, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { withConnection } from '../../src/cli/backup/connection.ts';
import { singleRow } from '../../src/platform/db/single-row.ts';

/**
 * Copies the data folder of a running server, as PostgreSQL documents it for a base backup. A server on the copy needs the WAL since
 * then, from an archive or from the running server.
 */
export async function createBaseBackup(url: string, dataFolder: string, copy: string): Promise<void> {
  await withConnection(url, async (client) => {
    await client.query(`SELECT pg_backup_start('base backup', true)`);
    await promisify(execFile)('cp', ['-a', dataFolder, copy]);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await rm(path.join(copy, 'postmaster.pid'));
    await rm(path.join(copy, 'pg_wal'), { recursive: true });
    await mkdir(path.join(copy, 'pg_wal'), { mode: 0o700 });
    await writeFile(path.join(copy, 'backup_label'), singleRow(rows).labelfile);
    for (const name of ['pg_wal', 'backup_label']) await chownLike(copy, name);
  });
}

/** Makes a server on the copy a standby, or has it recover from the archive. */
export async function addSignalFile(copy: string, name: 'standby.signal' | 'recovery.signal'): Promise<void> {
  await writeFile(path.join(copy, name), '');
  await chownLike(copy, name);
}

/** PostgreSQL may run as a different user. */
async function chownLike(folder: string, name: string): Promise<void> {
  const { uid, gid } = await stat(folder);
  await chown(path.join(folder, name), uid, gid);
}
