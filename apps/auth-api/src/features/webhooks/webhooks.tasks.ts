import pLimit from 'p-limit';
import type { JobPayloads } from '../../platform/queue/queue.ts';
import { wakeWebhook } from '../../request/audit/wake-webhook.ts';
import type { Services } from '../../request/call/services.ts';
import { nextStep } from './delivery-state.ts';
import { DeliveryRuns, type RunEnd } from './delivery-runs.ts';
import { toEventMessage } from './event-messages.ts';
import { recordAttempt } from './record-attempt.ts';
import { sendMessage } from './send-message.ts';
import {
  latestSequence,
  leaseWebhook,
  readQueue,
  releaseWebhook,
  wakeDueWebhooks,
  wakeOne,
  type WebhookQueue,
} from './webhooks.queries.ts';

/** A run starts no request after this. With the last request it usually ends before its lease does. */
const maxRunMs = 10_000;

/** How many runs use the database at a time, with a connection each (platform/db/pool.ts). The others wait for their receivers. */
const turns = 2;

/** Runs a piece of work when it is its turn. */
export type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;

interface RunOptions {
  /** For what needs the database. A run does not take a turn while it waits for a receiver. */
  readonly inTurn: Limit;
  /** Whether to end after the current event. */
  readonly shouldEnd: () => boolean;
}

/**
 * Sends the events that wait at a webhook, one after the other. The webhook's cursor decides what is sent. A job only wakes it, so it may be
 * lost or run twice. What was sent before a process was killed is sent again.
 */
export async function deliverWebhookEvents(
  { webhookId }: Pick<JobPayloads['deliverWebhookEvents'], 'webhookId'>,
  services: Services,
  { inTurn = (work) => work(), shouldEnd = () => false }: Partial<RunOptions> = {},
): Promise<RunEnd> {
  const lease = await inTurn(() => leaseWebhook(webhookId, services));
  if (!lease) return 'done';
  let last: WebhookQueue | RunEnd;
  try {
    last = await sendWaiting(webhookId, services, { inTurn, shouldEnd });
  } finally {
    await inTurn(() => releaseWebhook(webhookId, lease, services));
  }
  if (typeof last === 'string') return last;
  // Another process that was woken during the lease did nothing.
  const { webhook, latest } = last;
  return (await inTurn(() => latestSequence(webhook.workspaceId, services))) > latest ? 'more' : 'done';
}

/** Returns the queue if nothing of it is sent now. */
async function sendWaiting(
  webhookId: string,
  services: Services,
  { inTurn, shouldEnd }: RunOptions,
): Promise<WebhookQueue | RunEnd> {
  const startedAt = performance.now();
  for (;;) {
    const { queue, event } = await inTurn(() => readNext(webhookId, services));
    if (!queue) return 'done';
    if (!event) return queue;
    if (shouldEnd() || performance.now() - startedAt > maxRunMs) return 'more';
    const answer = await sendMessage(queue.webhook, event.message, services);
    await inTurn(() => recordAttempt(queue, event, answer, services));
    const { status, failure } = answer;
    services.log.info({ webhookId, sequence: event.sequence, status, failure }, 'webhook event');
  }
}

/** Reads what to send now. If the next attempt is later, a job wakes the webhook then. */
async function readNext(webhookId: string, services: Services) {
  const queue = await readQueue(webhookId, services);
  if (!queue) return { queue, event: null };
  const step = nextStep(queue, queue.now);
  if (step.kind === 'send') {
    const message = await toEventMessage(queue.webhook, step.event, queue.now, services);
    return { queue, event: { ...step.event, message } };
  }
  if (step.kind === 'wait') {
    const delaySeconds = (step.until.getTime() - queue.now.getTime()) / 1_000;
    await wakeOne(webhookId, wakeWebhook({ delaySeconds, keepsTime: true }), services);
  }
  return { queue, event: null };
}

/** Sends the events of webhooks in this process. */
export interface WebhookDeliveries {
  /** Starts to send the events that wait at a webhook, and does not wait until they are sent. */
  wake(webhook: JobPayloads['deliverWebhookEvents']): Promise<void>;
  /** Finishes the current events. Other processes send the rest. */
  stop(): Promise<void>;
}

export function startDeliveries(services: Services): WebhookDeliveries {
  const inTurn = pLimit(turns);
  const runs = new DeliveryRuns(async (webhookId, shouldEnd) => {
    try {
      return await deliverWebhookEvents({ webhookId }, services, { inTurn, shouldEnd });
    } catch (error) {
      // `wakeWebhooks` wakes it again.
      services.log.warn({ err: error, webhookId }, 'webhook run failed');
      return 'done';
    }
  });
  return {
    wake({ webhookId, ownerId }) {
      runs.wake(webhookId, ownerId);
      return Promise.resolve();
    },
    stop: () => runs.stop((id) => wakeOne(id, wakeWebhook({ keepsTime: true }), services)),
  };
}

/** Wakes webhooks that have something to send. Usually their jobs are waiting; this is for jobs that were lost, and for locks that ended. */
export const wakeWebhooks = (services: Services): Promise<void> =>
  wakeDueWebhooks(wakeWebhook({ keepsTime: true }), services);
