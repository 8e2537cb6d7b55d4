import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@portal/auth-api/src/platform/errors/app-error.ts';

/** The programs of a highly available deployment, as paths below `root`. */
export interface HaPrograms {
  /** The folder of a Debian system, or `/`. */
  readonly root: string;
  readonly etcd: string;
  readonly patroni: string;
  readonly haproxy: string;
  readonly pgbouncer: string;
  readonly keepalived: string;
  readonly openssl: string;
  /** The folder with `postgres` and `pg_rewind`. */
  readonly postgresBin: string;
}

/** The Debian packages that have them. Patroni reads etcd with python3-etcd; keepalived checks Caddy with curl. */
const packages = 'patroni python3-etcd etcd-server postgresql haproxy pgbouncer keepalived curl openssl';

const missingPrograms = (
  root: string,
  missing: readonly string[],
) => `Missing programs: ${missing.join(', ')}. On Debian 13, install them:

  ${root === '/' ? '' : `chroot ${root} `}apt-get install ${packages}

On another system, create a Debian in a folder, then set HA_ROOT=/srv/debian:

  debootstrap trixie /srv/debian
  chroot /srv/debian apt-get install ${packages}
  mount --bind /dev /srv/debian/dev
  mount -t proc proc /srv/debian/proc
  mount -t tmpfs -o mode=1777 tmpfs /srv/debian/dev/shm`;

/** Finds the programs in the system of the folder `HA_ROOT`, or on this one. Throws an `AppError` that says what to install. */
export async function findHaPrograms(environment: NodeJS.ProcessEnv): Promise<HaPrograms> {
  const root = environment['HA_ROOT'] ?? '/';
  const folders = root === '/' ? (environment['PATH'] ?? '').split(':') : [];
  const searched = [...folders, '/usr/bin', '/usr/sbin'];
  const exists = (path: string) =>
    access(join(root, path)).then(
      () => true,
      () => false,
    );
  const missing: string[] = [];
  const find = async (name: string, candidates: readonly string[]) => {
    for (const folder of candidates) if (await exists(join(folder, name))) return join(folder, name);
    missing.push(name);
    return '';
  };
  const versions = await readdir(join(root, '/usr/lib/postgresql')).catch(() => []);
  const versionFolders = versions
    .filter((version) => Number(version) >= 16)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => `/usr/lib/postgresql/${version}/bin`);
  const [etcd, patroni, haproxy, pgbouncer, keepalived, openssl, rewind] = [
    await find('etcd', searched),
    await find('patroni', searched),
    await find('haproxy', searched),
    await find('pgbouncer', searched),
    await find('keepalived', searched),
    await find('openssl', searched),
    await find('pg_rewind', [...versionFolders, ...folders]),
  ];
  await find('curl', searched);
  if (missing.length > 0) throw new AppError(missingPrograms(root, missing));
  return { root, etcd, patroni, haproxy, pgbouncer, keepalived, openssl, postgresBin: join(rewind, '..') };
}
