import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import type { Logger } from 'pino';
import type { Settings } from '../../platform/config/settings.ts';
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts';
import { acceptedIssuers, hasUnknownIssuer, warnOfUnknownIssuer, type IssuerSettings } from './issuers.ts';

const type = 'email-link+jwt';
const audience = 'invitation-emails';
/** An email may be opened long after it arrived. Retiring the signing key invalidates its links earlier. */
const lifetime = '180d';

/** Signs and verifies the unsubscribe links of invitation emails. Only the API verifies them, so their keys are not published. */
export class UnsubscribeLinks {
  readonly #keys: SigningKeys;
  readonly #settings: IssuerSettings & Pick<Settings, 'AUTH_API_URL'>;
  readonly #log: Logger;

  constructor(keys: SigningKeys, settings: IssuerSettings & Pick<Settings, 'AUTH_API_URL'>, log: Logger) {
    this.#keys = keys;
    this.#settings = settings;
    this.#log = log;
  }

  /** Signs a token for an email address. It contains a keyed hash of the mailbox, because proxies log URLs. */
  async sign(addressHash: string): Promise<string> {
    const { kid, privateKey } = this.#keys.current;
    return new SignJWT()
      .setProtectedHeader({ alg: signingAlgorithm, kid, typ: type })
      .setIssuer(this.#settings.TOKEN_ISSUER)
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
        issuer: acceptedIssuers(this.#settings),
        audience,
        requiredClaims: ['exp', 'sub'],
      });
      return payload.sub ?? null;
    } catch (error) {
      if (hasUnknownIssuer(error)) warnOfUnknownIssuer({ log: this.#log });
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  }

  /** The URL that stops or resumes invitation emails. */
  url(action: 'stop' | 'resume', token: string): string {
    return `${this.#settings.AUTH_API_URL}/invitation-emails/${action}?token=${token}`;
  }
}
