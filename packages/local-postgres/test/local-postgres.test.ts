import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findBinaries } from '../src/binaries.ts';
import { ensureLoginRole, freePort, startPostgres } from '../src/index.ts';
import { spawnPostmaster } from '../src/postmaster.ts';
import { startWithBinaries, waitUntilReady } from '../src/start-postgres.ts';

const password = 'a-password-for-this-test-only';
let parent: string;
let folder: string;

beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'local-postgres-'));
  await chmod(parent, 0o711);
});
beforeEach(() => {
  folder = path.join(parent, randomUUID());
});
afterAll(() => rm(parent, { recursive: true, force: true }));

describe('an embedded PostgreSQL', () => {
  it('persists its data across starts', async () => {
    await inDatabase('CREATE TABLE items (name text)', `INSERT INTO items VALUES ('this')`);
    expect(await inDatabase('SELECT name FROM items')).toEqual([{ name: 'this' }]);
  });

  it('rejects a wrong password', async () => {
    const running = await startPostgres({ folder, port: await freePort(), database: 'portal', password });
    const client = new pg.Client({ connectionString: running.url.replace(password, 'another') });
    await expect(client.connect()).rejects.toThrow(/password authentication failed/);
    await running.stop();
  });

  it('creates a login role with the privileges of its group, and updates its password', async () => {
    const running = await startPostgres({ folder, port: await freePort(), database: 'portal', password });
    await query(running.url, 'CREATE TABLE items (name text)');
    const login = { name: 'guest', memberOf: 'guests' };
    const as = (secret: string) => running.url.replace(`portal:${password}`, `guest:${secret}`);
    await ensureLoginRole(running.url, { ...login, password: 'one' });
    await query(running.url, 'GRANT SELECT ON items TO guests');
    expect(await query(as('one'), 'SELECT * FROM items')).toEqual([]);
    await expect(query(as('one'), 'DELETE FROM items')).rejects.toThrow(/permission denied/);
    await ensureLoginRole(running.url, { ...login, password: 'two' });
    await expect(query(as('one'), 'SELECT * FROM items')).rejects.toThrow(/password authentication failed/);
    expect(await query(as('two'), 'SELECT * FROM items')).toEqual([]);
    await running.stop();
  });

  it('starts in folders that only its starter can access', async () => {
    const privateFolder = await mkdtemp(path.join(parent, 'private-'));
    const { initdb } = await findBinaries();
    await cp(path.dirname(path.dirname(initdb)), privateFolder, { recursive: true, verbatimSymlinks: true });
    const program = (name: string) => path.join(privateFolder, 'bin', name);
    const running = await startWithBinaries(
      { initdb: program('initdb'), postgres: program('postgres') },
      { folder: path.join(privateFolder, 'data'), port: await freePort(), database: 'portal' },
    );
    expect(await query(running.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await running.stop();
  });

  it('reports that its port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(startPostgres({ folder, port, database: 'portal' })).rejects.toThrow(`Port ${port}`);
    server.close();
  });

  it('reports a file at the path of its folder', async () => {
    await writeFile(folder, '');
    await expect(inDatabase()).rejects.toThrow(/can't be used: the path contains a file/);
  });

  it('reports damaged data', async () => {
    await inDatabase();
    await truncate(path.join(folder, 'global', 'pg_control'), 100);
    await expect(inDatabase()).rejects.toThrow(/is damaged: .*could not read file "global\/pg_control"/);
    await rm(path.join(folder, 'global'), { recursive: true });
    await expect(inDatabase()).rejects.toThrow(/is damaged: it lacks files/);
  });

  it('reports data of a different PostgreSQL version', async () => {
    await inDatabase();
    await writeFile(path.join(folder, 'PG_VERSION'), '16\n');
    await expect(inDatabase()).rejects.toThrow(/created by PostgreSQL 16, but this is PostgreSQL 18/);
  });

  it('recovers committed data after a kill', async () => {
    const port = await freePort();
    const running = await startPostgres({ folder, port, database: 'portal' });
    await query(running.url, 'CREATE TABLE items (name text)');
    process.kill(await postmasterPid(), 'SIGKILL');
    await running.exited;
    const again = await startPostgres({ folder, port, database: 'portal' });
    expect(await query(again.url, 'SELECT * FROM items')).toEqual([]);
    await again.stop();
  });

  it('is waited for while it is too busy to respond', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      const response = connections === 1 ? '' : rejection('28P01');
      socket.on('error', () => socket.destroy());
      socket.once('data', () => socket.end(response));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `postgresql://portal@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`;
    const starting = waitUntilReady({ hasExited: () => false }, { url, folder, logFile: `${folder}.log` });
    await expect(starting).rejects.toThrow(/created with a different password/);
    expect(connections).toBe(2);
    server.close();
  });

  it('ignores a stale pid file with the id of a different process', async () => {
    await inDatabase();
    await writeFile(path.join(folder, 'postmaster.pid'), `${process.pid}\n${folder}\n`);
    expect(await inDatabase('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('can be started again while it is still stopping', async () => {
    const port = await freePort();
    const running = await startPostgres({ folder, port, database: 'portal' });
    const stopped = running.stop();
    const again = await startPostgres({ folder, port, database: 'portal' });
    await stopped;
    await again.stop();
  });

  it('that does not shut down in time is stopped immediately, and its folder is deleted', async () => {
    await mkdir(folder);
    const program = `
      process.on('SIGINT', () => undefined).on('SIGQUIT', () => process.exit(2));
      setInterval(() => undefined, 1_000);
      console.log('up');`;
    const logFile = `${folder}.log`;
    const options = { runAs: { as: 'self' }, logFile, removeOnExit: folder, shutdownTimeoutMs: 50 } as const;
    const hanging = await spawnPostmaster(process.execPath, ['-e', program], options);
    while (!(await readFile(logFile, 'utf8')).includes('up')) await new Promise((resolve) => setTimeout(resolve, 20));
    await hanging.stop();
    expect(await hanging.exited).toEqual({ code: 2, signal: null });
    expect(existsSync(folder)).toBe(false);
  });

  it('stops when its starter is killed', async () => {
    const program = `
      const { startPostgres } = await import(${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)});
      await startPostgres({ folder: ${JSON.stringify(folder)}, port: ${await freePort()}, database: 'portal' });
      process.stdout.write('up');`;
    const starter = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
    await once(starter.stdout, 'data');
    const pid = await postmasterPid();
    starter.kill('SIGKILL');
    await waitUntil(() => !isAlive(pid));
  });
});

async function inDatabase(...statements: string[]): Promise<unknown[]> {
  const running = await startPostgres({ folder, port: await freePort(), database: 'portal' });
  let rows: unknown[] = [];
  for (const statement of statements) rows = await query(running.url, statement);
  await running.stop();
  return rows;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** PostgreSQL's response to a login that it rejects. */
function rejection(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mrejected\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 50));
}
