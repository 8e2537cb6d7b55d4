import { refuseWords } from './command-words.ts';
import { databaseTlsRule, isUnverified } from './settings/database-tls.ts';
import { withValuesFromFiles } from './settings/values-from-files.ts';

/** The database’s address with the owner of the tables, and the setting that says it; without one the process ends. */
export function ownerUrl(usage: string): { databaseUrl: string; setting: string } {
  const { given, faults } = withValuesFromFiles(process.env, ['MIGRATION_DATABASE_URL', 'DATABASE_URL']);
  if (faults[0]) refuseWords(`${faults[0]}.`, usage);
  const setting = given['MIGRATION_DATABASE_URL'] ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL';
  const databaseUrl = given[setting];
  if (!databaseUrl) return refuseWords('Neither MIGRATION_DATABASE_URL nor DATABASE_URL is set.', usage);
  if (!URL.canParse(databaseUrl) || !/^postgres(?:ql)?:$/.test(new URL(databaseUrl).protocol)) {
    refuseWords(`${setting} is not the address of a PostgreSQL database.`, usage);
  }
  const { NODE_ENV, DATABASE_TLS = '' } = process.env;
  if (!['', 'verify-full', 'insecure-private-network'].includes(DATABASE_TLS)) {
    refuseWords('DATABASE_TLS must be verify-full or insecure-private-network.', usage);
  }
  if (NODE_ENV === 'production' && DATABASE_TLS !== 'insecure-private-network' && isUnverified(databaseUrl)) {
    refuseWords(`${setting} ${databaseTlsRule.replaceAll('`', '')}.`, usage);
  }
  return { databaseUrl, setting };
}
