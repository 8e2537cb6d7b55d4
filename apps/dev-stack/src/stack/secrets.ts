import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { errorCode } from '../errors.ts';
import { StartError } from './start-error.ts';

const createSecret = () => randomBytes(32).toString('base64url');

const Secret = z.string().min(32);
/** Defaults are for data folders of earlier versions. */
const Secrets = z.object({
  clientSecret: Secret,
  /** The password of PostgreSQL's superuser. */
  databasePassword: Secret,
  /** The password of the API's database role. */
  apiDatabasePassword: Secret.default(createSecret),
  stripeKey: Secret.default(() => `sk_test_${createSecret()}`),
  webhookSecret: Secret.default(() => `whsec_${createSecret()}`),
  /** The API's key for reading feature flags from the PostHog emulator. */
  flagsKey: Secret.default(() => `phs_${createSecret()}`),
});
export type LocalSecrets = z.infer<typeof Secrets>;

/** Loads the secrets that the services of this stack share. The first start creates them. */
export async function loadLocalSecrets(dataDir: string): Promise<LocalSecrets> {
  const file = path.join(dataDir, 'secrets.json');
  const text = await readIfExists(file);
  const stored = text === null ? { clientSecret: createSecret(), databasePassword: createSecret() } : parseJson(text);
  const secrets = Secrets.safeParse(stored);
  if (secrets.success) {
    const newText = `${JSON.stringify(secrets.data, null, 2)}\n`;
    if (newText !== text) {
      await writeFile(`${file}.new`, newText, { mode: 0o600 });
      await rename(`${file}.new`, file);
    }
    return secrets.data;
  }
  throw new StartError(
    `The file ${file} is damaged. Restore a copy of it, or delete the local data with \`npm run reset\`.`,
  );
}

async function readIfExists(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
