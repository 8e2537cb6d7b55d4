import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { AppError } from '../../errors/app-error.ts';

// In dist/ the migrations are next to the bundle; in the repository they are in prisma/.
const candidates = ['./migrations/', '../../../../../prisma/migrations/'];

/** The folder with the migrations of this build. */
export function findMigrationsFolder(): string {
  const folders = candidates.map((candidate) => fileURLToPath(new URL(candidate, import.meta.url)));
  const found = folders.find((folder) => existsSync(path.join(folder, 'migration_lock.toml')));
  if (found === undefined) throw new AppError(`There are no migrations in ${folders.join(' or ')}.`);
  return found;
}

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
