import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lockRehearsals } from '../../../src/cli/backup/abandoned-rehearsals.ts';
import { databaseName, urlForDatabase, withConnection } from '../../../src/cli/backup/connection.ts';
import { newDatabaseName, newDatabasePrefix } from '../../../src/cli/backup/restore-backup.ts';
import { hashTables, withSnapshot } from '../../../src/cli/backup/table-hashes.ts';
import { freshDatabase, queryOnce } from '../../support/database.ts';
import { pollUntil } from '../../support/polling.ts';
import { runCommand } from '../../support/programs.ts';

let folder: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backups-'));
  database = await freshDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const backup = (args: readonly string[], env: Record<string, string> = {}) =>
  runCommand('src/cli/backup.ts', args, { MIGRATION_DATABASE_URL: database.url, ...env });

/** Scripts named like PostgreSQL's programs that report this version. */
async function fakePrograms(version: string): Promise<string> {
  const bin = path.join(folder, `bin-${version}`);
  await mkdir(bin);
  for (const name of ['pg_dump', 'pg_restore']) {
    await writeFile(path.join(bin, name), `#!/bin/sh\necho '${name} (PostgreSQL) ${version}'\n`);
    await chmod(path.join(bin, name), 0o755);
  }
  return bin;
}

async function writeBackup(name: string, manifest: object | string, dump: string | null): Promise<string> {
  const backupFolder = path.join(folder, name);
  await mkdir(backupFolder);
  await writeFile(
    path.join(backupFolder, 'manifest.json'),
    typeof manifest === 'string' ? manifest : JSON.stringify(manifest),
  );
  if (dump !== null) await writeFile(path.join(backupFolder, 'database.dump'), dump);
  return backupFolder;
}

const manifest = {
  format: 1,
  createdAt: '2026-11-22T04:15:00.000Z',
  database: 'portal',
  server: '18.4',
  build: '1.0.0',
  group: 'portal_auth_api',
  roles: [],
  migrations: [],
  tables: [],
  dump: { bytes: 4, sha256: '0'.repeat(64), entries: 1 },
};

describe('a restore with a login that is not a superuser', () => {
  const login = `restorer_${process.pid}`;
  const current = `current_${process.pid}`;
  const names = ['sessions', 'login_attempts', 'connect_codes', 'ownership_offers', 'ownership_reassignments'];
  const tables = names.map((name) => `CREATE TABLE ${name} (closed_at timestamptz, outcome text)`).join('; ');
  const nameOf = (name: string, user = new URL(database.url).username) => {
    const url = new URL(urlForDatabase(database.url, name));
    url.username = user;
    return url.href;
  };
  let bin: string;
  let valid: string;
  beforeAll(async () => {
    await queryOnce(database.url, `CREATE ROLE ${login} LOGIN CREATEDB`);
    await queryOnce(database.url, `CREATE DATABASE ${current} OWNER ${login}`);
    await queryOnce(nameOf(current), tables);
    const hashes = await withConnection(nameOf(current), (client) => withSnapshot(client, () => hashTables(client)));
    await queryOnce(nameOf(current), `DROP TABLE ${names.join()}`);
    const sha256 = createHash('sha256').update('dump').digest('hex');
    const dump = { bytes: 4, sha256, entries: 0 };
    valid = await writeBackup('valid', { ...manifest, database: current, tables: hashes, dump }, 'dump');
    bin = path.join(folder, 'bin-loads');
    await mkdir(bin);
    await writeFile(path.join(bin, 'pg_dump'), `#!/bin/sh\necho 18.9\n`);
    // While it loads, a superuser connects to the current database, whose session the login cannot terminate.
    const connect = `psql --quiet '${nameOf(current)}' --command 'SELECT pg_sleep(60)' > '${folder}/late' 2>&1 &`;
    const load = `psql --quiet "$2" --command '${tables}' && touch '${folder}/loaded'\n${connect}\nsleep 2`;
    const body = `case $1 in --version) echo 18.9 ;; --dbname)\n${load}\n;; esac`;
    await writeFile(path.join(bin, 'pg_restore'), `#!/bin/sh\n${body}\n`);
    for (const name of ['pg_dump', 'pg_restore']) await chmod(path.join(bin, name), 0o755);
  });
  afterAll(async () => {
    await queryOnce(database.url, `DROP DATABASE ${current} WITH (FORCE)`);
    await queryOnce(database.url, `DROP ROLE ${login}`);
  });
  const restore = () =>
    backup(['restore', valid, '--replace'], {
      MIGRATION_DATABASE_URL: nameOf(current, login),
      PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
    });
  const databases = () => queryOnce(database.url, `SELECT datname FROM pg_database WHERE datname LIKE '${current}%'`);

  it('is refused before it loads anything, if the API is connected', async () => {
    await withConnection(nameOf(current, 'auth_api'), async () => {
      const { code, out, err } = await restore();
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain('This login may not terminate other connections. Stop the API');
    });
    expect(await readdir(folder)).not.toContain('loaded');
  });

  it('does not say that anything was ended or deleted again, if the swap fails after all', async () => {
    const { code, out, err } = await restore();
    expect([code, out]).toEqual([1, 'Verified 5 tables against the backup.\n']);
    expect(err).toContain('This login may not terminate other connections.');
    expect(await readdir(folder)).toContain('loaded');
    expect(await databases()).toEqual([{ datname: current }]);
  });
});

describe('a backup', () => {
  it('does not start without PostgreSQL’s programs, and leaves no files', async () => {
    const into = path.join(folder, 'without-programs');
    await mkdir(into);
    const { code, out, err } = await backup(['create', into], { PATH: path.join(folder, 'nothing-here') });
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('pg_dump not found. Install PostgreSQL’s client programs (postgresql-client-18)');
    expect(await readdir(into)).toEqual([]);
  });

  it('does not start with programs older than the server', async () => {
    const { code, err } = await backup(['create', folder], { PATH: await fakePrograms('15.18') });
    expect(code).toBe(1);
    expect(err).toContain('pg_dump has version 15, the server has version 18: the program must not be older.');
  });

  it('that fails halfway leaves no files', async () => {
    const into = path.join(folder, 'halfway');
    // These programs exit with 0 but write no file.
    const { code, err } = await backup(['create', into], { PATH: await fakePrograms('18.9') });
    expect([code, err]).toEqual([1, expect.stringContaining('no such file') as string]);
    expect(await readdir(into)).toEqual([]);
  });
});

describe('a damaged backup', () => {
  it.each([
    ['truncated', manifest, 'abc', 'database.dump has 3 bytes, not 4.'],
    ['missing', manifest, null, 'database.dump has no bytes, not 4.'],
    ['unreadable', '{ "format": 1', 'abcd', 'its manifest.json is invalid.'],
    ['newer-format', { ...manifest, format: 2 }, 'abcd', 'its manifest.json is invalid.'],
  ])('(%s) is detected and never restored', async (name, manifestText, dump, why) => {
    const backupFolder = await writeBackup(name, manifestText, dump);
    for (const args of [
      ['check', backupFolder],
      ['restore', backupFolder, '--replace'],
    ]) {
      const { code, out, err } = await backup(args);
      expect([code, out, err]).toEqual([1, '', `The backup in ${backupFolder} is damaged: ${why}\n`]);
    }
  });

  it('with one changed byte is detected by its checksum', async () => {
    const backupFolder = await writeBackup('altered', manifest, 'abcd');
    const { code, err } = await backup(['check', backupFolder], { PATH: await fakePrograms('18.1') });
    expect([code, err]).toEqual([
      1,
      `The backup in ${backupFolder} is damaged: database.dump has a different checksum.\n`,
    ]);
  });

  it('is distinguished from a folder without a backup', async () => {
    const { code, err } = await backup(['check', path.join(folder, 'nowhere')]);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('is not a backup: cannot read its manifest.json (ENOENT)'),
    ]);
  });
});

describe('a rehearsal', () => {
  const dump = { bytes: 4, sha256: createHash('sha256').update('abcd').digest('hex'), entries: 1 };
  const scratchDatabases = () => {
    const prefix = newDatabasePrefix(databaseName(database.url), 'rehearsal');
    return queryOnce(database.url, `SELECT datname FROM pg_database WHERE starts_with(datname, '${prefix}')`);
  };
  let bin: string;
  beforeAll(async () => {
    // This pg_restore loads nothing, so it restores a backup without tables.
    bin = await fakePrograms('18.2');
  });

  it('restores the newest backup into a scratch database and compares it, and leaves nothing', async () => {
    await mkdir(path.join(folder, 'monthly'));
    await writeBackup('monthly/portal-20261120T031500Z', 'damaged', 'abcd');
    await writeBackup('monthly/portal-20261121T031500Z', { ...manifest, dump }, 'abcd');
    await writeBackup('monthly/portal-20261122T031500Z.part', 'not complete', null);
    const { code, out, err } = await backup(['rehearse', path.join(folder, 'monthly')], { PATH: bin });
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^Verified 0 tables against the backup\.\nRehearsed the restore of portal-20261121T031500Z, as of /,
    );
    expect(await scratchDatabases()).toEqual([]);
  });

  it('drops what a killed rehearsal left behind', async () => {
    const abandoned = newDatabaseName(databaseName(database.url), 'rehearsal', new Date('2026-11-01T03:15:00Z'));
    await queryOnce(database.url, `CREATE DATABASE "${abandoned}"`);
    const { code, out } = await backup(['rehearse', path.join(folder, 'monthly')], { PATH: bin });
    expect(code).toBe(0);
    expect(out).toContain(`Dropped the database ${abandoned}, which an earlier rehearsal left behind.\n`);
    expect(await scratchDatabases()).toEqual([]);
  });

  it('waits for a running one, and leaves its database alone until it ends', async () => {
    const running = newDatabaseName(databaseName(database.url), 'rehearsal', new Date('2026-11-02T03:15:00Z'));
    await queryOnce(database.url, `CREATE DATABASE "${running}"`);
    const sessionsThatWait = () =>
      queryOnce(
        database.url,
        `SELECT pid FROM pg_stat_activity
         WHERE datname = 'postgres' AND query LIKE '%pg_try_advisory_lock%' AND pid <> pg_backend_pid()`,
      );
    const rehearse = () => backup(['rehearse', path.join(folder, 'monthly')], { PATH: bin });
    let next: ReturnType<typeof rehearse> | undefined;
    await withConnection(urlForDatabase(database.url, 'postgres'), async (admin) => {
      await lockRehearsals(databaseName(database.url), admin, () => undefined);
      // Otherwise the last query of this session would match, too.
      await admin.query('SELECT 1');
      next = rehearse();
      await pollUntil(sessionsThatWait, (sessions) => sessions.length > 0);
      expect(await scratchDatabases()).toEqual([{ datname: running }]);
    });
    const { code, out } = (await next) ?? {};
    expect(code).toBe(0);
    expect(out).toMatch(
      /^Another rehearsal of \S+ is running on this server\. Waiting for its end\.\nDropped the database/,
    );
    expect(await scratchDatabases()).toEqual([]);
  });

  it('fails if a table differs from the backup, and leaves nothing', async () => {
    await mkdir(path.join(folder, 'differing'));
    const tables = [{ table: 'public.users', rows: 1, hash: '0' }];
    await writeBackup('differing/portal-20261121T031500Z', { ...manifest, dump, tables }, 'abcd');
    const { code, out, err } = await backup(['rehearse', path.join(folder, 'differing')], { PATH: bin });
    expect([code, out, err]).toEqual([1, '', 'The restored tables differ from the backup: public.users.\n']);
    expect(await scratchDatabases()).toEqual([]);
  });

  describe('on a server that lacks the roles of the backup', () => {
    const [group, login] = [`backup_group_${process.pid}`, `backup_login_${process.pid}`];
    const rehearser = `rehearser_${process.pid}`;
    const rolesNow = () =>
      queryOnce(database.url, `SELECT rolname FROM pg_roles WHERE rolname IN ('${group}', '${login}')`);
    beforeAll(async () => {
      const roles = [
        { name: group, canLogin: false, memberOf: [] },
        { name: login, canLogin: true, memberOf: [group] },
      ];
      await mkdir(path.join(folder, 'elsewhere'));
      await writeBackup('elsewhere/portal-20261121T031500Z', { ...manifest, dump, roles }, 'abcd');
    });

    it('leaves none of them behind', async () => {
      const { code, out, err } = await backup(['rehearse', path.join(folder, 'elsewhere')], { PATH: bin });
      expect([code, out, err]).toEqual([0, expect.stringMatching(/^Verified 0 tables/) as string, '']);
      expect(await rolesNow()).toEqual([]);
    });

    it('names the right that its own login lacks', async () => {
      await queryOnce(database.url, `CREATE ROLE ${rehearser} LOGIN CREATEDB`);
      const url = new URL(database.url);
      url.username = rehearser;
      const environment = { PATH: bin, MIGRATION_DATABASE_URL: url.href };
      const { code, out, err } = await backup(['rehearse', path.join(folder, 'elsewhere')], environment);
      expect([code, out, err]).toEqual([
        1,
        '',
        `The server lacks a role of the backup, and the login "${rehearser}" may not create it. Have a superuser run ` +
          `\`CREATE ROLE "${group}" NOLOGIN\`, or \`ALTER ROLE "${rehearser}" CREATEROLE\`, then try again.\n`,
      ]);
      expect(await scratchDatabases()).toEqual([]);
      await queryOnce(database.url, `DROP ROLE ${rehearser}`);
    });
  });

  it('fails if there is no backup', async () => {
    await mkdir(path.join(folder, 'no-backups'));
    const { code, err } = await backup(['rehearse', path.join(folder, 'no-backups')], { PATH: bin });
    expect([code, err]).toEqual([1, `${path.join(folder, 'no-backups')} contains no backup.\n`]);
  });
});

it('hashes are printed, one line for each table', async () => {
  const { code, out, err } = await backup(['hashes']);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^public\.users +[0-9a-f]{16} +0$/m);
});
