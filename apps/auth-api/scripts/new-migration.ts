// Writes the next migration from what prisma/schema.prisma says beyond the present ones.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LocalPostgresError, startTemporaryPostgres } from '@portal/local-postgres';
import { commandWords, refuseWords } from '../src/command-words.ts';
import { migrationsFolder } from '../src/database/migrations-folder.ts';
import { schemaDrift } from '../src/database/schema-drift.ts';
import { operatorWords } from '../src/operator-words.ts';

const usage = `Usage: npm run migration [-- <name>]
Writes the next migration from what prisma/schema.prisma says beyond the present ones, by a PostgreSQL of its own; without
a name it only tells whether there is anything to write.`;
const say = (text: string) => process.stdout.write(`${text}\n`);

const [name, ...more] = commandWords(usage, {}).positionals;
if (more.length > 0 || (name !== undefined && !/^[a-z][a-z0-9_]*$/.test(name))) {
  refuseWords('A migration is named in lower case with underscores: npm run migration -- add_billing', usage);
}

const postgres = await startTemporaryPostgres(() => Promise.resolve()).catch((error: unknown) => {
  const why = error instanceof LocalPostgresError ? error.message : operatorWords(error);
  process.stderr.write(`There is no PostgreSQL to write it by. ${why}\n`);
  process.exit(1);
});
const sql = await whatIsLacking();

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

async function whatIsLacking(): Promise<string | null> {
  try {
    return await schemaDrift(postgres.url);
  } finally {
    await postgres.stop();
  }
}
