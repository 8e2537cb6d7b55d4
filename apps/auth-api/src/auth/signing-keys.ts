import { watchFile, unwatchFile } from 'node:fs';
import { mkdir, readFile, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import type { Logger } from 'pino';
import { decodeTime } from 'ulid';
import * as z from 'zod/mini';
import { AppError } from '../errors/app-error.ts';
import { newIdAt } from '../lib/ids.ts';

const pollMs = 2_000;
/** After this, every replica has loaded a new key. */
const propagationMs = 3 * pollMs;
const createKeyHint = 'Create one with `keys rotate`, and give the same folder to every replica.';

export const signingAlgorithm = 'ES256';

const StoredKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  /** A ULID. Its timestamp is the time from which the key signs, and keys sort by it. */
  kid: z.string(),
});

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly publicJwk: Record<string, string>;
}

/** The keys of a folder. The newest key that all replicas know signs. All keys verify until they are retired. */
export interface SigningKeys {
  readonly current: SigningKey;
  find(kid: string): SigningKey | undefined;
  publicJwks(): { keys: Record<string, string>[] };
  close(): void;
}

/**
 * Loads the keys of a folder and reloads them when `keys rotate` or `keys retire` changes the folder. If there is no key, it
 * creates one or, without `createsFirstKey`, throws an error: replicas with different keys, or a key that is lost at the next
 * start, would reject each other's tokens.
 */
export async function loadSigningKeys(
  folder: string,
  log: Logger,
  { createsFirstKey }: { readonly createsFirstKey: boolean },
): Promise<SigningKeys> {
  if ((await listKeyIds(folder)).length === 0) {
    if (!createsFirstKey) throw new AppError(`No signing key found in ${folder} (SIGNING_KEYS_DIR). ${createKeyHint}`);
    log.info({ kid: await addSigningKey(folder) }, 'first signing key created');
  }
  let keys = await readKeys(folder);
  const reload = () => {
    readKeys(folder)
      .then((loaded) => {
        keys = loaded;
        log.info({ kids: keys.map((key) => key.kid) }, 'signing keys reloaded');
      })
      .catch((error: unknown) =>
        log.error({ err: error }, 'signing keys could not be reloaded; the previous keys stay in use'),
      );
  };
  watchFile(folder, { interval: pollMs, persistent: false }, reload);
  return {
    get current() {
      return currentSigningKey(keys, folder);
    },
    find: (kid) => keys.find((key) => key.kid === kid),
    publicJwks: () => ({ keys: keys.map((key) => key.publicJwk) }),
    close: () => unwatchFile(folder, reload),
  };
}

/** Adds a key and returns its id. It signs after `delayMs`, for replicas that see the folder's changes late. */
export async function addSigningKey(folder: string, delayMs = 0): Promise<string> {
  const kid = newIdAt(Date.now() + delayMs);
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = StoredKey.parse({ ...(await exportJWK(privateKey)), kid });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Renamed when it is complete, so that no reader sees half a key.
  const temporaryFile = `${keyFilePath(folder, kid)}.unfinished`;
  await writeFile(temporaryFile, JSON.stringify(jwk, null, 2), { mode: 0o400 });
  await rename(temporaryFile, keyFilePath(folder, kid));
  return kid;
}

/** Deletes a key, but not the one that signs. Everything that the key signed is rejected from then on. */
export async function retireSigningKey(folder: string, kid: string): Promise<void> {
  const kids = await listKeyIds(folder);
  if (!kids.includes(kid)) throw new AppError(`There is no key ${kid} in ${folder}.`);
  if (kid === currentSigningKeyId(kids))
    throw new AppError(`${kid} is the signing key. Rotate first, and retire it when another key signs.`);
  await unlink(keyFilePath(folder, kid));
}

/** The ids of a folder's keys, oldest first. */
export async function listKeyIds(folder: string): Promise<string[]> {
  const files = await readFolder(folder).catch((cause: unknown) => {
    throw new AppError(`The folder of the signing keys (SIGNING_KEYS_DIR) can’t be created or read: ${folder}`, {
      cause,
    });
  });
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

async function readFolder(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return readdir(folder);
}

const keyFilePath = (folder: string, kid: string) => join(folder, `${kid}.json`);

async function readKeys(folder: string): Promise<SigningKey[]> {
  return Promise.all((await listKeyIds(folder)).map((kid) => readKey(keyFilePath(folder, kid))));
}

async function readKey(file: string): Promise<SigningKey> {
  const parsed = StoredKey.safeParse(parseJson(await readFile(file, 'utf8')));
  if (!parsed.success) throw new AppError(`${file} is not an ES256 private key with a key id.`);
  const { d: _private, ...publicPart } = parsed.data;
  return {
    kid: publicPart.kid,
    privateKey: await importKey(parsed.data),
    publicKey: await importKey(publicPart),
    publicJwk: { ...publicPart, alg: signingAlgorithm, use: 'sig' },
  };
}

/** Undefined if it is not JSON. The error of JSON.parse would quote the text, which is a private key. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, signingAlgorithm);
  if (key instanceof Uint8Array) throw new AppError('A signing key must be asymmetric.');
  return key;
}

/** From sorted ids, the newest key that every replica has had time to load, or else the oldest key. */
export const currentSigningKeyId = (kids: readonly string[]): string | undefined =>
  kids.findLast((kid) => decodeTime(kid) < Date.now() - propagationMs) ?? kids.at(0);

function currentSigningKey(keys: readonly SigningKey[], folder: string): SigningKey {
  const kid = currentSigningKeyId(keys.map((key) => key.kid));
  const key = keys.find((candidate) => candidate.kid === kid);
  if (!key) throw new AppError(`No signing key found in ${folder}.`);
  return key;
}
