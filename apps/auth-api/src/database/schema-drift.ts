import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readMigrations } from './migrations-folder.ts';
import { noFilter, withSchemaEngine } from './schema-engine.ts';

export const schemaPath = fileURLToPath(new URL('../../../../prisma/schema.prisma', import.meta.url));

export interface Compared {
  /** In place of prisma/schema.prisma. */
  readonly schema?: string | undefined;
  /** In place of the migrations of this build. */
  readonly folder?: string | undefined;
}

/** What prisma/schema.prisma says beyond the migrations, as the SQL of the next one; null when they agree. */
export async function schemaDrift(databaseUrl: string, { schema, folder }: Compared = {}): Promise<string | null> {
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
