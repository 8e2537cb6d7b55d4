import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { StartFailure, systemErrorCode } from './start-failure.ts';

const Secrets = z.object({ clientSecret: z.string().min(32), databasePassword: z.string().min(32) });
export type LocalSecrets = z.infer<typeof Secrets>;

/** The secrets that the parts of this stack share, made at the first start. */
export async function localSecrets(dataDir: string): Promise<LocalSecrets> {
  const file = path.join(dataDir, 'secrets.json');
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return await makeSecrets(file);
    throw error;
  }
  const stored = Secrets.safeParse(parseJson(text));
  if (stored.success) return stored.data;
  throw new StartFailure(
    `The file ${file} is damaged. Put a copy of it back, or start anew with \`npm run reset\` (the local data is lost then).`,
  );
}

async function makeSecrets(file: string): Promise<LocalSecrets> {
  const secret = () => randomBytes(32).toString('base64url');
  const secrets: LocalSecrets = { clientSecret: secret(), databasePassword: secret() };
  await writeFile(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
