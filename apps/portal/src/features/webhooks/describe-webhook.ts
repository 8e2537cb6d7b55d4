import type { Webhook, WebhookAnswer } from '@portal/contract';

const pauseReasons: Readonly<Record<NonNullable<Webhook['pauseReason']>, string>> = {
  MANUAL: 'Nothing is sent until you resume it.',
  OWNER_CHANGED: 'The workspace has a new owner. Resume the webhook if you know its address, or delete it.',
  RESTORED: 'Support restored the workspace. Nothing is sent until you resume the webhook.',
  GONE: 'The receiver answered that it no longer exists (410).',
  FAILING: 'The receiver accepted no event for three days.',
};

/** Whether events wait only because others are sent before them. */
export const isSending = ({ pauseReason, failingSince, waiting }: Webhook) =>
  pauseReason === null && failingSince === null && waiting > 0;

/** Whether failed events will be tried again. */
export const isFailing = ({ pauseReason, failingSince }: Webhook) => pauseReason === null && failingSince !== null;

/** Why nothing is sent to a webhook; null if it is not paused. */
export const describePause = ({ pauseReason }: Webhook) => (pauseReason === null ? null : pauseReasons[pauseReason]);

const failures: Readonly<Record<NonNullable<WebhookAnswer['failure']>, string>> = {
  TIMEOUT: 'No answer within ten seconds',
  BLOCKED: 'The address is not public',
  NOT_FOUND: 'No such host name',
  TLS: 'The certificate is not trusted',
  CONNECTION: 'No connection',
};

/** What a receiver answered last. */
export const describeAnswer = ({ status, failure }: Pick<WebhookAnswer, 'status' | 'failure'>) =>
  failure === null ? `Answered ${String(status)}` : failures[failure];

export const countEvents = (count: number) => (count === 1 ? '1 event' : `${count} events`);
