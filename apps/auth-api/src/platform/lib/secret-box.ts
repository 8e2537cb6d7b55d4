import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/**
 * Encrypts secrets that the API has to know again, for the database: with the database alone, no one can use them. The key is derived from
 * a secret in the folder of the signing keys, for one purpose.
 */
export class SecretBox {
  readonly #key: Buffer;

  constructor(secret: Buffer, purpose: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  }

  /** Encrypts a secret of a row: it cannot be decrypted as that of another one. */
  seal(secret: Uint8Array, rowId: string): Uint8Array<ArrayBuffer> {
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv(algorithm, this.#key, iv).setAAD(Buffer.from(rowId));
    return Uint8Array.from(Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]));
  }

  /** Decrypts what `seal` returned. Throws if it was changed, or moved from another row. */
  open(sealed: Uint8Array, rowId: string): Buffer {
    const decipher = createDecipheriv(algorithm, this.#key, sealed.subarray(0, ivLength), { authTagLength: tagLength })
      .setAAD(Buffer.from(rowId))
      .setAuthTag(sealed.subarray(-tagLength));
    return Buffer.concat([decipher.update(sealed.subarray(ivLength, -tagLength)), decipher.final()]);
  }
}
