import { randomBytes } from 'node:crypto';

interface Handshake {
  readonly browser: string;
  readonly workspaceId: string;
  readonly startedAt: number;
}

export const handshakeLifetimeMs = 10 * 60_000;
const recentStartMs = 10_000;
const maxRecentStarts = 3;

/**
 * The pending handshakes. Each has a state that only the browser that started it can use, once. A browser may have several,
 * one per tab.
 */
export class Handshakes {
  readonly #pending = new Map<string, Handshake>();

  /** Returns the state of a new handshake, or null if the browser is in a redirect loop that loses the state. */
  start(browser: string, workspaceId: string): string | null {
    const now = Date.now();
    for (const [state, { startedAt }] of this.#pending)
      if (startedAt < now - handshakeLifetimeMs) this.#pending.delete(state);
    const recent = [...this.#pending.values()].filter(
      (each) => each.browser === browser && each.workspaceId === workspaceId && each.startedAt > now - recentStartMs,
    );
    if (recent.length >= maxRecentStarts) return null;
    const state = randomBytes(32).toString('base64url');
    this.#pending.set(state, { browser, workspaceId, startedAt: now });
    return state;
  }

  /** Consumes the state. Returns whether this browser started a handshake with it for this workspace. */
  finish(state: string, browser: string | undefined, workspaceId: string): boolean {
    const handshake = this.#pending.get(state);
    if (handshake === undefined || handshake.browser !== browser) return false;
    this.#pending.delete(state);
    return handshake.workspaceId === workspaceId && handshake.startedAt >= Date.now() - handshakeLifetimeMs;
  }
}
