import { createMailboxSecret } from '../request/auth/mailbox-secret.ts';
import {
  addSigningKey,
  isSigning,
  keyPurposes,
  listKeyIds,
  pollMs,
  retireSigningKey,
  type KeyPurpose,
} from '../request/auth/signing-keys.ts';
import { formatDuration } from '../platform/lib/format-duration.ts';
import { exitWithSettingError, exitWithUsage, parseCliArgs } from './parse-args.ts';
import { reportFatalError } from '../platform/observability/report-fatal-error.ts';

const usage = `Usage: keys list
       keys rotate [--purpose <purpose>] [--delay <minutes>]
       keys retire <key id>
SIGNING_KEYS_DIR is the folder of the keys. A running API picks up changes within seconds.
  --purpose <purpose>  adds a key for one purpose only: ${keyPurposes.join(', ')}
  --delay <minutes>    delays the new keys, for replicas that get their files late, e.g. from a Kubernetes secret`;

/** A day. A longer delay is probably a typo, and the old key would sign for longer than intended. */
const maxMinutes = 1_440;

async function list(folder: string): Promise<string[]> {
  const kids = await listKeyIds(folder);
  if (kids.length === 0) return [`There are no keys in ${folder} yet.`];
  return kids.map((kid) => (isSigning(kid, kids) ? `${kid} (signing)` : kid));
}

async function rotate(folder: string, purposes: readonly KeyPurpose[], minutes: number): Promise<string[]> {
  const before = await listKeyIds(folder);
  const delay = minutes === 0 ? 'a few seconds' : formatDuration(minutes * 60);
  const lines: string[] = [];
  for (const purpose of purposes) {
    const added = await addSigningKey(folder, purpose, minutes * 60_000);
    const older = before.filter((kid) => kid.startsWith(`${purpose}-`));
    lines.push(`${added} starts signing in ${delay}. Still accepted: ${older.join(', ') || 'none'}.`);
  }
  if (await createMailboxSecret(folder)) lines.push('mailbox-secret is created. Keep a copy of it for good.');
  return lines;
}

async function retire(folder: string, kid: string): Promise<string[]> {
  await retireSigningKey(folder, kid);
  return [
    `${kid} is retired. Within ${pollMs / 1_000} seconds, every process that reads this folder rejects what it signed.`,
  ];
}

type Command = (folder: string) => Promise<string[]>;
interface Options {
  readonly purpose?: string | undefined;
  readonly delay?: string | undefined;
}

function parseCommand([command, kid, ...more]: readonly string[], { purpose, delay }: Options): Command {
  if (command === 'rotate' && kid === undefined) {
    const minutes = Number(delay ?? 0);
    if (!(minutes >= 0 && minutes <= maxMinutes))
      exitWithUsage(`--delay must be a number from 0 to ${maxMinutes}.`, usage);
    const purposes = keyPurposes.filter((each) => purpose === undefined || each === purpose);
    if (purposes.length === 0) exitWithUsage(`--purpose must be one of ${keyPurposes.join(', ')}.`, usage);
    return (folder) => rotate(folder, purposes, minutes);
  }
  if (purpose !== undefined || delay !== undefined)
    return exitWithUsage('Only rotate accepts --purpose and --delay.', usage);
  if (command === 'retire' && kid !== undefined && more.length === 0) return (folder) => retire(folder, kid);
  if (command === 'list' && kid === undefined) return list;
  return exitWithUsage('Unknown command or arguments.', usage);
}

const { positionals, values } = parseCliArgs(usage, { purpose: { type: 'string' }, delay: { type: 'string' } });
const run = parseCommand(positionals, values);
const folder = process.env.SIGNING_KEYS_DIR || exitWithSettingError('SIGNING_KEYS_DIR is not set.', usage);
try {
  process.stdout.write(`${(await run(folder)).join('\n')}\n`);
} catch (error) {
  reportFatalError(error);
  process.exitCode = 1;
}
