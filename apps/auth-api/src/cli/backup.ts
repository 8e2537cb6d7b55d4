import { withConnection } from './backup/connection.ts';
import { createBackup } from './backup/create-backup.ts';
import { checkBackup } from './backup/manifest.ts';
import { finishRecovery } from './backup/finish-recovery.ts';
import { rehearseRestore } from './backup/rehearse-restore.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { formatHashes, hashTables, withSnapshot } from './backup/table-hashes.ts';
import { migrationDatabaseUrl } from './migration-database-url.ts';
import { exitWithUsage, parseCliArgs } from './parse-args.ts';
import { reportFatalError } from '../platform/observability/report-fatal-error.ts';

const usage = `Usage: backup create <folder>
       backup check <backup>
       backup restore <backup> [--replace]
       backup rehearse <folder>
       backup hashes
       backup finish-recovery [--restarted]
create writes a backup into a new folder in <folder>, while the API is running. check verifies that a backup is complete
and unchanged. restore restores a backup into a new database, verifies every table, then replaces the database. rehearse
restores the newest backup in <folder> into a scratch database, verifies every table, then drops that database. hashes
prints a hash of each table, which does not depend on the order of its rows. finish-recovery prints the time to which a
database was recovered, and ends all sessions and pending changes of owners in it. It rejects a server that has not recovered.
MIGRATION_DATABASE_URL, or else DATABASE_URL, is the URL of the database, as its owner. With the suffix _FILE it is read
from a file. pg_dump and pg_restore must be installed, in the server's version or newer.
  --replace    replaces a database that has rows; it is kept under another name
  --restarted  the server was restarted after its recovery, so it cannot say that it recovered`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function create(url: string, into: string): Promise<void> {
  const { folder, manifest } = await createBackup({ url, into, build: process.env.VERSION || 'development' });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  print(`${folder}: ${manifest.tables.length} tables with ${rows} rows in ${manifest.dump.bytes} bytes.`);
}

async function check(folder: string): Promise<void> {
  const { createdAt, tables } = await checkBackup(folder);
  print(`${folder} is complete: ${tables.length} tables as of ${createdAt}.`);
}

const hashes = (url: string) =>
  withConnection(url, async (client) => print(formatHashes(await withSnapshot(client, () => hashTables(client)))));

const { positionals, values } = parseCliArgs(usage, {
  replace: { type: 'boolean', default: false },
  restarted: { type: 'boolean', default: false },
});
const { replace: replaceRows, restarted } = values;

function parseCommand([command, folder, ...more]: readonly string[]): (url: () => string) => Promise<void> {
  const invalid = () => exitWithUsage('Unknown command or arguments.', usage);
  if (more.length > 0 || (replaceRows && command !== 'restore') || (restarted && command !== 'finish-recovery'))
    return invalid();
  if (command === 'hashes' && folder === undefined) return (url) => hashes(url());
  if (command === 'finish-recovery' && folder === undefined) {
    return (url) => finishRecovery({ url: url(), restarted }, print);
  }
  if (folder === undefined) return invalid();
  if (command === 'create') return (url) => create(url(), folder);
  if (command === 'rehearse') return (url) => rehearseRestore(url(), folder, print);
  if (command === 'check') return () => check(folder);
  if (command === 'restore') return (url) => restoreBackup({ url: url(), folder, replaceRows }, print);
  return invalid();
}

const run = parseCommand(positionals);
let setting = 'DATABASE_URL';
/** Reads the setting only for commands that need it: `check` does not. */
function databaseUrl(): string {
  const { databaseUrl: url, setting: name } = migrationDatabaseUrl(usage);
  setting = name;
  return url;
}
try {
  await run(databaseUrl);
} catch (error) {
  reportFatalError(error, { databaseSetting: setting });
  process.exitCode = 1;
}
