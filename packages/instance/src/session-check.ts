import { ConnectError } from './connect-error.ts';
import { sessionCookie, type Context } from './context.ts';
import type { RequestLike } from './cookies.ts';
import { hashSecret, type Session } from './sessions.ts';

const checkEveryMs = 5 * 60_000;
/** After the API did not answer. */
const checkAgainMs = 30_000;

/** Finds the session of a request, and asks the API about it from time to time. */
export class SessionCheck {
  readonly #context: Context;
  /** By the key of the session, so that requests at the same time ask once. */
  readonly #pending = new Map<string, Promise<Session | null>>();

  constructor(context: Context) {
    this.#context = context;
  }

  keyOf(request: RequestLike): string | null {
    const secret = this.#context.cookies.read(request).get(sessionCookie);
    return secret === undefined ? null : hashSecret(secret);
  }

  async find(request: RequestLike): Promise<Session | null> {
    const found = await this.#stored(request);
    if (!found || found.session.checkedAt > Date.now() - checkEveryMs) return found?.session ?? null;
    try {
      return await this.#checkOnce(found.key, found.session);
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      if (error.type === 'SessionEnded') return null;
      // The API did not answer, or not as its reference says. That says nothing about the session.
      await this.#context.store.replace(found.key, {
        ...found.session,
        checkedAt: Date.now() - checkEveryMs + checkAgainMs,
      });
      return this.#context.store.get(found.key);
    }
  }

  async checkNow(request: RequestLike): Promise<Session | null> {
    const found = await this.#stored(request);
    return found && this.#checkOnce(found.key, found.session);
  }

  async #stored(request: RequestLike): Promise<{ readonly key: string; readonly session: Session } | null> {
    const key = this.keyOf(request);
    const session = key === null ? null : await this.#context.store.get(key);
    if (key === null || session === null) return null;
    if (session.expiresAt > Date.now() / 1_000) return { key, session };
    await this.#context.store.delete(key, 'expired');
    return null;
  }

  #checkOnce(key: string, session: Session): Promise<Session | null> {
    const pending = this.#pending.get(key) ?? this.#check(key, session).finally(() => this.#pending.delete(key));
    this.#pending.set(key, pending);
    return pending;
  }

  async #check(key: string, session: Session): Promise<Session | null> {
    const { api, store } = this.#context;
    try {
      const admission = await api.authReconnect(session.token);
      if (admission.user.id !== session.user.id || admission.workspace.id !== session.workspace.id)
        throw new ConnectError('UnexpectedResponse', 'the answer is about a different user or workspace');
      await store.replace(key, { ...session, ...admission, checkedAt: Date.now() });
    } catch (error) {
      if (error instanceof ConnectError && error.type === 'SessionEnded') await store.delete(key, 'rejected');
      throw error;
    }
    return store.get(key);
  }
}
