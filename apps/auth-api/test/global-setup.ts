import { startTemporaryPostgres, type TemporaryPostgres } from '@portal/local-postgres';
import { migrate } from '../src/database/migrate.ts';
import { makeApiLogin } from './database.ts';

declare global {
  var temporaryPostgres: TemporaryPostgres | undefined;
}

/** One PostgreSQL for all suites, with a migrated template database that `freshDatabase` copies. */
export default async function setUp(): Promise<void> {
  globalThis.temporaryPostgres = await startTemporaryPostgres(async (url) => {
    await migrate(url, () => undefined);
    await makeApiLogin(url);
  });
  process.env['TEST_TEMPLATE_DATABASE_URL'] = globalThis.temporaryPostgres.url;
}
