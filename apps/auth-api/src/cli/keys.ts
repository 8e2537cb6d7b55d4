import { addSigningKey, currentSigningKeyId, listKeyIds, retireSigningKey } from '../auth/signing-keys.ts';
import { formatDuration } from '../lib/format-duration.ts';
import { exitWithSettingError, exitWithUsage, parseCliArgs } from './parse-args.ts';
import { reportFatalError } from './report-fatal-error.ts';

const usage = `Usage: keys list
       keys rotate [--delay <minutes>]
       keys retire <key id>
SIGNING_KEYS_DIR is the folder of the keys. A running API picks up changes within seconds.
  --delay <minutes>  delays the new key, for replicas that get its file late, e.g. from a Kubernetes secret`;

/** A day. A longer delay is probably a typo, and the old key would sign for longer than intended. */
const maxMinutes = 1_440;

async function list(folder: string): Promise<string> {
  const kids = await listKeyIds(folder);
  if (kids.length === 0) return `There are no keys in ${folder} yet.`;
  const current = currentSigningKeyId(kids);
  return kids.map((kid) => (kid === current ? `${kid} (signing)` : kid)).join('\n');
}

async function rotate(folder: string, minutes: number): Promise<string> {
  const added = await addSigningKey(folder, minutes * 60_000);
  const older = (await listKeyIds(folder)).filter((kid) => kid !== added);
  const delay = minutes === 0 ? 'a few seconds' : formatDuration(minutes * 60);
  return `${added} starts signing in ${delay}. Still accepted: ${older.join(', ') || 'none'}.`;
}

async function retire(folder: string, kid: string): Promise<string> {
  await retireSigningKey(folder, kid);
  return `${kid} is retired. Everything that it signed is now rejected.`;
}

function parseCommand(
  [command, kid, ...more]: readonly string[],
  delay: string | undefined,
): (folder: string) => Promise<string> {
  if (command === 'rotate' && kid === undefined) {
    const minutes = Number(delay ?? 0);
    if (!(minutes >= 0 && minutes <= maxMinutes))
      exitWithUsage(`--delay must be a number from 0 to ${maxMinutes}.`, usage);
    return (folder) => rotate(folder, minutes);
  }
  if (delay !== undefined) return exitWithUsage('Only rotate accepts --delay.', usage);
  if (command === 'retire' && kid !== undefined && more.length === 0) return (folder) => retire(folder, kid);
  if (command === 'list' && kid === undefined) return list;
  return exitWithUsage('Unknown command or arguments.', usage);
}

const { positionals, values } = parseCliArgs(usage, { delay: { type: 'string' } });
const run = parseCommand(positionals, values.delay);
const folder = process.env.SIGNING_KEYS_DIR || exitWithSettingError('SIGNING_KEYS_DIR is not set.', usage);
try {
  process.stdout.write(`${await run(folder)}\n`);
} catch (error) {
  reportFatalError(error);
  process.exitCode = 1;
}
