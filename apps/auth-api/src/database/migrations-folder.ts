import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { Fault } from '../fault.ts';

// Beside the bundle when built, in the repository otherwise.
const candidates = ['./migrations/', '../../../../prisma/migrations/'];

/** The folder with the migrations of this build. */
export function migrationsFolder(): string {
  const folders = candidates.map((candidate) => fileURLToPath(new URL(candidate, import.meta.url)));
  const found = folders.find((folder) => existsSync(path.join(folder, 'migration_lock.toml')));
  if (found === undefined) throw new Fault(`There are no migrations in ${folders.join(' or ')}.`);
  return found;
}

/** Every migration on disk, in order, as the schema engine takes them. */
export async function readMigrations(folder = migrationsFolder()): Promise<MigrationList> {
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
