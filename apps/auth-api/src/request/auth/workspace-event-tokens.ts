import { workspaceChangedEvent, type WorkspaceChanged } from '@portal/contract';
import { SignJWT } from 'jose';
import type { Settings } from '../../platform/config/settings.ts';
import { newId } from '../../platform/lib/ids.ts';
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts';

/**
 * Signs the events that instances receive, as Security Event Tokens (RFC 8417). They are no credentials: the API accepts none of them.
 */
export class WorkspaceEventTokens {
  readonly #keys: SigningKeys;
  readonly #issuer: string;

  constructor(keys: SigningKeys, settings: Pick<Settings, 'TOKEN_ISSUER'>) {
    this.#keys = keys;
    this.#issuer = settings.TOKEN_ISSUER;
  }

  /** Without an expiry, as the RFC recommends: a token that arrives late, or again, has a revision that the instance already knows. */
  async sign(workspaceId: string, event: WorkspaceChanged): Promise<string> {
    const { kid, privateKey } = this.#keys.current;
    return new SignJWT({ events: { [workspaceChangedEvent]: event } })
      .setProtectedHeader({ alg: signingAlgorithm, kid, typ: 'secevent+jwt' })
      .setIssuer(this.#issuer)
      .setAudience(workspaceId)
      .setJti(newId())
      .setIssuedAt()
      .sign(privateKey);
  }
}
