import { commandWords, refuseWords } from './command-words.ts';
import { addSigningKey, listKeyIds, retireSigningKey } from './keys/signing-keys.ts';
import { operatorWords } from './operator-words.ts';

const usage = `Usage: keys list | rotate | retire <key id>
The folder is SIGNING_KEYS_DIR. A running API follows within seconds.`;

async function list(folder: string): Promise<string> {
  const kids = await listKeyIds(folder);
  if (kids.length === 0) return `There are no keys in ${folder} yet.`;
  return kids.map((each, at) => (at === kids.length - 1 ? `${each} (signs)` : each)).join('\n');
}

async function rotate(folder: string): Promise<string> {
  const added = await addSigningKey(folder);
  const older = (await listKeyIds(folder)).filter((each) => each !== added);
  return `${added} signs in a few seconds. Still accepted: ${older.join(', ') || 'none'}.`;
}

async function retire(folder: string, kid: string): Promise<string> {
  await retireSigningKey(folder, kid);
  return `${kid} is retired: what it signed is refused.`;
}

function workOf([command, kid, ...more]: readonly string[]): (folder: string) => Promise<string> {
  if (command === 'retire' && kid !== undefined && more.length === 0) return (folder) => retire(folder, kid);
  if (command === 'list' && kid === undefined) return list;
  if (command === 'rotate' && kid === undefined) return rotate;
  return refuseWords('That is not what it can do.', usage);
}

const work = workOf(commandWords(usage, {}).positionals);
const folder = process.env.SIGNING_KEYS_DIR || refuseWords('SIGNING_KEYS_DIR is not set.', usage);
try {
  process.stdout.write(`${await work(folder)}\n`);
} catch (error) {
  process.stderr.write(`${operatorWords(error)}\n`);
  process.exitCode = 1;
}
