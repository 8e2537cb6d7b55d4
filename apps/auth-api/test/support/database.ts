import { createDatabaseFromTemplate, type SuiteDatabase } from '@portal/local-postgres';
import pg from 'pg';

/** The database role of the API in tests. Like in production, it owns nothing. */
export const apiLogin = 'auth_api';

/** Creates an empty, migrated database for one suite, with one URL for its owner and one for the API. The suite drops it. */
export async function freshDatabase(
  template = process.env['TEST_TEMPLATE_DATABASE_URL'],
): Promise<SuiteDatabase & { apiUrl: string }> {
  if (template === undefined) throw new Error('The global setup of the tests has not run.');
  const database = await createDatabaseFromTemplate(template);
  // A copy has the privileges of a new database, not those that the migrations granted and revoked on the template.
  const name = new URL(database.url).pathname.slice(1);
  await queryOnce(database.url, `REVOKE TEMPORARY ON DATABASE "${name}" FROM PUBLIC`);
  const apiUrl = new URL(database.url);
  apiUrl.username = apiLogin;
  return { ...database, apiUrl: apiUrl.href };
}

/** Runs SQL on a new connection and closes it. */
export async function queryOnce(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The SQLSTATE with which a statement failed, or `succeeded`. */
export const sqlStateOf = (statement: Promise<unknown>): Promise<unknown> =>
  statement.then(
    () => 'succeeded',
    (error: unknown) => (error as { code?: unknown }).code,
  );
