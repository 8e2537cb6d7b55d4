// Writes the next migration from what prisma/schema.prisma says beyond the present ones: `npm run migration -- <name>`.
// Without a name it only tells whether there is anything to write.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startTemporaryPostgres } from '@portal/local-postgres';
import { migrationsFolder } from '../src/database/migrations-folder.ts';
import { schemaDrift } from '../src/database/schema-drift.ts';

const name = process.argv[2];
const say = (text: string) => process.stdout.write(`${text}\n`);

if (name !== undefined && !/^[a-z][a-z0-9_]*$/.test(name)) {
  process.stderr.write('A migration is named in lower case with underscores: npm run migration -- add_billing\n');
  process.exit(1);
}

const postgres = await startTemporaryPostgres(() => Promise.resolve());
const sql = await schemaDrift(postgres.url).finally(() => postgres.stop());

if (sql === null) {
  say('The schema and its migrations agree: nothing to write.');
} else if (name === undefined) {
  say(`The migrations lack this:\n\n${sql}`);
  process.exitCode = 1;
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = path.join(migrationsFolder(), `${stamp}_${name}`);
  await mkdir(folder);
  await writeFile(path.join(folder, 'migration.sql'), `${sql.trim()}\n`);
  say(`Wrote ${path.relative(process.cwd(), path.join(folder, 'migration.sql'))}. Read it before you commit it.`);
}
