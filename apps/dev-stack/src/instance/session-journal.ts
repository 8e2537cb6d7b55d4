import { InstanceUser, InstanceWorkspace, WorkspaceRole } from '@portal/contract';
import type { EndReason, Session, SessionStore } from '@portal/instance';
import * as z from 'zod';
import { Journal } from '../emulator/journal.ts';

const StoredSession = z.object({
  user: InstanceUser,
  workspace: InstanceWorkspace,
  role: WorkspaceRole,
  sessionId: z.string(),
  revision: z.number(),
  token: z.string(),
  enteredAt: z.number(),
  expiresAt: z.number(),
  checkedAt: z.number(),
  redirect: z.string().nullable(),
});

/** The portal ended the session. Its browser is shown that. */
const LoggedOut = z.object({ isLoggedOut: z.literal(true) });
const Entry = z.union([StoredSession, LoggedOut]);

/** The sessions of an instance, in a file, so that they survive a restart. */
export class SessionJournal implements SessionStore {
  readonly #entries: Journal<z.infer<typeof Entry>>;

  constructor(file: string) {
    this.#entries = new Journal(file, Entry);
  }

  get(key: string): Promise<Session | null> {
    const entry = this.#entries.get(key);
    return Promise.resolve(entry && 'token' in entry ? entry : null);
  }

  set(key: string, session: Session): Promise<void> {
    this.#entries.set(key, session);
    return Promise.resolve();
  }

  async replace(key: string, session: Session): Promise<void> {
    const current = await this.get(key);
    if (current && current.revision <= session.revision) await this.set(key, session);
  }

  delete(key: string, reason: EndReason): Promise<void> {
    if (reason === 'logout') this.#entries.set(key, { isLoggedOut: true });
    else this.#entries.delete(key);
    return Promise.resolve();
  }

  listByWorkspace(workspaceId: string) {
    return this.#listWhere(({ workspace }) => workspace.id === workspaceId);
  }

  listByPortalSession(sessionId: string) {
    return this.#listWhere((session) => session.sessionId === sessionId);
  }

  isLoggedOut(key: string): boolean {
    const entry = this.#entries.get(key);
    return entry !== undefined && 'isLoggedOut' in entry;
  }

  #listWhere(matches: (session: Session) => boolean): Promise<[string, Session][]> {
    const sessions = this.#entries
      .entries()
      .flatMap(([key, entry]): [string, Session][] => ('token' in entry ? [[key, entry]] : []));
    return Promise.resolve(sessions.filter(([, session]) => matches(session)));
  }
}
