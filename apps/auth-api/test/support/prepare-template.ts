import { groupNameSql } from '../../src/platform/db/migrations/grants.ts';
import { migrate } from '../../src/platform/db/migrations/migrate.ts';
import { apiLogin, queryOnce } from './database.ts';

/** Migrates the template database and creates the API's role, once per server. Copies of the template inherit its grants. */
export async function prepareTemplate(url: string): Promise<void> {
  await migrate(url, () => undefined);
  const [group] = await queryOnce(url, `SELECT ${groupNameSql} AS name`);
  await queryOnce(url, `CREATE ROLE ${apiLogin} LOGIN IN ROLE ${(group as { name: string }).name}`);
}
