import { Prisma } from '../../generated/prisma/client.ts';
import { addJobOfRow } from '../../platform/queue/queue.ts';

/** The queue and the key of the job of a webhook: it sends one event after the other, and at most one job waits. */
export const webhookJobOf = (webhookId: string) => ({ queue: `webhook-${webhookId}`, key: `webhook-${webhookId}` });

/** An SQL expression that wakes the job of the webhook `w`. With `keepsTime`, a job that already waits stays due when it is. */
export const wakeWebhook = ({ keepsTime = false } = {}): Prisma.Sql =>
  addJobOfRow('deliverWebhookEvents', Prisma.sql`jsonb_build_object('webhookId', w.id)`, {
    queue: Prisma.sql`'webhook-' || w.id`,
    key: Prisma.sql`'webhook-' || w.id`,
    keepsTime,
  });
