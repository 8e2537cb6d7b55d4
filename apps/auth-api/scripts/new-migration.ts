// Creates the migration that prisma/schema.prisma needs.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LocalPostgresError, startTemporaryPostgres } from '@portal/local-postgres';
import { formatFatalError } from '../src/platform/observability/report-fatal-error.ts';
import { exitWithUsage, parseCliArgs } from '../src/cli/parse-args.ts';
import { findMigrationsFolder } from '../src/platform/db/migrations/migration-files.ts';
import { findSchemaDrift } from '../src/platform/db/migrations/schema-drift.ts';

const usage = `Usage: npm run migration [-- <name>]
Creates the migration that prisma/schema.prisma needs, with a temporary PostgreSQL. Without a name, prints its SQL.`;
const print = (text: string) => process.stdout.write(`${text}\n`);

const [name, ...more] = parseCliArgs(usage, {}).positionals;
if (more.length > 0 || (name !== undefined && !/^[a-z][a-z0-9_]*$/.test(name))) {
  exitWithUsage('The name must be in snake_case: npm run migration -- add_billing', usage);
}

const postgres = await startTemporaryPostgres(() => Promise.resolve()).catch((error: unknown) => {
  const reason = error instanceof LocalPostgresError ? error.message : formatFatalError(error);
  process.stderr.write(`The temporary PostgreSQL did not start. ${reason}\n`);
  process.exit(1);
});
const sql = await findDrift();

if (sql === null) {
  print('The migrations are up to date with the schema.');
} else if (name === undefined) {
  print(`The migrations lack this:\n\n${sql}`);
  process.exitCode = 1;
} else {
  const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = path.join(findMigrationsFolder(), `${timestamp}_${name}`);
  await mkdir(folder);
  await writeFile(path.join(folder, 'migration.sql'), `${sql.trim()}\n`);
  print(`Created ${path.relative(process.cwd(), path.join(folder, 'migration.sql'))}. Review it before you commit it.`);
}

async function findDrift(): Promise<string | null> {
  try {
    return await findSchemaDrift(postgres.url);
  } finally {
    await postgres.stop();
  }
}
