import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { InstanceUser, InstanceWorkspace, WorkspaceRole } from '@portal/contract';
import * as z from 'zod';
import { Journal } from '../emulator/journal.ts';

const Connection = z.object({
  user: InstanceUser,
  workspace: InstanceWorkspace,
  token: z.string(),
  /** The portal session that entered the workspace. */
  portalSessionId: z.string().nullable().default(null),
  role: WorkspaceRole,
  approvalsEnabled: z.boolean(),
});

/** A user's access to a workspace from one portal session. */
export type Connection = z.infer<typeof Connection>;

export interface PortalLogout {
  readonly userId: string;
  readonly portalSessionId: string;
  readonly workspaceId: string;
}

const Session = z.object({
  connection: z.string(),
  redirect: z.string().nullable(),
  /** Whether the portal reported that its session ended. */
  isLoggedOut: z.boolean().default(false),
});
type Session = z.infer<typeof Session>;

const keyOf = ({ user, workspace, portalSessionId }: Connection) =>
  `${workspace.id}:${user.id}:${portalSessionId ?? ''}`;
const hash = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/** The logged-in users and their instance tokens. */
export class Connections {
  readonly #connections: Journal<Connection>;
  readonly #sessions: Journal<Session>;

  constructor(folder: string) {
    this.#connections = new Journal(join(folder, 'connections.jsonl'), Connection);
    this.#sessions = new Journal(join(folder, 'sessions.jsonl'), Session);
  }

  /** Returns the secret of a new session, for the cookie. */
  open(connection: Connection, redirect: string | null): string {
    const secret = randomBytes(32).toString('base64url');
    this.update(connection);
    this.#sessions.set(hash(secret), { connection: keyOf(connection), redirect, isLoggedOut: false });
    return secret;
  }

  find(secret: string | undefined): { connection: Connection; redirect: string | null } | undefined {
    const session = secret === undefined ? undefined : this.#sessions.get(hash(secret));
    const connection = session && this.#connections.get(session.connection);
    return connection && { connection, redirect: session.redirect };
  }

  /** Whether the portal ended this session. */
  isLoggedOut(secret: string | undefined): boolean {
    return secret !== undefined && this.#sessions.get(hash(secret))?.isLoggedOut === true;
  }

  close(secret: string): void {
    this.#sessions.delete(hash(secret));
  }

  update(connection: Connection): void {
    const key = keyOf(connection);
    this.#connections.set(key, connection);
  }

  workspaceIds(): string[] {
    return [...new Set(this.#connections.values().map(({ workspace }) => workspace.id))];
  }

  listByWorkspace(workspaceId: string): Connection[] {
    return this.#connections.values().filter(({ workspace }) => workspace.id === workspaceId);
  }

  /** Ends the sessions that were entered from a portal session, which has ended. */
  logOut({ userId, portalSessionId, workspaceId }: PortalLogout): void {
    const ended = this.listByWorkspace(workspaceId).filter(
      (connection) => connection.user.id === userId && connection.portalSessionId === portalSessionId,
    );
    const keys = ended.map(keyOf);
    for (const key of keys) this.#connections.delete(key);
    for (const [id, session] of this.#sessions.entries())
      if (keys.includes(session.connection)) this.#sessions.set(id, { ...session, isLoggedOut: true });
  }

  /** Removes the user's token and all their sessions in the workspace. */
  remove(connection: Connection): void {
    const key = keyOf(connection);
    this.#connections.delete(key);
    for (const [id, session] of this.#sessions.entries()) if (session.connection === key) this.#sessions.delete(id);
  }
}
