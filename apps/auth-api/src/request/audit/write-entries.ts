import { decodeTime } from 'ulid';
import type { Credential, PersonalKey, Principal } from '../account/actor.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { newMonotonicId } from '../../platform/lib/ids.ts';
import { staffWorkspaceReadActions } from './action-groups.ts';
import { wakeWebhook } from './wake-webhook.ts';
import { encryptEntries, type AuditDetails } from './encrypt-entries.ts';

/** What an action affected, and what else a reader of the audit log needs to understand it. Never a secret. */
export interface AuditEventFields {
  readonly workspaceId?: string;
  /** The user whom the action affected. */
  readonly subjectUserId?: string;
  /**
   * A changed field has the form `{ role: { from: 'EDITOR', to: 'APPROVER' } }`. What is about a person is marked with `personalTo` or
   * `personalToAddress`: names, addresses, and texts that a user wrote.
   */
  readonly details?: AuditDetails;
}

export interface AuditEvent extends AuditEventFields {
  /**
   * The name of the call. Every completed login is a `login`. Four actions are not calls:
   *
   * - `claimInvitation` follows from a login or a link that proves the mailbox.
   * - `completeReassignment`: a job completes a change of the owner.
   * - `eraseAccount`: a job completes the deletion of an account.
   * - `pauseFailedWebhook`: the portal pauses a webhook whose receiver is gone or fails.
   */
  readonly action: string;
  /** Null if the portal itself did it. */
  readonly actor: Principal | null;
  /** The actor's key, if it is already read. */
  readonly actorKey?: PersonalKey | null;
  /** `link`: a link in an email. `provider`: a message of the identity provider. `job`: a scheduled job. */
  readonly credential: Credential['kind'] | 'link' | 'provider' | 'job';
  /** The id of the session or token. */
  readonly credentialId?: string;
  /** Without an id, it gets that of the entry. */
  readonly request: { readonly id: string | null; readonly ip: string | null; readonly userAgent: string | null };
}

/**
 * Encrypts audit entries, and returns the common table expressions that write them, for use in another statement. They give each entry that
 * the owner of its workspace can see the next number of the workspace. The lock of the number lasts until the transaction ends, so numbers
 * become visible in their order, without gaps. The jobs of the workspace's webhooks are woken in the same statement.
 */
export async function insertAuditEntries(events: readonly AuditEvent[], context: DbContext): Promise<Prisma.Sql> {
  const rows = (await encryptEntries(events.map(toEntry), context)).map(toRow);
  return Prisma.sql`
  entry AS (
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS entry (id text, occurred_at timestamptz, action text,
      actor_user_id text, actor_service_account_id text, credential text, credential_id text, workspace_id text,
      subject_user_id text, details jsonb, ip text, user_agent text, request_id text, is_numbered boolean)),
  latest AS (
    INSERT INTO workspace_sequences AS known (workspace_id, sequence)
    SELECT workspace_id, count(*) FROM entry WHERE is_numbered GROUP BY workspace_id ORDER BY workspace_id
    ON CONFLICT (workspace_id) DO UPDATE SET sequence = known.sequence + excluded.sequence
    RETURNING workspace_id, sequence),
  woken AS (SELECT ${wakeWebhook()} FROM webhooks w JOIN latest ON latest.workspace_id = w.workspace_id
    WHERE w.paused_at IS NULL ORDER BY w.id),
  audited AS (
    INSERT INTO audit_entries (id, occurred_at, action, actor_user_id, actor_service_account_id, credential, credential_id,
      workspace_id, subject_user_id, details, ip, user_agent, request_id, sequence)
    SELECT entry.id, occurred_at, action, actor_user_id, actor_service_account_id, credential, credential_id,
      entry.workspace_id, subject_user_id, details, ip, user_agent, request_id,
      latest.sequence + 1 - row_number() OVER (PARTITION BY entry.workspace_id, is_numbered ORDER BY entry.id DESC)
    FROM entry LEFT JOIN latest ON latest.workspace_id = entry.workspace_id AND is_numbered
    -- PostgreSQL skips a common table expression that nothing reads.
    WHERE (SELECT count(*) FROM woken) >= 0)`;
}

/** Writes audit entries in the transaction of the actions, so that both are stored or neither is. */
export async function writeAuditEntries(events: readonly AuditEvent[], context: DbContext): Promise<void> {
  if (events.length === 0) return;
  await context.db.$executeRaw(
    Prisma.sql`/* write-audit-entries */ WITH ${await insertAuditEntries(events, context)} SELECT 1`,
  );
}

function toEntry({ details, request: { id: requestId, ip, userAgent }, ...event }: AuditEvent) {
  // Monotonic, so that entries of one millisecond keep their order.
  const id = newMonotonicId();
  return {
    ...event,
    id,
    details,
    ip,
    userAgent,
    requestId: requestId ?? id,
  };
}

type EncryptedEntry = Omit<ReturnType<typeof toEntry>, 'details'> & { readonly details: unknown };

const toRow = (entry: EncryptedEntry) => ({
  id: entry.id,
  // The time in the id, because queries select dates by id.
  occurred_at: new Date(decodeTime(entry.id)),
  action: entry.action,
  actor_user_id: entry.actor && 'userId' in entry.actor ? entry.actor.userId : null,
  actor_service_account_id: entry.actor && 'serviceAccountId' in entry.actor ? entry.actor.serviceAccountId : null,
  credential: entry.credential,
  credential_id: entry.credentialId,
  workspace_id: entry.workspaceId,
  subject_user_id: entry.subjectUserId,
  details: entry.details,
  ip: entry.ip,
  user_agent: entry.userAgent,
  request_id: entry.requestId,
  // A number of an entry that the owner does not see would be a gap.
  is_numbered: entry.workspaceId !== undefined && !staffWorkspaceReadActions.includes(entry.action),
});
