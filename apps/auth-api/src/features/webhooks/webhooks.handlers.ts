import {
  maxWebhooks,
  webhookEventType,
  webhookSecretOverlapHours,
  webhookUrlError,
  type Webhook as WebhookResponse,
  type webhookCalls,
} from '@portal/contract';
import type { Prisma, Webhook } from '../../generated/prisma/client.ts';
import { addressInUrl, isPublicAddress } from '../../integrations/customer-urls/post.ts';
import { apiError, invalidField } from '../../platform/errors/api-error.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/lib/ids.ts';
import { personalTo } from '../../request/audit/personal-values.ts';
import { paginate } from '../../request/call/pagination.ts';
import type { Services } from '../../request/call/services.ts';
import type { Handlers, MemberContext } from '../../request/call/types.ts';
import { enqueueAccountEmail } from '../emails/enqueue-account-email.ts';
import { hostOf, webhookDetails } from './audit-details.ts';
import { toEventMessage, toTestMessage } from './event-messages.ts';
import { toColumns } from './record-attempt.ts';
import { createWebhookSecret, formatWebhookSecret } from './secrets.ts';
import { sendMessage } from './send-message.ts';
import { findWebhook, latestSequence, listWebhooks, webhookForUpdate } from './webhooks.queries.ts';

const hourMs = 3_600_000;
const defaultPageSize = 50;

/** A workspace has a maximum of webhooks, and a change of its owner pauses them: changes run one after the other. */
const locks = { changes: ['workspace'] } as const;

export const webhookHandlers: Handlers<typeof webhookCalls> = {
  listWebhooks: async (_input, context) => ({ webhooks: await listWebhooks(context.membership.workspaceId, context) }),

  createWebhook: {
    locks,
    async execute({ body: { url, kinds } }, context) {
      const { actor, membership, db, services } = context;
      const { workspaceId } = membership;
      checkUrl(url, services);
      if ((await db.webhook.count({ where: { workspaceId } })) >= maxWebhooks) throw apiError('TooManyWebhooks');
      const id = newId();
      const secret = createWebhookSecret();
      await db.webhook.create({
        data: {
          id,
          workspaceId,
          url,
          kinds,
          secret: services.webhookSecrets.seal(secret, id),
          cursor: await latestSequence(workspaceId, context),
          createdAt: actor.now,
        },
      });
      record({ id, url }, { kinds }, context);
      await emailChange(id, 'created', context);
      return { webhook: await getWebhook(id, context), secret: formatWebhookSecret(secret) };
    },
    replay: secretAgain(),
  },

  updateWebhook: {
    locks,
    async execute({ params: { webhookId }, body: { url, kinds } }, context) {
      const { db, membership, services, audit } = context;
      const before = await webhookForUpdate(webhookId, membership.workspaceId, context);
      const isMoved = url !== undefined && url !== before.url;
      const areOtherKinds = kinds !== undefined && !isSameSet(kinds, before.kinds);
      if (isMoved) checkUrl(url, services);
      if (!isMoved && !areOtherKinds) audit.skip();
      if (isMoved) {
        await db.webhookDelivery.deleteMany({ where: { webhookId: before.id, state: 'FAILING' } });
        await startAgain(before, { url }, db);
      }
      if (areOtherKinds) await db.webhook.update({ where: { id: before.id }, data: { kinds } });
      const hosts = isMoved && personalTo(context.actor.user.id, { from: hostOf(before.url), to: hostOf(url) });
      const details = {
        ...(hosts && { host: hosts }),
        ...(areOtherKinds && { kinds: { from: before.kinds, to: kinds } }),
      };
      record(before, details, context);
      if (isMoved) await emailChange(before.id, 'moved', context);
      return { webhook: await getWebhook(before.id, context) };
    },
  },

  rotateWebhookSecret: {
    locks,
    async execute({ params: { webhookId } }, context) {
      const { actor, db, membership, services } = context;
      const { id, url, secret: previousSecret } = await webhookForUpdate(webhookId, membership.workspaceId, context);
      const secret = createWebhookSecret();
      await db.webhook.update({
        where: { id },
        data: {
          secret: services.webhookSecrets.seal(secret, id),
          previousSecret,
          previousSecretExpiresAt: new Date(actor.now.getTime() + webhookSecretOverlapHours * hourMs),
        },
      });
      record({ id, url }, {}, context);
      await emailChange(id, 'rotated', context);
      return { webhook: await getWebhook(id, context), secret: formatWebhookSecret(secret) };
    },
    replay: secretAgain(),
  },

  pauseWebhook: {
    locks,
    async execute({ params: { webhookId } }, context) {
      const { actor, db, membership, audit } = context;
      const webhook = await webhookForUpdate(webhookId, membership.workspaceId, context);
      if (webhook.pausedAt) audit.skip();
      else
        await db.webhook.update({
          where: { id: webhook.id },
          data: { pausedAt: actor.now, pauseReason: 'MANUAL' },
        });
      record(webhook, {}, context);
      return { webhook: await getWebhook(webhook.id, context) };
    },
  },

  resumeWebhook: {
    locks,
    async execute({ params: { webhookId }, body: { sendsWaiting } }, context) {
      const { workspaceId } = context.membership;
      const webhook = await webhookForUpdate(webhookId, workspaceId, context);
      const { waiting: events } = await getWebhook(webhook.id, context);
      const cursor = sendsWaiting ? {} : { cursor: await latestSequence(workspaceId, context) };
      if (sendsWaiting) await keepEarlierAttempts(webhook.id, context);
      else await context.db.webhookDelivery.deleteMany({ where: { webhookId, state: 'FAILING' } });
      await startAgain(webhook, { ...cursor, pausedAt: null, pauseReason: null }, context.db);
      record(webhook, { sendsWaiting, events }, context);
      return { webhook: await getWebhook(webhook.id, context), events };
    },
  },

  deleteWebhook: {
    locks,
    async execute({ params: { webhookId } }, context) {
      const webhook = await webhookForUpdate(webhookId, context.membership.workspaceId, context);
      await context.db.webhook.delete({ where: { id: webhook.id } });
      record(webhook, {}, context);
      return {};
    },
  },

  async testWebhook({ params: { webhookId } }, { membership, db, services }) {
    const webhook = await findWebhook(webhookId, membership.workspaceId, { db });
    return sendMessage(webhook, toTestMessage(webhook, await databaseNow(db)), services);
  },

  async listWebhookDeliveries(
    { params: { webhookId }, query: { deliveryState: state, after, limit = defaultPageSize } },
    context,
  ) {
    const { db, membership } = context;
    const { id } = await findWebhook(webhookId, membership.workspaceId, context);
    const found = await db.webhookDelivery.findMany({
      where: { webhookId: id, ...(state && { state }), ...(after !== undefined && { sequence: { lt: after } }) },
      orderBy: { sequence: 'desc' },
      take: limit + 1,
    });
    const { rows, next } = paginate(found, limit, ({ sequence }) => String(sequence), context);
    return {
      deliveries: rows.map(
        ({
          sequence,
          action,
          attempts,
          earlierAttempts,
          firstAttemptAt,
          lastAttemptAt,
          webhookId: _webhookId,
          ...row
        }) => ({
          ...row,
          attempts: attempts + earlierAttempts,
          sequence: Number(sequence),
          type: webhookEventType(action) ?? action,
          firstAttemptAt: firstAttemptAt.toISOString(),
          lastAttemptAt: lastAttemptAt.toISOString(),
        }),
      ),
      next: next === null ? null : Number(next),
    };
  },

  async redeliverWebhookEvent({ params: { webhookId, sequence } }, context) {
    const { membership, db, services } = context;
    const webhook = await findWebhook(webhookId, membership.workspaceId, context);
    const where = { webhookId: webhook.id, sequence, state: { not: 'FAILING' } } as const;
    const delivery = await db.webhookDelivery.findFirst({ where });
    if (!delivery) throw apiError('WebhookDeliveryNotFound');
    const message = await toEventMessage(webhook, { ...delivery, sequence }, await databaseNow(db), context);
    const answer = await sendMessage(webhook, message, services);
    await db.webhookDelivery.updateMany({
      where,
      data: {
        ...toColumns(answer),
        attempts: { increment: 1 },
        lastAttemptAt: await databaseNow(db),
        ...(answer.accepted && { state: 'DELIVERED' }),
      },
    });
    return answer;
  },
};

/** The secret of a webhook once more, for a retry of the request that created it. */
function secretAgain() {
  return {
    store: ({ webhook }: { readonly webhook: Pick<WebhookResponse, 'id'> }) => ({ webhookId: webhook.id }),
    async respond({ webhookId = '' }: { readonly webhookId?: string }, context: MemberContext) {
      const { membership, services } = context;
      const { id, url, secret } = await findWebhook(webhookId, membership.workspaceId, context);
      record({ id, url }, { replayed: true }, context);
      return {
        webhook: await getWebhook(id, context),
        secret: formatWebhookSecret(services.webhookSecrets.open(secret, id)),
      };
    },
  };
}

/** Rejects an address that the API would not connect to. A name is checked at each connection. */
function checkUrl(url: string, { settings }: Pick<Services, 'settings'>): void {
  const anyNetwork = settings.WEBHOOK_NETWORKS === 'all';
  const error = webhookUrlError(url, { anyNetwork });
  if (error !== null) throw invalidField('body.url', error);
  const address = addressInUrl(new URL(url));
  if (!anyNetwork && address !== null && !isPublicAddress(address))
    throw invalidField('body.url', 'Enter a public address');
}

/** Starts to count the attempts with the waiting events again, because the pauses between them depend on it. */
const keepEarlierAttempts = (webhookId: string, { db }: DbContext) =>
  db.$executeRaw`
    /* keep-earlier-attempts */
    UPDATE webhook_deliveries SET earlier_attempts = earlier_attempts + attempts, attempts = 0
    WHERE webhook_id = ${webhookId} AND state = 'FAILING'`;

/**
 * Changes a webhook and forgets that it failed. The caller has deleted or reset the attempts with the events that wait. The audit entry of
 * the change wakes it.
 */
async function startAgain(
  { id }: Pick<Webhook, 'id'>,
  changes: Pick<Prisma.WebhookUncheckedUpdateInput, 'url' | 'cursor' | 'pausedAt' | 'pauseReason'>,
  db: Prisma.TransactionClient,
): Promise<void> {
  await db.webhook.update({ where: { id }, data: { ...changes, failingSince: null, nextAttemptAt: null } });
}

/** Audits a change of a webhook. */
function record(
  webhook: Pick<Webhook, 'id' | 'url'>,
  details: Parameters<MemberContext['audit']['record']>[0]['details'],
  { actor, audit }: MemberContext,
): void {
  audit.record({ details: { ...webhookDetails(webhook, actor.user.id), ...details } });
}

const isSameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value) => b.includes(value));

async function emailChange(
  webhookId: string,
  change: 'created' | 'moved' | 'rotated',
  { actor, db }: MemberContext,
): Promise<void> {
  await enqueueAccountEmail('webhookChanged', actor.user.id, { webhookId, change }, db);
}

async function getWebhook(id: string, context: MemberContext): Promise<WebhookResponse> {
  const [webhook] = await listWebhooks(context.membership.workspaceId, context, id);
  if (!webhook) throw apiError('WebhookNotFound');
  return webhook;
}
