import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { groupName } from '../database/api-role.ts';
import { Fault } from '../fault.ts';
import { connected, databaseIn } from './connect.ts';
import { describeDump, dumpFile, manifestFile, type Manifest } from './manifest.ts';
import { checkPrograms, runProgram } from './programs.ts';
import { readRoles } from './roles.ts';
import { inSnapshot, tableHashes } from './table-hashes.ts';

interface Wish {
  readonly url: string;
  /** Below which folder the backup gets a folder of its own. */
  readonly into: string;
  /** What this build calls itself. */
  readonly build: string;
}

/**
 * Writes a backup of one moment while others write, and answers its folder. Dump and hashes are of the same snapshot, and
 * the folder has its name only once all of it was written and read again.
 */
export async function makeBackup({ url, into, build }: Wish): Promise<{ folder: string; manifest: Manifest }> {
  return connected(url, async (client) => {
    await checkPrograms(client);
    const name = `${databaseIn(url)}-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
    const folder = `${into}/${name}`;
    const part = `${folder}.part`;
    await mkdir(path.dirname(part), { recursive: true });
    // It holds people's data: nobody but whoever runs this reads it.
    await mkdir(part, { mode: 0o700 });
    try {
      const manifest = await write(client, { url, part, build });
      await rename(part, folder);
      await flush(path.dirname(folder));
      return { folder, manifest };
    } catch (error) {
      await rm(part, { recursive: true });
      throw error;
    }
  });
}

async function write(
  client: pg.Client,
  { url, part, build }: { url: string; part: string; build: string },
): Promise<Manifest> {
  const file = path.join(part, dumpFile);
  const about = await inSnapshot(client, async (snapshot) => {
    const dumping = runProgram('pg_dump', ['--format=custom', '--file', file, '--snapshot', snapshot], url);
    // The snapshot is there until both have read it, also where one of them fails.
    const [read, dumped] = await Promise.allSettled([describeDatabase(client), dumping]);
    if (read.status === 'rejected') throw read.reason as Error;
    if (dumped.status === 'rejected') throw dumped.reason as Error;
    return read.value;
  });
  const dump = await describeDump(part);
  if (dump.entries === 0) throw new Fault('pg_dump wrote a dump with nothing in it.');
  const manifest: Manifest = { format: 1, build, database: databaseIn(url), ...about, dump };
  const handle = await open(path.join(part, manifestFile), 'wx');
  await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
  await handle.close();
  for (const each of [file, path.join(part, manifestFile), part]) await flush(each);
  return manifest;
}

async function describeDatabase(client: pg.Client) {
  const { rows } = await client.query<{ madeAt: Date; server: string; group: string }>(
    `SELECT now() AS "madeAt", current_setting('server_version') AS server, ${groupName} AS "group"`,
  );
  const ledger = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  const [row] = rows;
  if (!row) throw new Fault('The database did not say what it is.');
  return {
    ...row,
    madeAt: row.madeAt.toISOString(),
    roles: await readRoles(client),
    migrations: ledger.rows.map(({ name }) => name),
    tables: await tableHashes(client),
  };
}

/** Waits until the disk has it, so that no power cut leaves a name without what it names. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
