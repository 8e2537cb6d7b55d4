import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import type { Settings } from '../../config/settings.ts';
import { signingAlgorithm, type SigningKeys } from '../signing-keys.ts';

const type = 'email-link+jwt';
const audience = 'invitation-emails';
/** An email may be opened long after it arrived. Retiring the signing key invalidates its links earlier. */
const lifetime = '180d';

/** Signs and verifies the unsubscribe links of invitation emails. Only the API verifies them, so their keys are not published. */
export class UnsubscribeLinks {
  readonly #keys: SigningKeys;
  readonly #issuer: string;

  constructor(keys: SigningKeys, settings: Pick<Settings, 'AUTH_API_URL'>) {
    this.#keys = keys;
    this.#issuer = settings.AUTH_API_URL;
  }

  /** Signs a token for an email address. It contains a keyed hash of the mailbox, because proxies log URLs. */
  async sign(addressHash: string): Promise<string> {
    const { kid, privateKey } = this.#keys.current;
    return new SignJWT()
      .setProtectedHeader({ alg: signingAlgorithm, kid, typ: type })
      .setIssuer(this.#issuer)
      .setAudience(audience)
      .setSubject(addressHash)
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .sign(privateKey);
  }

  /** Returns the hash of the token's email address; null for an invalid token. */
  async verify(token: string): Promise<string | null> {
    try {
      const { kid } = decodeProtectedHeader(token);
      const key = kid === undefined ? undefined : this.#keys.find(kid);
      if (!key) return null;
      const { payload } = await jwtVerify(token, key.publicKey, {
        algorithms: [signingAlgorithm],
        typ: type,
        issuer: this.#issuer,
        audience,
        requiredClaims: ['exp', 'sub'],
      });
      return payload.sub ?? null;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  }

  /** The URL that stops or resumes invitation emails. */
  url(action: 'stop' | 'resume', token: string): string {
    return `${this.#issuer}/invitation-emails/${action}?token=${token}`;
  }
}
