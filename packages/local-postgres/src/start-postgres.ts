import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chooseRunAs, chownTo } from './run-as.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { damagedCluster, superuser, prepareCluster } from './cluster.ts';
import { stopStaleServer } from './stale-server.ts';
import { LocalPostgresError, errorCode } from './local-postgres-error.ts';
import { type Postmaster, spawnPostmaster } from './postmaster.ts';

export interface PostgresOptions {
  /** The data folder. Created if missing. */
  folder: string;
  port: number;
  /** Created if missing. */
  database: string;
  /** Without a password, every local user can connect. */
  password?: string;
  /** Next to the folder by default. */
  logFile?: string;
  /** PostgreSQL settings by name. */
  settings?: Record<string, string>;
  /** A folder, which contains the cluster, to delete after `stop` or after the starter was killed. */
  removeOnExit?: string;
}

export interface RunningPostgres {
  url: string;
  port: number;
  stop(): Promise<void>;
  /** Resolves when PostgreSQL has exited, by `stop` or unexpectedly. */
  exited: Postmaster['exited'];
}

/** Starts PostgreSQL on 127.0.0.1. Resolves when it accepts connections and the database exists. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  return await startWithBinaries(await findBinaries(), options);
}

export async function startWithBinaries(binaries: Binaries, options: PostgresOptions): Promise<RunningPostgres> {
  const { port, database, password, settings = {}, removeOnExit } = options;
  const folder = path.resolve(options.folder);
  const runAs = await chooseRunAs(folder, binaries.postgres);
  // It may still use the port.
  await stopStaleServer(folder);
  await checkPort(port);
  if (removeOnExit !== undefined) await chownTo(runAs, removeOnExit);
  await prepareCluster(folder, { binaries, runAs, password });

  const logFile = options.logFile ?? `${folder}.log`;
  const flags = { listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC', log_timezone: 'UTC' };
  const args = Object.entries({ ...flags, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const postmaster = await spawnPostmaster(binaries.postgres, ['-D', folder, '-p', String(port), ...args], {
    runAs,
    logFile,
    ...(removeOnExit === undefined ? {} : { removeOnExit }),
  });
  const urlOf = (name: string) =>
    `postgresql://${superuser}${password === undefined ? '' : `:${encodeURIComponent(password)}`}@127.0.0.1:${port}/${name}`;
  try {
    await waitUntilReady(postmaster, { url: urlOf('postgres'), folder, logFile });
    await createDatabase(urlOf('postgres'), database);
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
  return { url: urlOf(database), port, stop: () => postmaster.stop(), exited: postmaster.exited };
}

async function checkPort(port: number): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error;
    throw new LocalPostgresError(`Port ${port} for PostgreSQL is already in use.`);
  }
  await new Promise((resolve) => server.close(resolve));
}

export async function waitUntilReady(
  postmaster: Pick<Postmaster, 'hasExited'>,
  { url, folder, logFile }: { url: string; folder: string; logFile: string },
): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (postmaster.hasExited()) throw damagedCluster(folder, await lastErrorLine(logFile));
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      const code = errorCode(error);
      if (code === '28P01') {
        throw new LocalPostgresError(`The PostgreSQL data in ${folder} was created with a different password.`, {
          resetHelps: true,
        });
      }
      if (!isStarting(code) || Date.now() > deadline) throw error;
    }
    await sleep(20);
  }
}

/**
 * Whether an error means that the server is starting up or recovering (57P03), or too busy to respond: pg's own errors, of a
 * timeout and of a connection that was closed, have no code.
 */
function isStarting(code: string | undefined): boolean {
  return code === undefined || ['ECONNREFUSED', 'ECONNRESET', '57P03'].includes(code);
}

async function lastErrorLine(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, 'utf8')).trim().split('\n').slice(-30);
  const line = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '';
  return `${line.replace(/^.*(?:FATAL|PANIC):\s*/, '').trim()} (${logFile})`;
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
