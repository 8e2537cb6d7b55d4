import { decodeTime } from 'ulid';
import { Prisma } from '../generated/prisma/client.ts';
import type { Credential } from '../http/actor.ts';
import type { Work } from '../http/transaction.ts';
import { newMonotonicId } from '../new-id.ts';

/** What an act was done to, and what else a reader of the log needs to understand it. Never a secret. */
export interface ActNotes {
  readonly workspaceId?: string;
  /** The person whom it was done to. */
  readonly subjectUserId?: string;
  /** What changed stands as `{ role: { from: 'EDITOR', to: 'APPROVER' } }`. */
  readonly details?: Readonly<Record<string, Prisma.InputJsonValue | null>>;
}

export interface Act extends ActNotes {
  /**
   * The name of the call; a login is `login`, whichever call finished it. What a verified address led to by itself is
   * `claimInvitation`.
   */
  readonly action: string;
  readonly actorUserId: string;
  readonly credential: Credential['kind'];
  readonly request: { readonly id: string; readonly ip: string | null; readonly userAgent: string | null };
}

const longestUserAgent = 500;

/** Writes a line of the audit log for each act. */
export const addLines = (acts: readonly Act[]) => Prisma.sql`
  INSERT INTO audit_entries (id, occurred_at, action, actor_user_id, credential, workspace_id, subject_user_id, details,
    ip, user_agent, request_id)
  SELECT line.* FROM jsonb_to_recordset(${linesOf(acts)}::jsonb) AS line (id text, occurred_at timestamptz, action text,
    actor_user_id text, credential text, workspace_id text, subject_user_id text, details jsonb, ip text, user_agent text,
    request_id text)`;

/** Writes a line of the audit log for each act, in the transaction of the acts: both are kept, or neither. */
export async function recordActs(acts: readonly Act[], { db }: Work): Promise<void> {
  if (acts.length > 0) await db.$executeRaw(addLines(acts));
}

/** Acts as JSON of rows of the audit log. */
const linesOf = (acts: readonly Act[]) => JSON.stringify(acts.map(lineOf));

function lineOf({ action, actorUserId, credential, workspaceId, subjectUserId, details, request }: Act) {
  // Lines of one millisecond keep the order in which they were written.
  const id = newMonotonicId();
  return {
    id,
    // The moment that the id holds, so that a reader who asks for a span of time finds it by the id.
    occurred_at: new Date(decodeTime(id)),
    action,
    actor_user_id: actorUserId,
    credential,
    workspace_id: workspaceId,
    subject_user_id: subjectUserId,
    details,
    ip: request.ip,
    user_agent: request.userAgent?.slice(0, longestUserAgent),
    request_id: request.id,
  };
}
