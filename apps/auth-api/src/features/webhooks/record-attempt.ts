import type { WebhookAnswer } from '@portal/contract';
import type { Prisma, Webhook } from '../../generated/prisma/client.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { portalActor } from '../../request/audit/job-actor.ts';
import { writeAuditEntries } from '../../request/audit/write-entries.ts';
import type { Services } from '../../request/call/services.ts';
import { enqueueAccountEmail } from '../emails/enqueue-account-email.ts';
import { webhookDetails } from './audit-details.ts';
import { afterAttempt } from './delivery-state.ts';
import type { Event, WebhookQueue } from './webhooks.queries.ts';

/**
 * Stores what a receiver answered, and moves the cursor or sets the time of the next attempt. If the webhook has started again meanwhile,
 * a failure of before says nothing about it, and only an accepted event is stored. A pause is emailed and audited.
 */
export async function recordAttempt(
  queue: WebhookQueue,
  event: Event,
  answer: WebhookAnswer,
  services: Pick<Services, 'db'>,
): Promise<void> {
  const { id, workspaceId } = queue.webhook;
  await inTransaction(services, async (context) => {
    const { db } = context;
    await db.$queryRaw`SELECT 1 FROM webhooks WHERE id = ${id} FOR NO KEY UPDATE`;
    const current = await db.webhook.findUnique({ where: { id } });
    if (!current) return;
    const isCurrent = isUnchanged(queue.webhook, current);
    if (!isCurrent && !answer.accepted) return;
    const now = await databaseNow(db);
    await upsertDelivery(id, event, { ...toColumns(answer), lastAttemptAt: now }, answer.accepted, db);
    if (!isCurrent) return;
    const { cursor, setAside, pause, ...times } = afterAttempt(queue, event, answer.status, now);
    const isPausedNow = pause !== undefined && current.pausedAt === null;
    await db.webhook.update({
      where: { id },
      data: {
        ...times,
        ...(cursor !== undefined && { cursor, lastDeliveredAt: now }),
        ...(isPausedNow && { pausedAt: now, pauseReason: pause }),
      },
    });
    if (setAside !== undefined)
      await db.webhookDelivery.updateMany({
        where: { webhookId: id, sequence: setAside },
        data: { state: 'SET_ASIDE' },
      });
    if (!isPausedNow) return;
    const owner = await db.membership.findFirst({ where: { workspaceId, role: 'OWNER' }, select: { userId: true } });
    if (!owner) return;
    await enqueueAccountEmail('webhookPaused', owner.userId, { webhookId: id, reason: pause }, db);
    const details = { ...webhookDetails(current, owner.userId), reason: pause };
    await writeAuditEntries([{ action: 'pauseFailedWebhook', ...portalActor, workspaceId, details }], context);
  });
}

/** Whether a webhook is still where it was before an attempt. The owner may have moved or resumed it. */
const isUnchanged = (before: Webhook, { url, cursor, failingSince, nextAttemptAt }: Webhook) =>
  url === before.url &&
  cursor === before.cursor &&
  failingSince?.getTime() === before.failingSince?.getTime() &&
  nextAttemptAt?.getTime() === before.nextAttemptAt?.getTime();

type AnswerColumns = Pick<Prisma.WebhookDeliveryUncheckedCreateInput, 'status' | 'failure' | 'answer'>;

/** The columns of an answer. */
export const toColumns = ({ status, failure, answer }: WebhookAnswer): AnswerColumns => ({ status, failure, answer });

async function upsertDelivery(
  webhookId: string,
  { entryId, sequence, action, tried }: Event,
  answer: AnswerColumns & { readonly lastAttemptAt: Date },
  accepted: boolean,
  db: Prisma.TransactionClient,
): Promise<void> {
  const state = accepted ? 'DELIVERED' : 'FAILING';
  const firstAttemptAt = answer.lastAttemptAt;
  await db.webhookDelivery.upsert({
    where: { webhookId_sequence: { webhookId, sequence } },
    create: { webhookId, sequence, entryId, action, state, attempts: 1, firstAttemptAt, ...answer },
    update: { state, attempts: { increment: 1 }, ...(!tried && { firstAttemptAt }), ...answer },
  });
}
