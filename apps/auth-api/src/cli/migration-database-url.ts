import {
  databaseTlsRule,
  lacksVerifiedTls,
  encodePassword,
  isCutInPassword,
} from '../platform/config/database-urls.ts';
import { isProduction } from '../platform/config/node-environment.ts';
import { readSecretFiles } from '../platform/config/secret-files.ts';
import { exitWithSettingError } from './parse-args.ts';

/** The database URL with the owner's login, and the setting that it comes from. Without a valid URL the process exits. */
export function migrationDatabaseUrl(usage: string): { databaseUrl: string; setting: string } {
  const { values, errors } = readSecretFiles(process.env, ['MIGRATION_DATABASE_URL', 'DATABASE_URL']);
  if (errors[0]) exitWithSettingError(`${errors[0]}.`, usage);
  const setting = values['MIGRATION_DATABASE_URL'] ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL';
  const databaseUrl = values[setting];
  if (!databaseUrl) return exitWithSettingError('Set MIGRATION_DATABASE_URL or DATABASE_URL.', usage);
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null;
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || isCutInPassword(url)) {
    const hint = encodePassword.replaceAll('`', '');
    exitWithSettingError(
      `${setting} is not the URL of a PostgreSQL database. If its password has such characters, ${hint}.`,
      usage,
    );
  }
  const { DATABASE_TLS = '' } = process.env;
  if (!['', 'verify-full', 'insecure-private-network'].includes(DATABASE_TLS)) {
    exitWithSettingError('DATABASE_TLS must be verify-full or insecure-private-network.', usage);
  }
  if (isProduction(process.env) && DATABASE_TLS !== 'insecure-private-network' && lacksVerifiedTls(databaseUrl)) {
    exitWithSettingError(`${setting} ${databaseTlsRule.replaceAll('`', '')}.`, usage);
  }
  return { databaseUrl, setting };
}
