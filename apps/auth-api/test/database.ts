import { createDatabaseFromTemplate, type SuiteDatabase } from '@portal/local-postgres';

/** An empty, migrated database for one suite. The suite drops it when it is done. */
export function freshDatabase(): Promise<SuiteDatabase> {
  const template = process.env['TEST_TEMPLATE_DATABASE_URL'];
  if (template === undefined) throw new Error('The global set-up of the tests has not run.');
  return createDatabaseFromTemplate(template);
}
