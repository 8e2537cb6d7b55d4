import { createDatabaseFromTemplate, type SuiteDatabase } from '@portal/local-postgres';
import pg from 'pg';

/** The login that the API has in tests: it is no owner of anything. */
export const apiLogin = 'auth_api';

/** An empty, migrated database for one suite, by its owner and by the API's login. The suite drops it when it is done. */
export async function freshDatabase(
  template = process.env['TEST_TEMPLATE_DATABASE_URL'],
): Promise<SuiteDatabase & { apiUrl: string }> {
  if (template === undefined) throw new Error('The global set-up of the tests has not run.');
  const database = await createDatabaseFromTemplate(template);
  // A copy has the rights of a new database, not those that the migration of the template left.
  const name = new URL(database.url).pathname.slice(1);
  await queryOnce(database.url, `REVOKE TEMPORARY ON DATABASE "${name}" FROM PUBLIC`);
  const apiUrl = new URL(database.url);
  apiUrl.username = apiLogin;
  return { ...database, apiUrl: apiUrl.href };
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
