import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readMigrations } from './migration-files.ts';
import { noFilter, withSchemaEngine } from './schema-engine.ts';

export const schemaPath = fileURLToPath(new URL('../../../../../../prisma/schema.prisma', import.meta.url));

export interface DriftOptions {
  /** Replaces prisma/schema.prisma. */
  readonly schema?: string | undefined;
  /** Replaces the migrations folder of this build. */
  readonly folder?: string | undefined;
}

/** The SQL of the migration that prisma/schema.prisma needs; null if the migrations are up to date. */
export async function findSchemaDrift(
  databaseUrl: string,
  { schema, folder }: DriftOptions = {},
): Promise<string | null> {
  const files = [{ path: schemaPath, content: schema ?? (await readFile(schemaPath, 'utf8')) }];
  const migrations = await readMigrations(folder);
  const { exitCode, stdout } = await withSchemaEngine(databaseUrl, (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: noFilter,
    }),
  );
  return exitCode === 0 ? null : (stdout ?? '');
}
