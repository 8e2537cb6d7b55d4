import type { ErrorDoc, ErrorType } from '../errors.ts';

/** The reference's text about the errors of webhooks. */
export const webhookErrorDocs = {
  WebhookNotFound: {
    when: 'The workspace has no webhook with this id.',
    remedy: 'Reload the list of webhooks.',
  },
  WebhookDeliveryNotFound: {
    when: 'The event was not sent to this webhook in the last 14 days, or it is still being sent again.',
    remedy: 'Reload the list of deliveries.',
  },
  TooManyWebhooks: {
    when: 'The workspace has 10 webhooks.',
    remedy: 'Delete one.',
  },
  WebhookReceiverSlow: {
    when: 'An earlier request with the same `requestUlid` still waits for the receiver.',
    remedy: 'Retry with the same `requestUlid` in a few seconds.',
  },
} as const satisfies Partial<Record<ErrorType, ErrorDoc>>;
