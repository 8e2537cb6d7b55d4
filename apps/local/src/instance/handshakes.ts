import { randomBytes } from 'node:crypto';

interface Handshake {
  readonly browser: string;
  readonly workspaceId: string;
  readonly startedAt: number;
}

export const handshakeLifetimeMs = 10 * 60_000;
const tripsMs = 10_000;
const tripsAllowed = 3;

/**
 * The handshakes that browsers have started and not finished. Each has a state, which only the browser that started it can
 * bring back, once. A browser may have several, one for each tab.
 */
export class Handshakes {
  readonly #pending = new Map<string, Handshake>();

  /** Returns the state of a new handshake, or null when the last ones came back without their state, again and again. */
  start(browser: string, workspaceId: string): string | null {
    const now = Date.now();
    for (const [state, { startedAt }] of this.#pending)
      if (startedAt < now - handshakeLifetimeMs) this.#pending.delete(state);
    const recent = [...this.#pending.values()].filter(
      (each) => each.browser === browser && each.workspaceId === workspaceId && each.startedAt > now - tripsMs,
    );
    if (recent.length >= tripsAllowed) return null;
    const state = randomBytes(32).toString('base64url');
    this.#pending.set(state, { browser, workspaceId, startedAt: now });
    return state;
  }

  /** Whether this browser started a handshake with this state for this workspace. The state is used up by that. */
  finish(state: string, browser: string | undefined, workspaceId: string): boolean {
    const handshake = this.#pending.get(state);
    if (handshake === undefined || handshake.browser !== browser) return false;
    this.#pending.delete(state);
    return handshake.workspaceId === workspaceId && handshake.startedAt >= Date.now() - handshakeLifetimeMs;
  }
}
