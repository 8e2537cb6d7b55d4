import { addSigningKey, listKeyIds, retireSigningKey } from './keys/signing-keys.ts';

const usage = `Usage: keys list | rotate | retire <key id>
The folder is SIGNING_KEYS_DIR. A running API follows within seconds.`;

async function run([command, kid]: readonly string[], folder: string | undefined): Promise<string> {
  if (!folder) throw new Error('SIGNING_KEYS_DIR is not set.');
  if (command === 'rotate') {
    const added = await addSigningKey(folder);
    const older = (await listKeyIds(folder)).filter((each) => each !== added);
    return `${added} signs in a few seconds. Still accepted: ${older.join(', ') || 'none'}.`;
  }
  if (command === 'retire' && kid) {
    await retireSigningKey(folder, kid);
    return `${kid} is retired: what it signed is refused.`;
  }
  if (command === 'list') {
    const kids = await listKeyIds(folder);
    return kids.map((each, at) => (at === kids.length - 1 ? `${each} (signs)` : each)).join('\n') || 'No keys yet.';
  }
  throw new Error(usage);
}

try {
  process.stdout.write(`${await run(process.argv.slice(2), process.env.SIGNING_KEYS_DIR)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
