import { migrate } from '../platform/db/migrations/migrate.ts';
import { migrationDatabaseUrl } from './migration-database-url.ts';
import { exitWithUsage, parseCliArgs } from './parse-args.ts';
import { reportFatalError } from '../platform/observability/report-fatal-error.ts';

const usage = `Usage: migrate [--retry <migration>]
Migrates the database to the schema of this build and grants the API's login its privileges. MIGRATION_DATABASE_URL, or
else DATABASE_URL, is the URL of the database with the owner's login: postgresql://user:password@host:5432/name. To read
it from a file, add _FILE to the name.
  --retry <migration>  rolls back an interrupted migration, then applies it again`;

const { positionals, values } = parseCliArgs(usage, { retry: { type: 'string' } });
if (positionals.length > 0) exitWithUsage('This command takes no arguments.', usage);

const { databaseUrl, setting } = migrationDatabaseUrl(usage);

try {
  await migrate(databaseUrl, (message) => process.stdout.write(`${message}\n`), { retry: values.retry });
  process.stdout.write('The database is up to date.\n');
  process.exit(0);
} catch (error) {
  reportFatalError(error, { prefix: 'The migrations failed. ', databaseSetting: setting });
  process.exit(1);
}
