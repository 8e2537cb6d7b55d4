import type pg from 'pg';
import { Fault } from '../fault.ts';

/** Fails where a database holds what nobody said may go: any row but of the ledgers that migrations write. */
export async function refuseRows(client: pg.Client, database: string): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('information_schema', 'graphile_worker') AND n.nspname !~ '^pg_'
       AND c.relname <> '_prisma_migrations' ORDER BY 1`,
  );
  for (const { name } of tables) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${name} LIMIT 1`);
    if (rowCount !== 0) {
      throw new Fault(
        `The database ${database} has rows in ${name}. Add --over-rows if the backup is to take its place; it is kept under ` +
          'another name.',
      );
    }
  }
}
