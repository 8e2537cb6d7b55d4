import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import type { Settings } from '../settings.ts';
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts';

const type = 'email-link+jwt';
const audience = 'invitation-emails';
/** An email may be opened long after it came. A key that is retired earlier ends its links earlier. */
const validFor = '180d';

/** Signs and verifies the links by which an address stops its invitation emails. No API or instance token passes for one. */
export class EmailLinks {
  readonly #keys: SigningKeys;
  readonly #issuer: string;

  constructor(keys: SigningKeys, settings: Pick<Settings, 'AUTH_API_URL'>) {
    this.#keys = keys;
    this.#issuer = settings.AUTH_API_URL;
  }

  /** A token for an address, which it holds as a hash: addresses of the web are logged on their way. */
  async sign(addressHash: string): Promise<string> {
    const { kid, privateKey } = this.#keys.current;
    return new SignJWT()
      .setProtectedHeader({ alg: signingAlgorithm, kid, typ: type })
      .setIssuer(this.#issuer)
      .setAudience(audience)
      .setSubject(addressHash)
      .setIssuedAt()
      .setExpirationTime(validFor)
      .sign(privateKey);
  }

  /** The hash of the address that a token was signed for; null for anything else. */
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

  /** Where a token stops invitation emails, or resumes them. */
  address(action: 'stop' | 'resume', token: string): string {
    return `${this.#issuer}/invitation-emails/${action}?token=${token}`;
  }
}
