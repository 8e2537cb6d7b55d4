import { createHash, randomBytes } from 'node:crypto';
import type { Admission } from './admission.ts';
import { deleteOldest } from './delete-oldest.ts';

/** A login of a user at the instance. */
export interface Session extends Admission {
  /** The instance token, for calls to the account portal's API. A secret. */
  readonly token: string;
  /** When the user entered, by the clock of the API, in seconds with a fraction. */
  readonly enteredAt: number;
  /** When the session ends at the latest, in seconds. */
  readonly expiresAt: number;
  /** When the API was last asked about the session, in milliseconds; 0 asks at the next request. */
  readonly checkedAt: number;
  /** The path that the login asked for, with the path of the instance before it; null if it asked for none. */
  readonly redirect: string | null;
}

/**
 * Why a session ended: the portal logged it out, the user is no member any more, the API rejected its token, it expired, or the browser
 * logged in again.
 */
export type EndReason = 'logout' | 'removed' | 'rejected' | 'expired' | 'replaced';

/**
 * Where the sessions are. The keys are hashes of what the browsers have. The sessions contain instance tokens, so protect the store as
 * a table of credentials. Use a shared store if the instance has several processes.
 */
export interface SessionStore {
  get(key: string): Promise<Session | null>;
  /** Stores a new session. */
  set(key: string, session: Session): Promise<void>;
  /** Replaces a session, but only if it is still stored and has no higher revision: it may have changed or ended since. */
  replace(key: string, session: Session): Promise<void>;
  /** Ends a session. An unknown key is no error. */
  delete(key: string, reason: EndReason): Promise<void>;
  /** The sessions in a workspace, with their keys. */
  listByWorkspace(workspaceId: string): Promise<readonly (readonly [key: string, session: Session])[]>;
  /** The sessions that a session at the portal has entered (`sessionId`), in all workspaces, with their keys. */
  listByPortalSession(sessionId: string): Promise<readonly (readonly [key: string, session: Session])[]>;
}

/** Sessions in the memory of one process, which end with it. */
export class MemorySessionStore implements SessionStore {
  readonly #sessions = new Map<string, Session>();
  readonly #maxSessions: number;

  /** With more sessions than `maxSessions`, the oldest ones end. Default: 10,000. */
  constructor({ maxSessions = 10_000 }: { readonly maxSessions?: number } = {}) {
    this.#maxSessions = maxSessions;
  }

  get(key: string): Promise<Session | null> {
    return Promise.resolve(this.#sessions.get(key) ?? null);
  }

  set(key: string, session: Session): Promise<void> {
    this.#sessions.set(key, session);
    deleteOldest(this.#sessions, this.#maxSessions);
    return Promise.resolve();
  }

  replace(key: string, session: Session): Promise<void> {
    const current = this.#sessions.get(key);
    if (current && current.revision <= session.revision) this.#sessions.set(key, session);
    return Promise.resolve();
  }

  delete(key: string, _reason: EndReason): Promise<void> {
    this.#sessions.delete(key);
    return Promise.resolve();
  }

  listByWorkspace(workspaceId: string) {
    return this.#listWhere(({ workspace }) => workspace.id === workspaceId);
  }

  listByPortalSession(sessionId: string) {
    return this.#listWhere((session) => session.sessionId === sessionId);
  }

  #listWhere(matches: (session: Session) => boolean): Promise<[string, Session][]> {
    return Promise.resolve([...this.#sessions].filter(([, session]) => matches(session)));
  }
}

/** A secret of 256 bits, as text for a URL or a cookie. */
export const createSecret = () => randomBytes(32).toString('base64url');

/** What is stored instead of a secret. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url');
