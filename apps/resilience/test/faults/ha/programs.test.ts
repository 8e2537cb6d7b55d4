import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatFatalError } from '@portal/auth-api/src/platform/observability/report-fatal-error.ts';
import { findHaPrograms } from '../../../faults/ha/programs.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'ha-root-'));
});
afterEach(() => rm(root, { recursive: true }));

const install = async (...programs: readonly string[]) => {
  for (const program of programs) {
    await mkdir(path.join(root, path.dirname(program)), { recursive: true });
    await writeFile(path.join(root, program), '');
  }
};

it('missing programs are named, with the command that installs them', async () => {
  await install('usr/bin/etcd', 'usr/sbin/haproxy', 'usr/sbin/keepalived', 'usr/lib/postgresql/15/bin/pg_rewind');
  const error: unknown = await findHaPrograms({ HA_ROOT: root }).catch((cause: unknown) => cause);
  const text = formatFatalError(error);
  expect(text).toMatch(/^Missing programs: patroni, pgbouncer, openssl, pg_rewind, curl\. /);
  const packages = 'patroni python3-etcd etcd-server postgresql haproxy pgbouncer keepalived curl openssl';
  expect(text.split('\n')).toContain(`  chroot ${root} apt-get install ${packages}`);
});

it('the programs of the newest PostgreSQL are used', async () => {
  const postgres = [16, 9, 18, 17].map((version) => `usr/lib/postgresql/${version}/bin/pg_rewind`);
  const others = ['usr/bin/etcd', 'usr/bin/patroni', 'usr/sbin/haproxy', 'usr/sbin/pgbouncer'];
  await install(...others, 'usr/sbin/keepalived', 'usr/bin/curl', 'usr/bin/openssl', ...postgres);
  expect(await findHaPrograms({ HA_ROOT: root })).toEqual({
    root,
    etcd: '/usr/bin/etcd',
    patroni: '/usr/bin/patroni',
    haproxy: '/usr/sbin/haproxy',
    pgbouncer: '/usr/sbin/pgbouncer',
    keepalived: '/usr/sbin/keepalived',
    openssl: '/usr/bin/openssl',
    postgresBin: '/usr/lib/postgresql/18/bin',
  });
});
