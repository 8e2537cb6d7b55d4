import { access, chmod, constants, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { errorCode } from './local-postgres-error.ts';
import { type RunningPostgres, startPostgres } from './start-postgres.ts';

export interface TemporaryPostgres {
  /** The URL of the template database that `prepare` set up. */
  url: string;
  stop(): Promise<void>;
}

export interface SuiteDatabase {
  url: string;
  drop(): Promise<void>;
}

// Durability is not needed.
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** An in-memory file system on Linux. */
const memoryFolder = '/dev/shm';
/** Leaves enough memory for the tests that use the databases. */
const minFreeMemoryBytes = 4 * 1024 ** 3;

/** Starts PostgreSQL on a free port in a temporary folder, with a template database. */
export async function startTemporaryPostgres(
  prepare: (url: string) => Promise<void>,
  {
    settings = {},
    inMemory = false,
  }: {
    settings?: Record<string, string>;
    /** Use memory instead of the disk, if there is enough. Faster for many small databases. */
    inMemory?: boolean;
  } = {},
): Promise<TemporaryPostgres> {
  const parent = inMemory && (await hasFreeMemory()) ? memoryFolder : tmpdir();
  const folder = await mkdtemp(path.join(parent, 'portal-postgres-'));
  // PostgreSQL may run as a different user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  const postgres = await startIn(folder, { ...fastSettings, ...settings });
  try {
    await prepare(postgres.url);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { url: postgres.url, stop: () => postgres.stop() };
}

async function startIn(folder: string, settings: Record<string, string>): Promise<RunningPostgres> {
  try {
    return await startPostgres({
      folder: path.join(folder, 'data'),
      port: await freePort(),
      database: 'template',
      settings,
      removeOnExit: folder,
    });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Creates a database for a test suite as a copy of the template. */
export async function createDatabaseFromTemplate(templateUrl: string): Promise<SuiteDatabase> {
  const name = `suite_${randomUUID().replaceAll('-', '')}`;
  const template = new URL(templateUrl).pathname.slice(1);
  await query(templateUrl, `CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`);
  const url = new URL(templateUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => query(templateUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`) };
}

/** Whether the in-memory file system exists, is writable and has enough space. */
async function hasFreeMemory(): Promise<boolean> {
  try {
    await access(memoryFolder, constants.W_OK);
    const { bavail, bsize } = await statfs(memoryFolder);
    return Math.min(bavail * bsize, process.availableMemory()) >= minFreeMemoryBytes;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

async function query(url: string, sql: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
