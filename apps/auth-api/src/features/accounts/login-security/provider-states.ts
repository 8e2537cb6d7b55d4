import type { Logger } from 'pino';
import type { IdentityProvider } from '../../../integrations/auth0/identity-provider.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';

/** What the identity provider says about the login of a user with a password. */
export interface ProviderState {
  readonly passwordChangedAt: Date | null;
  readonly hasSecondFactor: boolean;
  /** Whether the API may create the page on which the user sets one up. */
  readonly canTurnOn: boolean;
}

/** Or why it says nothing. */
export type ProviderAnswer = ProviderState | 'unknown' | 'unreachable';

interface CachedAnswer {
  readonly answer: Promise<ProviderAnswer>;
  expiresAt: number;
}

const cacheMs = 60_000;

/**
 * Asks the identity provider about users who open the page, each once a minute. While the provider does not respond or is over
 * its limit, asks about no one until the time that it named.
 */
export class ProviderStates {
  readonly #provider: IdentityProvider;
  readonly #cached = new Map<string, CachedAnswer>();
  #pausedUntil = 0;

  constructor(provider: IdentityProvider) {
    this.#provider = provider;
  }

  read(auth0Id: string, log: Logger): Promise<ProviderAnswer> {
    const now = Date.now();
    for (const [id, { expiresAt }] of this.#cached) if (expiresAt <= now) this.#cached.delete(id);
    const cached = this.#cached.get(auth0Id);
    if (cached) return cached.answer;
    if (now < this.#pausedUntil) return Promise.resolve('unreachable');
    const answer = this.#ask(auth0Id, log);
    this.#cached.set(auth0Id, { answer, expiresAt: now + cacheMs });
    return answer;
  }

  /** After a user started a change at the provider. */
  forget(auth0Id: string): void {
    this.#cached.delete(auth0Id);
  }

  async #ask(auth0Id: string, log: Logger): Promise<ProviderAnswer> {
    try {
      // First, so that the requests after it share the access token.
      const missing = await this.#provider.missingPermissions();
      const [{ passwordChangedAt }, hasSecondFactor] = await Promise.all([
        this.#provider.getIdentity(auth0Id),
        this.#provider.hasSecondFactor(auth0Id),
      ]);
      return {
        passwordChangedAt,
        hasSecondFactor,
        canTurnOn: !missing.includes('create:guardian_enrollment_tickets'),
      };
    } catch (error) {
      if (!(error instanceof ApiError)) {
        this.forget(auth0Id);
        throw error;
      }
      log.warn({ err: error }, 'the identity provider does not say how a login is protected');
      if (error.type !== 'IdentityProviderUnavailable') return 'unknown';
      this.#pausedUntil = Date.now() + (error.retryAfter ?? 0) * 1_000;
      this.forget(auth0Id);
      return 'unreachable';
    }
  }
}
