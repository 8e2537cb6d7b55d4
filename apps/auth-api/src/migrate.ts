import { migrate, MigrationError } from './database/migrate.ts';

// The owner of the tables; the API's own login may not change them.
const databaseUrl = process.env['MIGRATION_DATABASE_URL'] || process.env['DATABASE_URL'];

if (databaseUrl === undefined || !URL.canParse(databaseUrl)) {
  process.stderr.write(
    'MIGRATION_DATABASE_URL, or else DATABASE_URL, must be the address of a PostgreSQL database: postgresql://user:password@host/name\n',
  );
  process.exit(1);
}

try {
  await migrate(databaseUrl, (message) => process.stdout.write(`${message}\n`));
  process.stdout.write('The database is up to date.\n');
  process.exit(0);
} catch (error) {
  if (!(error instanceof MigrationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
