import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { StartFailure, systemErrorCode } from './start-failure.ts';

const makeSecret = () => randomBytes(32).toString('base64url');

const Secret = z.string().min(32);
const Secrets = z.object({
  clientSecret: Secret,
  /** Of PostgreSQL's superuser. */
  databasePassword: Secret,
  /** Of the API's own login there. Folders of earlier versions have none yet. */
  apiDatabasePassword: Secret.default(makeSecret),
  /** Of the account at the local Stripe, and of the events that it signs. */
  stripeKey: Secret.default(() => `sk_test_${makeSecret()}`),
  webhookSecret: Secret.default(() => `whsec_${makeSecret()}`),
  /** By which the API reads the feature flags at the local analytics host. */
  flagsKey: Secret.default(() => `phs_${makeSecret()}`),
});
export type LocalSecrets = z.infer<typeof Secrets>;

/** The secrets that the parts of this stack share, made at the first start. */
export async function localSecrets(dataDir: string): Promise<LocalSecrets> {
  const file = path.join(dataDir, 'secrets.json');
  const text = await read(file);
  const known = text === null ? { clientSecret: makeSecret(), databasePassword: makeSecret() } : parseJson(text);
  const secrets = Secrets.safeParse(known);
  if (secrets.success) {
    const now = `${JSON.stringify(secrets.data, null, 2)}\n`;
    if (now !== text) {
      await writeFile(`${file}.new`, now, { mode: 0o600 });
      await rename(`${file}.new`, file);
    }
    return secrets.data;
  }
  throw new StartFailure(
    `The file ${file} is damaged. Put a copy of it back, or start anew with \`npm run reset\` (the local data is lost then).`,
  );
}

async function read(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
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
