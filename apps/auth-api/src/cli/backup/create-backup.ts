import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { groupNameSql } from '../../platform/db/migrations/grants.ts';
import { singleRow } from '../../platform/db/single-row.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { withConnection, databaseName } from './connection.ts';
import { describeDump, dumpFile, manifestFile, type Manifest } from './manifest.ts';
import { checkProgramVersions, runProgram } from './postgres-programs.ts';
import { readRoles } from './roles.ts';
import { withSnapshot, hashTables } from './table-hashes.ts';

interface BackupOptions {
  readonly url: string;
  /** The folder in which the backup gets a folder of its own. */
  readonly into: string;
  /** The version of this build. */
  readonly build: string;
}

/**
 * Creates a backup while the API is running, and returns its folder. The dump and the hashes come from one snapshot. The folder
 * gets its final name after everything was written and checked.
 */
export async function createBackup({
  url,
  into,
  build,
}: BackupOptions): Promise<{ folder: string; manifest: Manifest }> {
  return withConnection(url, async (client) => {
    await checkProgramVersions(client);
    const name = `${databaseName(url)}-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
    const folder = `${into}/${name}`;
    const part = `${folder}.part`;
    await mkdir(path.dirname(part), { recursive: true });
    // Only the user who runs this can read it: it contains personal data.
    await mkdir(part, { mode: 0o700 });
    try {
      const manifest = await writeBackup(client, { url, part, build });
      await rename(part, folder);
      await flushToDisk(path.dirname(folder));
      return { folder, manifest };
    } catch (error) {
      await rm(part, { recursive: true });
      throw error;
    }
  });
}

async function writeBackup(
  client: pg.Client,
  { url, part, build }: { url: string; part: string; build: string },
): Promise<Manifest> {
  const file = path.join(part, dumpFile);
  const description = await withSnapshot(client, async (snapshot) => {
    const dump = runProgram('pg_dump', ['--format=custom', '--file', file, '--snapshot', snapshot], url);
    // Both read the snapshot, so it has to stay until both have ended, also if one fails.
    const [described, dumped] = await Promise.allSettled([describeDatabase(client), dump]);
    if (described.status === 'rejected') throw described.reason as Error;
    if (dumped.status === 'rejected') throw dumped.reason as Error;
    return described.value;
  });
  const dump = await describeDump(part);
  if (dump.entries === 0) throw new AppError('pg_dump wrote an empty dump.');
  const manifest: Manifest = { format: 1, build, database: databaseName(url), ...description, dump };
  const handle = await open(path.join(part, manifestFile), 'wx');
  await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
  await handle.close();
  for (const written of [file, path.join(part, manifestFile), part]) await flushToDisk(written);
  return manifest;
}

async function describeDatabase(client: pg.Client) {
  const { rows } = await client.query<{ createdAt: Date; server: string; group: string }>(
    `SELECT now() AS "createdAt", current_setting('server_version') AS server, ${groupNameSql} AS "group"`,
  );
  const applied = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  const { createdAt, ...description } = singleRow(rows);
  return {
    ...description,
    createdAt: createdAt.toISOString(),
    roles: await readRoles(client),
    migrations: applied.rows.map(({ name }) => name),
    tables: await hashTables(client),
  };
}

/** Waits until a file is on the disk, so that after a power failure no backup has its final name without its content. */
async function flushToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
