import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freshDatabase } from './database.ts';
import { runCommand } from './support/run-command.ts';

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

const backup = (words: readonly string[], env: Record<string, string> = {}) =>
  runCommand('src/backup.ts', words, { MIGRATION_DATABASE_URL: database.url, ...env });

/** Programs of PostgreSQL's names that say they are of this version. */
async function programsOf(version: string): Promise<string> {
  const bin = path.join(folder, `bin-${version}`);
  await mkdir(bin);
  for (const name of ['pg_dump', 'pg_restore']) {
    await writeFile(path.join(bin, name), `#!/bin/sh\necho '${name} (PostgreSQL) ${version}'\n`);
    await chmod(path.join(bin, name), 0o755);
  }
  return bin;
}

async function backupOf(name: string, manifest: object | string, dump: string | null): Promise<string> {
  const made = path.join(folder, name);
  await mkdir(made);
  await writeFile(path.join(made, 'manifest.json'), typeof manifest === 'string' ? manifest : JSON.stringify(manifest));
  if (dump !== null) await writeFile(path.join(made, 'database.dump'), dump);
  return made;
}

const manifest = {
  format: 1,
  madeAt: '2026-11-22T04:15:00.000Z',
  database: 'portal',
  server: '18.4',
  build: '1.0.0',
  group: 'portal_auth_api',
  roles: [],
  migrations: [],
  tables: [],
  dump: { bytes: 4, sha256: '0'.repeat(64), entries: 1 },
};

describe('a backup', () => {
  it('is not begun without PostgreSQL’s programs, and leaves nothing', async () => {
    const into = path.join(folder, 'without-programs');
    await mkdir(into);
    const { code, out, err } = await backup(['make', into], { PATH: path.join(folder, 'nothing-here') });
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('There is no pg_dump here. PostgreSQL’s client programs have them (postgresql-client-18)');
    expect(await readdir(into)).toEqual([]);
  });

  it('is not begun with programs that are older than the server', async () => {
    const { code, err } = await backup(['make', folder], { PATH: await programsOf('15.18') });
    expect(code).toBe(1);
    expect(err).toContain('pg_dump is of version 15, the server of version 18: it has to be as new.');
  });

  it('that failed half-way leaves nothing that looks like one', async () => {
    const into = path.join(folder, 'half-way');
    // These say that they did what they were asked, and wrote no file.
    const { code, err } = await backup(['make', into], { PATH: await programsOf('18.9') });
    expect([code, err]).toEqual([1, expect.stringContaining('no such file') as string]);
    expect(await readdir(into)).toEqual([]);
  });
});

describe('a backup that is damaged', () => {
  it.each([
    ['cut', manifest, 'abc', 'database.dump has 3 bytes, not 4.'],
    ['gone', manifest, null, 'database.dump has no bytes, not 4.'],
    ['unreadable', '{ "format": 1', 'abcd', 'its manifest.json makes no sense.'],
    ['of-tomorrow', { ...manifest, format: 2 }, 'abcd', 'its manifest.json makes no sense.'],
  ])('because it is %s is found so, and never restored', async (name, said, dump, why) => {
    const made = await backupOf(name, said, dump);
    for (const words of [
      ['check', made],
      ['restore', made, '--over-rows'],
    ]) {
      const { code, out, err } = await backup(words);
      expect([code, out, err]).toEqual([1, '', `The backup in ${made} is damaged: ${why}\n`]);
    }
  });

  it('by a byte is found so by its checksum', async () => {
    const made = await backupOf('altered', manifest, 'abcd');
    const { code, err } = await backup(['check', made], { PATH: await programsOf('18.1') });
    expect([code, err]).toEqual([1, `The backup in ${made} is damaged: database.dump has another checksum.\n`]);
  });

  it('is told from a folder that holds none', async () => {
    const { code, err } = await backup(['check', path.join(folder, 'nowhere')]);
    expect([code, err]).toEqual([1, expect.stringContaining('is no backup: its manifest.json can’t be read (ENOENT)')]);
  });
});

it('hashes are printed, a line a table', async () => {
  const { code, out, err } = await backup(['hashes']);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^public\.users +[0-9a-f]{16} +0$/m);
});
