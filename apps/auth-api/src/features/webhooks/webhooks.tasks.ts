import type { JobPayloads } from '../../platform/queue/queue.ts';
import { wakeWebhook } from '../../request/audit/wake-webhook.ts';
import type { Services } from '../../request/call/services.ts';
import { nextStep } from './delivery-state.ts';
import { toEventMessage } from './event-messages.ts';
import { recordAttempt } from './record-attempt.ts';
import { sendMessage } from './send-message.ts';
import { readQueue, wakeDueWebhooks, wakeOne } from './webhooks.queries.ts';

/** A run starts no request after this. Then it waits behind the jobs of other webhooks. With the last request it ends before its timeout. */
const maxRunMs = 10_000;

/**
 * Sends the events that wait at a webhook, one after the other. The webhook's cursor decides what is sent, and the job only wakes it: it may
 * be lost or run twice. What was sent before a process was killed is sent again.
 */
export async function deliverWebhookEvents(
  { webhookId }: JobPayloads['deliverWebhookEvents'],
  services: Services,
): Promise<void> {
  const { log } = services;
  const startedAt = performance.now();
  const wakeIn = (delaySeconds: number) => wakeOne(webhookId, wakeWebhook({ delaySeconds, keepsTime: true }), services);
  for (;;) {
    const queue = await readQueue(webhookId, services);
    if (!queue) return;
    const step = nextStep(queue, queue.now);
    if (step.kind === 'idle') return;
    if (step.kind === 'wait') return wakeIn((step.until.getTime() - queue.now.getTime()) / 1_000);
    if (performance.now() - startedAt > maxRunMs) return wakeIn(0);
    const message = await toEventMessage(queue.webhook, step.event, queue.now, services);
    const answer = await sendMessage(queue.webhook, message, services);
    await recordAttempt(queue, step.event, answer, services);
    const { status, failure } = answer;
    log.info({ webhookId, sequence: step.event.sequence, status, failure }, 'webhook event');
  }
}

/** Wakes webhooks that have something to send. Usually their jobs are waiting; this is for jobs that were lost, and for locks that ended. */
export const wakeWebhooks = (services: Services): Promise<void> =>
  wakeDueWebhooks(wakeWebhook({ keepsTime: true }), services);
