import { createSecretKey, randomUUID } from 'node:crypto';
import { base64url, exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';

const purposes = ['instance', 'logout', 'event', 'api'] as const;

/** What a key signs. The id of the key begins with it. */
export type Purpose = (typeof purposes)[number];

/** How a token is made that an instance must reject. */
export type Forgery =
  | 'unsigned'
  | 'unknown key'
  | 'foreign signature'
  | 'key of another purpose'
  | 'HS256 with the public key';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

/** The keys of the portal that the checker plays, made at its start. */
export class SigningKeys {
  readonly jwks: { readonly keys: JWK[] };
  readonly #pairs: Record<Purpose, KeyPair>;
  readonly #foreign: KeyPair;

  private constructor(pairs: Record<Purpose, KeyPair>, foreign: KeyPair, keys: JWK[]) {
    this.#pairs = pairs;
    this.#foreign = foreign;
    this.jwks = { keys };
  }

  static async generate(): Promise<SigningKeys> {
    const generate = () => generateKeyPair('ES256', { extractable: true });
    const pairs = {
      instance: await generate(),
      logout: await generate(),
      event: await generate(),
      api: await generate(),
    };
    const keys = purposes.map(async (purpose) => ({
      ...(await exportJWK(pairs[purpose].publicKey)),
      kid: kidOf(purpose),
      alg: 'ES256',
      use: 'sig',
    }));
    return new SigningKeys(pairs, await generate(), await Promise.all(keys));
  }

  /** Signs a token as the portal does or, with a forgery, as an attacker does. */
  async sign(purpose: Purpose, typ: string, claims: JWTPayload, forgery?: Forgery): Promise<string> {
    const signWith = (kid: string, { privateKey }: KeyPair) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid, typ }).sign(privateKey);
    const kid = kidOf(purpose);
    switch (forgery) {
      case undefined:
        return signWith(kid, this.#pairs[purpose]);
      case 'unsigned':
        return `${encode({ alg: 'none', kid, typ })}.${encode(claims)}.`;
      case 'unknown key':
        return signWith(`${purpose}-${randomUUID()}`, this.#foreign);
      case 'foreign signature':
        return signWith(kid, this.#foreign);
      case 'key of another purpose': {
        const other = purpose === 'logout' ? 'instance' : 'logout';
        return signWith(kidOf(other), this.#pairs[other]);
      }
      case 'HS256 with the public key': {
        const secret = createSecretKey(Buffer.from(await exportSPKI(this.#pairs[purpose].publicKey)));
        return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid, typ }).sign(secret);
      }
    }
  }
}

const kidOf = (purpose: Purpose) => `${purpose}-check`;
const encode = (value: object) => base64url.encode(JSON.stringify(value));
