import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findBinaries } from '../src/binaries.ts';
import { ensureLoginRole, freePort, startPostgres } from '../src/index.ts';
import { startWithBinaries } from '../src/start-postgres.ts';

const password = 'a-password-for-this-test-only';
let parent: string;
let folder: string;

beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'local-postgres-'));
  await chmod(parent, 0o711);
});
beforeEach(() => {
  folder = path.join(parent, `data-${expect.getState().currentTestName?.length ?? 0}`);
});
afterAll(() => rm(parent, { recursive: true, force: true }));

describe('an embedded PostgreSQL', () => {
  it('keeps its data from start to start', async () => {
    await inDatabase('CREATE TABLE kept (what text)', `INSERT INTO kept VALUES ('this')`);
    expect(await inDatabase('SELECT what FROM kept')).toEqual([{ what: 'this' }]);
  });

  it('lets nobody in without the password', async () => {
    const running = await startPostgres({ folder, port: await freePort(), database: 'portal', password });
    const stranger = new pg.Client({ connectionString: running.url.replace(password, 'another') });
    await expect(stranger.connect()).rejects.toThrow(/password authentication failed/);
    await running.stop();
  });

  it('makes a login that has its group’s rights, and changes its password when told another', async () => {
    const running = await startPostgres({ folder, port: await freePort(), database: 'portal', password });
    await query(running.url, 'CREATE TABLE kept (what text)');
    const login = { name: 'guest', memberOf: 'guests' };
    const as = (secret: string) => running.url.replace(`portal:${password}`, `guest:${secret}`);
    await ensureLoginRole(running.url, { ...login, password: 'one' });
    await query(running.url, 'GRANT SELECT ON kept TO guests');
    expect(await query(as('one'), 'SELECT * FROM kept')).toEqual([]);
    await expect(query(as('one'), 'DELETE FROM kept')).rejects.toThrow(/permission denied/);
    await ensureLoginRole(running.url, { ...login, password: 'two' });
    await expect(query(as('one'), 'SELECT * FROM kept')).rejects.toThrow(/password authentication failed/);
    expect(await query(as('two'), 'SELECT * FROM kept')).toEqual([]);
    await running.stop();
  });

  it('starts where only its starter may enter, its programs as well as its data', async () => {
    const closed = await mkdtemp(path.join(parent, 'closed-'));
    const { initdb } = await findBinaries();
    await cp(path.dirname(path.dirname(initdb)), closed, { recursive: true, verbatimSymlinks: true });
    const program = (name: string) => path.join(closed, 'bin', name);
    const running = await startWithBinaries(
      { initdb: program('initdb'), postgres: program('postgres') },
      { folder: path.join(closed, 'data'), port: await freePort(), database: 'portal' },
    );
    expect(await query(running.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await running.stop();
  });

  it('says that its port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(startPostgres({ folder, port, database: 'portal' })).rejects.toThrow(`Port ${port}`);
    server.close();
  });

  it('says that a file is in its folder’s place', async () => {
    await writeFile(folder, '');
    await expect(inDatabase()).rejects.toThrow(/can't be used: a file is in its place/);
  });

  it('says that its data is damaged', async () => {
    await inDatabase();
    await truncate(path.join(folder, 'global', 'pg_control'), 100);
    await expect(inDatabase()).rejects.toThrow(/is damaged: .*could not read file "global\/pg_control"/);
    await rm(path.join(folder, 'global'), { recursive: true });
    await expect(inDatabase()).rejects.toThrow(/is damaged: it lacks files/);
  });

  it('says that another PostgreSQL made the data', async () => {
    await inDatabase();
    await writeFile(path.join(folder, 'PG_VERSION'), '16\n');
    await expect(inDatabase()).rejects.toThrow(/made by PostgreSQL 16, and this is PostgreSQL 18/);
  });

  it('recovers what was committed before it was killed', async () => {
    const port = await freePort();
    const running = await startPostgres({ folder, port, database: 'portal' });
    await query(running.url, 'CREATE TABLE kept (what text)');
    process.kill(await postmasterPid(), 'SIGKILL');
    await running.exited;
    const again = await startPostgres({ folder, port, database: 'portal' });
    expect(await query(again.url, 'SELECT * FROM kept')).toEqual([]);
    await again.stop();
  });

  it('takes a pid file that names some other process for what it is', async () => {
    await inDatabase();
    await writeFile(path.join(folder, 'postmaster.pid'), `${process.pid}\n${folder}\n`);
    expect(await inDatabase('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('ends when the process that started it is killed', async () => {
    const program = `
      const { startPostgres } = await import(${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)});
      await startPostgres({ folder: ${JSON.stringify(folder)}, port: ${await freePort()}, database: 'portal' });
      process.stdout.write('up');`;
    const starter = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
    await once(starter.stdout, 'data');
    const pid = await postmasterPid();
    starter.kill('SIGKILL');
    await until(() => !isAlive(pid));
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

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 50));
}
