import { decodeTime } from 'ulid';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Credential } from '../http/actor.ts';
import type { Context } from '../http/handlers.ts';
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
  readonly request: Pick<Context['request'], 'id' | 'ip' | 'userAgent'>;
}

const longestUserAgent = 500;

/** Adds the lines that a value holds, as `linesOf` has them. */
export const addLines = (lines: string) => `
  INSERT INTO audit_entries (id, occurred_at, action, actor_user_id, credential, workspace_id, subject_user_id, details,
    ip, user_agent, request_id)
  SELECT line.* FROM jsonb_to_recordset(${lines}::jsonb) AS line (id text, occurred_at timestamptz, action text, actor_user_id text,
    credential text, workspace_id text, subject_user_id text, details jsonb, ip text, user_agent text, request_id text)`;

const record = { name: 'record-acts', text: addLines('$1') };

/** Writes a line of the audit log for each act, in the transaction of the acts: both are kept, or neither. */
export async function recordActs(acts: readonly Act[], { sql }: Pick<Work, 'sql'>): Promise<void> {
  if (acts.length > 0) await sql(record, [linesOf(acts)]);
}

/** Acts as JSON of rows of the audit log. */
export const linesOf = (acts: readonly Act[]) => JSON.stringify(acts.map(lineOf));

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
