import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import * as z from 'zod';
import { errorCode } from '../errors.ts';

const Secrets = z.object({
  /** The private RSA key that signs ID tokens and Management API tokens. */
  signingKey: z
    .record(z.string(), z.unknown())
    .and(z.object({ kty: z.literal('RSA'), kid: z.string(), alg: z.literal('RS256'), n: z.string(), e: z.string() })),
  cookieKey: z.string(),
});

export type Secrets = z.infer<typeof Secrets>;

/** Created at the first start and stored, so that a restart keeps sessions valid. */
export async function loadSecrets(folder: string): Promise<Secrets> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'secrets.json');
  try {
    return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT')
      throw new Error(`${file} is damaged; delete the local data with npm run reset`, { cause: error });
  }
  const secrets = await generate();
  writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

async function generate(): Promise<Secrets> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomBytes(12).toString('base64url');
  const signingKey = { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
  return Secrets.parse({ signingKey, cookieKey: randomBytes(32).toString('base64url') });
}
