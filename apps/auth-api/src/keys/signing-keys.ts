import { watchFile, unwatchFile } from 'node:fs';
import { mkdir, readFile, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import type { Logger } from 'pino';
import { decodeTime } from 'ulid';
import * as z from 'zod/mini';
import { Fault } from '../fault.ts';
import { newIdAt } from '../new-id.ts';

const pollMs = 2_000;
const knownEverywhereAfterMs = 3 * pollMs;
const makeOne = 'Make one with `keys rotate`, and give the same folder to every replica.';

export const signingAlgorithm = 'ES256';

const StoredKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  /** A ULID, whose moment says from when on it signs, and which sort by that. */
  kid: z.string(),
});

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly publicJwk: Record<string, string>;
}

/** The keys of a folder. The newest signs, once all replicas know it; all of them verify, until they are retired. */
export interface SigningKeys {
  readonly current: SigningKey;
  find(kid: string): SigningKey | undefined;
  publicJwks(): { keys: Record<string, string>[] };
  close(): void;
}

/**
 * Reads the keys of a folder and follows what `keys rotate` does to them. Where there is none, it makes the first, or
 * fails where it may not: a replica with a key of its own, or one that is gone at the next start, refuses every token.
 */
export async function openSigningKeys(
  folder: string,
  log: Logger,
  { mayMakeFirst }: { readonly mayMakeFirst: boolean },
): Promise<SigningKeys> {
  if ((await listKeyIds(folder)).length === 0) {
    if (!mayMakeFirst) throw new Fault(`There is no signing key in ${folder} (SIGNING_KEYS_DIR). ${makeOne}`);
    log.info({ kid: await addSigningKey(folder) }, 'made the first signing key');
  }
  let keys = await readKeys(folder);
  const reload = () => {
    readKeys(folder)
      .then((read) => {
        keys = read;
        log.info({ kids: keys.map((key) => key.kid) }, 'read the signing keys again');
      })
      .catch((error: unknown) =>
        log.error({ err: error }, 'the signing keys could not be read again; the old ones stay'),
      );
  };
  watchFile(folder, { interval: pollMs, persistent: false }, reload);
  return {
    get current() {
      return signingKey(keys, folder);
    },
    find: (kid) => keys.find((key) => key.kid === kid),
    publicJwks: () => ({ keys: keys.map((key) => key.publicJwk) }),
    close: () => unwatchFile(folder, reload),
  };
}

/** Adds a key, which signs from then on, or so much later where replicas learn of it late; answers its id. */
export async function addSigningKey(folder: string, signsInMs = 0): Promise<string> {
  const kid = newIdAt(Date.now() + signsInMs);
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = StoredKey.parse({ ...(await exportJWK(privateKey)), kid });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Renamed when it is whole: a reader never sees half of a key.
  const unfinished = `${fileOf(folder, kid)}.unfinished`;
  await writeFile(unfinished, JSON.stringify(jwk, null, 2), { mode: 0o400 });
  await rename(unfinished, fileOf(folder, kid));
  return kid;
}

/** Takes a key away for good: what it signed is refused from then on. */
export async function retireSigningKey(folder: string, kid: string): Promise<void> {
  const kids = await listKeyIds(folder);
  if (!kids.includes(kid)) throw new Fault(`There is no key ${kid} in ${folder}.`);
  if (kids.at(-1) === kid) throw new Fault(`${kid} is the key that signs. Rotate first, then retire it.`);
  await unlink(fileOf(folder, kid));
}

/** The ids of a folder's keys, the one that signs last. */
export async function listKeyIds(folder: string): Promise<string[]> {
  const files = await readFolder(folder).catch((cause: unknown) => {
    throw new Fault(`The folder of the signing keys (SIGNING_KEYS_DIR) can’t be made or read: ${folder}`, { cause });
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

const fileOf = (folder: string, kid: string) => join(folder, `${kid}.json`);

async function readKeys(folder: string): Promise<SigningKey[]> {
  return Promise.all((await listKeyIds(folder)).map((kid) => readKey(fileOf(folder, kid))));
}

async function readKey(file: string): Promise<SigningKey> {
  const parsed = StoredKey.safeParse(parseJson(await readFile(file, 'utf8')));
  if (!parsed.success) throw new Fault(`${file} is not an ES256 private key with a key id.`);
  const { d: _private, ...shared } = parsed.data;
  return {
    kid: shared.kid,
    privateKey: await importKey(parsed.data),
    publicKey: await importKey(shared),
    publicJwk: { ...shared, alg: signingAlgorithm, use: 'sig' },
  };
}

/** Undefined where it is no JSON: the error of JSON.parse quotes what it read, and this is a private key. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, signingAlgorithm);
  if (key instanceof Uint8Array) throw new Fault('A signing key must be asymmetric.');
  return key;
}

/** Of ids that are sorted, that of the newest key that every replica has had the time to read, or else the first. */
export const signingKeyId = (kids: readonly string[]): string | undefined =>
  kids.findLast((kid) => decodeTime(kid) < Date.now() - knownEverywhereAfterMs) ?? kids.at(0);

function signingKey(keys: readonly SigningKey[], folder: string): SigningKey {
  const kid = signingKeyId(keys.map((each) => each.kid));
  const key = keys.find((each) => each.kid === kid);
  if (!key) throw new Fault(`There is no signing key in ${folder}.`);
  return key;
}
