import { createDatabaseFromTemplate, type SuiteDatabase } from '@portal/local-postgres';
import pg from 'pg';

/** An empty, migrated database for one suite. The suite drops it when it is done. */
export function freshDatabase(): Promise<SuiteDatabase> {
  const template = process.env['TEST_TEMPLATE_DATABASE_URL'];
  if (template === undefined) throw new Error('The global set-up of the tests has not run.');
  return createDatabaseFromTemplate(template);
}

/** One statement on a connection of its own. */
export async function queryOnce(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
