import { Prisma } from '../../generated/prisma/client.ts';
import { addJobOfRow } from '../../platform/queue/queue.ts';

/** An SQL expression that wakes the webhook `w` by a job, of which at most one waits. With `keepsTime`, a job that waits stays due when it is. */
export const wakeWebhook = ({
  keepsTime = false,
  delaySeconds = 0,
}: { readonly keepsTime?: boolean; readonly delaySeconds?: number } = {}): Prisma.Sql =>
  addJobOfRow(
    'deliverWebhookEvents',
    Prisma.sql`jsonb_build_object('webhookId', w.id, 'ownerId', (
      SELECT user_id FROM memberships WHERE workspace_id = w.workspace_id AND role = 'OWNER'))`,
    { key: Prisma.sql`'webhook-' || w.id`, delaySeconds, keepsTime },
  );
