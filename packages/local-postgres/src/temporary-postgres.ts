import { access, chmod, constants, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { errorCode } from './local-postgres-error.ts';
import { type RunningPostgres, startPostgres } from './start-postgres.ts';

export interface TemporaryPostgres {
  /** The template database, on which `prepare` ran. */
  url: string;
  stop(): Promise<void>;
}

export interface SuiteDatabase {
  url: string;
  drop(): Promise<void>;
}

// Nothing in it has to outlive a power cut.
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** A file system that is nothing but memory, on Linux. */
const memoryFolder = '/dev/shm';
/** In bytes; most of it is what whoever uses the databases needs. */
const minFreeMemoryBytes = 4 * 1024 ** 3;

/** Starts an empty PostgreSQL on a free port in a temporary folder and prepares a template database in it. */
export async function startTemporaryPostgres(
  prepare: (url: string) => Promise<void>,
  {
    settings = {},
    inMemory = false,
  }: {
    settings?: Record<string, string>;
    /** Off the disk where that can be: for many small databases that come and go. */
    inMemory?: boolean;
  } = {},
): Promise<TemporaryPostgres> {
  const parent = inMemory && (await hasFreeMemory()) ? memoryFolder : tmpdir();
  const folder = await mkdtemp(path.join(parent, 'portal-postgres-'));
  // PostgreSQL may run as another account, which has to get through to its own folder inside.
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

/** A database of one suite's own, as a copy of the template. */
export async function createDatabaseFromTemplate(templateUrl: string): Promise<SuiteDatabase> {
  const name = `suite_${randomUUID().replaceAll('-', '')}`;
  const template = new URL(templateUrl).pathname.slice(1);
  await query(templateUrl, `CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`);
  const url = new URL(templateUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => query(templateUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`) };
}

/** Where there is no such file system, or none to write to, there is no room in it. */
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
