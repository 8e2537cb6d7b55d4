import { decodeTime } from 'ulid';
import type { Credential } from '../auth/actor.ts';
import type { DbContext } from '../db/transaction.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { newMonotonicId } from '../lib/ids.ts';

/** What an action affected, and what else a reader of the audit log needs to understand it. Never a secret. */
export interface AuditEventFields {
  readonly workspaceId?: string;
  /** The user whom the action affected. */
  readonly subjectUserId?: string;
  /** A changed field has the form `{ role: { from: 'EDITOR', to: 'APPROVER' } }`. */
  readonly details?: Readonly<Record<string, Prisma.InputJsonValue | null>>;
}

export interface AuditEvent extends AuditEventFields {
  /**
   * The name of the call. Three actions are not calls: `login`, whichever call completed it, `claimInvitation`, which follows
   * from a login with a verified address, and `completeReassignment`, a change of the owner that a job completes.
   */
  readonly action: string;
  readonly actorUserId: string;
  /** `link`: a link in an email. */
  readonly credential: Credential['kind'] | 'link';
  readonly request: { readonly id: string; readonly ip: string | null; readonly userAgent: string | null };
}

const maxUserAgentLength = 500;

/** The statement that writes audit entries, for use inside another statement. */
export const insertAuditEntries = (events: readonly AuditEvent[]) => Prisma.sql`
  INSERT INTO audit_entries (id, occurred_at, action, actor_user_id, credential, workspace_id, subject_user_id, details,
    ip, user_agent, request_id)
  SELECT entry.* FROM jsonb_to_recordset(${JSON.stringify(events.map(toRow))}::jsonb) AS entry (id text,
    occurred_at timestamptz, action text, actor_user_id text, credential text, workspace_id text, subject_user_id text,
    details jsonb, ip text, user_agent text, request_id text)`;

/** Writes audit entries in the transaction of the actions, so that both are stored or neither is. */
export async function writeAuditEntries(events: readonly AuditEvent[], { db }: DbContext): Promise<void> {
  if (events.length > 0) await db.$executeRaw(insertAuditEntries(events));
}

function toRow({ action, actorUserId, credential, workspaceId, subjectUserId, details, request }: AuditEvent) {
  // Monotonic, so that entries of one millisecond keep their order.
  const id = newMonotonicId();
  return {
    id,
    // The time in the id, because queries select dates by id.
    occurred_at: new Date(decodeTime(id)),
    action,
    actor_user_id: actorUserId,
    credential,
    workspace_id: workspaceId,
    subject_user_id: subjectUserId,
    details,
    ip: request.ip,
    user_agent: request.userAgent?.slice(0, maxUserAgentLength),
    request_id: request.id,
  };
}
