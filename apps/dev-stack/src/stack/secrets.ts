import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { errorCode } from '../errors.ts';
import { parseJson } from '../parse-json.ts';
import { StartError } from './start-error.ts';

const createSecret = () => randomBytes(32).toString('base64url');

const Secret = z.string().min(32);
const Secrets = z.object({
  clientSecret: Secret,
  /** The password of PostgreSQL's superuser. */
  databasePassword: Secret,
  /** The password of the API's database role. */
  apiDatabasePassword: Secret,
  stripeKey: Secret,
  webhookSecret: Secret,
  /** The API's key for reading feature flags from the PostHog emulator. */
  flagsKey: Secret,
});
export type LocalSecrets = z.infer<typeof Secrets>;

const createSecrets = (): LocalSecrets => ({
  clientSecret: createSecret(),
  databasePassword: createSecret(),
  apiDatabasePassword: createSecret(),
  stripeKey: `sk_test_${createSecret()}`,
  webhookSecret: `whsec_${createSecret()}`,
  flagsKey: `phs_${createSecret()}`,
});

/** Loads the secrets that the services of this stack share. The first start creates them. */
export async function loadLocalSecrets(dataDir: string): Promise<LocalSecrets> {
  const file = path.join(dataDir, 'secrets.json');
  const text = await readIfExists(file);
  if (text === null) {
    const created = createSecrets();
    await writeFile(`${file}.new`, `${JSON.stringify(created, null, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
    return created;
  }
  const stored = Secrets.safeParse(parseJson(text));
  if (stored.success) return stored.data;
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
