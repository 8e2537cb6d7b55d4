import * as z from 'zod/mini';
import { pageSize } from '../pagination.ts';
import { IdInput, IsoTimestamp, Ulid, enumOf, maxLength, validationMessages } from '../primitives.ts';
import { webhookKinds, type WebhookKind } from './webhook-events.rules.ts';
import { webhookUrlError } from './webhooks.rules.ts';

const kindNames = Object.keys(webhookKinds) as WebhookKind[];

/** The API also requires HTTPS and port 443 or 8443, except in development. */
const url = z
  .string({ error: (issue) => (issue.input == null ? validationMessages.required : validationMessages.url) })
  .check(
    z.trim(),
    maxLength(2_000),
    z.minLength(1, { error: validationMessages.required, abort: true }),
    z.superRefine((text: string, context) => {
      const message = webhookUrlError(text, { anyNetwork: true });
      if (message !== null) context.addIssue({ code: 'custom', message, input: text });
    }),
  );

const kinds = z
  .array(enumOf(kindNames), validationMessages.required)
  .check(z.minLength(1, 'Choose at least one'), z.maxLength(kindNames.length, validationMessages.invalid))
  .check(z.refine((chosen) => new Set(chosen).size === chosen.length, validationMessages.invalid));

/**
 * Why nothing is sent to a webhook.
 *
 * - `MANUAL`: the owner paused it.
 * - `OWNER_CHANGED`: the workspace has a new owner, who has not resumed it yet.
 * - `RESTORED`: support restored the deleted workspace, and the owner has not resumed it yet.
 * - `GONE`: the receiver answered 410.
 * - `FAILING`: no event was accepted for three days.
 */
export const webhookPauseReasons = ['MANUAL', 'OWNER_CHANGED', 'RESTORED', 'GONE', 'FAILING'] as const;

/** A URL to which the events of a workspace are sent. */
export const Webhook = z.object({
  id: Ulid,
  url: z.string(),
  /** The kinds of events that it receives. */
  kinds: z.array(z.string()),
  createdAt: IsoTimestamp,
  /** Null unless it is paused. */
  pauseReason: z.nullable(enumOf(webhookPauseReasons)),
  pausedAt: z.nullable(IsoTimestamp),
  /** Since when no event was accepted; null unless the last attempt failed. */
  failingSince: z.nullable(IsoTimestamp),
  /** When the API tries again; null unless the last attempt failed. */
  nextAttemptAt: z.nullable(IsoTimestamp),
  /** When an event was last accepted. */
  lastDeliveredAt: z.nullable(IsoTimestamp),
  /** How many events of the last 14 days wait; at most 10,000. */
  waiting: z.int(),
  /** How many events of the last 14 days were set aside, because the receiver refuses them and accepts others. */
  setAside: z.int(),
  /** Until when the header has a signature by the previous secret, too; null if there is none. */
  previousSecretExpiresAt: z.nullable(IsoTimestamp),
});
export type Webhook = z.infer<typeof Webhook>;

/** The oldest first. */
export const Webhooks = z.object({ webhooks: z.array(Webhook) });

/** The webhook as it is after the call. */
export const WebhookResult = z.object({ webhook: Webhook });

/** The webhook with its secret, such as `whsec_…`, which is shown once. */
export const WebhookSecretResult = z.object({ webhook: Webhook, secret: z.string() });

/** A new webhook. */
export const NewWebhook = z.object({ url, kinds });
export type NewWebhook = z.infer<typeof NewWebhook>;

/** The fields to change. */
export const WebhookEdit = z.object({ url: z.optional(url), kinds: z.optional(kinds) });

/** How to resume. */
export const WebhookResume = z.object({
  /** Whether the events that wait are sent. If not, they are passed over. */
  sendsWaiting: z.boolean(validationMessages.required),
});

/** The webhook as it is after the call, and how many events are sent or passed over. */
export const WebhookResumeResult = z.object({ webhook: Webhook, events: z.int() });

/** Path parameters of the calls about a webhook. */
export const WebhookParams = z.object({
  /** The id of the workspace. */
  workspaceId: IdInput,
  /** The id of the webhook. */
  webhookId: IdInput,
});

/** Why there was no answer. */
export const webhookFailures = ['TIMEOUT', 'BLOCKED', 'NOT_FOUND', 'TLS', 'CONNECTION'] as const;

const answer = {
  /** The status of the answer; null without one. */
  status: z.nullable(z.int()),
  /**
   * Why there was no answer: `TIMEOUT` after ten seconds, `BLOCKED` for an address that is not public, `NOT_FOUND` for a name that does not
   * exist, `TLS` for a certificate that is not trusted, `CONNECTION` for everything else. Null with one.
   */
  failure: z.nullable(enumOf(webhookFailures)),
  /** The first 1,024 bytes of the answer, as text. */
  answer: z.string(),
};

/** What the receiver answered. */
export const WebhookAnswer = z.object({ accepted: z.boolean(), ...answer });
export type WebhookAnswer = z.infer<typeof WebhookAnswer>;

/**
 * The state of an event at a webhook.
 *
 * - `DELIVERED`: the receiver accepted it.
 * - `FAILING`: it is sent again.
 * - `SET_ASIDE`: the receiver refuses it and accepts others. It is sent again by hand only.
 */
export const webhookDeliveryStates = ['DELIVERED', 'FAILING', 'SET_ASIDE'] as const;

/** An event that was sent to a webhook, with the last answer. */
export const WebhookDelivery = z.object({
  /** The number of the event in the workspace. */
  sequence: z.int(),
  /** The id of the entry in the activity. */
  entryId: Ulid,
  /** The type of the event. */
  type: z.string(),
  state: enumOf(webhookDeliveryStates),
  /** All of them, also before the webhook was resumed. */
  attempts: z.int(),
  /** The first one since the webhook was resumed last; before the first such attempt, the earlier one. */
  firstAttemptAt: IsoTimestamp,
  lastAttemptAt: IsoTimestamp,
  ...answer,
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const sequenceMessage = 'Must be a number';
const sequenceInput = z.pipe(
  z.transform((value: string | number) =>
    typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value,
  ),
  z.number(sequenceMessage).check(z.int(sequenceMessage), z.minimum(1, sequenceMessage)),
);

/** The page of the log. */
export const WebhookDeliveriesQuery = z.strictObject({
  /** Only events in this state. */
  deliveryState: z.optional(enumOf(webhookDeliveryStates)),
  /** The `next` of the previous page. */
  after: z.optional(sequenceInput),
  /** The maximum number of events of a page; 50 by default. */
  limit: z.optional(pageSize(200)),
});

/** A page of the log, the latest event first. */
export const WebhookDeliveries = z.object({
  deliveries: z.array(WebhookDelivery),
  /** The `after` of the next page; null on the last page. */
  next: z.nullable(z.int()),
});

/** Path parameters of the calls about an event at a webhook. */
export const WebhookDeliveryParams = z.object({
  /** The id of the workspace. */
  workspaceId: IdInput,
  /** The id of the webhook. */
  webhookId: IdInput,
  /** The number of the event. */
  sequence: sequenceInput,
});
