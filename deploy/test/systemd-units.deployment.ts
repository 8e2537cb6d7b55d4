import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// `npm run test:deployment` runs this test: it needs systemd 250 or newer.

const units = fileURLToPath(new URL('../systemd', import.meta.url));

it('systemd accepts the units and rates them as well protected', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'systemd-units-'));
  const names = (await readdir(units)).filter((name) => /\.(?:service|timer)$/.test(name));
  for (const name of names) {
    const text = await readFile(path.join(units, name), 'utf8');
    // The programs need not be installed here.
    await writeFile(path.join(folder, name), text.replaceAll(/(?<==)\/usr\/bin\/(?:node|caddy)/g, '/bin/true'));
  }
  const dropIns = path.join(folder, 'account-portal-backup.service.d');
  await mkdir(dropIns);
  const copy = await readFile(path.join(units, 'settings/copy-backups.conf'), 'utf8');
  await writeFile(path.join(dropIns, 'copy-backups.conf'), copy.replace('/usr/bin/rsync', '/bin/true'));
  const files = names.map((name) => path.join(folder, name));
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' });
  expect([verified.status, verified.stderr.split('\n').filter((line) => line.includes('account-portal'))]).toEqual([
    0,
    [],
  ]);
  for (const file of files.filter((name) => name.endsWith('.service'))) {
    const rated = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', '--threshold=25', file], {
      encoding: 'utf8',
    });
    expect([file, rated.status, rated.stdout.trim().split('\n').at(-1)]).toEqual([file, 0, expect.any(String)]);
  }
  await rm(folder, { recursive: true });
});
