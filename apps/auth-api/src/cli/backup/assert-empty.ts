import type pg from 'pg';
import { AppError } from '../../platform/errors/app-error.ts';

/** Throws if a database has rows that a restore would replace. Tables that migrations write do not count. */
export async function assertEmpty(client: pg.Client, database: string): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('information_schema', 'graphile_worker') AND n.nspname !~ '^pg_'
       AND c.relname <> '_prisma_migrations' ORDER BY 1`,
  );
  for (const { name } of tables) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${name} LIMIT 1`);
    if (rowCount !== 0) {
      throw new AppError(
        `The database ${database} has rows in ${name}. Add --replace to replace the database; it is kept under another name.`,
      );
    }
  }
}
