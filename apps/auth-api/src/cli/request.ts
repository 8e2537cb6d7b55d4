import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { ulidPattern } from '@portal/contract';
import { readSecretFiles } from '../platform/config/secret-files.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { formatFatalError } from '../platform/observability/report-fatal-error.ts';
import { formatEvent, sortEvents, type RequestEvent } from './request-event.ts';
import { findRequestLines } from './request-lines.ts';
import { findRequestRecords } from './request-records.ts';
import { exitWithUsage, parseCliArgs } from './parse-args.ts';

const usage = `Usage: request <id> [<log file> ...]
Prints what belongs to a request, in the order of time: its lines in the log of the API and of the proxy, its audit entries, and
its jobs. <id> is the id that the user sees below an error. The log comes from the files, or from standard input.
DATABASE_URL is the URL of the database, for the audit entries and the jobs; with the suffix _FILE it is read from a file. The
database is only read.`;

/** Caddy gives an id of this form to a response of its own, if no replica responds. */
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const { positionals } = parseCliArgs(usage, {});
const [given, ...files] = positionals;
if (given === undefined) exitWithUsage('An id is required.', usage);
const id = ulidPattern.test(given) ? given.toUpperCase() : given.toLowerCase();
if (!ulidPattern.test(id) && !uuidPattern.test(id)) exitWithUsage('The id must be a ULID or a UUID.', usage);
if (files.length === 0 && process.stdin.isTTY)
  exitWithUsage('Name a log file, or pipe the log into this command.', usage);

async function* readLines(): AsyncGenerator<string> {
  if (files.length === 0) yield* createInterface({ input: process.stdin });
  for (const file of files) yield* (await open(file)).readLines();
}

/** The records of the database. If it cannot be read, says so and leaves them out: the log is what matters most. */
async function readRecords(ids: readonly string[]): Promise<RequestEvent[]> {
  const { values, errors } = readSecretFiles(process.env, ['DATABASE_URL']);
  try {
    if (errors[0]) throw new AppError(`${errors[0]}.`);
    const url = values['DATABASE_URL'];
    if (!url) throw new AppError('Set DATABASE_URL.');
    return await findRequestRecords(url, ids);
  } catch (error) {
    process.stderr.write(`Audit entries and jobs are missing. ${formatFatalError(error)}\n`);
    process.exitCode = 1;
    return [];
  }
}

try {
  const { events, ids } = await findRequestLines(readLines(), id);
  const all = sortEvents([...events, ...(await readRecords([...ids]))]);
  for (const event of all) process.stdout.write(`${formatEvent(event)}\n`);
  if (all.length === 0) {
    throw new AppError(
      'Nothing has this id. Is the log complete? If so, the request did not reach the server, or the log of its time is deleted.',
    );
  }
} catch (error) {
  // Text in production, too: an operator reads it, not a collector.
  process.stderr.write(`${formatFatalError(error)}\n`);
  process.exitCode = 1;
}
