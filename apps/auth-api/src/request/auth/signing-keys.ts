import { watchFile, unwatchFile } from 'node:fs';
import { mkdir, readFile, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import type { Logger } from 'pino';
import { decodeTime } from 'ulid';
import * as z from 'zod/mini';
import { AppError } from '../../platform/errors/app-error.ts';
import { newIdAt } from '../../platform/lib/ids.ts';

export const pollMs = 2_000;
/** After this, every replica has loaded a new key. */
const propagationMs = 3 * pollMs;

export const signingAlgorithm = 'ES256';

/** What keys sign. Each key has one purpose, so that a stolen or retired key affects nothing else. */
export const keyPurposes = ['api', 'instance', 'logout', 'event', 'link'] as const;
export type KeyPurpose = (typeof keyPurposes)[number];

/** Others verify what these keys sign. Only the API itself verifies links. */
const publishedPurposes = ['api', 'instance', 'logout', 'event'] as const satisfies readonly KeyPurpose[];

const ulidLength = 26;
/** Other files are not keys. */
const keyFile = new RegExp(String.raw`^(?:${keyPurposes.join('|')})-[0-9A-HJKMNP-TV-Z]{${ulidLength}}\.json$`);

const StoredKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  /** The purpose, a hyphen and a ULID, as in the file's name. The ULID's timestamp is the time from which the key signs. */
  kid: z.string(),
});

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly publicJwk: Record<string, string>;
}

/** The keys of one purpose. The newest key that all replicas know signs. All keys verify until they are retired. */
export interface SigningKeys {
  readonly current: SigningKey;
  find(kid: string): SigningKey | undefined;
}

/** The keys of a folder, by purpose. */
export interface SigningKeyFolder extends Readonly<Record<KeyPurpose, SigningKeys>> {
  publicJwks(): { keys: Record<string, string>[] };
  missingPurposes(): KeyPurpose[];
  close(): void;
}

/**
 * Loads the keys of a folder and reloads them when `keys rotate` or `keys retire` changes the folder. If a purpose has no key, it
 * creates one or, without `createsMissing`, throws an error: replicas with different keys, or a key that is lost at the next
 * start, would reject each other's tokens.
 */
export async function loadSigningKeys(
  folder: string,
  log: Logger,
  { createsMissing }: { readonly createsMissing: boolean },
): Promise<SigningKeyFolder> {
  const missing = purposesWithout(await listKeyIds(folder));
  if (missing.length > 0 && !createsMissing) throw new AppError(missingKeyMessage(missing, folder));
  for (const purpose of missing) log.info({ kid: await addSigningKey(folder, purpose) }, 'signing key created');
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
  const keysOf = (purpose: KeyPurpose) => keys.filter(({ kid }) => purposeOf(kid) === purpose);
  const viewOf = (purpose: KeyPurpose): SigningKeys => ({
    get current() {
      return currentSigningKey(keysOf(purpose), purpose, folder);
    },
    find: (kid) => keysOf(purpose).find((key) => key.kid === kid),
  });
  return {
    api: viewOf('api'),
    instance: viewOf('instance'),
    logout: viewOf('logout'),
    event: viewOf('event'),
    link: viewOf('link'),
    publicJwks: () => ({ keys: publishedPurposes.flatMap(keysOf).map((key) => key.publicJwk) }),
    missingPurposes: () => purposesWithout(keys.map(({ kid }) => kid)),
    close: () => unwatchFile(folder, reload),
  };
}

/** Adds a key and returns its id. It signs after `delayMs`, for replicas that see the folder's changes late. */
export async function addSigningKey(folder: string, purpose: KeyPurpose, delayMs = 0): Promise<string> {
  const kid = `${purpose}-${newIdAt(Date.now() + delayMs)}`;
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = StoredKey.parse({ ...(await exportJWK(privateKey)), kid });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Renamed when it is complete, so that no reader sees half a key.
  const temporaryFile = `${keyFilePath(folder, kid)}.unfinished`;
  await writeFile(temporaryFile, JSON.stringify(jwk, null, 2), { mode: 0o400 });
  await rename(temporaryFile, keyFilePath(folder, kid));
  return kid;
}

/** Deletes a key, but not the one that signs for its purpose. Everything that the key signed is rejected from then on. */
export async function retireSigningKey(folder: string, kid: string): Promise<void> {
  const kids = await listKeyIds(folder);
  if (!kids.includes(kid)) throw new AppError(`There is no key ${kid} in ${folder}.`);
  if (isSigning(kid, kids))
    throw new AppError(`${kid} is the signing key. Rotate first, and retire it when another key signs.`);
  await unlink(keyFilePath(folder, kid));
}

/** The ids of a folder's keys, by purpose and then oldest first. */
export async function listKeyIds(folder: string): Promise<string[]> {
  const files = await readFolder(folder).catch((cause: unknown) => {
    throw new AppError(`The folder of the signing keys (SIGNING_KEYS_DIR) can’t be created or read: ${folder}`, {
      cause,
    });
  });
  const kids = files
    .filter((file) => keyFile.test(file))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
  return keyPurposes.flatMap((purpose) => kidsOf(purpose, kids));
}

async function readFolder(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return readdir(folder);
}

const keyFilePath = (folder: string, kid: string) => join(folder, `${kid}.json`);

const purposeOf = (kid: string) => kid.slice(0, kid.lastIndexOf('-'));

const kidsOf = (purpose: string, kids: readonly string[]) => kids.filter((kid) => purposeOf(kid) === purpose);

const purposesWithout = (kids: readonly string[]) =>
  keyPurposes.filter((purpose) => kidsOf(purpose, kids).length === 0);

const missingKeyMessage = (missing: readonly KeyPurpose[], folder: string) => {
  const commands =
    missing.length === keyPurposes.length
      ? ['keys rotate']
      : missing.map((purpose) => `keys rotate --purpose ${purpose}`);
  return (
    `No signing key for ${missing.join(', ')} found in ${folder} (SIGNING_KEYS_DIR). ` +
    `Create it with ${commands.map((command) => `\`${command}\``).join(' and ')}, and give the same folder to every replica.`
  );
};

async function readKeys(folder: string): Promise<SigningKey[]> {
  return Promise.all((await listKeyIds(folder)).map((kid) => readKey(kid, keyFilePath(folder, kid))));
}

async function readKey(kid: string, file: string): Promise<SigningKey> {
  const parsed = StoredKey.safeParse(parseJson(await readFile(file, 'utf8')));
  // A renamed file would give its key another purpose.
  if (!parsed.success || parsed.data.kid !== kid)
    throw new AppError(`${file} is not an ES256 private key with the id ${kid}.`);
  const { d: _private, ...publicPart } = parsed.data;
  return {
    kid,
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

/** Whether a key signs for its purpose. From then on `retire` refuses it. */
export const isSigning = (kid: string, kids: readonly string[]): boolean =>
  kid === currentSigningKeyId(kidsOf(purposeOf(kid), kids));

/** From sorted ids of one purpose, the newest key that every replica has had time to load, or else the oldest key. */
export const currentSigningKeyId = (kids: readonly string[]): string | undefined =>
  kids.findLast((kid) => decodeTime(kid.slice(-ulidLength)) < Date.now() - propagationMs) ?? kids.at(0);

function currentSigningKey(keys: readonly SigningKey[], purpose: KeyPurpose, folder: string): SigningKey {
  const kid = currentSigningKeyId(keys.map((key) => key.kid));
  const key = keys.find((candidate) => candidate.kid === kid);
  if (!key) throw new AppError(`No signing key for ${purpose} found in ${folder}.`);
  return key;
}
