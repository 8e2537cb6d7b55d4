import { Prisma } from '../../generated/prisma/client.ts';
import { addJobOfRow } from '../../platform/queue/queue.ts';

/** How many jobs of one owner run at a time. Slow receivers of one customer leave most workers to the others. */
export const queuesOfOwner = 4;

/**
 * An SQL expression that wakes the job of the webhook `w`, of which at most one waits. The webhook has one of its owner's queues, so it sends
 * one event after the other. With `keepsTime`, a job that already waits stays due when it is.
 */
export const wakeWebhook = ({
  keepsTime = false,
  delaySeconds = 0,
}: { readonly keepsTime?: boolean; readonly delaySeconds?: number } = {}): Prisma.Sql =>
  addJobOfRow('deliverWebhookEvents', Prisma.sql`jsonb_build_object('webhookId', w.id)`, {
    queue: Prisma.sql`(
      SELECT 'webhooks-' || user_id || '-' || ascii(right(w.id, 1)) % ${queuesOfOwner}::int
      FROM memberships WHERE workspace_id = w.workspace_id AND role = 'OWNER')`,
    key: Prisma.sql`'webhook-' || w.id`,
    delaySeconds,
    keepsTime,
  });
