import { commandWords, refuseWords } from './command-words.ts';
import { migrate } from './database/migrate.ts';
import { operatorWords } from './operator-words.ts';
import { ownerUrl } from './owner-url.ts';

const usage = `Usage: migrate [--retry <migration>]
Brings the database up to this build's schema, and gives the API's login its rights. MIGRATION_DATABASE_URL, or else
DATABASE_URL, is its address with the owner of the tables: postgresql://user:password@host:5432/name. With _FILE behind
its name it is read from a file.
  --retry <migration>  first takes back what this migration left that was broken off, so that it is applied anew`;

const { positionals, values } = commandWords(usage, { retry: { type: 'string' } });
if (positionals.length > 0) refuseWords('It takes no words.', usage);

// The owner of the tables; the API's own login may not change them.
const { databaseUrl, setting } = ownerUrl(usage);

try {
  await migrate(databaseUrl, (message) => process.stdout.write(`${message}\n`), { retry: values.retry });
  process.stdout.write('The database is up to date.\n');
  process.exit(0);
} catch (error) {
  process.stderr.write(`The migrations were not applied. ${operatorWords(error, setting)}\n`);
  process.exit(1);
}
