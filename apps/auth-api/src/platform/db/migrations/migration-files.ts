import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { findShippedPath } from '../../lib/shipped-path.ts';

/** The folder with the migrations of this build: next to the bundle in dist/, in the repository in prisma/. */
export const findMigrationsFolder = () =>
  findShippedPath(
    import.meta.url,
    ['./migrations', '../../../../../../prisma/migrations'],
    'The migrations of this build are missing.',
  );

/** All migrations in order, in the format of the schema engine. */
export async function readMigrations(folder = findMigrationsFolder()): Promise<MigrationList> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir: folder,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(path.join(folder, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.toSorted().map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok' as const, value: await readFile(path.join(folder, name, 'migration.sql'), 'utf8') },
        },
      })),
    ),
  };
}
