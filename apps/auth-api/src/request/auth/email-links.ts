import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import type { Logger } from 'pino';
import type { Settings } from '../../platform/config/settings.ts';
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts';
import { acceptedIssuers, hasUnknownIssuer, warnOfUnknownIssuer, type IssuerSettings } from './issuers.ts';

const type = 'email-link+jwt';
/** What the links are about. Also the path of their pages. */
type Topic = 'invitation-emails' | 'billing-contacts';
/** An email may be opened long after it arrived. Retiring the signing key invalidates its links earlier. */
const lifetime = '180d';

/** Signs and verifies the links in emails of a topic that work without a login. Only the API verifies them, so their keys are not published. */
export class EmailLinks {
  readonly #keys: SigningKeys;
  readonly #settings: IssuerSettings & Pick<Settings, 'AUTH_API_URL'>;
  readonly #log: Logger;
  readonly #topic: Topic;

  constructor(
    keys: SigningKeys,
    settings: IssuerSettings & Pick<Settings, 'AUTH_API_URL'>,
    log: Logger,
    topic: Topic = 'invitation-emails',
  ) {
    this.#topic = topic;
    this.#keys = keys;
    this.#settings = settings;
    this.#log = log;
  }

  /** Signs a token for a keyed hash of a mailbox, or for an id. It contains no address, because proxies log URLs. */
  async sign(subject: string): Promise<string> {
    const { kid, privateKey } = this.#keys.current;
    return new SignJWT()
      .setProtectedHeader({ alg: signingAlgorithm, kid, typ: type })
      .setIssuer(this.#settings.TOKEN_ISSUER)
      .setAudience(this.#topic)
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .sign(privateKey);
  }

  /** Returns what the token was signed for; null for an invalid token. */
  async verify(token: string): Promise<string | null> {
    try {
      const { kid } = decodeProtectedHeader(token);
      const key = kid === undefined ? undefined : this.#keys.find(kid);
      if (!key) return null;
      const { payload } = await jwtVerify(token, key.publicKey, {
        algorithms: [signingAlgorithm],
        typ: type,
        issuer: acceptedIssuers(this.#settings),
        audience: this.#topic,
        requiredClaims: ['exp', 'sub'],
      });
      return payload.sub ?? null;
    } catch (error) {
      if (hasUnknownIssuer(error)) warnOfUnknownIssuer({ log: this.#log });
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  }

  /** The URL of a page of the topic. */
  url(action: 'stop' | 'resume' | 'confirm', token: string): string {
    return `${this.#settings.AUTH_API_URL}/${this.#topic}/${action}?token=${token}`;
  }
}
