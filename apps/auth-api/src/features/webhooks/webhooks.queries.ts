import { dayMs, webhookEvents, webhookRetentionDays, type Webhook as WebhookResponse } from '@portal/contract';
import { Prisma, type Webhook } from '../../generated/prisma/client.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { firstIdAt } from '../../platform/lib/ids.ts';
import { toIsoTimestamp } from '../../platform/lib/iso-timestamp.ts';
import { isLockedUser } from '../../request/account/account-locks.queries.ts';
import type { Attempts, Queue } from './delivery-state.ts';

const maxCounted = 10_000;

/** Longer than a run usually takes. If its process was killed, another one can send after this. */
const leaseSeconds = 60;

const actions = Object.keys(webhookEvents);
const kinds = Object.values(webhookEvents).map(({ kind }) => kind);

/** The events that wait at the webhook `w`: entries `e` after its cursor, of its kinds and of the last 14 days. */
const waitingEvents = () => Prisma.sql`
  audit_entries e JOIN unnest(${actions}::text[], ${kinds}::text[]) AS event (action, kind) ON event.action = e.action
  WHERE e.workspace_id = w.workspace_id AND e.sequence > w.cursor AND event.kind = ANY (w.kinds)
    AND e.id >= ${firstIdAt(Date.now() - webhookRetentionDays * dayMs)}`;

/** Nothing is sent to a webhook `w` that is paused, or whose workspace or owner is locked. */
const isActive = Prisma.sql`w.paused_at IS NULL AND EXISTS (
  SELECT FROM workspaces JOIN memberships m ON m.workspace_id = workspaces.id AND m.role = 'OWNER' JOIN users u ON u.id = m.user_id
  WHERE workspaces.id = w.workspace_id AND workspaces.quarantined_at IS NULL AND NOT ${isLockedUser})`;

/** An event that waits. */
export interface Event {
  readonly entryId: string;
  readonly sequence: number;
  readonly action: string;
  readonly tried: Attempts | null;
}

/** A webhook with what decides about its next request. */
export interface WebhookQueue extends Queue<Event> {
  readonly webhook: Webhook;
  /** The number of the latest event of the workspace. */
  readonly latest: bigint;
  /** The database's clock. */
  readonly now: Date;
}

interface EventRow extends Omit<Event, 'sequence' | 'tried'>, Pick<Attempts, 'status'> {
  readonly sequence: bigint;
  readonly attempts: number | null;
  readonly firstAttemptAt: Date;
  readonly lastAttemptAt: Date;
}

interface QueueRow {
  readonly now: Date;
  readonly latest: bigint;
  /** The number of the last event that is sent: that of the deletion of the workspace. Null if the workspace is not deleted. */
  readonly last: bigint | null;
}

/** Reserves a webhook for this process, and returns until when. Null if another process sends to it, or if it is deleted. */
export async function leaseWebhook(webhookId: string, { db }: DbContext): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ leasedUntil: Date }[]>`
    /* lease-webhook */
    UPDATE webhooks SET leased_until = now() + make_interval(secs => ${leaseSeconds}::float8)
    WHERE id = ${webhookId} AND (leased_until IS NULL OR leased_until < now()) RETURNING leased_until AS "leasedUntil"`;
  return row?.leasedUntil ?? null;
}

/** Ends a lease, unless it has expired and another process has the next one. */
export async function releaseWebhook(webhookId: string, leasedUntil: Date, { db }: DbContext): Promise<void> {
  await db.webhook.updateMany({ where: { id: webhookId, leasedUntil }, data: { leasedUntil: null } });
}

/** Reads the next events of a webhook, and moves its cursor over those that it does not receive. Null if nothing is sent to it. */
export async function readQueue(webhookId: string, { db }: DbContext): Promise<WebhookQueue | null> {
  // The latest number first: an entry that is committed after it is not passed over.
  const [row] = await db.$queryRaw<QueueRow[]>`
    /* webhook-queue */
    SELECT now() AS now, COALESCE(s.sequence, 0) AS latest, CASE WHEN workspaces.deleted_at IS NOT NULL THEN COALESCE((
      SELECT max(sequence) FROM audit_entries WHERE workspace_id = w.workspace_id AND action = 'deleteWorkspace'), 0) END AS last
    FROM webhooks w JOIN workspaces ON workspaces.id = w.workspace_id
      LEFT JOIN workspace_sequences s ON s.workspace_id = w.workspace_id WHERE w.id = ${webhookId} AND ${isActive}`;
  const webhook = row && (await db.webhook.findUnique({ where: { id: webhookId } }));
  if (!webhook) return null;
  const rows = await db.$queryRaw<EventRow[]>`
    /* webhook-events */
    SELECT e.id AS "entryId", e.sequence, e.action, d.attempts, d.status, d.first_attempt_at AS "firstAttemptAt",
      d.last_attempt_at AS "lastAttemptAt"
    FROM webhooks w CROSS JOIN LATERAL (
      SELECT e.id, e.sequence, e.action FROM ${waitingEvents()}
        AND (${row.last}::bigint IS NULL OR e.sequence <= ${row.last}::bigint) ORDER BY e.sequence LIMIT 2) e
      LEFT JOIN webhook_deliveries d ON d.webhook_id = w.id AND d.sequence = e.sequence
    WHERE w.id = ${webhookId} ORDER BY e.sequence`;
  if (rows.length === 0 && webhook.cursor < row.latest)
    await db.webhook.updateMany({
      where: { id: webhookId, cursor: webhook.cursor },
      data: { cursor: row.latest },
    });
  const [head = null, next = null] = rows.map(toEvent);
  return {
    webhook,
    latest: row.latest,
    now: row.now,
    head,
    next,
    failingSince: webhook.failingSince,
    nextAttemptAt: webhook.nextAttemptAt,
  };
}

const toEvent = ({ sequence, attempts, status, firstAttemptAt, lastAttemptAt, ...event }: EventRow): Event => ({
  ...event,
  sequence: Number(sequence),
  // 0 after the webhook was resumed.
  tried: !attempts ? null : { attempts, status, firstAttemptAt, lastAttemptAt },
});

/** Wakes the jobs of the webhooks that have something to send now. `wake` is an expression of the webhook `w`. */
export async function wakeDueWebhooks(wake: Prisma.Sql, { db }: DbContext): Promise<void> {
  await db.$executeRaw`
    /* wake-webhooks */
    SELECT ${wake} FROM webhooks w JOIN workspace_sequences s ON s.workspace_id = w.workspace_id AND s.sequence > w.cursor
    WHERE (w.next_attempt_at IS NULL OR w.next_attempt_at <= now()) AND (w.leased_until IS NULL OR w.leased_until < now())
      AND ${isActive} ORDER BY w.id`;
}

/** Wakes the job of one webhook. `wake` as in `wakeDueWebhooks`. */
export async function wakeOne(id: string, wake: Prisma.Sql, { db }: DbContext): Promise<void> {
  await db.$executeRaw`/* wake-webhook */ SELECT ${wake} FROM webhooks w WHERE w.id = ${id}`;
}

/** Locks a webhook to change it. Throws `WebhookNotFound` without one. */
export async function webhookForUpdate(id: string, workspaceId: string, { db }: DbContext): Promise<Webhook> {
  await db.$queryRaw`SELECT 1 FROM webhooks WHERE id = ${id} AND workspace_id = ${workspaceId} FOR NO KEY UPDATE`;
  return findWebhook(id, workspaceId, { db });
}

export async function findWebhook(id: string, workspaceId: string, { db }: DbContext): Promise<Webhook> {
  const webhook = await db.webhook.findUnique({ where: { id, workspaceId } });
  if (!webhook) throw apiError('WebhookNotFound');
  return webhook;
}

/** The number of the latest event of a workspace; 0 before the first one. */
export async function latestSequence(workspaceId: string, { db }: DbContext): Promise<bigint> {
  const found = await db.workspaceSequence.findUnique({ where: { workspaceId } });
  return found?.sequence ?? 0n;
}

interface WebhookRow extends Pick<
  Webhook,
  | 'id'
  | 'url'
  | 'kinds'
  | 'createdAt'
  | 'pauseReason'
  | 'pausedAt'
  | 'failingSince'
  | 'nextAttemptAt'
  | 'lastDeliveredAt'
  | 'previousSecretExpiresAt'
> {
  readonly waiting: number;
  readonly setAside: number;
}

/** Lists the webhooks of a workspace, the oldest first: all of them, or the one with an id. */
export async function listWebhooks(
  workspaceId: string,
  { db }: DbContext,
  id: string | null = null,
): Promise<WebhookResponse[]> {
  const rows = await db.$queryRaw<WebhookRow[]>`
    /* webhooks-of-workspace */
    SELECT w.id, w.url, w.kinds, w.created_at AS "createdAt", w.pause_reason::text AS "pauseReason", w.paused_at AS "pausedAt",
      w.failing_since AS "failingSince", w.next_attempt_at AS "nextAttemptAt", w.last_delivered_at AS "lastDeliveredAt",
      CASE WHEN w.previous_secret_expires_at > now() THEN w.previous_secret_expires_at END AS "previousSecretExpiresAt",
      (SELECT count(*)::int FROM (SELECT FROM ${waitingEvents()} LIMIT ${maxCounted}::int) waiting) AS waiting,
      (SELECT count(*)::int FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'SET_ASIDE') AS "setAside"
    FROM webhooks w WHERE w.workspace_id = ${workspaceId} AND (${id}::text IS NULL OR w.id = ${id}::text) ORDER BY w.id`;
  return rows.map(
    ({ createdAt, pausedAt, failingSince, nextAttemptAt, lastDeliveredAt, previousSecretExpiresAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      pausedAt: toIsoTimestamp(pausedAt),
      failingSince: toIsoTimestamp(failingSince),
      nextAttemptAt: toIsoTimestamp(nextAttemptAt),
      lastDeliveredAt: toIsoTimestamp(lastDeliveredAt),
      previousSecretExpiresAt: toIsoTimestamp(previousSecretExpiresAt),
    }),
  );
}
