import { groupName } from '../src/database/api-role.ts';
import { migrate } from '../src/database/migrate.ts';
import { apiLogin, queryOnce } from './database.ts';

/**
 * Migrates the database of which suites get copies, and makes the API's login, once a cluster: the copies take over what was
 * granted in this one.
 */
export async function prepareTemplate(url: string): Promise<void> {
  await migrate(url, () => undefined);
  const [group] = await queryOnce(url, `SELECT ${groupName} AS name`);
  await queryOnce(url, `CREATE ROLE ${apiLogin} LOGIN IN ROLE ${(group as { name: string }).name}`);
}
