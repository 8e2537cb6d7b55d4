import type { Cookies, RequestLike } from './cookies.ts';
import { ConnectError } from './connect-error.ts';
import { createSecret } from './sessions.ts';

const lifetimeSeconds = 600;
const recentMs = 10_000;
const maxRecentStarts = 5;
const maxPending = 10;

interface Handshake {
  readonly cookie: string;
  readonly state: string;
  readonly workspaceId: string;
  readonly startedAt: number;
}

/** A cookie of its own for each login, so that several tabs can log in at once. */
const cookieOf = (state: string) => `connect-${state.slice(0, 12)}`;

/** The started logins. Only their cookies have them, so any process of the instance can finish them. */
export class Handshakes {
  readonly #cookies: Cookies;

  constructor(cookies: Cookies) {
    this.#cookies = cookies;
  }

  /** Starts a login. Throws if the browser starts one after the other, because the state is lost on the way. */
  start(request: RequestLike, workspaceId: string): { readonly state: string; readonly setCookies: string[] } {
    const pending = this.#pendingOf(request);
    const recent = pending.filter((each) => each.workspaceId === workspaceId && each.startedAt > Date.now() - recentMs);
    if (recent.length >= maxRecentStarts) throw new ConnectError('UnexpectedResponse', '/go does not return the state');
    const superfluous = pending.toSorted((a, b) => b.startedAt - a.startedAt).slice(maxPending - 1);
    const state = createSecret();
    const value = [state, workspaceId, Date.now()].join('.');
    return {
      state,
      setCookies: [
        ...superfluous.map(({ cookie }) => this.#cookies.clear(cookie)),
        this.#cookies.set(cookieOf(state), value, lifetimeSeconds),
      ],
    };
  }

  /** Returns what deletes the cookie of a login. Throws if this browser did not start it for this workspace. */
  finish(request: RequestLike, state: string, workspaceId: string): string {
    const found = this.#pendingOf(request).find((each) => each.state === state && each.workspaceId === workspaceId);
    if (!found) throw new ConnectError('StateMismatch', 'this browser did not start the login with this state');
    return this.#cookies.clear(found.cookie);
  }

  #pendingOf(request: RequestLike): Handshake[] {
    return [...this.#cookies.read(request)]
      .map(([cookie, value]) => {
        const [state = '', workspaceId = '', startedAt = ''] = value.split('.');
        return { cookie, state, workspaceId, startedAt: Number(startedAt) };
      })
      .filter(
        ({ cookie, state, startedAt }) =>
          cookie === cookieOf(state) && startedAt > Date.now() - lifetimeSeconds * 1_000,
      );
  }
}
