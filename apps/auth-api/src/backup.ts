import { checkBackup } from './backup/manifest.ts';
import { connected } from './backup/connect.ts';
import { makeBackup } from './backup/make-backup.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { hashLines, inSnapshot, tableHashes } from './backup/table-hashes.ts';
import { commandWords, refuseWords } from './command-words.ts';
import { operatorWords } from './operator-words.ts';
import { ownerUrl } from './owner-url.ts';

const usage = `Usage: backup make <folder>
       backup check <backup>
       backup restore <backup> [--over-rows]
       backup hashes
make writes a backup of this moment into a folder of its own below <folder>, while the API serves. check tells whether
one is whole. restore puts one into the place of the database, once every table was found to be what the backup says.
hashes prints a hash of each table, whatever the order of its rows.
MIGRATION_DATABASE_URL, or else DATABASE_URL, is the database's address with its owner; with _FILE behind its name it is
read from a file. pg_dump and pg_restore have to be there, of the server's version.
  --over-rows  restore also over a database that has rows; it is kept under another name`;

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function make(url: string, into: string): Promise<void> {
  const { folder, manifest } = await makeBackup({ url, into, build: process.env.VERSION || 'development' });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  say(`${folder}: ${manifest.tables.length} tables with ${rows} rows in ${manifest.dump.bytes} bytes.`);
}

async function check(folder: string): Promise<void> {
  const { madeAt, tables } = await checkBackup(folder);
  say(`${folder} is whole: ${tables.length} tables as they were at ${madeAt}.`);
}

const hashes = (url: string) =>
  connected(url, async (client) => say(hashLines(await inSnapshot(client, () => tableHashes(client)))));

const { positionals, values } = commandWords(usage, { 'over-rows': { type: 'boolean', default: false } });
const overRows = values['over-rows'];

function workOf([command, folder, ...more]: readonly string[]): (url: () => string) => Promise<void> {
  if (more.length > 0 || (overRows && command !== 'restore')) return refuseWords('That is not what it can do.', usage);
  if (command === 'hashes' && folder === undefined) return (url) => hashes(url());
  if (folder === undefined) return refuseWords('That is not what it can do.', usage);
  if (command === 'make') return (url) => make(url(), folder);
  if (command === 'check') return () => check(folder);
  if (command === 'restore') return (url) => restoreBackup({ url: url(), folder, overRows }, say);
  return refuseWords('That is not what it can do.', usage);
}

const work = workOf(positionals);
let setting = 'DATABASE_URL';
function url(): string {
  const owner = ownerUrl(usage);
  setting = owner.setting;
  return owner.databaseUrl;
}
try {
  await work(url);
} catch (error) {
  process.stderr.write(`${operatorWords(error, setting)}\n`);
  process.exitCode = 1;
}
