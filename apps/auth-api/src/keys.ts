import { commandWords, refuseWords } from './command-words.ts';
import { addSigningKey, listKeyIds, retireSigningKey, signingKeyId } from './keys/signing-keys.ts';
import { operatorWords } from './operator-words.ts';

const usage = `Usage: keys list
       keys rotate [--signs-in <minutes>]
       keys retire <key id>
The folder is SIGNING_KEYS_DIR. A running API follows within seconds.
  --signs-in <minutes>  the new key signs only then, where its file reaches the replicas late, as a secret of Kubernetes does`;

/** A day: whoever means more has mistyped, and would sign by the old key for longer than they think. */
const mostMinutes = 1_440;

async function list(folder: string): Promise<string> {
  const kids = await listKeyIds(folder);
  if (kids.length === 0) return `There are no keys in ${folder} yet.`;
  const signing = signingKeyId(kids);
  return kids.map((each) => (each === signing ? `${each} (signs)` : each)).join('\n');
}

async function rotate(folder: string, minutes: number): Promise<string> {
  const added = await addSigningKey(folder, minutes * 60_000);
  const older = (await listKeyIds(folder)).filter((each) => each !== added);
  return `${added} signs in ${minutes === 0 ? 'a few seconds' : `${minutes} minutes`}. Still accepted: ${older.join(', ') || 'none'}.`;
}

async function retire(folder: string, kid: string): Promise<string> {
  await retireSigningKey(folder, kid);
  return `${kid} is retired: what it signed is refused.`;
}

function workOf(
  [command, kid, ...more]: readonly string[],
  signsIn: string | undefined,
): (folder: string) => Promise<string> {
  if (command === 'rotate' && kid === undefined) {
    const minutes = Number(signsIn ?? 0);
    if (!(minutes >= 0 && minutes <= mostMinutes))
      refuseWords(`--signs-in takes a number up to ${mostMinutes}.`, usage);
    return (folder) => rotate(folder, minutes);
  }
  if (signsIn !== undefined) return refuseWords('Only rotate takes --signs-in.', usage);
  if (command === 'retire' && kid !== undefined && more.length === 0) return (folder) => retire(folder, kid);
  if (command === 'list' && kid === undefined) return list;
  return refuseWords('That is not what it can do.', usage);
}

const { positionals, values } = commandWords(usage, { 'signs-in': { type: 'string' } });
const work = workOf(positionals, values['signs-in']);
const folder = process.env.SIGNING_KEYS_DIR || refuseWords('SIGNING_KEYS_DIR is not set.', usage);
try {
  process.stdout.write(`${await work(folder)}\n`);
} catch (error) {
  process.stderr.write(`${operatorWords(error)}\n`);
  process.exitCode = 1;
}
