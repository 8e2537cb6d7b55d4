import { SignJWT } from 'jose';
import type { Settings } from '../../platform/config/settings.ts';
import { newId } from '../../platform/lib/ids.ts';
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts';

/** The most that OpenID Connect Back-Channel Logout 1.0 recommends. A retry signs a new token. */
const lifetime = '2m';

export interface Logout {
  readonly userId: string;
  /** The public id of the session that ended. */
  readonly sessionId: string;
  /** The workspace whose instance is notified. */
  readonly workspaceId: string;
  /** When the access ended. */
  readonly endedAt: Date;
}

/** Signs logout tokens (OpenID Connect Back-Channel Logout 1.0). They are no credentials: the API accepts none of them. */
export class LogoutTokens {
  readonly #keys: SigningKeys;
  readonly #issuer: string;

  constructor(keys: SigningKeys, settings: Pick<Settings, 'TOKEN_ISSUER'>) {
    this.#keys = keys;
    this.#issuer = settings.TOKEN_ISSUER;
  }

  /**
   * The claim `toe` (RFC 8417, section 2.2), in seconds with a fraction, is the same in each retry. So an instance can tell whether a user
   * has entered it again from the same session.
   */
  async sign({ userId, sessionId, workspaceId, endedAt }: Logout): Promise<string> {
    const { kid, privateKey } = this.#keys.current;
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    return new SignJWT({ sid: sessionId, toe: endedAt.getTime() / 1_000, events })
      .setProtectedHeader({ alg: signingAlgorithm, kid, typ: 'logout+jwt' })
      .setIssuer(this.#issuer)
      .setAudience(workspaceId)
      .setSubject(userId)
      .setJti(newId())
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .sign(privateKey);
  }
}
